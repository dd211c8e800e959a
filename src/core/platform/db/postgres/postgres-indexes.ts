import type { Trx } from '../connect.ts';

/** An index or a constraint, as the statements that drop it and create it again. */
interface Definition {
  drop: string;
  create: string;
}

/** In an order in which they can be dropped: foreign keys first, which need what they refer to be unique. */
const listConstraints = (trx: Trx) =>
  trx.raw<Definition[]>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
     from pg_constraint
     where connamespace = current_schema()::regnamespace and contype in ('f', 'u')
     order by contype, conname`,
  );

const listIndexes = (trx: Trx) =>
  trx.raw<Definition[]>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
     from pg_index join pg_class on pg_class.oid = indexrelid
     where relnamespace = current_schema()::regnamespace
       and not exists (select 1 from pg_constraint where conindid = indexrelid)
     order by relname`,
  );

/**
 * Drops all foreign keys and all indexes except those of primary keys, and returns what creates them again. For a table that is
 * filled, that takes a fraction of the time that checking and indexing each new row does.
 */
export async function dropIndexes(trx: Trx): Promise<() => Promise<void>> {
  const dropped = [...(await listConstraints(trx)), ...(await listIndexes(trx))];
  for (const { drop } of dropped) await trx.raw(drop);
  return async () => {
    for (const { create } of dropped.toReversed()) await trx.raw(create);
  };
}
