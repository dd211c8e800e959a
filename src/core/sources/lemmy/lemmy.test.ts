import { describe, expect, onTestFinished, test } from 'vitest';
import { fullnameAt, idAt } from '#shared/origin.ts';
import { readCommunityName } from '#shared/stream-names.ts';
import { createGuardedClient } from '#core/platform/http/guarded.ts';
import { parseConfig } from '#core/platform/config.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { Reading, Stream } from '#core/reddit/stream.ts';
import { type Flavor, refuse, startFakeLemmy } from '#test/support/fakes/lemmy.ts';
import { describeConformance } from '#test/support/source-conformance.ts';
import { openLemmy } from './lemmy.ts';

const flavors: readonly Flavor[] = ['lemmy', 'lemmy-1', 'piefed'];

describe.each(['lemmy', 'piefed'] as const)('%s', (flavor) => {
  describeConformance('lemmy', openLemmy, async (clock) => {
    const [instance, other] = [await startFakeLemmy(() => clock.now, flavor), await startFakeLemmy(() => clock.now, flavor)];
    return {
      stream: { kind: 'lemmy', name: `${instance.url}/c/smallbusiness` },
      other: { kind: 'lemmy', name: `${other.url}/c/smallbusiness` },
      hosts: [instance.host, other.host],
      publish: (text) => fullnameAt('lemmy', `${instance.url}/post/${instance.addPost(text)}`),
      remove: (fullname) => instance.change(Number(idAt('lemmy', fullname)?.split('/').at(-1)), { gone: 'deleted' }),
      answerWith: (handle) => {
        instance.state.handle = handle;
      },
    };
  });
});

const signal = new AbortController().signal;
const hour = 3_600_000;

async function open(flavor: Flavor = 'lemmy') {
  const clock = { now: Date.UTC(2026, 10, 20, 12) };
  const instance = await startFakeLemmy(() => clock.now, flavor);
  const client = createGuardedClient({ allowPrivateHosts: [instance.host] });
  onTestFinished(() => client.close());
  const source = openLemmy({ config: parseConfig({}), client, now: () => clock.now, sleep: () => Promise.resolve() });
  const cursors = new Map<string, string>();
  async function read(kind: 'lemmy' | 'lemmycomments' = 'lemmy', community = 'smallbusiness'): Promise<Reading> {
    const stream: Stream = { kind, name: `${instance.url}/c/${community}` };
    const key = `${kind}:${stream.name}`;
    const watermarks = new Map([[key, { newest: null, known: new Set<string>(), cursor: cursors.get(key) ?? null }]]);
    const [reading] = await Array.fromAsync(source.read({ streams: [stream], watermarks, signal }));
    if (!reading) throw new Error('no reading');
    if (reading.state === 'ok' && reading.cursor !== undefined) cursors.set(key, reading.cursor);
    return reading;
  }
  const nameOf = (kind: 'post' | 'comment', id: number): string => fullnameAt('lemmy', `${instance.url}/${kind}/${id}`);
  return { clock, instance, source, read, nameOf };
}

const itemsOf = (reading: Reading): FetchedItem[] => (reading.state === 'ok' ? reading.items : []);
const titlesOf = (reading: Reading): string[] => itemsOf(reading).map(({ title }) => title);
const bodiesOf = (reading: Reading): string[] => itemsOf(reading).map(({ body }) => body);

