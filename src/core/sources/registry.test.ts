import { describe, expect, it } from 'vitest';
import { createClock } from '#test/support/fakes/reddit/clock.ts';
import { openTransport } from '#test/support/fakes/reddit/transport.ts';
import { unknownTime } from '#core/platform/item.ts';
import { openRedditAccess } from '#core/reddit/client/client.ts';
import { readThread } from './read-thread.ts';
import { createSources } from './registry.ts';
import type { Source } from './source.ts';

const minute = 60_000;

describe('pasted content', () => {
  it.each([
    'https://www.reddit.com/r/a/comments/{id}/which_crm/',
    'https://old.reddit.com/r/a/comments/{id}',
    'https://redd.it/{id}',
    'new.reddit.com/comments/{id}/?utm_source=share',
    'https://www.reddit.com{share}',
  ])('reads a pasted link such as %s', async (pattern) => {
    const { reddit, sources } = await openTransport();
    const post = reddit.world.post({ subreddit: 'a', title: 'Which CRM?' });
    const answer = reddit.world.comment({ on: post });
    const nested = reddit.world.comment({ on: answer });
    const url = pattern.replace('{id}', post.slice(3)).replace('{share}', reddit.world.share(post));
    const items = await sources.paste.read({ text: url }, new AbortController().signal);
    expect(items.map(({ fullname }) => fullname)).toEqual([post, answer, nested]);
    expect(items.map(({ title }) => title)).toEqual(['Which CRM?', 'Which CRM?', 'Which CRM?']);
  });

  it('puts the comment of a link first', async () => {
    const { reddit, sources } = await openTransport();
    const post = reddit.world.post({ subreddit: 'a' });
    const comment = reddit.world.comment({ on: post });
    const items = await sources.paste.read(
      { url: `https://www.reddit.com/r/a/comments/${post.slice(3)}/x/${comment.slice(3)}/` },
      new AbortController().signal,
    );
    expect(items[0]?.fullname).toBe(comment);
  });

  it.each([
    'https://evil.example/r/a/comments/abc/',
    'http://127.0.0.1/r/a/comments/abc/',
    'https://reddit.com.evil.example/comments/abc',
    'https://user:pw@reddit.com/comments/abc',
    'https://www.reddit.com/settings',
  ])('never fetches %s', async (url) => {
    const { reddit, sources } = await openTransport();
    await expect(sources.paste.read({ url }, new AbortController().signal)).rejects.toMatchObject({ code: 'invalid' });
    expect(reddit.requests).toEqual([]);
  });

  it('returns not_found for a thread that no longer exists', async () => {
    const { sources } = await openTransport();
    await expect(sources.paste.read({ url: 'https://redd.it/zzzzz' }, new AbortController().signal)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('turns pasted text into one item with its first line as the title', async () => {
    const { sources, reddit } = await openTransport();
    const [item] = await sources.paste.read({ text: 'Need a CRM\n\nfor two people\0' }, new AbortController().signal);
    expect(item).toMatchObject({ kind: 'post', title: 'Need a CRM', body: 'for two people', createdAt: unknownTime, permalink: null });
    expect(reddit.requests).toEqual([]);
  });
});

it('searches page by page, and in one subreddit if given', async () => {
  const { reddit, access } = await openTransport();
  const here = Array.from({ length: 120 }, (_, index) => reddit.world.post({ subreddit: 'a', title: `need a CRM ${index}` }));
  reddit.world.post({ subreddit: 'b', title: 'need a CRM too' });
  reddit.world.post({ subreddit: 'a', title: 'something else' });
  const first = await access.client?.listings.search({ words: '"need a crm"', subreddit: 'a', sort: 'new', t: 'week' });
  const second = await access.client?.listings.search({ words: '"need a crm"', subreddit: 'a', after: first?.after ?? '' });
  expect([...(first?.items ?? []), ...(second?.items ?? [])].map(({ fullname }) => fullname)).toEqual(here.toReversed());
  expect((await access.client?.listings.search({ words: 'crm too' }))?.items).toMatchObject([{ subreddit: 'b' }]);
});

it('reads nothing without a client id, and feeds only when they are chosen', () => {
  const clock = createClock();
  const base = {
    wwwUrl: 'http://127.0.0.1:1',
    apiUrl: 'http://127.0.0.1:1',
    clientSecret: '',
    userAgent: '',
    feedToken: '',
    requestsPerMinute: 100,
    rssIntervalMs: minute,
  };
  const deps = { ...clock, random: Math.random };
  const idOf = (source: 'auto' | 'api' | 'rss' | 'off', clientId: string) =>
    createSources(openRedditAccess({ ...base, source, clientId }, deps), deps).live?.id ?? null;
  expect([idOf('auto', ''), idOf('auto', 'id'), idOf('rss', 'id'), idOf('off', 'id'), idOf('api', '')]).toEqual([
    null,
    'api',
    'rss',
    null,
    null,
  ]);
});

it('reads the comments below a post, and none over feeds or of pasted text', async () => {
  const { reddit, sources } = await openTransport();
  const post = reddit.world.post({ subreddit: 'a' });
  const [kept, gone] = [1, 2].map((n) => reddit.world.comment({ on: post, text: `Comment ${n}` }));
  reddit.world.setGone(gone ?? '', 'deleted');
  const { signal } = new AbortController();
  expect((await readThread(sources.live, post, signal)).map(({ fullname }) => fullname)).toEqual([kept]);
  await expect(readThread({ ...(sources.live as Source), id: 'rss' }, post, signal)).rejects.toThrow(/^The comments can't be read without/);
  await expect(readThread(sources.live, `t3_x${'0'.repeat(20)}`, signal)).rejects.toThrow(/^This was imported without a link/);
});
