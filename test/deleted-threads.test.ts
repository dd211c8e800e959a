import { streamsNamed, withOnly } from '#shared/streams.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Core } from '#core/open.ts';
import { isPostgres } from '#migrations/engine.ts';
import type { Post } from '#shared/posts.ts';
import { invoicing } from '#test/support/factories.ts';
import { connect, postReply } from '#test/support/connected.ts';
import { fault } from '#test/support/fakes/reddit/faults.ts';
import { startFakeHackerNews } from '#test/support/fakes/hacker-news.ts';
import { redditOf } from '#test/support/reddit-config.ts';
import { startFakeReddit } from '#test/support/fakes/reddit/server.ts';
import { makeServer } from '#test/support/serve.ts';

const hour = 3_600_000;
const never = new AbortController().signal;
/** In the title, the body, and the author of what is deleted; no other text has them. */
const secrets = ['zwqxtitleqvz', 'zwqxbodyqvz', 'zwqxauthorqvz'];
const title = `Quillbill ${secrets[0]}: which invoicing tool do you recommend?`;
const body = `I need invoicing software as soon as possible, my clients pay late. ${secrets[1]} Budget $20 a month.`;
const answer = 'I am looking for invoicing software and need it today, would pay for one. What invoicing tool do you recommend?';

/** A database server's own files can't be read, its tables can. */
async function tablesOf({ db }: Core): Promise<{ name: string; bytes: Buffer }[]> {
  const names = isPostgres(db) ? await db('pg_tables').whereRaw('schemaname = current_schema()').pluck<string[]>('tablename') : [];
  return Promise.all(names.map(async (name) => ({ name, bytes: Buffer.from(JSON.stringify(await db.select().from(name))) })));
}

