import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FollowUp } from '#shared/follow-ups.ts';
import type { Lead } from '#shared/leads.ts';
import { ingestItems, makeCampaign, makeItem } from '#test/support/factories.ts';
import { makeServer, type Api, type TestServer } from '#test/support/serve.ts';

let server: TestServer;
let api: Api;
let leadId: string;
beforeEach(async () => {
  server = await makeServer();
  const { token, user } = await server.member('ada');
  api = server.api(token);
  await makeCampaign(server.core, { kind: 'user', userId: user.id, role: 'user' });
  await ingestItems(server.core, [makeItem(1, server.clock.now)]);
  leadId = ((await api.get('/leads')).json as { items: Lead[] }).items[0]?.id ?? '';
});
afterEach(() => server.close());

const remind = async (dueAt: string, note = ''): Promise<FollowUp> =>
  (await api.post(`/leads/${leadId}/follow-ups`, { dueAt, note })).json as FollowUp;
const notes = async (query: string): Promise<string[]> =>
  ((await api.get(`/follow-ups?${query}`)).json as { items: FollowUp[] }).items.map(({ note }) => note);
const timeline = async (): Promise<string[]> =>
  ((await api.get(`/leads/${leadId}/timeline`)).json as { items: { text: string }[] }).items.map(({ text }) => text);

test("sorts due dates by the user's days", async () => {
  // It is 22:00 on the 21st in Auckland, 09:00 in UTC.
  await remind('2026-11-20T10:00:00.000Z', 'yesterday there');
  await remind('2026-11-20T12:00:00.000Z', 'early today there');
  await remind('2026-11-21T12:00:00.000Z', 'tomorrow there');
  expect(await notes('due=overdue')).toEqual(['yesterday there', 'early today there']);
  await api.put('/auth/profile', { settings: { timezone: 'Pacific/Auckland' } });
  expect(await notes('due=overdue')).toEqual(['yesterday there']);
  expect(await notes('due=today')).toEqual(['early today there']);
  expect(await notes('due=upcoming')).toEqual(['tomorrow there']);
  expect((await api.get('/follow-ups/counts')).json).toEqual({ overdue: 1, today: 1, upcoming: 1 });
});

test('creates one follow-up for a key, however often it is sent, and one for each key', async () => {
  const send = async (key: string) =>
    (await api.post(`/leads/${leadId}/follow-ups`, { dueAt: '2026-11-22T09:00:00.000Z', note: 'Call', key })).json as FollowUp;
  const first = await send('first-key');
  expect(await send('first-key')).toEqual(first);
  expect((await send('other-key')).id).not.toBe(first.id);
  expect(await notes('due=upcoming')).toEqual(['Call', 'Call']);
  expect((await timeline()).filter((text) => text.startsWith('Follow up on'))).toHaveLength(2);
});

test('keeps 23:30 in the day before a skipped midnight', async () => {
  // On 2026-09-06 Santiago's clocks go from 23:59 to 01:00, so the day starts at 04:00 UTC.
  await api.put('/auth/profile', { settings: { timezone: 'America/Santiago' } });
  server.clock.now = Date.parse('2026-09-06T12:00:00.000Z');
  await remind('2026-09-06T03:30:00.000Z', 'the evening before');
  await remind('2026-09-06T04:00:00.000Z', 'the first minute of the day');
  expect(await notes('due=overdue')).toEqual(['the evening before']);
  expect(await notes('due=today')).toEqual(['the first minute of the day']);
});

test("uses the browser's time zone until one is set, and rejects an unknown one", async () => {
  await remind('2026-11-20T12:00:00.000Z', 'early today there');
  expect(await notes('due=today&zone=Pacific%2FAuckland')).toEqual(['early today there']);
  expect((await api.get('/follow-ups?zone=Mars%2FOlympus')).status).toBe(400);
});

test('completes and reopens a follow-up, and records it in the timeline', async () => {
  const { id } = await remind('2026-11-20T12:00:00.000Z', 'ask again');
  expect((await api.patch(`/follow-ups/${id}`, { done: true })).json).toMatchObject({
    closedBy: 'user',
    doneAt: '2026-11-21T09:00:00.000Z',
  });
  expect(await notes('')).toEqual([]);
  expect(await notes('due=done')).toEqual(['ask again']);
  expect(await timeline()).toContain('Follow-up done: ask again');
  await api.patch(`/follow-ups/${id}`, { done: false });
  expect(await notes('due=overdue')).toEqual(['ask again']);
  const moved = { snoozeUntil: '2026-11-30T12:00:00.000Z' };
  await api.patch(`/follow-ups/${id}`, moved);
  // The response may be lost.
  await api.patch(`/follow-ups/${id}`, moved);
  expect(await notes('due=upcoming')).toEqual(['ask again']);
  expect(await timeline()).toEqual(expect.arrayContaining(['Follow up on 2026-11-20: ask again', 'Follow-up moved to 2026-11-30']));
  expect((await timeline()).filter((text) => text.startsWith('Follow-up moved'))).toHaveLength(1);
  expect((await api.delete(`/follow-ups/${id}`)).status).toBe(204);
  expect(await notes('')).toEqual([]);
});

test('continues each page after the previous one, even with equal times', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await remind('2026-11-25T12:00:00.000Z', name);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = (await api.get(`/follow-ups?limit=2${cursor && `&cursor=${cursor}`}`)).json as {
      items: FollowUp[];
      nextCursor: string | null;
      total: number | null;
    };
    // Counted once, with the first page.
    expect(page.total).toBe(cursor === '' ? 5 : null);
    seen.push(...page.items.map(({ note }) => note));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('closes by itself when its person posts again, but not for older posts or other people', async () => {
  await remind('2026-11-25T12:00:00.000Z', 'wait for them');
  server.clock.now += 3_600_000;
  await ingestItems(server.core, [makeItem(2, server.clock.now), makeItem(3, server.clock.now - 7_200_000, { author: 'author_1' })]);
  await server.core.inbox.followUps.settled();
  expect(await notes('')).toEqual(['wait for them']);
  await ingestItems(server.core, [makeItem(4, server.clock.now, { author: 'author_1' })]);
  await server.core.inbox.followUps.settled();
  expect(await notes('')).toEqual([]);
  expect(((await api.get('/follow-ups?due=done')).json as { items: FollowUp[] }).items).toMatchObject([{ closedBy: 'answer' }]);
  expect(await timeline()).toContain('Follow-up closed: they wrote again: wait for them');
});
