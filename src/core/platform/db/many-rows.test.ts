import { expect, test } from 'vitest';
import { makeCore } from '#test/support/make-core.ts';
import { insertRows, updateRows } from './many-rows.ts';

test('stores texts, numbers, and null as they are given, and updates them', async () => {
  const made = await makeCore();
  const { db } = made.core;
  await db.schema.createTable('samples', (table) => {
    table.integer('id').primary();
    table.bigInteger('amount');
    table.double('part');
    table.text('text');
  });
  const rows = [
    { id: 1, amount: -1, part: 0.1, text: "it's ? or 'null'; drop table samples" },
    { id: 2, amount: 1_795_251_600_000, part: -2.5e-9, text: '' },
    { id: 3, amount: null, part: null, text: null },
    { id: 4, amount: 0, part: 1e21, text: '1' },
  ];
  await insertRows(db, 'samples', { rows });
  expect(await db('samples').orderBy('id').select('id', 'amount', 'part', 'text')).toEqual(rows);
  const changed = rows.map(({ id }) => ({ id, amount: id * 10, part: null, text: `now ${id}?` }));
  await updateRows(db, 'samples', changed);
  expect(await db('samples').orderBy('id').select('id', 'amount', 'part', 'text')).toEqual(changed);
  await made.close();
});
