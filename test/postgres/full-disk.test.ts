import { expect, onTestFinished, test } from 'vitest';
import { commentsBy, connect, ingestOn, openAnn, postReply } from '#test/support/connected.ts';
import { ingestItems, makeItem } from '#test/support/factories.ts';
import { failWrites, fillPostgresDisk } from '#test/support/failing-writes.ts';
import { addChannel, ingestLead, openNotified, waitAndSend } from '#test/support/notified.ts';
import { makeServer } from '#test/support/serve.ts';
import { discover } from '#jobs/jobs.ts';
import { attemptJob } from '#jobs/run.ts';
import { allRoutes } from '#shared/routes.ts';

// PostgreSQL reports the full disk of its server as an error of a statement; a trigger raises the same one.
const never = new AbortController().signal;
const minute = 60_000;
const full = 'The disk of the database server is full. Free some space, then try again.';
const campaign = { name: 'Mine', rules: [{ text: 'invoic*' }] };

test('answers writes with 503 and what to do, still allows reading, and writes again once there is space', async () => {
  const server = await makeServer();
  onTestFinished(() => server.close());
  const member = await server.member('ann');
  const api = server.api(member.token);
  const { id } = (await api.post('/campaigns', campaign)).json as { id: string };
  const opened = allRoutes
    .filter(
      ({ method, path, access, produces }) => method === 'GET' && access !== 'public' && !path.includes(':') && produces === undefined,
    )
    .map(({ path }) => path);
  const open = () => Promise.all(opened.map(async (path) => [path, (await api.get(path)).status]));
  const before = await open();
  expect(before.filter(([, status]) => status === 200).length).toBeGreaterThan(30);
  // Days to recount before the next report.
  await ingestItems(server.core, [makeItem(1, server.clock.now)]);
  const free = await fillPostgresDisk(server.core.db);
  const refused = await Promise.all([
    api.post('/campaigns', campaign),
    api.delete(`/campaigns/${id}`),
    server.api().post('/auth/login', { email: member.email, password: member.password }),
  ]);
  for (const { status, headers, json } of refused) {
    expect([status, json]).toMatchObject([503, { error: 'unavailable', message: full }]);
    expect(headers.get('retry-after')).toBe('5');
  }
  expect(await open()).toEqual(before);
  expect((await server.api().get('/ready')).json).toMatchObject({ status: 'not_ready', checks: { database: false } });
  await free();
  expect((await api.post('/campaigns', campaign)).status).toBe(201);
  expect((await server.api().get('/ready')).json).toMatchObject({ status: 'ready' });
});

test.each([
  ['before the round', null],
  ['when items are stored', 'before insert on items'],
  ['when posts are stored', 'before insert on posts'],
  ['when the result of a run is stored', 'before update on runs'],
])('stores and scores everything that was posted meanwhile if the disk fills up %s', async (_, on) => {
  const { core, clock, reddit, ann } = await openAnn({ reddit: { source: 'api' } });
  for (const name of ['freelance', 'smallbusiness']) reddit.world.community(name);
  const publish = (number: number) => {
    const { subreddit, title, body, author } = makeItem(number, clock.now);
    reddit.world.post({ subreddit, title, text: body, author: author ?? '' });
  };
  const free = on === null ? await fillPostgresDisk(core.db) : await failWrites(core.db, { on, code: 'disk_full' });
  for (let round = 0; round < 3; round += 1) {
    clock.now += 65 * minute;
    publish(round);
    await attemptJob(core, discover).catch(() => undefined);
  }
  await free();
  clock.now += 65 * minute;
  expect(await attemptJob(core, discover)).toMatchObject({ state: 'done' });
  clock.now += 65 * minute;
  expect(await attemptJob(core, discover)).toMatchObject({ state: 'done', summary: { campaigns: 1 } });
  const { items } = await core.inbox.leads.list(ann, { limit: 100, sort: '-confidence' });
  expect(items.map(({ redditUsername }) => redditUsername).toSorted()).toEqual(['author_0', 'author_1', 'author_2']);
  expect(await core.db('runs').where({ state: 'running' })).toEqual([]);
});

test.each(['sending', 'sent'])('posts a reply once if the disk fills up before it is recorded as %s', async (state) => {
  const { core, clock, reddit, ann } = await openAnn();
  await connect(core, ann);
  const post = await ingestOn(core, { reddit, actor: ann });
  const free = await failWrites(core.db, { on: 'before update on outbox', when: `new.state = '${state}'`, code: 'disk_full' });
  await postReply({ core, clock }, ann, { postId: post.id, message: 'This worked for me.' }).catch(() => undefined);
  await free();
  for (const pause of [3 * minute, 10 * minute, 65 * minute]) {
    clock.now += pause;
    await core.replies.outbox.sendDue(never);
  }
  expect((await core.replies.outbox.list(ann, { limit: 10 })).items).toMatchObject([{ state: 'sent', error: null }]);
  expect(commentsBy(reddit)).toHaveLength(1);
});

test.each(['sending', 'sent'])(
  'notifies about a lead, with one event, if the disk fills up before that is recorded as %s',
  async (state) => {
    const { core, clock, receiver, ann } = await openNotified();
    await addChannel(core, ann, { kind: 'webhook', name: 'Hook', target: { url: receiver.url }, pace: 'now', zone: 'UTC' });
    await ingestLead(core);
    const on = 'before update on notification_messages';
    const free = await failWrites(core.db, { on, when: `new.state = '${state}'`, code: 'disk_full' });
    clock.now += minute;
    await core.notifications.sendDue(never).catch(() => undefined);
    await free();
    await waitAndSend(core, clock);
    expect(new Set(receiver.calls.map(({ json }) => (json as { id: string }).id)).size).toBe(1);
    expect(await core.db('notification_messages').pluck('state')).toEqual(['sent']);
  },
);