/** Where one of the secrets still is: in which files of the data folder, as text or in an index, or tables. */
async function filesWith(core: Core): Promise<string[]> {
  const files = readdirSync(core.config.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const all = files.map(({ name, parentPath }) => ({ name, bytes: readFileSync(join(parentPath, name)) }));
  return [...all, ...(await tablesOf(core))].flatMap(({ name, bytes }) =>
    secrets.filter((secret) => bytes.includes(secret)).map((secret) => `${name}: ${secret}`),
  );
}

async function open() {
  const clock = { now: Date.UTC(2026, 10, 21, 9) };
  const reddit = await startFakeReddit({ now: () => clock.now });
  onTestFinished(() => reddit.close());
  const hackerNews = await startFakeHackerNews(() => clock.now);
  const server = await makeServer(
    { reddit: { ...redditOf(reddit), source: 'api' }, ...hackerNews.config, jobs: { enabled: false } },
    { onDisk: true },
  );
  onTestFinished(() => server.close());
  const { core } = server;
  const member = await server.member('ann');
  const ann = server.api(member.token);
  const actor = { kind: 'user', userId: member.user.id, role: 'user' } as const;
  const tick = async (ms = hour) => {
    clock.now += ms;
    server.clock.now = clock.now;
    await core.discovery.pipeline.listen(never);
    await core.discovery.pipeline.settled();
    await core.insights.competitors.settled();
  };
  const shown = async (path: string) => JSON.stringify(await ann.get(path));
  return { core, server, clock, reddit, hackerNews, ann, actor, tick, shown };
}

const screens = [
  '/posts?status=all',
  '/leads?sort=-confidence',
  '/competitors/mentions',
  '/notifications',
  '/outbox',
  '/leads/export.json',
  '/posts/export.csv',
];

test('erases the title and text of a deleted post from every file, with everything made from its comments', async () => {
  const { core, server, reddit, ann, actor, tick, shown } = await open();
  const on = reddit.world.post({ subreddit: 'freelance', title, text: body, author: secrets[2] ?? '' });
  reddit.world.comment({ on, text: answer, author: 'buyer' });
  const alone = reddit.world.post({ subreddit: 'elsewhere', title, text: body, author: secrets[2] ?? '' });
  await ann.post('/competitors', { name: 'Quillbill' });
  await ann.post('/campaigns', invoicing({ streams: streamsNamed('subreddit', ['freelance']), leadThreshold: 40 }));
  await connect(core, actor);
  await tick();
  const { items } = (await ann.get('/posts?status=all')).json as { items: Post[] };
  const comment = items.find(({ kind }) => kind === 'comment');
  expect(items.map(({ kind }) => kind).toSorted()).toEqual(['comment', 'post']);
  expect(comment?.title).toBe(title);
  // What is on Reddit stays until its own author deletes it, so the reply that quotes the title is refused.
  reddit.members.refusals.push([['THREAD_LOCKED', 'Comments are locked.', null]]);
  await postReply(server, actor, { postId: comment?.id ?? '', message: `As for "${title}": we make one.` });
  reddit.world.comment({ on, text: 'We make one.', author: 'ann_reddit' });
  await core.replies.activity.read(actor);
  expect((await filesWith(core)).length).toBeGreaterThan(2);
  const before = await Promise.all(screens.map(shown));
  expect(before.filter((text) => text.includes(secrets[0] ?? '')).length).toBeGreaterThan(3);

  reddit.world.setGone(on, 'deleted');
  reddit.world.setGone(alone, 'deleted');
  await tick(24 * hour);
  await core.discovery.pipeline.syncDeletions(never);
  await core.discovery.pipeline.settled();
  expect(await filesWith(core)).toEqual([]);
  for (const path of screens) for (const secret of secrets) expect(await shown(path)).not.toContain(secret);
  const after = ((await ann.get('/posts?status=all')).json as { items: Post[] }).items.find(({ kind }) => kind === 'comment');
  expect(after).toMatchObject({ body: answer, author: 'buyer', title: '', goneAt: null });
});

/** So that no post is a copy of another. */
const ownWords = (n: number): string => Array.from({ length: 40 }, (_, at) => `w${n}x${at}`).join(' ');

test('erases a deleted post from every file although a later recheck of the same round fails', async () => {
  const { core, reddit, ann, tick } = await open();
  const on = reddit.world.post({ subreddit: 'freelance', title, text: body, author: secrets[2] ?? '' });
  await ann.post('/campaigns', invoicing({ streams: streamsNamed('subreddit', ['freelance'], false), leadThreshold: 40 }));
  await tick();
  for (let n = 1; n <= 60; n += 1)
    reddit.world.post({ subreddit: 'freelance', title: `Which invoicing tool, number ${n}?`, text: `${answer} ${ownWords(n)}` });
  await tick();
  expect(await core.db('items')).toHaveLength(61);
  expect((await filesWith(core)).join()).toContain(secrets[0]);
  reddit.world.setGone(on, 'deleted');
  await tick(24 * hour);
  let rechecks = 0;
  reddit.faults.add({
    fault: fault.forbidden(),
    times: Infinity,
    when: ({ path }) => path.startsWith('/api/info') && (rechecks += 1) > 1,
  });
  await expect(core.discovery.pipeline.syncDeletions(never)).rejects.toThrow('Reddit does not let us read this place');
  await core.discovery.pipeline.settled();
  expect(await filesWith(core)).toEqual([]);
});

test('erases the title of a deleted post that is not stored itself, and does not store it again', async () => {
  const { core, clock, reddit, ann, tick } = await open();
  const on = reddit.world.post({
    subreddit: 'freelance',
    title: `${secrets[0]} and other things`,
    text: secrets[1] ?? '',
    author: 'somebody',
  });
  const below = reddit.world.comment({ on, text: answer, author: 'buyer' });
  await ann.post('/campaigns', invoicing({ streams: streamsNamed('subreddit', ['freelance']), leadThreshold: 40 }));
  await tick();
  await tick(73 * hour);
  await core.discovery.pipeline.prune(never, clock.now);
  expect(await core.db('items').pluck('fullname'), 'the post matched nothing').toEqual([below]);
  expect((await filesWith(core)).join()).toContain(secrets[0]);

  reddit.world.setGone(on, 'deleted');
  const seen: unknown[] = [];
  for (let day = 1; day <= 3; day += 1) {
    reddit.world.get(below).score += 1;
    await tick(24 * hour);
    await core.discovery.pipeline.syncDeletions(never);
    await core.discovery.pipeline.settled();
    expect(await filesWith(core)).toEqual([]);
    seen.push(await core.db('items').select('fullname', 'title', 'seq', 'gone'));
  }
  expect(seen[0]).toEqual([{ fullname: below, title: '', seq: expect.any(Number), gone: null }]);
  expect(seen, 'it is scored again once').toEqual([seen[0], seen[0], seen[0]]);
});

test('erases the title of a deleted story of Hacker News from its comments', async () => {
  const { core, hackerNews, ann, tick } = await open();
  const story = hackerNews.add({ title, text: body, by: secrets[2] ?? '' });
  hackerNews.add({ type: 'comment', parent: story, text: answer, by: 'buyer' });
  await ann.post('/campaigns', invoicing({ streams: withOnly([], 'hackernews', true), leadThreshold: 40 }));
  await tick();
  expect((await filesWith(core)).length).toBeGreaterThan(2);
  hackerNews.change(story, { deleted: true });
  await tick(24 * hour);
  await core.discovery.pipeline.syncDeletions(never);
  await core.discovery.pipeline.settled();
  expect(await filesWith(core)).toEqual([]);
  expect(await core.db('items').where({ kind: 'comment' }).select('title', 'author', 'gone')).toEqual([
    { title: '', author: 'buyer (Hacker News)', gone: null },
  ]);
});