describe.each(flavors)('%s', (flavor) => {
  test('reads a post as people see it, with its thread on the instance that was asked', async () => {
    const { instance, read, nameOf } = await open(flavor);
    const id = instance.addPost({
      title: 'A <free> tool & its price?',
      body: '**I need** one.\n\n- <b>cheap</b>, see <https://example.com/a?b=c>',
      author: 'ann',
      home: 'home.example',
      url: 'https://tool.example/',
      count: 7,
      isNsfw: true,
      isLocked: true,
    });
    expect(itemsOf(await read())).toMatchObject([
      {
        fullname: nameOf('post', id),
        kind: 'post',
        subreddit: `${instance.host}/c/smallbusiness`,
        author: 'ann (home.example)',
        title: 'A <free> tool & its price?',
        body: '**I need** one.\n\n-  cheap , see https://example.com/a?b=c',
        url: 'https://tool.example/',
        permalink: `${instance.url}/post/${id}`,
        score: 7,
        numComments: 7,
        over18: true,
        locked: true,
      },
    ]);
    expect(instance.requests.filter(({ path }) => path.startsWith('/nodeinfo'))).toHaveLength(1);
    await read();
    expect(
      instance.requests.filter(({ path }) => path.startsWith('/nodeinfo')),
      'asked once',
    ).toHaveLength(1);
    expect(instance.requests.every(({ headers }) => headers['user-agent']?.startsWith('Earshot/'))).toBe(true);
  });

  test('reads comments as a stream of their own, with the thread and the comment that each answers', async () => {
    const { instance, read, nameOf } = await open(flavor);
    const post = instance.addPost({ title: 'Which tool?', body: 'text' });
    const first = instance.addComment(post, { body: 'I look for one, too.', author: 'bob' });
    const second = instance.addComment(first, { body: 'So do I.' });
    instance.addComment(post, { body: 'Never mind', gone: 'deleted' });
    expect(itemsOf(await read('lemmycomments'))).toMatchObject([
      {
        fullname: nameOf('comment', first),
        kind: 'comment',
        title: 'Which tool?',
        body: 'I look for one, too.',
        author: `bob (${instance.host})`,
        permalink: `${instance.url}/comment/${first}`,
        parentFullname: nameOf('post', post),
        linkFullname: nameOf('post', post),
      },
      { fullname: nameOf('comment', second), parentFullname: nameOf('comment', first), linkFullname: nameOf('post', post) },
    ]);
    expect(titlesOf(await read())).toEqual(['Which tool?']);
    expect(itemsOf(await read('lemmycomments'))).toEqual([]);
  });

  test('reads a community of another instance, and no other', async () => {
    const { instance, source, read, nameOf } = await open(flavor);
    instance.open('tools', 'tools.example');
    const comment = nameOf(
      'comment',
      instance.addComment(instance.addPost({ title: 'There', body: '', community: 'tools' }), { body: 'text' }),
    );
    instance.addPost({ title: 'Here', body: '' });
    const reading = await read('lemmy', 'tools@tools.example');
    expect(titlesOf(reading)).toEqual(['There']);
    expect(itemsOf(reading)[0]?.subreddit).toBe(`${instance.host}/c/tools@tools.example`);
    expect(itemsOf(await read('lemmycomments', 'tools@tools.example'))).toMatchObject([{ fullname: comment }]);
    expect((await source.recheck?.([comment], signal))?.get(comment)).toMatchObject({ gone: null, item: { body: 'text' } });
  });

  test('looks 30 days back at first, the newest 300 posts, and misses none of 190 in a later round', async () => {
    const { clock, instance, read } = await open(flavor);
    for (let n = 0; n < 310; n += 1) instance.addPost({ title: `Old ${n}`, body: '', at: clock.now - (311 - n) * hour });
    instance.addPost({ title: 'Too old', body: '', at: clock.now - 31 * 24 * hour });
    const first = titlesOf(await read());
    expect([first.length, first[0], first.at(-1)]).toEqual([300, 'Old 10', 'Old 309']);
    for (let n = 0; n < 190; n += 1) instance.addPost({ title: `New ${n}`, body: '', at: clock.now + n * 1000 });
    clock.now += hour;
    const before = instance.requests.length;
    const round = await read();
    expect(titlesOf(round)).toEqual(Array.from({ length: 190 }, (_, n) => `New ${n}`));
    expect(round).toMatchObject({ gap: null });
    expect(instance.requests.slice(before).filter(({ path }) => path.includes('/post/list'))).toHaveLength(4);
  });

  test('reads one page when nothing is new, whatever is pinned, and takes what arrived hours after it was written', async () => {
    const { clock, instance, read } = await open(flavor);
    instance.addPost({ title: 'Rules', body: '', at: clock.now - 400 * 24 * hour, isPinned: true });
    for (let n = 0; n < 120; n += 1) instance.addPost({ title: `Old ${n}`, body: '', at: clock.now - (121 - n) * hour });
    expect(titlesOf(await read())).toHaveLength(120);
    const before = instance.requests.length;
    clock.now += hour;
    expect(await read()).toMatchObject({ state: 'ok', items: [] });
    expect(instance.requests.slice(before).filter(({ path }) => path.includes('/list'))).toHaveLength(1);
    instance.addPost({ title: 'Arrived late', body: '', at: clock.now - 5 * hour });
    expect(titlesOf(await read())).toEqual(['Arrived late']);
  });

  test('reports what was posted beyond ten pages as a gap', async () => {
    const { clock, instance, read } = await open(flavor);
    instance.addPost({ title: 'Seen', body: '' });
    await read();
    const from = clock.now;
    clock.now += 24 * hour;
    for (let n = 0; n < 510; n += 1) instance.addPost({ title: `New ${n}`, body: '', at: clock.now - (510 - n) * 60_000 });
    expect(await read()).toMatchObject({ state: 'ok', gap: { from, to: clock.now - 500 * 60_000 } });
  });

  test('leaves out posts of bots', async () => {
    const { instance, read } = await open(flavor);
    instance.addPost({ title: 'Daily links', body: '', isBot: true });
    instance.addPost({ title: 'By a person', body: '' });
    expect(titlesOf(await read())).toEqual(['By a person']);
  });

  test('says what became of posts and comments: deleted, removed, without a trace, of a deleted account, or edited', async () => {
    const { instance, source, nameOf } = await open(flavor);
    const posts = Array.from({ length: 5 }, (_, n) => instance.addPost({ title: `Post ${n}`, body: '' }));
    const thread = instance.addPost({ title: 'Thread', body: '' });
    const comments = Array.from({ length: 5 }, () => instance.addComment(thread, { body: 'text' }));
    for (const ids of [posts, comments]) {
      instance.change(ids[0] ?? 0, { gone: 'deleted' });
      instance.change(ids[1] ?? 0, { gone: 'removed' });
      instance.purge(ids[2] ?? 0);
      instance.change(ids[3] ?? 0, { gone: 'account' });
      instance.change(ids[4] ?? 0, { body: 'edited' });
    }
    const names = [...posts.map((id) => nameOf('post', id)), ...comments.map((id) => nameOf('comment', id))];
    const fates = await source.recheck?.(names, signal);
    // Lemmy shows no post that is gone, whyever.
    const [deleted, removed] = flavor === 'piefed' ? ['deleted', 'removed'] : ['missing', 'missing'];
    expect(names.map((name) => fates?.get(name)?.gone)).toEqual([
      deleted,
      removed,
      'missing',
      'account',
      null,
      'deleted',
      'removed',
      'missing',
      'account',
      null,
    ]);
    expect([fates?.get(names[4] ?? '')?.item?.body, fates?.get(names[9] ?? '')?.item?.body]).toEqual(['edited', 'edited']);
  });

  test('says that a community is missing, rather than that it is empty', async () => {
    const { read } = await open(flavor);
    for (const kind of ['lemmy', 'lemmycomments'] as const)
      expect(await read(kind, 'smalbusiness')).toMatchObject({ state: 'failed', failure: 'missing' });
  });
});

