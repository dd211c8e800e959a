import { afterEach, beforeEach, expect, test } from 'vitest';
import { transact } from '#core/platform/db/connect.ts';
import { itemsMatching } from '#core/platform/db/text-search.ts';
import { makeCampaign, makeItem } from '#test/support/factories.ts';
import { makeServer, type TestServer } from '#test/support/serve.ts';

let server: TestServer;
beforeEach(async () => {
  server = await makeServer();
  await server.member('root', 'admin');
});
afterEach(() => server.close());

/** A user with a campaign, one item fetched from Reddit, and one that they imported. */
async function populated(name: string) {
  const member = await server.member(name);
  const actor = { kind: 'user', userId: member.user.id, role: 'user' } as const;
  await makeCampaign(server.core, actor, { name: `Campaign of ${name}` });
  const { core, clock } = server;
  await transact(core.db, async (trx) => {
    await core.inbox.items.store(trx, { scope: '', source: 'api', items: [makeItem(1, clock.now)], now: clock.now });
    const items = [makeItem(Number(member.user.id) + 10, clock.now)];
    await core.inbox.items.store(trx, { scope: `user:${member.user.id}`, source: 'import', items, now: clock.now });
  });
  core.discovery.pipeline.scoreSoon();
  await core.discovery.pipeline.settled();
  return { ...member, api: server.api(member.token) };
}

test('exports everything of one account, nothing of others, and no secret', async () => {
  const ada = await populated('ada');
  await populated('bob');
  await ada.api.post('/feedback', { kind: 'idea', message: 'From ada herself', page: '/' });
  const { db } = server.core;
  await db('users')
    .where({ id: Number(ada.user.id) })
    .update({ password_hash: 'canary-hash' });
  await db('password_resets').insert({ user_id: Number(ada.user.id), token_hash: 'canary-reset', expires_at: 1 });
  await db('feeds').insert({ user_id: Number(ada.user.id), campaign_id: 1, token_hash: 'canary-feed', created_at: 1 });
  const answer = await ada.api.get('/auth/me/export');
  const { user, data } = answer.json as { user: { username: string }; data: Record<string, Record<string, unknown>[]> };
  expect(answer.headers.get('content-disposition')).toContain('earshot-account.json');
  expect(user.username).toBe('ada');
  expect(data['campaigns']).toMatchObject([{ name: 'Campaign of ada' }]);
  expect(data['feedback']).toMatchObject([{ message: 'From ada herself' }]);
  expect([data['posts']?.length, data['leads']?.length, data['conversations']?.length]).toEqual([2, 2, 2]);
  expect(data['lead_events']?.length).toBeGreaterThan(0);
  expect(answer.text).not.toContain('bob');
  expect(answer.text).not.toContain('canary');
});

test('requires the password to delete an account, then leaves no row, text, or session', async () => {
  const ada = await populated('ada');
  const bob = await populated('bob');
  expect((await ada.api.send('DELETE', '/auth/me', deletion('wrong'))).status).toBe(400);
  expect((await ada.api.get('/auth/me')).status).toBe(200);
  expect((await ada.api.send('DELETE', '/auth/me', deletion(ada.password))).status).toBe(204);
  expect((await ada.api.get('/auth/me')).status).toBe(401);
  const { db } = server.core;
  for (const table of ['campaigns', 'posts', 'leads']) expect(await db(table).where({ user_id: Number(ada.user.id) })).toEqual([]);
  expect(await db('items').where({ scope: `user:${ada.user.id}` })).toEqual([]);
  expect(await itemsMatching(db, ['invoicing'], ada.user.id)).toEqual([]);
  expect(await itemsMatching(db, ['invoicing'], bob.user.id)).toHaveLength(2);
  expect((await bob.api.get('/posts')).json).toMatchObject({ items: [{}, {}] });
  expect(await db('audit').where({ action: 'account-deleted' }).pluck('target')).toEqual([`user:${ada.user.id}`]);
});

test('refuses to delete the last admin', async () => {
  const { token } = await server.core.accounts.users.signIn({ email: 'root@example.test', password: 'root has a long one' }, '192.0.2.1');
  expect((await server.api(token).send('DELETE', '/auth/me', deletion('root has a long one'))).status).toBe(409);
  expect((await server.api(token).get('/auth/me')).status).toBe(200);
});

const deletion = (password: string): RequestInit => ({
  body: JSON.stringify({ password }),
  headers: { 'content-type': 'application/json' },
});

test('keeps with the account that getting started was completed', async () => {
  const { api } = await populated('ann');
  expect((await api.patch('/auth/profile', { settings: { guideCompleted: true } })).status).toBe(200);
  expect((await api.get('/auth/me')).json).toMatchObject({ settings: { guideCompleted: true } });
});
