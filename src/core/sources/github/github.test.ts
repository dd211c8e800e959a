import { expect, onTestFinished, test } from 'vitest';
import { readGithubName, readGithubSearch } from '#shared/stream-names.ts';
import { parseConfig } from '#core/platform/config.ts';
import { createGuardedClient } from '#core/platform/http/guarded.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { Reading, Stream } from '#core/reddit/stream.ts';
import { startFakeGithub } from '#test/support/fakes/github.ts';
import { page } from '#test/support/fakes/site.ts';
import { openGithub } from './github.ts';

const signal = new AbortController().signal;
const hour = 3_600_000;
const repo: Stream = { kind: 'github', name: 'acme/tool' };
const comments: Stream = { kind: 'githubcomments', name: 'acme/tool' };

async function open(token = '') {
  const clock = { now: Date.UTC(2026, 10, 20, 12) };
  const site = await startFakeGithub(() => clock.now);
  site.setRepository('acme/tool', {});
  const client = createGuardedClient({ allowPrivateHosts: [site.host] });
  onTestFinished(() => client.close());
  const waits: number[] = [];
  const source = openGithub({
    config: parseConfig({ github: { url: site.url, token } }),
    client,
    now: () => clock.now,
    sleep: (ms) => Promise.resolve(void waits.push(ms)),
  });
  const cursors = new Map<string, string>();
  async function read(stream = repo): Promise<Reading> {
    const key = `${stream.kind}:${stream.name}`;
    const watermarks = new Map([[key, { newest: null, known: new Set<string>(), cursor: cursors.get(key) ?? null }]]);
    const [reading] = await Array.fromAsync(source.read({ streams: [stream], watermarks, signal }));
    if (!reading) throw new Error('no reading');
    if (reading.state === 'ok' && reading.cursor !== undefined) cursors.set(key, reading.cursor);
    return reading;
  }
  const fatesOf = async (...names: string[]) =>
    [...((await source.recheck?.(names, signal)) ?? [])].map(([name, { gone }]) => [name, gone]);
  return { clock, site, source, read, fatesOf, waits };
}

const itemsOf = (reading: Reading): FetchedItem[] => (reading.state === 'ok' ? reading.items : []);
const titlesOf = (reading: Reading): string[] => itemsOf(reading).map(({ title }) => title);

test('reads an issue as people see it, and neither pull requests nor what bots write', async () => {
  const { site, read } = await open();
  const id = site.addIssue({ title: 'Which <b> & invoices?', body: '<p>I need <b>one</b>.</p><pre>Vec&lt;u8></pre>', author: 'ann' });
  site.addIssue({ title: 'A change', body: '', isPull: true });
  site.addIssue({ title: 'Update a dependency', body: '', isBot: true });
  expect(await read()).toMatchObject({
    state: 'ok',
    title: 'github.com/acme/tool',
    items: [
      {
        fullname: `gh_acme/tool/issues/${id}`,
        kind: 'post',
        subreddit: 'github.com/acme/tool',
        author: 'ann (GitHub)',
        title: 'Which <b> & invoices?',
        body: 'I need one.\n\nVec<u8>',
        permalink: `https://github.com/acme/tool/issues/${id}`,
        score: 3,
        numComments: 3,
        locked: false,
      },
    ],
  });
  expect(site.requests).toHaveLength(1);
  expect(site.requests[0]?.headers).toMatchObject({ accept: 'application/vnd.github.html+json' });
  expect(site.requests[0]?.headers).not.toHaveProperty('authorization');
});

test('reads fifty issues that are as long as GitHub lets them be', async () => {
  const { clock, site, read } = await open();
  const body = '長'.repeat(65_536);
  for (let n = 0; n < 50; n += 1) site.addIssue({ title: `Issue ${n}`, body, at: clock.now - (50 - n) * 1000 });
  expect(titlesOf(await read())).toHaveLength(50);
});

test('reads discussions with a token only, and issues beside them', async () => {
  const { site, read } = await open('abc');
  const id = site.addDiscussion({ title: 'Which tool?', body: '<p>Any <i>hint</i>?</p>', author: 'ann' });
  site.addDiscussion({ title: 'Released', body: '', isBot: true });
  site.addIssue({ title: 'An issue', body: '' });
  const reading = await read();
  expect(titlesOf(reading)).toEqual(['An issue', 'Which tool?']);
  expect(itemsOf(reading)[1]).toMatchObject({
    fullname: `gh_acme/tool/discussions/${id}`,
    author: 'ann (GitHub)',
    body: 'Any hint?',
    permalink: `https://github.com/acme/tool/discussions/${id}`,
  });
  expect(site.requests.every(({ headers }) => headers.authorization === 'Bearer abc')).toBe(true);
  site.setRepository('acme/tool', { hasIssues: false });
  site.addDiscussion({ title: 'Only here', body: '' });
  expect(titlesOf(await read())).toEqual(['Only here']);
});

