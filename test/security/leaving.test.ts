import { describe, expect, test } from 'vitest';
import type { Core } from '#core/open.ts';
import { startFakeReddit } from '#test/support/fakes/reddit/server.ts';
import { startFakeStripe } from '#test/support/fakes/stripe/server.ts';
import { agree } from '#test/support/connected.ts';
import { ingestItems, makeCampaign, makeItem } from '#test/support/factories.ts';
import { redditOf } from '#test/support/reddit-config.ts';
import { makeServer } from '#test/support/serve.ts';
import { listColumns } from '#test/support/tables.ts';

const bodyOf = (body: unknown): RequestInit => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

const textOf = (value: unknown): string => (Buffer.isBuffer(value) ? value.toString('utf8') : String(value)).toLowerCase();

/** Table columns that contain one of these texts. */
async function findText(core: Core, words: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const tables = (await listColumns(core.db)).keys();
  for (const table of tables) {
    const rows = await core.db(table).select<Record<string, unknown>[]>('*').limit(10_000);
    const cells = rows.flatMap((row) => Object.entries(row));
    for (const [column, value] of cells)
      words.filter((word) => textOf(value).includes(word)).map((word) => found.add(`${table}.${column}: ${word}`));
  }
  return [...found];
}

const picture = `data:image/png;base64,${Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d4948445200000002000000020802000000', 'hex'),
  Buffer.from('canary-picture-of-somebody'),
]).toString('base64')}`;

test('leaves no text, name, or email address of a deleted account in any column', async () => {
  const reddit = await startFakeReddit();
  const server = await makeServer({ reddit: redditOf(reddit) });
  const { core } = server;
  await server.member('root', 'admin');
  const eve = { username: 'canary-eve', email: 'canary-mail@example.test', password: 'a long one for eve' };
  const { token, user } = (await server.api().post('/auth/register', eve)).json as { token: string; user: { id: string } };
  const api = server.api(token);
  const actor = { kind: 'user', userId: user.id, role: 'user' } as const;
  const campaign = await makeCampaign(core, actor, { name: 'canary-campaign', description: 'canary-description' });
  await ingestItems(core, [makeItem(1, core.now())]);
  await core.discovery.pipeline.importPaste(actor, {
    text: 'canary-paste: I need invoicing software, invoice late',
    campaignId: campaign.id,
  });
  await core.discovery.pipeline.settled();
  const [lead] = (await core.inbox.leads.list(actor, { limit: 10, sort: '-confidence' })).items;
  const post = (await core.inbox.posts.list(actor, { limit: 10, sort: '-confidence', status: 'all' })).items[0];
  const given = [
    api.patch(`/leads/${lead?.id}`, { notes: 'canary-notes', tags: ['canary-tag'], stage: 'contacted' }),
    api.post(`/leads/${lead?.id}/follow-ups`, { dueAt: '2026-12-01T09:00:00Z', note: 'canary-follow-up' }),
    api.post('/views', { list: 'leads', name: 'canary-view', query: 'q=canary-query' }),
    api.post('/tokens', { name: 'canary-token' }),
    api.post('/feedback', { kind: 'idea', message: 'canary-feedback', page: '/canary-page', picture }),
    api.post('/competitors', { name: 'canary-competitor', notes: 'canary-competitor-notes' }),
    api.post('/notifications/channels', { kind: 'webhook', name: 'canary-channel', target: { url: 'https://example.test/canary-hook' } }),
    api.post(`/posts/${post?.id}/feedback`, { verdict: 'right' }),
    api.post('/beta/applications', { email: eve.email, name: 'canary-name', useCase: 'canary-use-case' }),
    api.post(`/campaigns/${campaign.id}/feed`),
  ];
  expect((await Promise.all(given)).map(({ status }) => status)).toEqual([200, 201, 201, 201, 201, 201, 201, 200, 202, 201]);
  const asked = (await api.get('/reddit-oauth/connect')).json as { url: string };
  const back = await agree(asked.url);
  expect((await api.post('/reddit-oauth/callback', { code: back.get('code'), state: back.get('state') })).status).toBe(200);
  await core
    .db('audit')
    .where({ actor_id: Number(user.id) })
    .update({ address: '203.0.113.77' });
  const words = ['canary', '203.0.113.77', 'ann_reddit'];
  expect((await findText(core, words)).length).toBeGreaterThan(25);

  expect((await api.send('DELETE', '/auth/me', bodyOf({ password: eve.password }))).status).toBe(204);
  expect(await findText(core, words)).toEqual([]);
  expect(reddit.requests.filter(({ path }) => path === '/api/v1/revoke_token')).toHaveLength(1);
  await server.close();
  await reddit.close();
});

describe('last admin', () => {
  test('is refused deletion before anything ends elsewhere', async () => {
    const stripe = await startFakeStripe({ prices: ['price_team'] });
    const server = await makeServer({
      billing: {
        plans: [{ id: 'team', name: 'Team', stripePrice: 'price_team' }],
        stripeKey: stripe.key,
        webhookSecret: stripe.webhookSecret,
        stripeUrl: stripe.url,
      },
    });
    const { token, password } = await server.member('root', 'admin');
    const api = server.api(token);
    await api.post('/billing/checkout', { plan: 'team' });
    const subscription = stripe.subscribe('price_team');
    const leave = () => api.send('DELETE', '/auth/me', bodyOf({ password }));
    expect((await leave()).status).toBe(409);
    expect(subscription.status).toBe('active');
    await server.member('second', 'admin');
    expect((await leave()).status).toBe(204);
    expect(subscription.status).toBe('canceled');
    await server.close();
    await stripe.close();
  });

  test("can't be disabled or demoted, even by concurrent requests", async () => {
    const server = await makeServer();
    const root = await server.member('root', 'admin');
    const second = await server.member('second', 'admin');
    const [one, two] = [server.api(root.token), server.api(second.token)];
    const answers = await Promise.all([
      one.patch(`/admin/users/${second.user.id}`, { role: 'user' }),
      two.patch(`/admin/users/${root.user.id}`, { disabled: true }),
      one.patch(`/admin/users/${root.user.id}`, { disabled: true }),
      two.send('DELETE', '/auth/me', bodyOf({ password: second.password })),
    ]);
    expect(answers.some(({ status }) => status >= 400)).toBe(true);
    expect(await server.core.db('users').where({ role: 'admin', disabled: 0 })).toHaveLength(1);
    await server.close();
  });
});
