import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemActor } from '#core/platform/actor.ts';
import { silentLog } from '#core/platform/log.ts';
import { createAudit } from '#core/platform/audit/service.ts';
import { makeServer, type Api, type TestServer } from '#test/support/serve.ts';

let server: TestServer;
let admin: Api;
beforeEach(async () => {
  server = await makeServer();
  admin = server.api((await server.member('root', 'admin')).token);
});
afterEach(() => server.close());

const actions = () => server.core.db('audit').orderBy('id').pluck('action');

test('counts everything in the overview', async () => {
  await server.member('ada');
  expect((await admin.get('/admin/overview')).json).toMatchObject({
    users: { total: 2, admins: 1, disabled: 0, activeLately: 2 },
    campaigns: { total: 0, active: 0 },
    source: 'off',
    databaseBytes: expect.any(Number) as number,
    mailConfigured: false,
    waiting: { feedback: 0, applications: 0 },
  });
});

test('names who ran a command in the audit log', async () => {
  const { db, now } = server.core;
  const { write } = createAudit({ db, now, log: silentLog, operator: 'command line (root)' });
  await write(systemActor, { action: 'setting-changed', target: 'setting:x', details: { value: true } });
  const { items } = (await admin.get('/admin/audit')).json as { items: unknown[] };
  expect(items[0]).toMatchObject({ actor: 'command line (root)', target: 'setting:x', details: { value: true } });
});

test('names what an entry of the audit log is about, also once it is gone, but not a deleted account', async () => {
  const ada = await server.member('ada');
  const api = server.api(ada.token);
  const { id } = (await api.post('/tokens', { name: 'Spreadsheet', scope: 'read' })).json as { id: string };
  expect((await api.delete(`/tokens/${id}`)).status).toBe(204);
  const records = async () =>
    ((await admin.get('/admin/audit')).json as { items: { action: string; target: string; targetName: string | null }[] }).items;
  expect(await records()).toMatchObject([
    { action: 'token-revoked', target: `token:${id}`, targetName: 'Spreadsheet' },
    { action: 'token-made', target: `token:${id}`, targetName: 'Spreadsheet' },
    { action: 'login', target: `user:${ada.user.id}`, targetName: 'ada' },
    ...Array.from({ length: (await records()).length - 3 }, () => ({})),
  ]);
  await admin.delete(`/admin/users/${ada.user.id}`);
  const about = (await records()).filter(({ target }) => target === `user:${ada.user.id}`);
  expect(about.length).toBeGreaterThan(1);
  expect(new Set(about.map(({ targetName }) => targetName))).toEqual(new Set([null]));
});

test('finds entries of the audit log by who, what, and target, and writes them as CSV', async () => {
  const ada = await server.member('ada');
  await server.api(ada.token).post('/tokens', { name: '=HYPERLINK("x")', scope: 'read' });
  const found = async (q: string) =>
    ((await admin.get(`/admin/audit?q=${encodeURIComponent(q)}`)).json as { items: { action: string }[] }).items.map(
      ({ action }) => action,
    );
  expect(await found('token-')).toEqual(['token-made']);
  expect(await found('hyperlink')).toEqual(['token-made']);
  expect(await found('ADA')).toEqual(expect.arrayContaining(['token-made', 'login']));
  expect(await found('%')).toEqual([]);
  const answer = await admin.get('/admin/audit.csv?q=token-');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="earshot-audit-\d{4}-\d{2}-\d{2}\.csv"$/);
  const [head, row, ...others] = parse(answer.text);
  expect(head).toEqual(['at', 'actor', 'action', 'target', 'targetName', 'details', 'address']);
  expect(row?.slice(1, 5)).toEqual(['ada', 'token-made', expect.stringMatching(/^token:/), `'=HYPERLINK("x")`]);
  expect(others).toEqual([]);
});

test('finds accounts by part of a name in any alphabet, and by part of an email address', async () => {
  await server.member('Иван');
  const found = async (q: string) =>
    ((await admin.get(`/admin/users?q=${encodeURIComponent(q)}`)).json as { items: { username: string }[] }).items.map(
      ({ username }) => username,
    );
  expect(await found('Иван')).toEqual(['Иван']);
  expect(await found('ВАН')).toEqual(['Иван']);
  expect(await found('ROOT@')).toEqual(['root']);
  expect(await found('Ольга')).toEqual([]);
});