test('reads comments with the title of their issue, and none below pull requests', async () => {
  const { clock, site, read } = await open();
  const issue = site.addIssue({ title: 'An old issue', body: '', at: clock.now - 90 * 24 * hour });
  const pull = site.addIssue({ title: 'A change', body: '', isPull: true });
  const id = site.addComment(issue, { body: '<p>Me too</p>', author: 'ben' });
  site.addComment(issue, { body: 'Closed as stale', isBot: true });
  site.addComment(pull, { body: 'Looks good' });
  expect(await read(comments)).toMatchObject({
    state: 'ok',
    title: 'github.com/acme/tool, comments',
    items: [
      {
        fullname: `gh_acme/tool/comments/${id}`,
        kind: 'comment',
        title: 'An old issue',
        body: 'Me too',
        author: 'ben (GitHub)',
        permalink: `https://github.com/acme/tool/issues/${issue}#issuecomment-${id}`,
        parentFullname: `gh_acme/tool/issues/${issue}`,
        linkFullname: `gh_acme/tool/issues/${issue}`,
      },
    ],
  });
  expect(titlesOf(await read())).toEqual([]);
});

test('searches issues, and discussions with a token, of public repositories only', async () => {
  const search: Stream = { kind: 'githubsearch', name: 'invoice tool' };
  const without = await open();
  without.site.addIssue({ title: 'An invoice tool?', body: '' });
  without.site.addIssue({ title: 'Something else', body: '' });
  expect(titlesOf(await without.read(search))).toEqual(['An invoice tool?']);
  const { path = '' } = without.site.requests[0] ?? {};
  expect(new URL(path, without.site.url).searchParams.get('q')).toBe('is:issue is:public created:>=2026-10-21T12:00:00Z invoice tool');
  const { site, read } = await open('abc');
  site.setRepository('acme/secret', { isPrivate: true });
  site.addIssue({ title: 'An invoice tool?', body: '' });
  site.addDiscussion({ title: 'Invoice tool, anyone?', body: '' });
  site.addDiscussion({ repo: 'acme/secret', title: 'Our invoice tool', body: '' });
  expect(titlesOf(await read(search))).toEqual(['An invoice tool?', 'Invoice tool, anyone?']);
  const leaked = {
    number: 1,
    title: 'A leaked invoice tool',
    created_at: '2026-11-20T11:00:00Z',
    repository_url: `${site.url}/repos/acme/secret`,
  };
  site.serve('/search/issues', page(JSON.stringify({ total_count: 1, items: [leaked] })));
  expect(titlesOf(await read(search))).toEqual([]);
  site.setRepository('acme/secret', { isPrivate: false });
  site.serve('/search/issues', page(JSON.stringify({ total_count: 1, items: [{ ...leaked, number: 2 }] })));
  expect(titlesOf(await read(search))).toContain('A leaked invoice tool');
});

test('reads nothing of a private repository that the token may read', async () => {
  const { site, read, fatesOf } = await open('abc');
  const id = site.addIssue({ title: 'Once public', body: '' });
  expect(titlesOf(await read())).toEqual(['Once public']);
  site.setRepository('acme/tool', { isPrivate: true });
  for (const stream of [repo, comments])
    expect(await read(stream)).toMatchObject({ state: 'failed', failure: 'missing', error: 'GitHub has no such public repository.' });
  expect(await fatesOf(`gh_acme/tool/issues/${id}`)).toEqual([]);
});