test('reports the comments that Lemmy 1.0 no longer lists as a gap', async () => {
  const { clock, instance, read } = await open('lemmy-1');
  const post = instance.addPost({ title: 'Thread', body: '' });
  instance.addComment(post, { body: 'Seen' });
  await read('lemmycomments');
  const from = clock.now;
  clock.now += hour;
  for (let n = 0; n < 60; n += 1) instance.addComment(post, { body: `New ${n}`, at: clock.now - (60 - n) * 1000 });
  const before = instance.requests.length;
  const reading = await read('lemmycomments');
  expect(bodiesOf(reading)).toHaveLength(50);
  expect(reading).toMatchObject({ gap: { from, to: clock.now - 50_000 } });
  expect(
    instance.requests.slice(before).filter(({ path }) => path.includes('/list')),
    'the second is the same',
  ).toHaveLength(2);
});

test.each([
  [400, { error: 'instance_is_private' }, 'private'],
  [400, { code: 400, message: 'Private community - authentication required', status: 'Bad Request' }, 'private'],
  [400, { message: 'alpha api is not enabled' }, 'broken'],
  [403, { error: 'blocked' }, 'forbidden'],
])('says what status %d with %o means', async (status, json, failure) => {
  const { instance, read } = await open();
  instance.state.handle = refuse(status, json);
  expect(await read()).toMatchObject({ state: 'failed', failure });
});

test('waits a minute when Lemmy refuses too many requests with status 400', async () => {
  const { clock, instance, read } = await open();
  instance.state.handle = refuse(400, { error: 'rate_limit_error' });
  expect(await read()).toMatchObject({ state: 'failed', failure: 'limited', retryAt: clock.now + 60_000 });
  const before = instance.requests.length;
  expect(await read('lemmycomments')).toMatchObject({ state: 'failed', failure: 'limited' });
  expect(instance.requests).toHaveLength(before);
});

