import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemActor } from '#core/platform/actor.ts';
import type { ApiToken } from '#shared/tokens.ts';
import { ingestItems, makeCampaign, makeItem } from '#test/support/factories.ts';
import { makeServer, type Api, type TestServer } from '#test/support/serve.ts';

let server: TestServer;
let api: Api;
let campaignId: string;
beforeEach(async () => {
  server = await makeServer();
  await server.member('root', 'admin');
  const { token, user } = await server.member('ada');
  api = server.api(token);
  ({ id: campaignId } = await makeCampaign(server.core, { kind: 'user', userId: user.id, role: 'user' }, { name: 'Ink & <b>' }));
});
afterEach(() => server.close());

const make = async (scope: 'read' | 'write'): Promise<ApiToken & { token: string }> =>
  (await api.post('/tokens', { name: 'CRM', scope })).json as ApiToken & { token: string };

describe('API token', () => {
  test("with read access reads its owner's data and changes nothing", async () => {
    const { token } = await make('read');
    const program = server.api(token);
    expect((await program.get('/auth/me')).json).toMatchObject({ username: 'ada' });
    expect((await program.get('/campaigns')).json).toMatchObject({ items: [{ id: campaignId }] });
    expect((await program.get('/leads/export.csv')).status).toBe(200);
    expect((await program.post(`/campaigns/${campaignId}/pause`)).status).toBe(403);
  });

  test("with write access works for its owner, but can't access account, tokens, feeds, or instance, or post on Reddit", async () => {
    const { token, id } = await make('write');
    const program = server.api(token);
    expect((await program.post(`/campaigns/${campaignId}/pause`)).status).toBe(200);
    const refused = [
      program.put('/auth/profile', { email: 'eve@example.test' }),
      program.post('/auth/logout-everywhere'),
      program.post('/auth/change-password', { currentPassword: 'ada has a long one', newPassword: 'another good one' }),
      program.get('/tokens'),
      program.post('/tokens', { name: 'more' }),
      program.delete(`/tokens/${id}`),
      program.post(`/campaigns/${campaignId}/feed`),
      program.post('/posts/1/post-to-reddit', { message: 'Hello' }),
      program.get('/outbox'),
    ];
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(refused.map(() => 403));
  });

  test('is shown once, stored as a hash, and reports its last use', async () => {
    const { token } = await make('read');
    expect(token).toMatch(/^ers_[\w-]{43}$/);
    expect(JSON.stringify(await server.core.db('api_tokens').select('*'))).not.toContain(token.slice(8));
    expect((await api.get('/tokens')).text).not.toContain(token.slice(8));
    expect((await api.get('/tokens')).json).toMatchObject({ items: [{ lastUsedAt: null, hint: token.slice(0, 8) }] });
    await server.api(token).get('/leads');
    expect((await api.get('/tokens')).json).toMatchObject({ items: [{ lastUsedAt: '2026-11-21T09:00:00.000Z' }] });
  });

  test('stops working when it is revoked or its owner is disabled', async () => {
    const [first, second] = [await make('read'), await make('read')];
    await api.delete(`/tokens/${first.id}`);
    expect((await server.api(first.token).get('/leads')).status).toBe(401);
    expect((await server.api(second.token).get('/leads')).status).toBe(200);
    await server.core.accounts.users.setDisabled(systemActor, 'ada@example.test', true);
    expect((await server.api(second.token).get('/leads')).status).toBe(401);
  });

  test.each(['ers_', 'ers_x', `ers_${'a'.repeat(43)}`])('%s grants no access', async (token) =>
    expect((await server.api(token).get('/leads')).status).toBe(401),
  );
});