test('looks 30 days back at first, the newest 200 issues, misses none of 400 later, and reports what is beyond 500 as a gap', async () => {
  const { clock, site, read } = await open();
  const minute = 60_000;
  for (let n = 0; n < 250; n += 1) site.addIssue({ title: `Old ${n}`, body: '', at: clock.now - (300 - n) * minute });
  site.addIssue({ title: 'Too old', body: '', at: clock.now - 31 * 24 * hour });
  const first = titlesOf(await read());
  expect([first.length, first.includes('Old 49'), first.includes('Old 50'), first.includes('Too old')]).toEqual([200, false, true, false]);
  clock.now += 24 * hour;
  for (let n = 0; n < 400; n += 1) site.addIssue({ title: `New ${n}`, body: '', at: clock.now - (400 - n) * minute });
  const second = await read();
  expect([titlesOf(second).length, second]).toEqual([400, expect.objectContaining({ gap: null })]);
  const from = clock.now - minute;
  clock.now += 48 * hour;
  for (let n = 0; n < 510; n += 1) site.addIssue({ title: `Later ${n}`, body: '', at: clock.now - (510 - n) * minute });
  expect(await read()).toMatchObject({ state: 'ok', gap: { from, to: clock.now - 500 * minute } });
});

test('stops reading at a third of the limit, so that deletions can be followed, and goes on when it is reset', async () => {
  const { clock, site, read, fatesOf } = await open();
  const id = site.addIssue({ title: 'An issue', body: '' });
  const reset = clock.now + hour / 2;
  site.state.headers = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '20', 'x-ratelimit-reset': String(reset / 1000) };
  expect(await read()).toMatchObject({ state: 'ok' });
  expect(await read()).toMatchObject({ state: 'failed', failure: 'limited', retryAt: reset });
  expect(site.requests).toHaveLength(1);
  site.state.headers = { ...site.state.headers, 'x-ratelimit-remaining': '0' };
  expect(await fatesOf(`gh_acme/tool/issues/${id}`)).toHaveLength(1);
  expect(await fatesOf(`gh_acme/tool/issues/${id}`)).toEqual([]);
  clock.now = reset + 1;
  expect(await read()).toMatchObject({ state: 'ok' });
});

test('reads first what was read longest ago', async () => {
  const { site, source } = await open();
  const streams: Stream[] = ['acme/late', 'acme/never', 'acme/early'].map((name) => ({ kind: 'github', name }));
  const known = new Set<string>();
  const watermarks = new Map([
    ['github:acme/late', { newest: null, known, readAt: 2 }],
    ['github:acme/early', { newest: null, known, readAt: 1 }],
  ]);
  await Array.fromAsync(source.read({ streams, watermarks, signal }));
  expect(site.requests.map(({ path }) => path.split('/')[3])).toEqual(['never', 'early', 'late']);
});

test('sends ten searches a minute without a token, and thirty with one', async () => {
  for (const [token, pace] of [
    ['', 6000],
    ['abc', 2000],
  ] as const) {
    const { read, waits } = await open(token);
    await read({ kind: 'githubsearch', name: 'one' });
    await read({ kind: 'githubsearch', name: 'two' });
    expect(waits).toContain(pace);
  }
});

const limits = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' };
test.each([
  [403, 'API rate limit exceeded', { 'x-ratelimit-reset': String(Date.UTC(2026, 10, 20, 12, 40) / 1000), ...limits }, 'limited', 2_400_000],
  [403, 'You have exceeded a secondary rate limit', { 'retry-after': '90' }, 'limited', 90_000],
  [403, 'You have exceeded a secondary rate limit', {}, 'limited', 60_000],
  [403, 'Repository access blocked', {}, 'forbidden', null],
  [401, 'Bad credentials', {}, 'unauthorized', null],
  [404, 'Not Found', {}, 'missing', null],
  [410, 'Issues has been disabled in this repository.', {}, 'missing', null],
  [422, 'Validation Failed', {}, 'broken', null],
] as const)('says what status %d with “%s” and %j means', async (...[status, message, headers, failure, pauseMs]) => {
  const { clock, site, read } = await open();
  site.state.handle = (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ message }));
  expect(await read()).toMatchObject({ state: 'failed', failure, retryAt: pauseMs === null ? null : clock.now + pauseMs });
});

test.each([
  [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }, 'limited'],
  [{ type: 'SOMETHING', message: 'Something went wrong' }, 'broken'],
])('takes an answer of GraphQL with %j as a failure, and nothing in it as deleted', async (error, failure) => {
  const { site, read, fatesOf } = await open('abc');
  const id = site.addDiscussion({ title: 'Here', body: '' });
  site.state.errors = [error];
  expect(await read()).toMatchObject({ state: 'failed', failure });
  expect(await fatesOf(`gh_acme/tool/discussions/${id}`, 'gh_acme/tool/discussions/9')).toEqual([]);
});

