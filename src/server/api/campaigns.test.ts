import { afterEach, beforeEach, expect, test } from 'vitest';
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
  const refused = await propose('it');
  expect(refused.status).toBe(400);
  expect(refused.json).toMatchObject({ error: 'invalid', details: [{ path: 'language' }] });
  expect(JSON.stringify(refused.json)).toMatch(/en.*de.*es.*fr.*pt.*nl/);
});
