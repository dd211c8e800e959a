import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemActor } from '#core/platform/actor.ts';
import type { PageText } from '#shared/companion.ts';
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
  ({ id: campaignId } = await makeCampaign(server.core, { kind: 'user', userId: user.id, role: 'user' }));
});
afterEach(() => server.close());

const codeOf = async (): Promise<string> => ((await api.post('/companion/code')).json as { code: string }).code;
const pair = (code: string, browser = 'Firefox') => server.api().post('/companion/pair', { code, browser });
async function connect(): Promise<Api & { token: string }> {
  const { token } = (await pair(await codeOf())).json as { token: string };
  return { ...server.api(token), token };
}

const ask: PageText = {
  url: 'https://forum.example.test/showthread?t=7#post9',
  kind: 'comment',
  software: null,
  author: 'Mira',
  title: 'Late payments',
  text: 'Looking for invoicing software, would pay today. I am a freelancer and need reminders. What do you recommend?',
  writtenAt: '2026-11-21T08:00:00.000Z',
};
const chatter: PageText = { ...ask, url: 'https://forum.example.test/showthread?t=7#post10', text: 'Nice weather in the woods today.' };
const count = async (table: 'posts' | 'items'): Promise<number> =>
  Number((await server.core.db(table).count<{ n: number }[]>({ n: '*' }))[0]?.n);

describe('pairing code', () => {
  test('gives one token that is listed as the extension, once, however it is typed', async () => {
    const code = await codeOf();
    expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    expect(JSON.stringify(await server.core.db('pairing_codes').select('*'))).not.toContain(code.replace('-', ''));
    const { status, json } = await pair(code.toLowerCase().replace('-', ' '));
    expect([status, json]).toEqual([201, { token: expect.stringMatching(/^ers_[\w-]{43}$/) }]);
    expect((await api.get('/tokens')).json).toMatchObject({ items: [{ name: 'Browser extension in Firefox', scope: 'companion' }] });
    expect((await pair(code)).status).toBe(400);
    expect((await Promise.all([1, 2, 3].map(async () => (await pair(code)).status))).includes(201)).toBe(false);
  });

  test('is given to only one of several that send it at once', async () => {
    const code = await codeOf();
    expect((await Promise.all([pair(code), pair(code), pair(code)])).map(({ status }) => String(status)).sort()).toEqual([
      '201',
      '400',
      '400',
    ]);
  });

  test('ends after ten minutes, with a newer one, and with a sign-out everywhere', async () => {
    const first = await codeOf();
    const second = await codeOf();
    expect((await pair(first)).status).toBe(400);
    server.clock.now += 10 * 60_000;
    expect((await pair(second)).status).toBe(400);
    const third = await codeOf();
    await api.post('/auth/logout-everywhere');
    expect((await pair(third)).status).toBe(400);
  });

  test('can be guessed only a few times from an address', async () => {
    const code = await codeOf();
    for (let tries = 0; tries < 5; tries += 1) expect((await pair(`2222-333${tries + 2}`)).status).toBe(400);
    const { status, headers } = await pair(code);
    expect([status, headers.get('retry-after')]).toEqual([429, expect.any(String)]);
  });

  test('is not given to an API token, nor is its token any by the form', async () => {
    const { token } = (await api.post('/tokens', { name: 'CRM', scope: 'write' })).json as { token: string };
    expect((await server.api(token).post('/companion/code')).status).toBe(403);
    expect((await api.post('/tokens', { name: 'x', scope: 'companion' })).status).toBe(400);
  });
});

