import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Answer, makeServer, type TestServer } from '#test/support/serve.ts';

let server: TestServer;
beforeEach(async () => {
  server = await makeServer({ http: { trustedProxies: ['127.0.0.1', '::1', '::ffff:127.0.0.1'] } });
});
afterEach(() => server.close());

const from = (address: string, cookie?: string): RequestInit => ({
  headers: { 'x-forwarded-for': address, ...(cookie === undefined ? {} : { cookie }) },
});
const vote = (init: RequestInit, method = 'POST'): Promise<Answer> => server.api().send(method, '/roadmap/1/vote', init);
const cookieOf = ({ headers }: Answer): string => headers.get('set-cookie')?.split(';')[0] ?? '';

async function withEntry() {
  const admin = await server.member('root', 'admin');
  await server.api(admin.token).post('/admin/roadmap', { title: 'A dark theme', text: 'For the night', status: 'planned' });
  return server.api(admin.token);
}

test('counts one vote per account however often it votes, and lets it take the vote back', async () => {
  const admin = await withEntry();
  const ada = server.api((await server.member('ada')).token);
  await ada.post('/roadmap/1/vote');
  expect((await ada.post('/roadmap/1/vote')).json).toMatchObject({ votes: 1, voted: true });
  expect((await admin.post('/roadmap/1/vote')).json).toMatchObject({ votes: 2, voted: true });
  expect((await ada.delete('/roadmap/1/vote')).json).toMatchObject({ votes: 1, voted: false });
  expect((await admin.get('/roadmap')).json).toMatchObject({ items: [{ id: '1', status: 'planned', votes: 1, voted: true }] });
});

test('recognizes an anonymous voter by an HttpOnly cookie, and counts one vote per cookie', async () => {
  await withEntry();
  const first = await vote(from('192.0.2.7'));
  expect(first.headers.get('set-cookie')).toMatch(/^earshot_voter=[\w-]{32}; path=\/api\/roadmap; expires=[^;]+; samesite=lax; httponly$/i);
  const again = await vote(from('192.0.2.7', cookieOf(first)));
  expect([again.json, again.headers.get('set-cookie')]).toMatchObject([{ votes: 1, voted: true }, null]);
  expect((await vote(from('192.0.2.7', cookieOf(first)), 'DELETE')).json).toMatchObject({ votes: 0, voted: false });
});

test('limits one network to three anonymous votes, without affecting other networks and accounts', async () => {
  await withEntry();
  for (const part of [1, 2, 3]) expect((await vote(from(`2001:db8:1:1::${part}`))).status).toBe(200);
  expect((await vote(from('2001:db8:1:1::4'))).status).toBe(429);
  expect((await vote(from('2001:db8:1:2::4'))).json).toMatchObject({ votes: 4 });
  const ada = server.api((await server.member('ada')).token);
  expect((await ada.post('/roadmap/1/vote')).json).toMatchObject({ votes: 5 });
});

test('stores neither address nor cookie of an anonymous voter', async () => {
  await withEntry();
  const cookie = cookieOf(await vote(from('192.0.2.7')));
  const stored = JSON.stringify(await server.core.db('roadmap_votes').select('*'));
  expect(stored).not.toContain('192.0.2');
  expect(stored).not.toContain(cookie.split('=')[1]);
});

test('keeps the votes of an entry that an admin changes, deletes them with the entry, and records both', async () => {
  const admin = await withEntry();
  await vote(from('192.0.2.7'));
  expect((await admin.put('/admin/roadmap/1', { title: 'A darker theme', status: 'done' })).json).toMatchObject({
    votes: 1,
    status: 'done',
  });
  expect((await admin.delete('/admin/roadmap/1')).status).toBe(204);
  expect(await server.core.db('roadmap_votes').select('*')).toEqual([]);
  const recorded = await server.core.db('audit').where({ action: 'roadmap-changed' }).pluck('details');
  expect(recorded).toEqual([
    '{"name":"A dark theme","change":"added"}',
    '{"name":"A darker theme","change":"changed"}',
    '{"name":"A darker theme","change":"removed"}',
  ]);
});
