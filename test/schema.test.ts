import { globSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { connect } from '#core/platform/db/connect.ts';
import { migrate } from '#core/platform/db/migrate.ts';

interface Column {
  name: string;
  type: string;
  /** 1 if it can't be null. */
  notnull: number;
  /** Greater than 0 for a column of the primary key. */
  pk: number;
}

const db = connect(':memory:');
await migrate(db);
afterAll(() => db.destroy());

/** The declared tables: name → column → type. */
function declaredIn(text: string): Map<string, Map<string, string>> {
  const interfaces = new Map(
    [...text.matchAll(/export interface (\w+) \{\n([^}]*)\}/g)].map(([, name = '', body = '']) => [
      name,
      new Map([...body.matchAll(/^ {2}(\w+): ([^;]+);/gm)].map(([, column = '', type = '']) => [column, type])),
    ]),
  );
  const tables = /interface Tables \{\n([^}]*)\}/.exec(text)?.[1] ?? '';
  return new Map([...tables.matchAll(/(\w+): (\w+);/g)].map(([, table = '', row = '']) => [table, interfaces.get(row) ?? new Map()]));
}

const files = globSync('src/core/*/tables.ts');
const declarations = files.flatMap((file) => declaredIn(readFileSync(file, 'utf8')).entries().toArray());
const declared = new Map(declarations);

/** What is wrong with the declared type of a column; null if nothing is. */
function faultOf(column: Column, type: string | undefined): string | null {
  if (type === undefined) return 'not declared';
  const nullable = column.notnull === 0 && column.pk === 0;
  if (/\bnull\b/.test(type) !== nullable) return nullable ? 'can be null' : 'is never null';
  const holdsNumbers = /^(integer|bigint|float|double|real)/i.test(column.type);
  if (holdsNumbers && /\bstring\b|'/.test(type)) return `holds ${column.type}`;
  if (!holdsNumbers && /\bnumber\b|\bboolean\b|\b\d+\b/.test(type)) return `holds ${column.type}`;
  return null;
}

describe('row types', () => {
  test('name every table of a new database exactly once', async () => {
    const tables = await db<{ name: string; type: string }>('sqlite_master')
      .where({ type: 'table' })
      .whereNot('name', 'like', 'sqlite_%')
      .whereNot('name', 'like', 'knex_%')
      // The full-text index and its internal tables.
      .whereNot('name', 'like', '%fts%')
      .pluck('name');
    expect([...declared.keys()].toSorted()).toEqual(tables.toSorted());
    expect(declarations.map(([table]) => table)).toHaveLength(declared.size);
  });

  test.each([...declared])('have the columns of %s in the schema, with their types', async (table, types) => {
    const columns = await db.raw<Column[]>(`select name, type, "notnull", pk from pragma_table_info('${table}')`);
    expect(
      columns.flatMap((column) =>
        faultOf(column, types.get(column.name)) === null ? [] : `${column.name}: ${faultOf(column, types.get(column.name))}`,
      ),
    ).toEqual([]);
    expect([...types.keys()].toSorted()).toEqual(columns.map(({ name }) => name).toSorted());
  });

  test('report a missing column, a wrong type, and wrong nullability', () => {
    const column = { name: 'count', type: 'INTEGER', notnull: 1, pk: 0 };
    expect(faultOf(column, 'number')).toBeNull();
    expect(faultOf(column, undefined)).toBe('not declared');
    expect(faultOf(column, 'string')).toBe('holds INTEGER');
    expect(faultOf(column, 'number | null')).toBe('is never null');
    expect(faultOf({ ...column, notnull: 0 }, 'number')).toBe('can be null');
    expect(faultOf({ ...column, type: 'TEXT' }, `'new' | 1`)).toBe('holds TEXT');
  });
});
