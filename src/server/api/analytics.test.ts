import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyticsSchema, charts } from '#shared/analytics.ts';
import { ingestItems, makeCampaign, makeItem } from '#test/support/factories.ts';
import { type Api, makeServer, type TestServer } from '#test/support/serve.ts';

let server: TestServer;
let api: Api;

beforeAll(async () => {
  server = await makeServer();
  const member = await server.member('ann');
  api = server.api(member.token);
  const ann = { kind: 'user', userId: member.user.id, role: 'user' } as const;
  await makeCampaign(server.core, ann, { name: '=HYPERLINK("http://evil.test")', rules: [{ text: '-wedding invoic*' }] });
  await ingestItems(
    server.core,
    [1, 2, 3].map((number) => makeItem(number, server.clock.now)),
  );
});
afterAll(() => server.close());

const rowsOf = async (path: string): Promise<string[][]> => parse((await api.get(path)).text);

test('returns the shape of the contract', async () => {
  const { status, json } = await api.get('/analytics?from=2026-11-01&to=2026-11-30&zone=Asia/Kathmandu');
  expect(status).toBe(200);
  expect(analyticsSchema.parse(json)).toMatchObject({ funnel: { heard: 3, matched: 3, posts: 3, leads: 3 }, zone: 'Asia/Kathmandu' });
});

test.each(charts)('exports the figures of %s as a file without spreadsheet formulas', async (chart) => {
  const answer = await api.get(`/analytics/${chart}.csv?from=2026-11-01&to=2026-11-30`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="Earshot ${chart} 2026-11-01 to 2026-11-30.csv"`);
  const [head, ...rows] = parse(answer.text);
  expect(rows.length).toBeGreaterThan(0);
  expect([head, ...rows].flat().filter((cell) => /^[=+@-]/.test(String(cell)))).toEqual([]);
});

test('exports the matching figures to each file', async () => {
  expect((await rowsOf('/analytics/funnel.csv')).slice(1, 5)).toEqual([
    ['heard', '3', ''],
    ['matched', '3', '1'],
    ['posts', '3', '1'],
    ['leads', '3', '1'],
  ]);
  expect((await rowsOf('/analytics/byRule.csv'))[1]).toEqual([
    "'-wedding invoic*",
    `'=HYPERLINK("http://evil.test")`,
    '3',
    '3',
    '0',
    '0',
    '0',
  ]);
  expect((await rowsOf('/analytics/byHour.csv')).filter(([, , leads]) => leads !== '0')).toEqual([
    ['weekday', 'hour', 'leads', 'zone'],
    ['Saturday', '8', '3', 'UTC'],
  ]);
  expect(await rowsOf('/analytics/leadsOverTime.csv?from=2026-11-21')).toHaveLength(2);
});

test.each([
  ['from=2026-11-02&to=2026-11-01', 'to'],
  ['from=yesterday', 'from'],
  ['from=2026-02-30', 'from'],
  ['from=0001-01-01', 'from'],
  ['from=1900-01-01&to=2026-11-01', 'from'],
  ['from=2026-12-24', 'to'],
  ['to=2026-11-21T10:00:00%2B01:00', 'to'],
  ['zone=Mars/Olympus', 'zone'],
  ['campaignId=abc', 'campaignId'],
  ['from=2026-11-01&from=2026-11-02', 'from'],
])('rejects %s with its path', async (query, path) => {
  for (const route of ['/analytics', '/analytics/funnel.csv']) {
    const { status, json } = await api.get(`${route}?${query}`);
    expect(status).toBe(400);
    expect((json as { details: { path: string }[] }).details.map((detail) => detail.path)).toContain(path);
  }
});

test('returns 404 for an unknown chart or campaign', async () => {
  expect((await api.get('/analytics/secrets.csv')).status).toBe(404);
  expect((await api.get('/analytics/constructor.csv')).status).toBe(404);
  expect((await api.get('/analytics/funnel.csv?campaignId=999')).status).toBe(404);
});
