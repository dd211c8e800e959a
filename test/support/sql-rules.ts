import type { Violation, SourceFile } from './architecture.ts';

const isQueryFile = (path: string): boolean => /(?:^|[/-])queries\.ts$|\/queries\//.test(path);
const roomOf = (path: string): string | null => /^src\/(?:core\/)?([^/]+)\//.exec(path)?.[1] ?? null;

/** Table → room, from each room's `tables.ts`. */
function tablesByRoom(files: readonly SourceFile[]): Map<string, string> {
  const rooms = new Map<string, string>();
  for (const { path, text } of files) {
    const room = roomOf(path);
    const body = path.endsWith('/tables.ts') ? /interface Tables \{\n([^}]*)\}/.exec(text)?.[1] : undefined;
    if (room === null || body === undefined) continue;
    for (const [, table = ''] of body.matchAll(/(\w+):/g)) rooms.set(table, room);
  }
  return rooms;
}

const builder =
  /\b(?:db|trx)(?:<[^;()]*>)?\(\s*['"`{]|\b(?:db|trx)\.(?:raw|from|select|with|table|into|schema|queryBuilder)\b|\.(?:where\w*|orWhere\w*|andWhere\w*|orderBy|orderByRaw|leftJoin|innerJoin|pluck|onConflict)\(/;

/** Statements in a text: from one `;` or blank line to the next. */
const statementsOf = (text: string): string[] => text.split(/;\n|\n\n/);
const writes = /\.(?:insert|update|delete|del|increment|decrement|truncate)\(/;

/** Tables that a statement names, and whether it writes to them. */
function tablesIn(statement: string): { table: string; written: boolean }[] {
  const found: { table: string; written: boolean }[] = [];
  const target = /\b(?:db|trx)(?:<[^;()]*>)?\(\s*(?:['"`](\w+)(?: as \w+)?['"`]|\{ \w+: '(\w+)' \})/.exec(statement);
  for (const [, table = '', named = ''] of statement.matchAll(
    /\b(?:db|trx)(?:<[^;()]*>)?\(\s*(?:['"`](\w+)(?: as \w+)?['"`]|\{ \w+: '(\w+)' \})/g,
  )) {
    const name = table || named;
    found.push({ table: name, written: name === (target?.[1] ?? target?.[2]) && writes.test(statement) });
  }
  for (const [, table = ''] of statement.matchAll(/\.(?:join|leftJoin|innerJoin|from|into|table)\(\s*['"](\w+)(?: as \w+)?['"]/g))
    found.push({ table, written: false });
  for (const [, table = ''] of statement.matchAll(/\b(?:insertRows|updateRows)\(\s*\w+,\s*'(\w+)'/g)) found.push({ table, written: true });
  for (const [, verb = '', table = ''] of statement.matchAll(/\b(from|join|insert into|update|delete from) "?(\w+)"?(?= |\n|\)|`|$)/gi))
    found.push({ table, written: !/^(?:from|join)$/i.test(verb) });
  return found;
}

/** Hold secrets beside what is shown. */
const secretTables = ['users', 'beta_applications', 'notification_channels', 'reddit_accounts'];

/** Tables with secrets of which a file reads whole rows, also through its own `const channels = (db) => db('notification_channels')`. */
function tablesReadWhole(text: string): string[] {
  const aliases = [...text.matchAll(/const (\w+) = \([^)]*\) =>\s*(?:db|trx)\('(\w+)'\)/g)];
  return statementsOf(text).flatMap((statement) => {
    const outer = statement.replaceAll(/([(,]\s*)(?:db|trx)\('\w+'\)/g, '$1subquery');
    const named = new Set(tablesIn(outer).map(({ table }) => table));
    for (const [, alias = '', table = ''] of aliases) if (new RegExp(String.raw`\b${alias}\(`).test(statement)) named.add(table);
    const isWhole = (table: string): boolean =>
      new RegExp(String.raw`\.(?:select|first|returning)\([^;]*?['"\`](?:${table}\.)?\*['"\`]|\bselect (?:${table}\.)?\*`).test(
        statement,
      ) ||
      (/\.(?:first|select)\(\)/.test(statement) && !/\.(?:select|count|pluck)\w*(?:<[^;()]*>)?\([^)]/.test(statement));
    return secretTables.filter((table) => named.has(table) && isWhole(table));
  });
}

/** SQL outside of queries files, writes to tables of other rooms, reads of tables of higher rooms, and of whole rows with secrets. */
export function sqlViolations(files: readonly SourceFile[], mayImport: Readonly<Record<string, readonly string[]>>): Violation[] {
  const owners = tablesByRoom(files);
  const violations: Violation[] = [];
  for (const { path, text } of files) {
    const room = roomOf(path);
    const isServerCode = /^src\/(?:core|jobs|server|cli)\//.test(path);
    if (!isServerCode || path.endsWith('.test.ts') || path.startsWith('src/core/platform/db/')) continue;
    const add = (rule: string) => violations.push({ file: path, rule });
    if (builder.test(text) && !isQueryFile(path)) add('SQL belongs in queries files');
    if (!isQueryFile(path)) continue;
    for (const table of tablesReadWhole(text)) add(`${table} holds secrets: name the columns`);
    for (const { table, written } of statementsOf(text).flatMap(tablesIn)) {
      const owner = owners.get(table);
      if (owner === undefined || owner === room) continue;
      if (written) add(`${table} is written by ${owner} alone`);
      else if (!mayImport[room ?? '']?.includes(owner)) add(`${table} belongs to ${owner}, which ${room ?? 'it'} may not read`);
    }
  }
  return violations;
}
