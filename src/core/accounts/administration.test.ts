import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSmtp } from '#test/security/smtp.ts';
import { makeServer, type TestServer } from '#test/support/serve.ts';

const password = 'a quiet harbour at noon';
let server: TestServer;
let admin: Awaited<ReturnType<TestServer['member']>>;
beforeEach(async () => {
  server = await makeServer();
  admin = await server.member('root', 'admin');
});
afterEach(() => server.close());

const invite = (token: string, body: object = { username: 'nina', email: 'nina@example.test' }) =>
  server.api(token).post('/admin/users', body);
const tokenIn = (link: string): string => new URL(link).searchParams.get('token') ?? '';

describe('an account added by an admin', () => {
  test('has no usable password until its user sets one with the link, also two days later', async () => {
    const { status, json } = await invite(admin.token);
    expect(status).toBe(201);
    const { link, emailed } = json as { link: string; emailed: boolean };
    expect(emailed).toBe(false);
    server.clock.now += 2 * 86_400_000;
    const set = await server.api().post('/auth/reset-password', { token: tokenIn(link), password });
    expect(set.status).toBe(200);
    expect((await server.api().post('/auth/login', { email: 'nina@example.test', password })).status).toBe(200);
    expect((await server.api().post('/auth/reset-password', { token: tokenIn(link), password })).status).toBe(400);
  });

  test('gets the link by email where there is an email server', async () => {
    const smtp = await startSmtp();
    await server.close();
    server = await makeServer({ smtp: { url: smtp.url } });
    admin = await server.member('root', 'admin');
    expect((await invite(admin.token)).json).toMatchObject({ emailed: true });
    expect(smtp.taken[0]).toContain('To: nina@example.test');
    await smtp.close();
  });

  test('is refused for a name or address that is taken, and for other users', async () => {
    await invite(admin.token);
    expect((await invite(admin.token)).status).toBe(409);
    const bob = await server.member('bob', 'user');
    expect((await invite(bob.token, { username: 'x-y', email: 'x@example.test' })).status).toBe(403);
  });
});

describe('an account deleted by an admin', () => {
  test('is gone with its sessions, and the deletion is in the audit log', async () => {
    const bob = await server.member('bob', 'user');
    expect((await server.api(admin.token).delete(`/admin/users/${bob.user.id}`)).status).toBe(204);
    expect((await server.api(bob.token).get('/auth/me')).status).toBe(401);
    expect((await server.api(admin.token).get(`/admin/users/${bob.user.id}`)).status).toBe(404);
    const { items } = (await server.api(admin.token).get('/admin/audit')).json as { items: { action: string; actor: string }[] };
    expect(items[0]).toMatchObject({ action: 'account-deleted', actor: 'root' });
  });

  test("is refused for one's own, and to users", async () => {
    expect((await server.api(admin.token).delete(`/admin/users/${admin.user.id}`)).status).toBe(409);
    const bob = await server.member('bob', 'user');
    expect((await server.api(bob.token).delete(`/admin/users/${admin.user.id}`)).status).toBe(403);
  });

  test('leaves an admin', async () => {
    const second = await server.member('second', 'admin');
    await server.api(admin.token).patch(`/admin/users/${second.user.id}`, { disabled: true });
    expect((await server.api(admin.token).delete(`/admin/users/${second.user.id}`)).status).toBe(204);
    expect((await server.api(admin.token).get('/auth/me')).status).toBe(200);
  });
});
