import { expect, onTestFinished, test } from 'vitest';
import { connectPostgres } from '#core/platform/db/postgres/connect-postgres.ts';
import { insertRows, updateRows } from '#core/platform/db/many-rows.ts';
import { makeEmptyDatabase, testServer } from '#test/support/test-database.ts';

const unstorable = 'NUL \0, half a pair \ud83d, "quotes" and \\u0000';
const stored = 'NUL , half a pair \ufffd, "quotes" and \\u0000';

test('stores many rows with the types of their table, and text without what PostgreSQL cannot hold', async () => {
  const { name, drop } = await makeEmptyDatabase();
  const db = await connectPostgres(`${testServer()}/${name}`);
  onTestFinished(async () => {
    await db.destroy();
    await drop();
  });
  await db.raw('create table things (id bigserial primary key, "end" bigint, weight double precision, text text)');
  const row = { end: 2 ** 52, weight: 0.1 + 0.2, text: unstorable };
  await insertRows(db, 'things', { rows: [row, { ...row, weight: -1e-300, text: null }] });
  await updateRows(db, 'things', [{ id: 2, end: null, text: unstorable }]);
  expect(await db('things').select('*').orderBy('id')).toEqual([
    { id: 1, end: 2 ** 52, weight: 0.1 + 0.2, text: stored },
    { id: 2, end: null, weight: -1e-300, text: stored },
  ]);
});
