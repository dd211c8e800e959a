import type { AccountExport } from '#shared/auth.ts';
import { product, version } from '#shared/product.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { listOwnedTables } from '#core/platform/db/owned.ts';
import { readOwned } from './deletion-queries.ts';
import type { UserData } from './user-data.ts';

/** Tables that are useless outside this server or contain keys. */
const leftOut = new Set([
  'password_resets',
  'email_links',
  'two_factor',
  'recovery_codes',
  'pairing_codes',
  'oauth_codes',
  'undos',
  'ai_reservations',
  'reddit_states',
]);
const isSecret = (column: string): boolean => /token|secret|password|hash|cipher|sealed|encrypted|credential|network|voter/.test(column);

/** Rows of one table as a JSON array, a page at a time. */
async function* arrayText(pages: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  let lead = '[\n';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield lead + rows.map((row) => JSON.stringify(row)).join(',\n');
    lead = ',\n';
  }
  yield lead === '[\n' ? '[]' : '\n]';
}

interface ExportDeps {
  db: Db;
  readConversations: UserData['readConversations'];
}

/**
 * An `AccountExport` as text, table by table, without passwords and tokens. Produced only as fast as it is read, because it may
 * be larger than memory.
 */
export async function* exportText(
  { db, readConversations }: ExportDeps,
  head: Omit<AccountExport, 'data' | 'product' | 'version'>,
): AsyncGenerator<string> {
  const userId = Number(head.user.id);
  yield `${JSON.stringify({ product, version, ...head }).slice(0, -1)},"data":{`;
  const tables = await listOwnedTables(db);
  for (const table of tables.filter(({ name }) => !leftOut.has(name))) {
    const columns = table.columns.filter((column) => !isSecret(column));
    yield `${JSON.stringify(table.name)}:`;
    yield* arrayText(readOwned(db, tables, { table, columns, userId }));
    yield ',\n';
  }
  yield '"conversations":';
  yield* arrayText(readConversations(db, userId));
  yield '}}\n';
}