test('ends the session of a disabled user immediately, and never disables the last admin', async () => {
  const ada = await server.member('ada');
  expect((await admin.patch(`/admin/users/${ada.user.id}`, { disabled: true })).json).toMatchObject({ username: 'ada', disabled: true });
  expect((await server.api(ada.token).get('/auth/me')).status).toBe(401);
  expect((await admin.patch('/admin/users/1', { role: 'user' })).status).toBe(409);
  expect((await admin.get('/admin/users/1')).json).toMatchObject({ role: 'admin' });
  expect(await actions()).toContain('user-disabled');
});

test('records a role change, and gives the new admin admin rights', async () => {
  const ada = await server.member('ada');
  await admin.patch(`/admin/users/${ada.user.id}`, { role: 'admin' });
  const again = await server.core.accounts.users.signIn({ email: ada.email, password: ada.password }, '192.0.2.1');
  expect((await server.api(again.token).get('/admin/users?q=RO')).json).toMatchObject({ total: 1, items: [{ username: 'root' }] });
  expect(await actions()).toContain('role-changed');
});

test('sets a password once with a reset link', async () => {
  const ada = await server.member('ada');
  const { link } = (await admin.post(`/admin/users/${ada.user.id}/reset-link`)).json as { link: string };
  const body = { token: new URL(link).searchParams.get('token'), password: 'a quite different one' };
  expect((await server.api().post('/auth/reset-password', body)).status).toBe(200);
  expect((await server.api().post('/auth/reset-password', body)).status).toBe(400);
  expect(await actions()).toContain('reset-link-made');
});

test('reports the result of a manual job run, and updates the list of jobs', async () => {
  expect((await admin.post('/admin/jobs/retention/run')).json).toMatchObject({ state: 'done', error: null });
  expect((await admin.post('/admin/jobs/nonsense/run')).status).toBe(404);
  const { items } = (await admin.get('/admin/jobs')).json as { items: { name: string; lastSuccessAt: string | null }[] };
  expect(items.find(({ name }) => name === 'retention')?.lastSuccessAt).toBe(new Date(server.clock.now).toISOString());
  expect(await actions()).toContain('job-run');
});

test('shows a failed job with its error and next run until it succeeds', async () => {
  const retention = async () => {
    const { items } = (await admin.get('/admin/jobs')).json as { items: { name: string; lastError: string | null; nextRunAt: string }[] };
    return items.find(({ name }) => name === 'retention');
  };
  const row = { name: 'retention', known_since: 0, last_error: 'The disk is full' };
  await server.core.db('jobs').insert(row).onConflict('name').merge(['last_error']);
  const failed = await retention();
  expect(failed).toMatchObject({ lastError: 'The disk is full' });
  expect(Date.parse(failed?.nextRunAt ?? '')).toBeGreaterThan(Date.now());
  expect((await admin.post('/admin/jobs/retention/run')).json).toMatchObject({ state: 'done' });
  expect(await retention()).toMatchObject({ lastError: null });
});

test('returns the new settings, and applies them to the public page', async () => {
  expect((await admin.put('/admin/settings', { betaModeEnabled: true })).json).toEqual({ betaModeEnabled: true });
  expect((await server.api().get('/public-settings/beta-mode')).json).toEqual({ success: true, data: { betaModeEnabled: true } });
  expect((await admin.put('/admin/settings', { nonsense: true })).status).toBe(400);
  expect(await actions()).toContain('setting-changed');
});

test('returns the audit log newest first, page by page, without repeats', async () => {
  await server.member('ada');
  const first = (await admin.get('/admin/audit?limit=2')).json as { items: { id: string; action: string }[]; nextCursor: string };
  const second = (await admin.get(`/admin/audit?limit=100&cursor=${first.nextCursor}`)).json as typeof first;
  const ids = [...first.items, ...second.items].map(({ id }) => Number(id));
  expect(first.items[0]).toMatchObject({ action: 'login', actor: 'ada' });
  expect(ids).toEqual([...ids].sort((a, b) => b - a));
  expect(new Set(ids).size).toBe((await actions()).length);
});
