import { AppError } from '../errors.ts';
import type { Db, Trx } from './connect.ts';
import { insertRows } from './many-rows.ts';

type Value = string | number | null;
type Row = Record<string, Value>;
interface Table {
  name: string;
  columns: string[];
  /** Tables that its rows refer to. */
  parents: string[];
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
  /** Fills the search index, whose texts SQLite doesn't keep. */
  indexTexts(trx: Trx): Promise<void>;
}

const batch = 500;

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
    const keys = await source.raw<{ parent: string }[]>('select distinct "table" as parent from pragma_foreign_key_list(?)', [name]);
    tables.push({
      name,
      columns: columns.map((column) => column.name),
      parents: keys.map(({ parent }) => parent).filter((one) => one !== name),
    });
  }
  return tables;
}

/** Parents before the tables that refer to them. */
function inOrder(tables: readonly Table[]): Table[] {
  const done = new Set<string>();
  const ordered: Table[] = [];
  while (ordered.length < tables.length) {
    const ready = tables.filter(({ name, parents }) => !done.has(name) && parents.every((parent) => done.has(parent)));
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle');
    for (const table of ready) done.add(table.name);
    ordered.push(...ready);
  }
  return ordered;
}

/** As PostgreSQL stores it: its text can't hold a NUL character. */
const storedOf = (value: Value): Value => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value);
const sizeOf = (value: Value): number => (typeof value === 'string' ? Buffer.byteLength(value) : (value ?? 0));

async function copyTable({ source, target }: { source: Db; target: Trx }, { name, columns }: Table): Promise<Totals> {
  const totals: Totals = { rows: 0, sums: new Map(columns.map((column) => [column, 0])) };
  for (let after = -1; ;) {
    const page = await source(name)
      .where('rowid', '>', after)
      .orderBy('rowid')
      .select<Row[]>('rowid as cursor_of_copy', ...columns)
      .limit(batch);
    const rows = page.map((row) => Object.fromEntries(columns.map((column) => [column, storedOf(row[column] ?? null)])));
    await insertRows(target, name, { rows });
    for (const row of rows)
      for (const column of columns) totals.sums.set(column, (totals.sums.get(column) ?? 0) + sizeOf(row[column] ?? null));
    totals.rows += rows.length;
    if (page.length < batch) return totals;
    after = Number(page.at(-1)?.['cursor_of_copy']);
  }
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
 * stops midway, nothing is kept, and it can be run again.
 */
export async function copyToPostgres(source: Db, target: Db, { onTable, indexTexts }: CopySteps): Promise<CopiedTable[]> {
  await refuseUsed(target);
  const tables = inOrder(await listTables(source));
  const copied = await target.transaction(async (trx) => {
    await trx.raw(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}, item_text_fts cascade`);
    // The days that the triggers would mark are copied too.
    for (const { name } of tables) await trx.raw(`alter table "${name}" disable trigger user`);
    const results: CopiedTable[] = [];
    for (const table of tables) {
      const totals = await copyTable({ source, target: trx }, table);
      compare(table.name, totals, await readTotals(trx, table));
      await continueIds({ source, target: trx }, table);
      results.push({ name: table.name, rows: totals.rows });
      onTable({ name: table.name, rows: totals.rows });
    }
    // Without statistics of what was copied, PostgreSQL would read whole tables for each batch of texts, and later for each page.
    await trx.raw('analyze');
    await indexTexts(trx);
    await trx.raw('analyze item_text_fts');
    for (const { name } of tables) await trx.raw(`alter table "${name}" enable trigger user`);
    return results;
  });
  // Counts and lists read the rows themselves beside their indexes until then; PostgreSQL would do it later.
  for (const { name } of tables) await target.raw(`vacuum "${name}"`).catch(() => undefined);
  return copied;
}
