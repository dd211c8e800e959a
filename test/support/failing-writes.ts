import { isPostgres } from '#migrations/engine.ts';
import type { Db } from '#core/platform/db/connect.ts';

/** Makes writes fail until the returned function is called; `on` is a trigger's time and table, such as `before insert on posts`. */
export async function failWrites(db: Db, { on, when }: { on: string; when?: string }): Promise<() => Promise<void>> {
  const table = / on (\w+)$/.exec(on)?.[1] ?? '';
  if (isPostgres(db)) {
    await db.raw(`create function failing() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`);
    await db.raw(`create trigger failing ${on} for each row ${when ? `when (${when})` : ''} execute function failing()`);
    return () => db.raw(`drop trigger failing on ${table}`).then(() => db.raw('drop function failing'));
  }
  await db.raw(`create trigger failing ${on} ${when ? `when ${when}` : ''} begin select raise(abort, 'killed'); end`);
  return () => db.raw('drop trigger failing');
}
