import { afterEach, beforeEach, expect, test } from 'vitest';
import { invoicing } from '#test/support/factories.ts';
import { trialSchema } from '#shared/trials.ts';
import { makeServer, type Api, type TestServer } from '#test/support/serve.ts';

let server: TestServer;
let ada: Api;
beforeEach(async () => {
  server = await makeServer();
  ada = server.api((await server.member('ada')).token);
});
afterEach(() => server.close());

const propose = (language?: string) => ada.post('/campaigns/propose', { mode: 'basic', description: 'Abogada en Madrid', language });

test('proposes in the language that a request names, and says null where it is unknown', async () => {
  expect((await propose()).json).toMatchObject({ language: null, draft: { languages: [] } });
  expect((await propose('es')).json).toMatchObject({ language: 'es', draft: { languages: ['es'] } });
});

test('refuses a language without request words, and names those there are', async () => {
  const refused = await propose('pl');
  expect(refused.status).toBe(400);
  expect(refused.json).toMatchObject({ error: 'invalid', details: [{ path: 'language' }] });
  expect(JSON.stringify(refused.json)).toMatch(/en.*de.*es.*fr.*pt.*nl.*it/);
});

test('tries a campaign line by line, the last with all, and keeps nothing that no trial found', async () => {
  const tried = await ada.post('/campaigns/try', { offering: 'Invoicing', streams: [{ kind: 'subreddit', name: 'freelance' }] });
  expect(tried.status).toBe(200);
  expect(tried.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  const lines = tried.text.split('\n').filter((line) => line !== '');
  expect(lines.map((line) => trialSchema.parse(JSON.parse(line)).isDone)).toEqual([false, true]);
  const { json } = await ada.post('/campaigns', invoicing({ streams: [] }));
  const kept = await ada.post(`/campaigns/${(json as { id: string }).id}/keep`, { items: [{ fullname: 'se_x.1', verdict: 'right' }] });
  expect(kept.json).toEqual({ kept: 0, missing: ['se_x.1'] });
});

test.each([
  [{ rules: [{ text: '(invoice' }] }, 400],
  [{ streams: 'all' }, 400],
  [{ offering: 'x'.repeat(5001) }, 400],
])('refuses to try %j', async (body, status) => {
  expect((await ada.post('/campaigns/try', body)).status).toBe(status);
});
