import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemActor } from '#core/platform/actor.ts';
import type { PublicSettings } from '#shared/system.ts';
import { makeServer, type Answer, type TestServer } from '#test/support/serve.ts';

let server: TestServer;
beforeEach(async () => void (server = await makeServer()));
afterEach(() => server.close());

const login = (headers: Record<string, string> = {}): Promise<Answer> =>
  server.api().send('POST', '/auth/login', {
    body: JSON.stringify({ email: 'ann@example.test', password: 'ann has a long one' }),
    headers: { 'content-type': 'application/json', ...headers },
  });
const cookieOf = ({ headers }: Answer): string => headers.get('set-cookie') ?? '';

test("sets a cookie on sign-in that scripts can't read and that is only sent to this site's sign-in", async () => {
  await server.member('ann');
  expect(cookieOf(await login())).toMatch(/^earshot_device=[\w.-]+; path=\/api\/auth; expires=[^;]+; samesite=strict; httponly$/);
  await server.close();
  server = await makeServer({ http: { publicUrl: 'https://leads.example.test' } });
  await server.member('ann');
  expect(cookieOf(await login())).toContain('; secure');
});

test('sets no cookie on a failed sign-in or any other response', async () => {
  const ann = await server.member('ann');
  const failed = await server.api().post('/auth/login', { email: ann.email, password: 'wrong one' });
  expect([failed.status, cookieOf(failed)]).toEqual([401, '']);
  expect(cookieOf(await server.api(ann.token).get('/auth/me'))).toBe('');
});

test('signs in a browser with the cookie while others guess, and delays one without it', async () => {
  const ann = await server.member('ann');
  const cookie = cookieOf(await login()).split(';')[0] ?? '';
  for (let n = 0; n < 25; n += 1)
    await server.core.accounts.users.signIn({ email: ann.email, password: 'wrong one' }, `203.0.113.${n}`).catch(() => {});
  expect((await login()).status).toBe(429);
  expect((await login({ cookie })).status).toBe(200);
});

test('lists sessions with their device, and ends them one by one', async () => {
  const ann = await server.member('ann');
  const phone = (await login({ 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Firefox/140.0' })).json as { token: string };
  const api = server.api(ann.token);
  const { items } = (await api.get('/auth/sessions')).json as { items: { id: string; device: string; current: boolean }[] };
  expect(items.map(({ device, current }) => [device, current])).toEqual([
    ['Firefox on Android', false],
    ['', true],
  ]);
  expect((await api.delete(`/auth/sessions/${items[0]?.id}`)).status).toBe(204);
  expect((await server.api(phone.token).get('/auth/me')).status).toBe(401);
  expect((await api.post('/auth/logout')).status).toBe(204);
  expect((await api.get('/auth/me')).status).toBe(401);
});

test('signs in whom a proxy names in the header, from trusted proxies only, and only accounts that exist and are enabled', async () => {
  const askAs = (email: string) => server.api().send('POST', '/auth/proxy', { headers: { 'remote-email': email } });
  const offered = async () =>
    ((await server.api().send('GET', '/public-settings/app', { headers: { 'remote-email': 'x@y.test' } })).json as PublicSettings).logIn;
  const open = async (config: Parameters<typeof makeServer>[0]) => {
    await server.close();
    server = await makeServer(config);
    return server.member('ann');
  };
  for (const config of [
    { http: { trustedProxies: ['127.0.0.1'] } },
    { auth: { proxyHeader: 'Remote-Email' } },
    { auth: { proxyHeader: 'Remote-Email' }, http: { trustedProxies: ['192.0.2.7'] } },
  ]) {
    const { email } = await open(config);
    expect([(await askAs(email)).status, (await offered()).proxy]).toEqual([401, false]);
  }
  const ann = await open({ auth: { proxyHeader: 'Remote-Email' }, http: { trustedProxies: ['127.0.0.1'] } });
  expect(await offered()).toEqual({ password: true, issuer: null, proxy: true });
  expect((await server.api().post('/auth/proxy')).status).toBe(401);
  expect(await askAs('ANN@example.test')).toMatchObject({ status: 200, json: { user: { username: 'ann' } } });
  expect(await askAs('new@example.test')).toMatchObject({
    status: 403,
    json: { message: expect.stringContaining('no account for new@example.test') },
  });
  expect((await askAs(`${ann.email}, root@example.test`)).status).toBe(403);
  await server.member('bob', 'admin');
  await server.core.accounts.users.setDisabled(systemActor, ann.email, true);
  expect(await askAs(ann.email)).toMatchObject({ status: 403, json: { message: expect.stringContaining('is disabled') } });
});