test('names the software of a site that is neither Lemmy nor PieFed', async () => {
  const { instance, read } = await open();
  instance.state.software = 'mastodon';
  expect(await read()).toMatchObject({ state: 'failed', failure: 'missing', error: 'This site runs mastodon, not Lemmy or PieFed.' });
});

test('asks again for the software of an instance that no longer answers as before', async () => {
  const { instance, read } = await open('piefed');
  instance.state.software = 'lemmy';
  instance.addPost({ title: 'Post', body: '' });
  expect(await read()).toMatchObject({ state: 'failed', failure: 'broken' });
  instance.state.software = 'piefed';
  expect(titlesOf(await read())).toEqual(['Post']);
});

test.each([
  [404, 'text/html', '<h1>Not here'],
  [404, 'application/json', '{"message":"Not found"}'],
  [410, 'text/plain', ''],
])('takes status %i of a proxy as no deletion', async (status, type, text) => {
  const { instance, source, read, nameOf } = await open();
  const id = instance.addPost({ title: 'Post', body: '' });
  await read();
  instance.state.handle = (_, response) => void response.writeHead(status, { 'content-type': type }).end(text);
  expect((await source.recheck?.([nameOf('post', id), nameOf('comment', 1)], signal))?.size).toBe(0);
});

test('erases nothing where another software runs by now', async () => {
  const { instance, source, nameOf } = await open();
  const id = instance.addPost({ title: 'Post', body: '' });
  instance.state.software = 'mastodon';
  expect((await source.recheck?.([nameOf('post', id)], signal))?.size).toBe(0);
});

test('erases nothing of an instance that was closed to the public, and ignores names that are none', async () => {
  const { instance, source, nameOf } = await open();
  const id = instance.addPost({ title: 'Once public', body: '' });
  instance.state.handle = refuse(400, { error: 'instance_is_private' });
  const names = [nameOf('post', id), 'lemmy_/post/1', 'lemmy_https://x/y/post/1', 'lemmy_a b/post/1', 'lemmy_'];
  expect((await source.recheck?.(names, signal))?.size).toBe(0);
});

test.each([
  ['lemmy.world/c/smallbusiness', 'lemmy.world/c/smallbusiness'],
  ['https://Lemmy.World/c/smallbusiness/?sort=New#top', 'lemmy.world/c/smallbusiness'],
  ['!smallbusiness@lemmy.world', 'lemmy.world/c/smallbusiness'],
  ['smallbusiness@lemmy.world', 'lemmy.world/c/smallbusiness'],
  ['c/smallbusiness@lemmy.world', 'lemmy.world/c/smallbusiness'],
  ['https://lemmy.ml/c/smallbusiness@lemmy.world', 'lemmy.ml/c/smallbusiness@lemmy.world'],
  ['lemmy.ml/c/smallbusiness%40Lemmy.World', 'lemmy.ml/c/smallbusiness@lemmy.world'],
  ['lemmy.ml/c/asklemmy@lemmy.ml', 'lemmy.ml/c/asklemmy'],
  ['https://piefed.social/c/piefed_meta/p/12/a-title', 'piefed.social/c/piefed_meta'],
  ['http://10.0.0.5:8536/c/Intern', 'http://10.0.0.5:8536/c/Intern'],
])('takes %s as %s', (typed, name) => {
  expect(readCommunityName(typed)).toEqual({ name });
  expect(readCommunityName(name)).toEqual({ name });
});

test.each([
  '',
  'smallbusiness',
  'lemmy.world',
  'https://lemmy.world/post/1',
  'https://lemmy.world/u/ann',
  'lemmy.world/c/two words',
  '!@lemmy.world',
])('refuses %j as a community', (typed) => {
  expect(readCommunityName(typed)).toHaveProperty('problem');
});

test.each(flavors)('reads the comments below a post of %s, best first, without those that are gone', async (flavor) => {
  const { instance, source, nameOf } = await open(flavor);
  const post = instance.addPost({ title: 'Which tool?', body: '' });
  const first = instance.addComment(post, { body: 'It depends', author: 'bo', count: 1 });
  const answer = instance.addComment(first, { body: 'On what?', author: 'ann', count: 9 });
  instance.change(instance.addComment(post, { body: 'Spam' }), { gone: 'removed' });
  expect(await source.thread?.(nameOf('post', post), signal)).toMatchObject([
    { fullname: nameOf('comment', answer), parentFullname: nameOf('comment', first), body: 'On what?' },
    { fullname: nameOf('comment', first), parentFullname: nameOf('post', post), author: `bo (${instance.host})` },
  ]);
});