describe('browser extension', () => {
  test('has the texts of a page scored by the campaign that fits best, and nothing stored', async () => {
    const extension = await connect();
    const unchanged = [await count('posts'), await count('items')];
    const { status, json } = await extension.post('/companion/score', { texts: [ask, chatter] });
    expect([status, json]).toMatchObject([
      200,
      {
        campaigns: [{ id: campaignId, name: 'Invoicing' }],
        calls: [
          { campaignId, outcome: 'lead', score: expect.any(Number), reason: expect.any(String) },
          { campaignId, outcome: expect.stringMatching(/below|unmatched/) },
        ],
      },
    ]);
    expect([await count('posts'), await count('items')]).toEqual(unchanged);
    await api.post(`/campaigns/${campaignId}/pause`);
    expect((await extension.post('/companion/score', { texts: [ask] })).json).toEqual({ campaigns: [], calls: [null] });
  });

  test('saves a text once, with its address, author, and time, and says where it is shown', async () => {
    const extension = await connect();
    const save = () => extension.post('/companion/save', { campaignId, texts: [ask] });
    const { saved } = (await save()).json as { saved: { postId: string; leadId: string }[] };
    const { id } = (await api.get('/auth/me')).json as { id: string };
    expect(saved).toMatchObject([{ created: true, path: `dashboard/leads/${saved[0]?.leadId}?reply=1&workspace=${id}` }]);
    expect((await save()).json).toMatchObject({ saved: [{ postId: saved[0]?.postId, created: false }] });
    expect((await api.get(`/posts/${saved[0]?.postId}`)).json).toMatchObject({
      permalink: ask.url,
      author: 'Mira (forum.example.test)',
      createdAt: ask.writtenAt,
      body: ask.text,
      campaignId,
    });
  });

  test('saves what a source has already found as the same post, and leaves its text alone', async () => {
    await ingestItems(server.core, [makeItem(1, server.clock.now)]);
    const posts = await count('posts');
    const url = 'https://old.reddit.com/r/freelance/comments/item1/looking/';
    const text = { ...ask, kind: 'post', url, text: 'What somebody else wrote about invoices.' };
    const answer = (await (await connect()).post('/companion/save', { campaignId, texts: [text] })).json;
    const { saved } = answer as { saved: { postId: string }[] };
    expect(saved).toMatchObject([{ created: false }]);
    expect(await count('posts')).toBe(posts);
    expect((await api.get(`/posts/${saved[0]?.postId}`)).json).toMatchObject({ body: makeItem(1, 0).body });
  });

  test('saves each text as the source that owns its address would', async () => {
    const extension = await connect();
    for (const [url, kind, software, fullname] of [
      ['https://news.ycombinator.com/item?id=12', 'comment', null, 'hn_12'],
      ['https://www.reddit.com/r/freelance/comments/1abc/x/2def/', 'comment', null, 't1_2def'],
      ['https://lobste.rs/s/ab12cd/a_story', 'post', null, 'lob_ab12cd'],
      ['https://forum.example.test/t/a-topic/34', 'post', 'discourse', 'dc_https://forum.example.test/t/34'],
      ['https://lemmy.example.test/comment/5', 'comment', 'lemmy', 'lemmy_lemmy.example.test/comment/5'],
      ['https://forum.example.test/t/a-topic/34/6', 'comment', 'discourse', expect.stringMatching(/^feed_/)],
      ['https://www.reddit.com/r/freelance/comments/1abc/x/', 'comment', null, expect.stringMatching(/^feed_/)],
    ] as const) {
      await extension.post('/companion/save', { campaignId, texts: [{ ...ask, url, kind, software }] });
      expect((await server.core.db('items').orderBy('id', 'desc').first('fullname'))?.fullname).toEqual(fullname);
    }
  });

  test('never changes what other users read', async () => {
    const other = await server.member('eve');
    const { id } = await makeCampaign(server.core, { kind: 'user', userId: other.user.id, role: 'user' });
    const extension = await connect();
    const url = 'https://www.reddit.com/r/freelance/comments/item1/looking/';
    await extension.post('/companion/save', { campaignId, texts: [{ ...ask, kind: 'post', url }] });
    await ingestItems(server.core, []);
    expect((await server.api(other.token).get(`/posts?status=all&campaignId=${id}`)).json).toMatchObject({ items: [] });
    expect((await extension.post('/companion/save', { campaignId: id, texts: [ask] })).status).toBe(404);
  });

  test('stops working when its token is revoked or its owner is disabled', async () => {
    const [one, two] = [await connect(), await connect()];
    const { items } = (await api.get('/tokens')).json as { items: { id: string }[] };
    await api.delete(`/tokens/${items.at(-1)?.id}`);
    expect((await one.post('/companion/score', { texts: [ask] })).status).toBe(401);
    expect((await two.post('/companion/score', { texts: [ask] })).status).toBe(200);
    await server.core.accounts.users.setDisabled(systemActor, 'ada@example.test', true);
    expect((await two.post('/companion/score', { texts: [ask] })).status).toBe(401);
  });

  test.each([
    ['no text', []],
    ['more than a hundred texts', Array.from({ length: 101 }, () => chatter)],
    ['a text of more than 40,000 characters', [{ ...ask, text: 'a'.repeat(40_001) }]],
    ['too many characters together', Array.from({ length: 8 }, () => ({ ...ask, text: 'word '.repeat(7000) }))],
    ['an address that is no web page', [{ ...ask, url: 'javascript:alert(1)' }]],
    ['nothing but spaces', [{ ...ask, title: '', text: ' \t\n' }]],
  ])('is refused %s', async (_, texts) => {
    const extension = await connect();
    expect((await extension.post('/companion/score', { texts })).status).toBe(400);
    expect((await extension.post('/companion/save', { campaignId, texts })).status).toBe(400);
  });

  test('has hostile texts kept as text', async () => {
    const text = `I need invoicing software <img src=x onerror=alert(1)> {{7*7}} '); drop table posts; -- \u202E\uFFFF ${'invoic'.repeat(900)}`;
    const texts = [{ ...ask, author: '<b>"\u202E', title: '<script>', text }];
    const { saved } = (await (await connect()).post('/companion/save', { campaignId, texts })).json as { saved: { postId: string }[] };
    expect((await api.get(`/posts/${saved[0]?.postId}`)).json).toMatchObject({
      title: '<script>',
      body: text,
      author: '<b>" (forum.example.test)',
    });
  });
});
