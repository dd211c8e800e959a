import { afterEach, beforeEach, expect, test } from 'vitest';
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
