import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SmtpStandIn, startSmtp } from '#test/security/smtp.ts';
import { decoded } from '#test/support/fakes/smtp.ts';
import { makeServer, type TestServer } from '#test/support/serve.ts';

const password = 'a quiet harbour at noon';
const nina = { username: 'nina', email: 'nina@example.test', password };
let smtp: SmtpStandIn;
let server: TestServer;
beforeEach(async () => {
  smtp = await startSmtp();
  server = await makeServer({ smtp: { url: smtp.url } });
});
afterEach(async () => {
  await server.close();
  await smtp.close();
});

/** A browser that prefers these languages. */
const post = (path: string, body: object, languages?: string) =>
  server.api().send('POST', path, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(languages !== undefined && { 'accept-language': languages }) },
  });
const languageOf = (json: unknown) => (json as { user: { settings: { language?: string } } }).user.settings.language;
const mails = () => smtp.taken.map(decoded);
const mailed = async (count: number): Promise<void> => {
  await expect.poll(() => smtp.taken.length).toBe(count);
};

test('an account has the language of its first browser, and gets its emails in it', async () => {
  expect(languageOf((await post('/auth/register', nina, 'fr;q=0.5, de-AT;q=0.9, en;q=0.1')).json)).toBe('de');
  await post('/auth/forgot-password', { email: nina.email }, 'en');
  await mailed(1);
  expect(mails()[0]).toContain('Hallo nina,');
  expect(mails()[0]).toContain('um ein neues Passwort zu setzen:');
  const later = await post('/auth/login', { email: nina.email, password }, 'en-US');
  expect(languageOf(later.json)).toBe('de');
  await post('/auth/login', { email: nina.email, password }, 'en-US');
  await mailed(2);
  expect(mails()[1]).toContain('Neue Anmeldung in deinem Konto bei Earshot');
  const { token } = later.json as { token: string };
  const changed = await server.api(token).patch('/auth/profile', { settings: { language: 'en' } });
  expect(changed.json).toMatchObject({ settings: { language: 'en' } });
  expect((await server.api(token).patch('/auth/profile', { settings: { language: 'fr' } })).status).toBe(400);
});

test('programs, and browsers in other languages, leave an account in English', async () => {
  expect(languageOf((await post('/auth/register', nina)).json)).toBe(undefined);
  expect(languageOf((await post('/auth/login', { email: nina.email, password }, '*')).json)).toBe(undefined);
  expect(languageOf((await post('/auth/login', { email: nina.email, password }, 'fr-FR, es')).json)).toBe(undefined);
  await post('/auth/forgot-password', { email: nina.email }, 'de');
  await mailed(1);
  expect(mails()[0]).toContain('Hi nina,');
});

test('an invitation is in the language of who is invited, or else of who invites', async () => {
  const admin = await server.member('root', 'admin');
  const api = server.api(admin.token);
  await api.patch('/auth/profile', { settings: { language: 'de' } });
  await api.post('/admin/users', { username: 'lin', email: 'lin@example.test' });
  await post('/auth/register', nina, 'en');
  for (const email of ['kim@example.test', nina.email])
    await api.post(`/workspaces/${admin.user.id}/invitations`, { role: 'viewer', email });
  await mailed(3);
  expect(mails()[0]).toContain('Ein Administrator hat ein Konto für dich angelegt.');
  expect(mails()[1]).toContain('Du bist in den Arbeitsbereich „root“ bei Earshot eingeladen. Du kannst alles darin lesen.');
  expect(mails()[2]).toContain('You are invited to the workspace “root” on Earshot. You can read everything in it.');
});

test('errors are in English for every language: the web app says them', async () => {
  await post('/auth/register', nina, 'de');
  expect((await post('/auth/login', { email: nina.email, password: 'wrong' }, 'de')).json).toMatchObject({
    message: 'Invalid credentials',
  });
});
