import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import { connect, type Db } from '#core/platform/db/connect.ts';
import { migrate } from '#core/platform/db/migrate.ts';
import type { OpenDatabase } from '#core/platform/db/open-database.ts';
import { indexTexts, itemsMatching, searchTerms } from '#core/platform/db/text-search.ts';
import { openTestDatabase } from '#test/support/test-database.ts';

const pieces = [
  'Crème brûlée',
  'ZEBRA',
  'zebra',
  "don't",
  'dont',
  'e-ink',
  'eink',
  'c++',
  'C#',
  'node.js',
  'https://example.test/a/b?c=1',
  'me@example.test',
  'Straße',
  'STRASSE',
  'Привет',
  'привет',
  '日本語',
  '한국어',
  'naïve',
  'naive',
  '3.14',
  '1e5',
  '100%',
  'v2',
  '2nd',
  'u1',
  'a_b',
  'foo',
  'bar',
  'foo bar',
  'İstanbul',
  'ﬁne',
  'Ångström',
  '🦓',
  'm²',
  'Ⅷ',
  'α-β',
  'or',
  'and',
  'not',
  '"quoted"',
  'x:y',
  'the',
  '-5',
  '1,000',
  'ὀδός',
  'नमस्ते',
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(' '));
const texts = fc.sample(
  fc.record({ title: text, body: text, author: fc.constantFrom('me_1', 'Foo-Bar', null), users: fc.subarray([1, 2, 12]) }),
  {
    numRuns: 200,
    seed: 7,
  },
);

let sqlite: Db;
let postgres: OpenDatabase | undefined;
const find = async (db: Db, q: string, owner: string | null): Promise<number[]> => {
  const terms = searchTerms(q);
  if (terms === null) return [];
  const rows = (await itemsMatching(db, terms, owner)) as { rowid: number }[];
  return rows.map(({ rowid }) => rowid).toSorted((a, b) => a - b);
};

beforeAll(async () => {
  sqlite = connect(':memory:');
  await migrate(sqlite);
  postgres = await openTestDatabase();
  for (const db of [sqlite, postgres?.db ?? sqlite])
    await indexTexts(
      db,
      texts.map(({ title, body, author, users }, index) => ({ title, body, author, itemId: index + 1, userIds: users })),
    );
});
afterAll(async () => {
  await sqlite.destroy();
  await postgres?.close();
});

test('finds the same items on both engines', async () => {
  const other = postgres?.db ?? sqlite;
  expect(other).not.toBe(sqlite);
  let found = 0;
  const asked = fc.tuple(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 }), fc.constantFrom(null, '1', '12'));
  for (const [words, owner] of [...pieces.map((one) => [[one], null] as const), ...fc.sample(asked, { numRuns: 300, seed: 11 })]) {
    const q = words.join(' ');
    const ids = await find(sqlite, q, owner);
    found += ids.length;
    expect({ q, owner, ids: await find(other, q, owner) }).toEqual({ q, owner, ids });
  }
  expect(found).toBeGreaterThan(1000);
});
