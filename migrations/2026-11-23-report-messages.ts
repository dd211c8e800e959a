import type { Knex } from 'knex';

/** Findings of a stored health report call their text `message`. Quotes inside a JSON text are escaped, so only the key matches. */
export async function reportMessages(db: Knex): Promise<void> {
  await db.raw(`update own_reports set report = replace(report, '"words":"', '"message":"')`);
}