test('knows what became of issues, comments, and discussions, of many by lists of the newest', async () => {
  const { site, fatesOf } = await open('abc');
  const issues = Array.from({ length: 40 }, (_, n) => site.addIssue({ title: `Issue ${n}`, body: '' }));
  const [gone = 0, kept = 0] = issues;
  const [comment, removed] = [site.addComment(kept, { body: 'a' }), site.addComment(kept, { body: 'b' })];
  const [discussion, deleted] = [site.addDiscussion({ title: 'A', body: '' }), site.addDiscussion({ title: 'B', body: '' })];
  site.removeIssue(gone);
  site.removeComment(removed);
  site.removeDiscussion(deleted);
  const names = [
    ...issues.map((number) => `issues/${number}`),
    ...[comment, removed].map((id) => `comments/${id}`),
    ...[discussion, deleted].map((number) => `discussions/${number}`),
  ].map((name) => `gh_acme/tool/${name}`);
  const fates = await fatesOf(...names);
  expect(fates).toHaveLength(44);
  expect(fates.filter(([, fate]) => fate !== null)).toEqual(
    [`issues/${gone}`, `comments/${removed}`, `discussions/${deleted}`].map((name) => [`gh_acme/tool/${name}`, 'missing']),
  );
  expect(site.requests.length).toBeLessThan(10);
});

test.each([
  ['was deleted or made private', null],
  ['turned its issues off', { hasIssues: false }],
])('takes no issue as deleted whose repository %s', async (_, change) => {
  const { site, fatesOf } = await open();
  const id = site.addIssue({ title: 'An issue', body: '' });
  site.setRepository('acme/tool', change);
  expect(await fatesOf(`gh_acme/tool/issues/${id}`, 'gh_acme/tool/comments/7', 'gh_nothing')).toEqual([]);
});

test('takes no discussion as deleted without a token, or while discussions are turned off', async () => {
  expect(await (await open()).fatesOf('gh_acme/tool/discussions/1')).toEqual([]);
  const { site, fatesOf } = await open('abc');
  site.setRepository('acme/tool', { hasDiscussions: false });
  expect(await fatesOf('gh_acme/tool/discussions/1')).toEqual([]);
});

test.each([
  ['acme/tool', 'acme/tool'],
  ['https://github.com/Acme/tool.js', 'Acme/tool.js'],
  ['github.com/acme/tool/issues/12?page=2', 'acme/tool'],
  ['https://www.github.com/acme/tool/', 'acme/tool'],
  ['git@github.com:acme/tool.git', 'acme/tool'],
])('takes %s as the repository %s', (typed, name) => {
  expect(readGithubName(typed)).toEqual({ name });
});

test.each([
  '',
  'acme',
  'acme/..',
  'a b/c',
  'acme/tool/issues',
  'https://github.com/acme',
  'https://github.com/topics/invoice',
  'https://example.com/acme/tool',
])('refuses %j as a repository', (typed) => {
  expect(readGithubName(typed)).toHaveProperty('problem');
});

test.each([
  ['invoice  tool', 'invoice tool'],
  ['https://github.com/search?q=invoice+tool+is%3Aopen&type=issues', 'invoice tool'],
  ['label:question "late payment"', 'label:question "late payment"'],
  ['invoice) OR (is:private', 'invoice'],
  ['invoice Type:pr sort:updated visibility:private', 'invoice'],
])('searches for %s as %s', (typed, name) => {
  expect(readGithubSearch(typed)).toEqual({ name });
  expect(readGithubSearch(name)).toEqual({ name });
});

test.each(['https://example.com/feed', '', 'is:open', '()', 'x'.repeat(201), 'https://github.com/acme/tool'])(
  'refuses to search for %j',
  (typed) => {
    expect(readGithubSearch(typed)).toHaveProperty('problem');
  },
);

test('reads the comments on an issue, without those of bots, as long as anyone may read its repository', async () => {
  const { site, source } = await open('token');
  const issue = site.addIssue({ title: 'Which tool?', body: '' });
  site.addComment(issue, { body: '<p>Try <a href="https://ours.example.com">this</a></p>', author: 'bo' });
  site.addComment(issue, { body: '<p>Stale</p>', isBot: true });
  const name = `gh_acme/tool/issues/${issue}`;
  expect(await source.thread?.(name, signal)).toMatchObject([
    { author: 'bo (GitHub)', body: 'Try this', parentFullname: name, links: ['https://ours.example.com'] },
  ]);
  site.setRepository('acme/tool', { isPrivate: true });
  await expect(source.thread?.(name, signal)).rejects.toThrow('GitHub has no such public repository.');
});
