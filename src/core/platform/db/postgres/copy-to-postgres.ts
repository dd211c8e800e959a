import { AppError } from '../../errors.ts';
import type { Db, Trx } from '../connect.ts';
import { insertRows } from '../many-rows.ts';
import { storableText } from '../dialect.ts';
import { markFinished, markUnfinished } from './connect-postgres.ts';

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
async function dropIndexes(trx: Trx): Promise<() => Promise<void>> {
  const dropped = [...(await listConstraints(trx)), ...(await listIndexes(trx))];
  for (const { drop } of dropped) await trx.raw(drop);
  return async () => {
    for (const { create } of dropped.toReversed()) await trx.raw(create);
  };
}

type Value = string | number | null;
type Row = Record<string, Value>;
interface Table {
  name: string;
  columns: string[];
}
/** What is compared after copying: rows, and per column the sum of its numbers or of the bytes of its texts. */
interface Totals {
  rows: number;
  sums: Map<string, number>;
}

export interface CopiedTable {
  name: string;
  rows: number;
}
interface CopySteps {
  /** After each table. */
  onTable(table: CopiedTable): void;
  /** Before what takes long after the tables. */
  onStep(step: 'search index' | 'indexes'): void;
  /** Fills the search index from the texts of the source; SQLite's own index doesn't keep them. */
  indexTexts(trx: Trx, source: Db): Promise<void>;
}

const batch = 500;
/** With PostgreSQL's default of 64 MB, it would sort the entries of large indexes on disk. */
const indexMemory = '256MB';

async function listTables(source: Db): Promise<Table[]> {
  const names = await source('sqlite_master')
    .where({ type: 'table' })
    .whereNot('name', 'like', 'knex%')
    .whereNot('name', 'like', '%fts%')
    .orderBy('name')
    .limit(1000)
    .pluck<string[]>('name');
  const tables: Table[] = [];
  for (const name of names.filter((one) => !one.startsWith('sqlite_'))) {
    const columns = await source.raw<{ name: string }[]>('select name from pragma_table_info(?)', [name]);
    tables.push({ name, columns: columns.map((column) => column.name) });
  }
  return tables;
}

const storedOf = (value: Value): Value => (typeof value === 'string' ? storableText(value) : value);
const sizeOf = (value: Value): number => (typeof value === 'string' ? Buffer.byteLength(value) : (value ?? 0));

interface Page {
  rows: Row[];
  /** Where the next one begins; null after the last one. */
  next: number | null;
}

async function readPage(source: Db, { name, columns }: Table, after: number): Promise<Page> {
  const found = await source(name)
    .where('rowid', '>', after)
    .orderBy('rowid')
    .select<Row[]>('rowid as cursor_of_copy', ...columns)
    .limit(batch);
  return {
    rows: found.map((row) => Object.fromEntries(columns.map((column) => [column, storedOf(row[column] ?? null)]))),
    next: found.length < batch ? null : Number(found.at(-1)?.['cursor_of_copy']),
  };
}

/** Reads a page while the one before is stored. */
async function copyTable({ source, target }: { source: Db; target: Trx }, table: Table): Promise<Totals> {
  const totals: Totals = { rows: 0, sums: new Map(table.columns.map((column) => [column, 0])) };
  const store = async (rows: Row[]): Promise<void> => {
    await insertRows(target, table.name, { rows });
    for (const row of rows)
      for (const column of table.columns) totals.sums.set(column, (totals.sums.get(column) ?? 0) + sizeOf(row[column] ?? null));
    totals.rows += rows.length;
  };
  for (let page: Page | null = await readPage(source, table, -1); page !== null;) {
    const { rows, next }: Page = page;
    [page] = await Promise.all([next === null ? null : readPage(source, table, next), store(rows)]);
  }
  return totals;
}

