import { expect, test } from 'vitest';
import { makeCore } from '#test/support/make-core.ts';
import { insertRows } from '#core/platform/db/many-rows.ts';
import { listFollowedNames } from '#core/replies/activity/queries.ts';
import { listOwnAccounts } from './queries.ts';

test('finds the own accounts of every user of a large instance', async () => {
  const made = await makeCore();
  const { db } = made.core;
  const ids = Array.from({ length: 1_200 }, (_, index) => index + 1);
  await insertRows(db, 'users', {
    rows: ids.map((id) => ({
      id,
      username: `user${id}`,
      username_key: `user${id}`,
      email: `${id}@example.test`,
      email_key: `${id}@example.test`,
      password_hash: 'none',
      role: 'user',
      created_at: made.clock.now,
    })),
  });
  await insertRows(db, 'own_activity', {
    rows: ids.map((id) => ({ user_id: id, username: `Writer_${id}`, tried_at: made.clock.now })),
  });
  const own = await listOwnAccounts(db, ids, listFollowedNames);
  expect(own.size).toBe(ids.length);
  expect(own.get(1_200)).toEqual(new Set(['writer_1200']));
  await made.close();
});
