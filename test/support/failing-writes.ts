import { isPostgres } from '#migrations/engine.ts';
import type { Db } from '#core/platform/db/connect.ts';

/** Makes writes fail until the returned function is called; `on` is a trigger's time and table, such as `before insert on posts`; `code`: PostgreSQL's. */
export async function failWrites(
  db: Db,
  { on, when, code = 'raise_exception' }: { on: string; when?: string; code?: string },
): Promise<() => Promise<void>> {
  const table = / on (\w+)$/.exec(on)?.[1] ?? '';
  if (isPostgres(db)) {
    await db.raw(
      `create function failing() returns trigger language plpgsql as $$ begin raise exception 'killed' using errcode = '${code}'; end $$`,
    );
    await db.raw(`create trigger failing ${on} for each row ${when ? `when (${when})` : ''} execute function failing()`);
    return () => db.raw(`drop trigger failing on ${table}`).then(() => db.raw('drop function failing'));
  }
  await db.raw(`create trigger failing ${on} ${when ? `when ${when}` : ''} begin select raise(abort, 'killed'); end`);
  return () => db.raw('drop trigger failing');
}

/** Makes every write to PostgreSQL fail as on a full disk until the returned function is called. Sequences and locks still work. */
export async function fillPostgresDisk(db: Db): Promise<() => Promise<void>> {
  const tables = await db.from('pg_tables').whereRaw('schemaname = current_schema()').pluck<string[]>('tablename').limit(1000);
  const full = `raise exception 'could not extend file "base/5/1259": No space left on device' using errcode = 'disk_full'`;
  await db.raw(`create function disk_full() returns trigger language plpgsql as $$ begin ${full}; end $$`);
  for (const name of tables)
    await db.raw(`create trigger disk_full before insert or update or delete on ${name} for each statement execute function disk_full()`);
  return async () => {
    await db.raw('drop function disk_full cascade');
  };
}