async function readTotals(target: Trx, { name, columns }: Table): Promise<Totals> {
  const types = await target
    .from('information_schema.columns')
    .whereRaw('table_schema = current_schema()')
    .where({ table_name: name })
    .select<{ column_name: string; data_type: string }[]>('column_name', 'data_type')
    .limit(1000);
  const isText = new Set(types.filter(({ data_type }) => data_type === 'text').map(({ column_name }) => column_name));
  const sums = columns.map(
    (column) => `coalesce(sum(${isText.has(column) ? `octet_length("${column}")` : `"${column}"`}), 0) as "${column}"`,
  );
  const [row = {}] = await target.raw<Record<string, number>[]>(`select count(*) as rows_of_copy, ${sums.join(', ')} from ${name}`);
  return { rows: row['rows_of_copy'] ?? 0, sums: new Map(columns.map((column) => [column, row[column] ?? 0])) };
}

/** Sums of fractions depend on the order. */
const differ = (a: number, b: number): boolean => Math.abs(a - b) > 1e-9 * Math.max(1, Math.abs(a));

function compare(table: string, copied: Totals, found: Totals): void {
  if (copied.rows !== found.rows)
    throw new AppError('unavailable', `The copy was canceled: ${table} has ${copied.rows} rows in SQLite and ${found.rows} in PostgreSQL.`);
  for (const [column, sum] of copied.sums)
    if (differ(sum, found.sums.get(column) ?? 0))
      throw new AppError('unavailable', `The copy was canceled: the sum of ${table}.${column} differs between SQLite and PostgreSQL.`);
}

/** Continues the numbers of new rows after the last one that was ever given. */
async function continueIds({ source, target }: { source: Db; target: Trx }, { name, columns }: Table): Promise<void> {
  if (!columns.includes('id')) return;
  const [row] = await target.raw<{ sequence: string | null }[]>(`select pg_get_serial_sequence(?, 'id') as sequence`, [name]);
  const last = await source('sqlite_sequence').where({ name }).first<{ seq: number } | undefined>('seq');
  if (row?.sequence && last) await target.raw(`select setval(?::regclass, ?)`, [row.sequence, Math.max(1, last.seq)]);
}

/** Throws `conflict` if the database already holds an instance. */
async function refuseUsed(target: Db): Promise<void> {
  const users = (await target('users').count<{ n: number }>({ n: '*' }).first())?.n ?? 0;
  if (users > 0)
    throw new AppError(
      'conflict',
      `The database already holds an Earshot with ${users === 1 ? '1 user' : `${users} users`}. Copy into an empty one.`,
    );
}

/**
 * Copies all tables of a SQLite instance into a migrated PostgreSQL database in one transaction, and compares counts and sums. If it
 * stops midway, nothing is kept but a mark that refuses servers, and it can be run again.
 */
export async function copyToPostgres(source: Db, target: Db, { onTable, onStep, indexTexts }: CopySteps): Promise<CopiedTable[]> {
  await refuseUsed(target);
  await markUnfinished(target);
  const tables = await listTables(source);
  const copied = await target.transaction(async (trx) => {
    await trx.raw(`set local maintenance_work_mem = '${indexMemory}'`);
    await trx.raw(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}, item_text_fts cascade`);
    // The days that the triggers would mark are copied too.
    for (const { name } of tables) await trx.raw(`alter table "${name}" disable trigger user`);
    const createIndexes = await dropIndexes(trx);
    const results: CopiedTable[] = [];
    for (const table of tables) {
      const totals = await copyTable({ source, target: trx }, table);
      compare(table.name, totals, await readTotals(trx, table));
      await continueIds({ source, target: trx }, table);
      results.push({ name: table.name, rows: totals.rows });
      onTable({ name: table.name, rows: totals.rows });
    }
    onStep('search index');
    await indexTexts(trx, source);
    onStep('indexes');
    await createIndexes();
    for (const { name } of tables) await trx.raw(`alter table "${name}" enable trigger user`);
    await markFinished(trx);
    return results;
  });
  // Until then, PostgreSQL would choose slow ways to read what it knows nothing of, and counts would read rows beside their indexes.
  for (const { name } of [...tables, { name: 'item_text_fts' }]) await target.raw(`vacuum analyze "${name}"`).catch(() => undefined);
  return copied;
}
