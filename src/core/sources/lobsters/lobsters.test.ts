import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { fullnameAt, idAt } from '#shared/origin.ts';
import { parseConfig } from '#core/platform/config.ts';
import { createGuardedClient } from '#core/platform/http/guarded.ts';
import type { Reading } from '#core/reddit/stream.ts';
import { type Handle, startSite } from '#test/support/fakes/site.ts';
import { describeConformance } from '#test/support/source-conformance.ts';
import { openLobsters } from './lobsters.ts';

interface Told {
  title: string;
  body: string;
  author?: string;
  at?: number;
  count?: number;
}

/** Speaks as lobste.rs does: newest first, 25 a page, each story with its comments at an address of its own. */
async function startFakeLobsters(now: () => number) {
  const stories: object[] = [];
  const comments: object[] = [];
  const state: { handle: Handle | null; robots: string | null } = { handle: null, robots: 'User-agent: *\nDisallow: /search' };
  const json = (response: ServerResponse, value: unknown): void =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const idOf = (story: object): string => (story as { short_id: string }).short_id;
  const site = await startSite({}, (request, response) => {
    const path = request.url ?? '';
    if (state.handle) return state.handle(request, response);
    if (path === '/robots.txt') return void response.writeHead(state.robots === null ? 404 : 200).end(state.robots ?? '');
    const [, page = '1'] = /^\/newest(?:\/page\/(\d+))?\.json$/.exec(path) ?? [];
    if (path.startsWith('/newest')) return json(response, stories.slice((Number(page) - 1) * 25, Number(page) * 25));
    const story = stories.find((one) => path === `/s/${idOf(one)}.json`);
    return story ? json(response, { ...story, comments }) : void response.writeHead(404).end('Not found');
  });
  return {
    ...site,
    state,
    config: { lobsters: { url: site.url } },
    add({ title, body, author = 'somebody', at = now(), count = 1 }: Told): string {
      const id = `s${stories.length.toString(36)}`;
      stories.unshift({
        short_id: id,
        created_at: new Date(at).toISOString().replace('Z', '+00:00'),
        title,
        url: '',
        score: count,
        comment_count: count,
        description: body.startsWith('<p>') ? body : `<p>${body}</p>`,
        submitter_user: author,
        tags: ['ask'],
      });
      return fullnameAt('lobsters', id);
    },
    comment: (id: string, fields: object): void =>
      void comments.push({ short_id: id, created_at: new Date(now()).toISOString(), commenting_user: 'bob', comment: '', ...fields }),
    remove: (fullname: string): void => {
      const at = stories.findIndex((story) => idOf(story) === idAt('lobsters', fullname));
      stories.splice(at, 1);
    },
  };
}

const stream = { kind: 'lobsters', name: 'lobste.rs' } as const;

describeConformance('lobsters', openLobsters, async (clock) => {
  const site = await startFakeLobsters(() => clock.now);
  return {
    stream,
    hosts: [site.host],
    config: site.config,
    publish: site.add,
    remove: site.remove,
    answerWith: (handle) => {
      site.state.handle = handle;
    },
  };
});

const signal = new AbortController().signal;

async function open() {
  const clock = { now: Date.UTC(2026, 10, 20, 12) };
  const site = await startFakeLobsters(() => clock.now);
  const client = createGuardedClient({ allowPrivateHosts: [site.host] });
  onTestFinished(() => client.close());
  const source = openLobsters({ config: parseConfig(site.config), client, now: () => clock.now, sleep: () => Promise.resolve() });
  const read = async (): Promise<Reading | undefined> =>
    (await Array.fromAsync(source.read({ streams: [stream], watermarks: new Map(), signal })))[0];
  return { clock, site, source, read };
}

test('reads a story with its text, author, points, and comments', async () => {
  const { site, source, read } = await open();
  const name = site.add({ title: 'Which CI do you use?', body: '<p>We <em>need</em> one &amp; pay.</p>', author: 'ann', count: 7 });
  const reading = await read();
  expect(reading?.state === 'ok' && reading.items).toMatchObject([
    {
      fullname: name,
      kind: 'post',
      subreddit: 'lobste.rs',
      author: 'ann (lobste.rs)',
      title: 'Which CI do you use?',
      body: 'We need one & pay.',
      permalink: `https://lobste.rs/s/${idAt('lobsters', name)}`,
      createdAt: Date.UTC(2026, 10, 20, 12),
      score: 7,
      numComments: 7,
    },
  ]);
  site.comment('c1', { comment: '<p>Buildkite.</p>', score: 3 });
  site.comment('c2', { comment: '<p>gone</p>', is_deleted: true });
  expect(await source.thread?.(name, signal)).toMatchObject([
    { fullname: 'lob_c/c1', kind: 'comment', body: 'Buildkite.', author: 'bob (lobste.rs)', score: 3, linkFullname: name },
  ]);
});

test.each([
  ['lists who may read it', 'User-agent: Googlebot\nAllow: /\n\nUser-agent: *\nDisallow: /', 'forbidden'],
  ['shuts Earshot out by name', 'User-agent: Earshot\nDisallow: /', 'forbidden'],
  ['lets Earshot in by name', 'User-agent: *\nDisallow: /\n\nUser-agent: Earshot\nAllow: /', 'ok'],
  ['has no robots.txt', null, 'ok'],
])('obeys a site that %s, and asks again the next day', async (_, robots, outcome) => {
  const { clock, site, source, read } = await open();
  const name = site.add({ title: 'Here', body: 'text' });
  site.state.robots = robots;
  const outcomeOf = (reading: Reading | undefined) => (reading?.state === 'failed' ? reading.failure : reading?.state);
  for (const round of [1, 2]) {
    expect(outcomeOf(await read()), `round ${round}`).toBe(outcome);
    expect((await source.recheck?.([name], signal))?.size).toBe(outcome === 'ok' ? 1 : 0);
  }
  const isData = (path: string): boolean => path !== '/robots.txt';
  const asked = site.requests.map(({ path }) => path);
  expect([asked.some(isData), asked.filter((path) => !isData(path))]).toEqual([outcome === 'ok', ['/robots.txt']]);
  site.state.robots = '';
  clock.now += 25 * 3_600_000;
  expect(outcomeOf(await read())).toBe('ok');
});