describe('campaign feed', () => {
  const renew = async (): Promise<string> =>
    ((await api.post(`/campaigns/${campaignId}/feed`)).json as { path: string }).path.replace('/api', '');

  test('is a well-formed Atom document of the newest leads, whatever their texts contain', async () => {
    const evil = 'Looking for invoicing software, would pay today <script>&"\' ]]> \u0007\uFFFE 墨';
    await ingestItems(server.core, [
      makeItem(1, server.clock.now, { title: evil }),
      makeItem(2, server.clock.now, { permalink: 'javascript:alert(1)' }),
    ]);
    const { text, headers, status } = await server.api().get(await renew());
    expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect(XMLValidator.validate(text)).toBe(true);
    expect(text).not.toContain('<script');
    expect(text).not.toContain('\u0007');
    expect(text).not.toContain('javascript:');
    const parser = new XMLParser({ ignoreAttributes: false, htmlEntities: true, isArray: (name) => name === 'entry' });
    const { feed } = parser.parse(text) as { feed: Record<string, unknown> & { entry: { title: string; id: string }[] } };
    expect(feed).toMatchObject({ title: 'Ink & <b>: leads', '@_xmlns': 'http://www.w3.org/2005/Atom' });
    expect(feed.entry.map(({ title }) => title)).toEqual(
      expect.arrayContaining([expect.stringContaining('Looking for invoicing software, would pay today <script>&"\' ]]>')]),
    );
    expect(new Set(feed.entry.map(({ id }) => id)).size).toBe(2);
  });

  test('is a JSON Feed 1.1 with the same leads', async () => {
    const evil = 'Looking for invoicing software, would pay today <script>';
    await ingestItems(server.core, [
      makeItem(1, server.clock.now, { title: evil }),
      makeItem(2, server.clock.now, { permalink: 'javascript:alert(1)' }),
    ]);
    const { json, headers, text } = await server.api().get((await renew()).replace('.atom', '.json'));
    expect(headers.get('content-type')).toBe('application/feed+json; charset=utf-8');
    expect(text).not.toContain('javascript:');
    expect(json).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Ink & <b>: leads',
      items: expect.arrayContaining([
        {
          id: expect.stringMatching(/^urn:earshot:lead:/),
          url: expect.stringMatching(/^https:/),
          title: expect.stringContaining(evil),
          content_text: expect.any(String),
          date_published: '2026-11-21T09:00:00.000Z',
          authors: [{ name: 'u/author_1' }],
        },
      ]),
    });
  });

  test.each(['.atom', '.json'])('%s returns 304 until something changes, and may only be cached by its reader', async (ending) => {
    await ingestItems(server.core, [makeItem(1, server.clock.now), makeItem(2, server.clock.now)]);
    const path = (await renew()).replace('.atom', ending);
    const first = await server.api().get(path);
    const [etag, modified] = [first.headers.get('etag') ?? '', first.headers.get('last-modified') ?? ''];
    expect(first.headers.get('cache-control')).toMatch(/^private/);
    expect(modified).toBe('Sat, 21 Nov 2026 09:00:00 GMT');
    const ask = (name: string, value: string) => server.api().send('GET', path, { headers: { [name]: value } });
    server.clock.now += 60_000;
    for (const [name, value] of [
      ['if-none-match', etag],
      ['if-none-match', `"x", ${etag}`],
      ['if-none-match', '*'],
      ['if-modified-since', modified],
    ] as const) {
      const again = await ask(name, value);
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await ask('if-none-match', 'W/"other"')).status).toBe(200);
    expect((await ask('if-modified-since', 'no date')).status).toBe(200);
    await ingestItems(server.core, [makeItem(3, server.clock.now)]);
    for (const [name, value] of [
      ['if-none-match', etag],
      ['if-modified-since', modified],
    ] as const) {
      const changed = await ask(name, value);
      expect([changed.status, changed.headers.get('last-modified')]).toEqual([200, 'Sat, 21 Nov 2026 09:01:00 GMT']);
    }
  });

  test('returns 404 for a deleted feed even with a matching ETag', async () => {
    const path = await renew();
    const etag = (await server.api().get(path)).headers.get('etag') ?? '';
    await api.delete(`/campaigns/${campaignId}/feed`);
    expect((await server.api().send('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(404);
  });

  test('has one address at a time, which its owner can revoke', async () => {
    const first = await renew();
    expect((await server.api().get(first)).status).toBe(200);
    const second = await renew();
    expect([(await server.api().get(first)).status, (await server.api().get(second)).status]).toEqual([404, 200]);
    expect((await api.get(`/campaigns/${campaignId}/feed`)).json).toEqual({ active: true, createdAt: '2026-11-21T09:00:00.000Z' });
    expect(JSON.stringify(await server.core.db('feeds').select('*'))).not.toContain(second.slice(8, 30));
    await api.delete(`/campaigns/${campaignId}/feed`);
    expect((await server.api().get(second)).status).toBe(404);
  });

  test.each(['x', 'a'.repeat(43), '..%2f..%2fetc'])('returns 404 for %s', async (token) =>
    expect((await server.api().get(`/feeds/${token}.atom`)).status).toBe(404),
  );
});
