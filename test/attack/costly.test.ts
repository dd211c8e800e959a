import { streamsNamed } from '#shared/streams.ts';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { transact } from '#core/platform/db/connect.ts';
import { accountExportSchema } from '#shared/auth.ts';
import { leadFilterQuery } from '#shared/leads.ts';
import { makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { makeServer, type TestServer } from '#test/support/serve.ts';

async function open(): Promise<TestServer> {
  const server = await makeServer({ security: { allowPrivateHosts: ['127.0.0.1'] } });
  onTestFinished(() => server.close());
  return server;
}

/** A website that accepts requests and never responds. */
async function silentSite() {
  const asked: ServerResponse[] = [];
  let left = 0;
  const server = createServer((_, response) => {
    asked.push(response);
    response.once('close', () => (left += 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const websiteUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { websiteUrl, asked: () => asked.length, left: () => left };
}

test('runs two proposals per user, queues four, refuses more, and serves other users', async () => {
  const server = await open();
  const [ann, bob] = [server.api((await server.member('ann')).token), server.api((await server.member('bob')).token)];
  const { websiteUrl, asked } = await silentSite();
  const stop = new AbortController();
  const body = JSON.stringify({ mode: 'website', websiteUrl });
  const init = { body, headers: { 'content-type': 'application/json' }, signal: stop.signal };
  const refused: { status: number; retryAfter: string | null }[] = [];
  const all = Array.from({ length: 12 }, () =>
    ann.send('POST', '/campaigns/propose', init).then(
      ({ status, headers }) => void refused.push({ status, retryAfter: headers.get('retry-after') }),
      () => undefined,
    ),
  );
  await expect.poll(() => refused.length).toBe(6);
  expect(refused).toEqual(Array.from({ length: 6 }, () => ({ status: 429, retryAfter: '5' })));
  expect(asked()).toBe(2);
  const other = await bob.post('/campaigns/propose', { mode: 'basic', description: 'Invoicing software for freelancers who bill by hand' });
  expect(other.status).toBe(200);
  stop.abort();
  await Promise.all(all);
});

test.each(['/campaigns/propose', '/competitors/discover'])('%s stops when its client disconnects', async (path) => {
  const server = await open();
  const ann = server.api((await server.member('ann')).token);
  const site = await silentSite();
  const stop = new AbortController();
  const body = JSON.stringify(
    path.includes('propose') ? { mode: 'website', websiteUrl: site.websiteUrl } : { websiteUrl: site.websiteUrl },
  );
  const gone = ann.send('POST', path, { body, headers: { 'content-type': 'application/json' }, signal: stop.signal }).catch(() => 'gone');
  await expect.poll(site.asked).toBe(1);
  expect(site.left()).toBe(0);
  stop.abort();
  expect(await gone).toBe('gone');
  await expect.poll(site.left).toBe(1);
});

/** A user with this many kept posts. */
async function withPosts(server: TestServer, posts: number): Promise<string> {
  const { token, user } = await server.member('ann');
  await makeCampaign(
    server.core,
    { kind: 'user', userId: user.id, role: 'user' },
    { streams: streamsNamed('subreddit', ['freelance']), rules: [{ text: 'invoic*' }] },
  );
  const { core, clock } = server;
  const items = Array.from({ length: posts }, (_, index) => makeItem(index, clock.now));
  await transact(core.db, (trx) => core.inbox.items.store(trx, { scope: '', source: 'api', items, now: clock.now }));
  core.discovery.pipeline.scoreSoon();
  await core.discovery.pipeline.settled();
  return token;
}

/** A user who sent this many messages of `length` letters each. */
async function withMessages(server: TestServer, { messages, length }: { messages: number; length: number }): Promise<string> {
  const { token } = await server.member('ann');
  await server.api(token).post('/feedback', { kind: 'idea', message: 'One', page: '/' });
  const { db } = server.core;
  const { id: _, ...row } = (await db('feedback').first<{ id: number }>()) ?? { id: 0 };
  for (let sent = 0; sent < messages; sent += 100)
    await db('feedback').insert(Array.from({ length: 100 }, () => ({ ...row, message: 'x'.repeat(length) })));
  return token;
}

test('exports an account completely, over any number of pages', async () => {
  const server = await open();
  const token = await withPosts(server, 450);
  const answer = await server.api(token).get('/auth/me/export');
  const { data } = accountExportSchema.strict().parse(answer.json);
  const ids = (table: string) => new Set(data[table]?.map(({ id }) => id));
  const kept = await server.core.db('posts').count({ n: '*' }).first();
  expect(kept).toEqual({ n: 450 });
  expect([ids('posts').size, data['posts']?.length, ids('conversations').size]).toEqual([450, 450, 450]);
});

test('reads an account export only as fast as it is sent, and stops when the client disconnects', async () => {
  const server = await open();
  const token = await withMessages(server, { messages: 3000, length: 20_000 });
  let pages = 0;
  server.core.db.on('query', ({ sql }: { sql: string }) => void (/from ["`]feedback["`]/.test(sql) && (pages += 1)));
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(`GET /api/auth/me/export HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  expect(first.toString()).toMatch(/^HTTP\/1\.1 200 /);
  socket.pause();
  await expect.poll(() => pages).toBeGreaterThan(0);
  for (let turn = 0; turn < 20; turn += 1) await server.api().get('/health');
  // Everything together is 15 pages of 200 rows.
  expect(pages).toBeLessThan(8);
  socket.destroy();
  const atEnd = pages;
  for (let turn = 0; turn < 20; turn += 1) await server.api().get('/health');
  expect(pages).toBeLessThanOrEqual(atEnd + 1);
  expect((await server.api(token).get('/auth/me/export')).status).toBe(200);
});

test('exports while others use all reading connections, on one of its own', async () => {
  const { core, close } = await makeCore({}, { onDisk: true });
  onTestFinished(close);
  const ann = await makeUser(core, 'ann');
  const lists = await Promise.all([1, 2, 3].map(() => core.readDb.transaction()));
  const { text } = await core.inbox.exports.leads(ann, leadFilterQuery.parse({}), 'jsonl');
  expect(await Array.fromAsync(text)).toEqual(['']);
  const account = await core.accounts.users.exportAccount(ann);
  expect(accountExportSchema.parse(JSON.parse((await Array.fromAsync(account)).join('')))).toMatchObject({ user: { username: 'ann' } });
  await Promise.all(lists.map((list) => list.rollback()));
});

test("answers another user's list before those that one user sent at once", async () => {
  const server = await open();
  const ann = server.api(await withPosts(server, 200));
  const bob = server.api((await server.member('bob')).token);
  const answered: string[] = [];
  const sent = Array.from({ length: 40 }, (_, n) =>
    ann.get(`/posts?q=invoicing&minScore=${n}`).then(({ status }) => answered.push(`ann ${status}`)),
  );
  await expect.poll(() => answered.length).toBeGreaterThan(0);
  await bob.get('/leads').then(({ status }) => answered.push(`bob ${status}`));
  const before = answered.indexOf('bob 200');
  await Promise.all(sent);
  expect(answered.filter((each) => each === 'ann 200')).toHaveLength(40);
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(30);
});
