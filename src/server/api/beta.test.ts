import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSmtp } from '#test/security/smtp.ts';
import { makeServer, type Api, type TestServer } from '#test/support/serve.ts';

let server: TestServer;
let admin: Api;
let stranger: Api;
beforeEach(async () => {
  server = await makeServer();
  admin = server.api((await server.member('root', 'admin')).token);
  stranger = server.api();
  await admin.put('/admin/settings', { betaModeEnabled: true });
});
afterEach(() => server.close());

const application = { email: 'Lin@example.test', name: 'Lin', useCase: 'Find bakeries that ask for help' };
const account = { username: 'lin', email: 'lin@example.test', password: 'a quiet harbour at noon' };
const apply = () => stranger.post('/beta/applications', application);
const accept = async () => {
  const answer = (await admin.patch('/admin/beta-applications/1', { status: 'accepted' })).json as { link: string; mailed: boolean };
  return { ...answer, token: answer.link.split('/').at(-1) ?? '' };
};

test('lets only those register who applied, were accepted, and opened the link', async () => {
  expect((await apply()).status).toBe(202);
  expect((await stranger.post('/auth/register', account)).status).toBe(403);
  const { link, token, mailed } = await accept();
  expect([mailed, new URL(link).pathname]).toEqual([false, `/beta-verification/${token}`]);
  expect((await stranger.post('/auth/register', account)).status).toBe(403);
  expect((await stranger.post('/beta/verify', { token })).json).toEqual({ email: 'Lin@example.test' });
  expect((await stranger.post('/auth/register', account)).status).toBe(403);
  const invited = { ...account, invitation: token };
  expect((await stranger.post('/auth/register', { ...invited, email: 'other@example.test' })).json).toMatchObject({
    details: [{ path: 'email' }],
  });
  expect((await stranger.post('/auth/register', invited)).status).toBe(201);
});

test('an invitation makes one account, whoever types its address or has its page open', async () => {
  await apply();
  const { token } = await accept();
  await stranger.post('/beta/verify', { token });
  // Someone else, at the page where invited people register.
  expect((await stranger.post('/auth/register', account)).status).toBe(403);
  expect((await stranger.post('/auth/register', { ...account, invitation: 'guessed' })).status).toBe(400);
  // Opening it twice before registering is fine.
  expect((await stranger.post('/beta/verify', { token })).status).toBe(200);
  const tries = await Promise.all(
    [1, 2, 3].map((n) => stranger.post('/auth/register', { ...account, username: `lin${n}`, invitation: token })),
  );
  expect(tries.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(tries.filter(({ status }) => status === 400)).toHaveLength(2);
  const used = 'This invitation was already used to create an account. Log in, or ask whoever invited you for a new one.';
  expect((await stranger.post('/beta/verify', { token })).json).toMatchObject({ message: used });
  const again = { ...account, username: 'other', invitation: token };
  expect((await stranger.post('/auth/register', again)).json).toMatchObject({ message: used });
});

test('accepts a link for two weeks, until a newer one is created or the application is declined', async () => {
  await apply();
  const old = await accept();
  const { token } = await accept();
  expect((await stranger.post('/beta/verify', { token: old.token })).status).toBe(400);
  server.clock.now += 14 * 86_400_000;
  expect((await stranger.post('/beta/verify', { token })).status).toBe(400);
  const again = await server.core.accounts.users.signIn({ email: 'root@example.test', password: 'root has a long one' }, '192.0.2.1');
  admin = server.api(again.token);
  const fresh = await accept();
  expect((await stranger.post('/beta/verify', { token: fresh.token })).status).toBe(200);
  await admin.patch('/admin/beta-applications/1', { status: 'declined' });
  expect((await stranger.post('/auth/register', { ...account, invitation: fresh.token })).status).toBe(400);
});

test('responds the same to a repeated application, which changes nothing after a decision', async () => {
  const first = await apply();
  await admin.patch('/admin/beta-applications/1', { status: 'declined' });
  const second = await stranger.post('/beta/applications', { ...application, name: 'Somebody else' });
  expect(second.text).toBe(first.text);
  expect((await admin.get('/admin/beta-applications')).json).toMatchObject({ total: 1, items: [{ name: 'Lin', status: 'declined' }] });
});

test('stores nothing that reveals an invitation link, and records each decision', async () => {
  await apply();
  const { token } = await accept();
  expect(JSON.stringify(await server.core.db('beta_applications').select('*'))).not.toContain(token);
  await stranger.post('/beta/verify', { token });
  const recorded = await server.core.db('audit').whereIn('action', ['beta-decided', 'beta-verified', 'setting-changed']).pluck('action');
  expect(recorded).toEqual(['setting-changed', 'beta-decided', 'beta-verified']);
});

test('limits applications from one address', async () => {
  const statuses: number[] = [];
  for (let number = 0; number < 12; number += 1)
    statuses.push((await stranger.post('/beta/applications', { ...application, email: `a${number}@example.test` })).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([202, 429]);
});

test('emails the invitation if there is a mail server, and leaves the link to the admin if sending fails', async () => {
  for (const refuse of [false, true]) {
    const smtp = await startSmtp({ refuse });
    const mailing = await makeServer({ smtp: { url: smtp.url }, http: { publicUrl: 'https://leads.example.test' } });
    const root = mailing.api((await mailing.member('root', 'admin')).token);
    await mailing.api().post('/beta/applications', application);
    const { link, mailed } = (await root.patch('/admin/beta-applications/1', { status: 'accepted' })).json as {
      link: string;
      mailed: boolean;
    };
    expect([mailed, link.startsWith('https://leads.example.test/beta-verification/')]).toEqual([!refuse, true]);
    const text = smtp.taken.join('').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(text.includes(link)).toBe(!refuse);
    await mailing.close();
    await smtp.close();
  }
});
