import { zipSync, strToU8 } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCampaign } from '#test/support/factories.ts';
import { makeServer, type Api, type TestServer } from '#test/support/serve.ts';

let server: TestServer;
let api: Api;
beforeEach(async () => {
  server = await makeServer();
  const { token, user } = await server.member('ada');
  api = server.api(token);
  await makeCampaign(server.core, { kind: 'user', userId: user.id, role: user.role });
});
afterEach(() => server.close());

const text = 'Looking for invoicing software with payment reminders, would pay today. What do you recommend?';
const csv = `Frage,Thema,Wer,Wann\n"${text}",Invoicing tool,ann_1,2026-11-20T12:00:00Z\n`;
const mapping = { title: 'Thema', text: 'Frage', author: 'Wer', date: 'Wann' };

function formOf(file: string | Uint8Array, fields: Record<string, string> = {}): RequestInit {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('file', new Blob([Buffer.from(file)]), 'posts');
  return { body };
}
const inspect = (file: string | Uint8Array, of = api) => of.send('POST', '/import/inspect', formOf(file));

test('returns the columns of a file with their first values, and guesses their fields', async () => {
  const { json } = await inspect(`Post Title,created_at,Extra\nNeed a tool,1700000000,\nSecond,,more\n`);
  expect(json).toEqual({
    format: 'columns',
    columns: ['Post Title', 'created_at', 'Extra'],
    mapping: { title: 'Post Title', date: 'created_at' },
    remembered: false,
    example: { 'Post Title': 'Need a tool', created_at: '1700000000', Extra: 'more' },
  });
});

test("imports with the user's mapping, and remembers it for that user and those columns", async () => {
  expect((await inspect(csv)).json).toMatchObject({ mapping: {}, remembered: false });
  expect((await api.send('POST', '/import/file', formOf(csv, { mapping: JSON.stringify(mapping) }))).status).toBe(202);
  await server.core.discovery.pipeline.settled();
  expect((await api.get('/posts')).json).toMatchObject({
    items: [{ title: 'Invoicing tool', body: text, author: 'ann_1', createdAt: '2026-11-20T12:00:00.000Z' }],
  });
  expect((await inspect(csv)).json).toMatchObject({ mapping, remembered: true });
  expect((await inspect('Frage,Thema\na,b\n')).json).toMatchObject({ remembered: false });
  const other = server.api((await server.member('eve', 'user')).token);
  expect((await inspect(csv, other)).json).toMatchObject({ mapping: {}, remembered: false });
});

const many = `Frage,Thema\n${Array.from({ length: 20_000 }, (_, row) => `${Math.sin(row)},${Math.cos(row)}`).join('\n')}`;
const zip = zipSync({ 'a.csv': strToU8(many) });
test.each([
  ["Reddit's listing", '{"kind":"Listing","data":{"children":[{"kind":"t3","data":{"title":"x"}}]}}', 'reddit'],
  ["Reddit's columns", 'title,selftext,created_utc\na,b,1\n', 'reddit'],
  ['an export', '[{"id":"1","campaignId":"1","discoveredAt":"2026-11-20T12:00:00Z","title":"x"}]', 'export'],
  ['a ZIP', zip, 'columns'],
  ['the first half of a ZIP', zip.subarray(0, zip.length / 2), 'columns'],
  ['an empty file', '', 'unreadable'],
  ['zeros', new Uint8Array(5000), 'unreadable'],
])('detects the format of %s', async (_, file, format) => {
  expect((await inspect(file)).json).toMatchObject({ format });
});

test.each([
  ['no JSON', 'hello'],
  ['an unknown field', '{"role":"Wer"}'],
  ['a number for a column', '{"title":5}'],
  ['a prototype key', '{"__proto__":{"x":1}}'],
])('rejects a mapping with %s', async (_, broken) => {
  const answer = await api.send('POST', '/import/file', formOf(csv, { mapping: broken }));
  expect([answer.status, (await api.get('/posts')).json]).toMatchObject([broken.includes('proto') ? 202 : 400, { items: [] }]);
});

test('inspects at most 1 MiB', async () => {
  expect((await inspect('x'.repeat(1024 * 1024 + 1))).status).toBe(413);
});
