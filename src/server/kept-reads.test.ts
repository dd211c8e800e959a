import { connect as openSocket } from 'node:net';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from '#core/platform/db/connect.ts';
import { databaseFile } from '#core/platform/db/open.ts';
import type { Post } from '#shared/posts.ts';
import { ingestItems, makeCampaign, makeItem } from '#test/support/factories.ts';
import { makeServer, type TestServer } from '#test/support/serve.ts';

// On disk, because nothing is kept for a database in memory.
let server: TestServer;
beforeEach(async () => {
  server = await makeServer({}, { onDisk: true });
});
afterEach(() => server.close());

type Member = Awaited<ReturnType<TestServer['member']>>;
const statusOf = async ({ token }: Member): Promise<number> => (await server.api(token).get('/auth/me')).status;
const postsOf = async ({ token }: Member, query = ''): Promise<Post[]> =>
  ((await server.api(token).get(`/posts${query}`)).json as { items: Post[] }).items;

async function findPosts(member: Member): Promise<void> {
  const { user } = member;
  await makeCampaign(server.core, { kind: 'user', userId: user.id, role: 'user' });
  await ingestItems(server.core, [makeItem(1, server.clock.now - 60_000), makeItem(2, server.clock.now - 120_000)]);
}

test('rejects a session right after sign-out', async () => {
  const ann = await server.member('ann');
  expect(await statusOf(ann)).toBe(200);
  await server.api(ann.token).post('/auth/logout');
  expect(await statusOf(ann)).toBe(401);
});

test('rejects a session right after another process disabled the account', async () => {
  const ann = await server.member('ann');
  expect(await statusOf(ann)).toBe(200);
  const other = connect(databaseFile(server.core.config));
  await other('users').where({ username_key: 'ann' }).update({ disabled: 1 });
  expect(await statusOf(ann)).toBe(401);
  await other.destroy();
});

test('rejects a session that another process ended while the request was arriving', async () => {
  const ann = await server.member('ann');
  const { hostname, port } = new URL(server.url);
  const socket = openSocket(Number(port), hostname);
  const request = ['GET /api/auth/me HTTP/1.1', `Host: ${hostname}`, `Authorization: Bearer ${ann.token}`, '', ''].join('\r\n');
  socket.write(`${request}${request.slice(0, 30)}`);
  expect(String((await once(socket, 'data'))[0])).toContain(' 200 OK');
  const other = new DatabaseSync(databaseFile(server.core.config));
  other.exec('delete from sessions');
  other.close();
  socket.write(request.slice(30));
  expect(String((await once(socket, 'data'))[0])).toContain(' 401 Unauthorized');
  socket.destroy();
});

test('rejects an API token right after it was revoked', async () => {
  const ann = await server.member('ann');
  const made = (await server.api(ann.token).post('/tokens', { name: 'Reports', scope: 'read' })).json as { id: string; token: string };
  expect((await server.api(made.token).get('/posts')).status).toBe(200);
  await server.api(ann.token).delete(`/tokens/${made.id}`);
  expect((await server.api(made.token).get('/posts')).status).toBe(401);
});

test('applies a changed role with the next request', async () => {
  await server.member('admin');
  const ann = await server.member('ann', 'user');
  expect((await server.api(ann.token).get('/admin/users')).status).toBe(403);
  await server.core.db('users').where({ username_key: 'ann' }).update({ role: 'admin' });
  expect((await server.api(ann.token).get('/admin/users')).status).toBe(200);
  expect((await server.api(ann.token).get('/auth/me')).json).toMatchObject({ role: 'admin' });
});

test('rejects a session that expires although nothing was written', async () => {
  const ann = await server.member('ann');
  expect(await statusOf(ann)).toBe(200);
  server.clock.now += 400 * 86_400_000;
  expect(await statusOf(ann)).toBe(401);
});

test('shows each user only their own posts, with the same query', async () => {
  const [ann, bob] = [await server.member('ann'), await server.member('bob')];
  await findPosts(ann);
  expect(await postsOf(ann)).toHaveLength(2);
  expect(await postsOf(bob)).toEqual([]);
  expect(await postsOf(ann)).toHaveLength(2);
});

test('shows a decision in the next list, and the total of each filter', async () => {
  const ann = await server.member('ann');
  await findPosts(ann);
  const [first] = await postsOf(ann);
  await server.api(ann.token).patch(`/posts/${first?.id}`, { status: 'dismissed' });
  expect((await postsOf(ann)).map(({ id }) => id)).not.toContain(first?.id);
  expect((await postsOf(ann, '?status=dismissed')).map(({ id }) => id)).toEqual([first?.id]);
  expect((await server.api(ann.token).get('/posts?limit=1')).json).toMatchObject({ total: 1 });
});

test('lets scores age although nothing was written', async () => {
  const ann = await server.member('ann');
  await findPosts(ann);
  const [before] = await postsOf(ann);
  server.clock.now += 86_400_000 * 3;
  const [after] = await postsOf(ann);
  expect(after?.confidence).toBeLessThan(before?.confidence ?? 0);
});
