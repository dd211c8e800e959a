import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createExports } from '#core/inbox/exports/service.ts';
import { systemActor } from '#core/platform/actor.ts';
import type { Lead } from '#shared/leads.ts';
import { leadFilterQuery } from '#shared/leads.ts';
import { ingestItems, makeCampaign, makeItem } from '#test/support/factories.ts';
import { makeServer, type Api, type TestServer } from '#test/support/serve.ts';

let server: TestServer;
let api: Api;
let campaignId: string;
beforeEach(async () => {
  server = await makeServer();
  const { token, user } = await server.member('ada');
  api = server.api(token);
  ({ id: campaignId } = await makeCampaign(
    server.core,
    { kind: 'user', userId: user.id, role: 'user' },
    { name: 'Ink\r\nX-Evil: 1 "ünï" 墨' },
  ));
});
afterEach(() => server.close());

const rowsOf = (text: string): Record<string, string>[] => parse(text, { columns: true });

describe('lead export', () => {
  test('contains every lead of the list in its order, across any number of pages', async () => {
    await ingestItems(
      server.core,
      Array.from({ length: 230 }, (_, index) => makeItem(index, server.clock.now)),
    );
    const csv = await api.get('/leads/export.csv');
    const rows = rowsOf(csv.text);
    const list = (await api.get('/leads/export.json')).json as Lead[];
    expect(rows.length).toBe(230);
    expect(rows.map(({ id }) => id)).toEqual(list.map(({ id }) => id));
    expect(new Set(rows.map(({ redditUsername }) => redditUsername)).size).toBe(230);
    const page = (await api.get('/leads?limit=100')).json as { items: Lead[] };
    expect(list.slice(0, 100)).toEqual(page.items);
  });

  test('applies the filters of the list, and rejects what the list rejects', async () => {
    await ingestItems(server.core, [makeItem(1, server.clock.now), makeItem(2, server.clock.now)]);
    const [first] = ((await api.get('/leads')).json as { items: Lead[] }).items;
    await api.patch(`/leads/${first?.id ?? ''}`, { stage: 'won', notes: 'one\ntwo, "three"' });
    const won = rowsOf((await api.get('/leads/export.csv?stage=won')).text);
    expect(won).toMatchObject([{ id: first?.id, stage: 'won', notes: 'one\ntwo, "three"' }]);
    expect((await api.get('/leads/export.csv?sort=sideways')).status).toBe(400);
    expect((await api.get('/leads/export.csv?campaignId=99')).status).toBe(404);
  });

  test('contains nothing of other users', async () => {
    await ingestItems(server.core, [makeItem(1, server.clock.now)]);
    const other = server.api((await server.member('eve')).token);
    expect(rowsOf((await other.get('/leads/export.csv')).text)).toEqual([]);
    expect((await other.get('/leads/export.json')).json).toEqual([]);
    expect((await other.get(`/posts/export.csv?campaignId=${campaignId}`)).status).toBe(404);
  });

  test.each(['=HYPERLINK("http://x.test")', '+1+1', '-2', '@SUM(A1)', '\tx', '\rx'])(
    'keeps a spreadsheet from running %j',
    async (formula) => {
      await ingestItems(server.core, [makeItem(1, server.clock.now)]);
      const [lead] = ((await api.get('/leads')).json as { items: Lead[] }).items;
      await api.patch(`/leads/${lead?.id ?? ''}`, { notes: formula, tags: ['a'] });
      expect(rowsOf((await api.get('/leads/export.csv')).text)).toMatchObject([{ notes: `'${formula}` }]);
    },
  );

  test('is sent as an attachment with a safe file name', async () => {
    const { headers } = await api.get(`/leads/export.csv?campaignId=${campaignId}`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-evil')).toBeNull();
    const disposition = headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(/^attachment; filename="[^"\r\n]*(?:\\"[^"\r\n]*)*"; filename\*=UTF-8''[\w%.!~*'()-]+$/);
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toContain('墨 2026-11-21.csv');
  });
});

test('exports posts with their texts', async () => {
  await ingestItems(server.core, [makeItem(1, server.clock.now)]);
  const [row] = rowsOf((await api.get('/posts/export.csv?status=all')).text);
  expect(row).toMatchObject({ author: 'author_1', body: makeItem(1, server.clock.now).body });
  expect((await api.get('/posts/export.json')).json).toMatchObject([{ author: 'author_1' }]);
});

test('reads only as fast as the client, with one page in memory at a time', async () => {
  let read = 0;
  const files = createExports({
    writeAudit: () => Promise.resolve(),
    now: () => 0,
    listPosts: (actor, query) => server.core.inbox.posts.list(actor, query),
    listLeads: () => Promise.resolve({ items: [], nextCursor: String(++read), total: null }),
    getCampaignName: () => Promise.resolve(''),
  });
  const { text } = await files.leads(systemActor, leadFilterQuery.parse({}), 'csv');
  const reader = text[Symbol.asyncIterator]();
  for (let piece = 0; piece < 5; piece += 1) await reader.next();
  expect(read).toBeLessThanOrEqual(5);
});
