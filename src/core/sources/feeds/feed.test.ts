import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { atom, type Entry, rdf, rss } from '#test/support/fakes/feed.ts';
import { type Handle, page, startSite } from '#test/support/fakes/site.ts';
import { createGuardedClient, type GuardedOptions } from '#core/platform/http/guarded.ts';
import { type Reading, streamKey } from '#core/reddit/stream.ts';
import { SourceFailure } from '../failure.ts';
import { createFeedSource, parseFeed } from './feed.ts';
import type { Watermark } from '../source.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const entry = (number: number, over: Entry = {}): Entry => ({
  id: `urn:entry:${number}`,
  title: `Entry ${number}`,
  text: `<p>Text ${number}</p>`,
  link: `https://forum.example.com/t/${number}`,
  author: `Person ${number}`,
  date: new Date(noon - number * 60_000).toUTCString(),
  ...over,
});

/** A source for a website on loopback, which stores its cursor like the pipeline does. */
async function open(guarded: Partial<GuardedOptions> = {}) {
  const site = await startSite();
  const client = createGuardedClient({ allowPrivateHosts: [site.host], ...guarded });
  onTestFinished(() => client.close());
  const clock = { now: noon };
  const source = createFeedSource({ client, now: () => clock.now });
  const marks = new Map<string, Watermark>();
  async function read(path = '/feed.xml', base = site.url): Promise<Reading> {
    const stream = { kind: 'feed' as const, name: `${base}${path}` };
    const [reading] = await Array.fromAsync(source.read({ streams: [stream], watermarks: marks, signal: new AbortController().signal }));
    if (!reading) throw new Error('No reading');
    const before = marks.get(streamKey(stream));
    if (reading.state === 'ok')
      marks.set(streamKey(stream), { newest: reading.newest, known: new Set(), cursor: reading.cursor ?? before?.cursor ?? null });
    return reading;
  }
  const good = async (path?: string) => {
    const reading = await read(path);
    if (reading.state !== 'ok') throw new Error(reading.error);
    return reading;
  };
  return { site, clock, read, good };
}

describe('feed', () => {
  test.each([
    ['RSS 2.0', rss],
    ['RSS 1.0', rdf],
    ['Atom', atom],
  ])('in %s yields its entries as posts under its own title', async (_, write) => {
    const { site, good } = await open();
    site.serve('/feed.xml', page(write('Forum of Freelancers', [entry(1), entry(2, { date: new Date(noon - 120_000).toISOString() })])));
    const { items, title, newest, refused } = await good();
    expect({ title, newest, refused }).toEqual({ title: 'Forum of Freelancers', newest: noon - 60_000, refused: 0 });
    expect(items).toMatchObject([
      {
        kind: 'post',
        subreddit: 'Forum of Freelancers',
        author: `Person 1 (${site.host})`,
        title: 'Entry 1',
        body: 'Text 1',
        permalink: 'https://forum.example.com/t/1',
        url: null,
        createdAt: noon - 60_000,
        score: null,
      },
      { title: 'Entry 2', createdAt: noon - 120_000 },
    ]);
    expect(items[0]?.fullname).toMatch(/^feed_[0-9a-f]{24}$/);
  });

  test('yields an entry once, again when its text changes, and nothing while the server reports no change', async () => {
    const { site, good } = await open();
    const sent = { 'content-type': 'text/xml', etag: '"one"', 'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT' };
    site.serve('/feed.xml', page(rss('Forum', [entry(1), entry(2)]), sent));
    const first = await good();
    expect(first.items).toHaveLength(2);
    site.serve('/feed.xml', (_, response) => void response.writeHead(304).end());
    expect((await good()).items).toEqual([]);
    expect(site.requests.at(-1)?.headers).toMatchObject({ 'if-none-match': '"one"', 'if-modified-since': sent['last-modified'] });
    site.serve('/feed.xml', page(rss('Forum', [entry(3), entry(1, { text: 'Edited' }), entry(2)])));
    const later = await good();
    expect(later.items.map(({ title, body }) => [title, body])).toEqual([
      ['Entry 3', 'Text 3'],
      ['Entry 1', 'Edited'],
    ]);
    expect(later.items[1]?.fullname).toBe(first.items[0]?.fullname);
  });

  test('reports a gap when it has no entry in common with its last reading', async () => {
    const { site, good, clock } = await open();
    site.serve('/feed.xml', page(rss('Forum', [entry(1), entry(2)])));
    expect((await good()).gap).toBeNull();
    clock.now = noon + 3_600_000;
    site.serve('/feed.xml', page(rss('Forum', [entry(-30), entry(-20)])));
    expect((await good()).gap).toEqual({ from: noon - 60_000, to: noon + 20 * 60_000 });
  });

  test('keeps a date unknown that is missing, before there were feeds, or in the future', async () => {
    const { site, good } = await open();
    const dates = [undefined, 'Mon, 01 Jan 1601 00:00:00 GMT', '3000-01-01T00:00:00Z', 'tomorrow', new Date(noon - 5000).toUTCString()];
    site.serve(
      '/feed.xml',
      page(
        rss(
          'Forum',
          dates.map((date, index) => Object.assign(entry(index), { date })),
        ),
      ),
    );
    const { items, newest } = await good();
    expect(items.map(({ createdAt }) => createdAt)).toEqual([0, 0, 0, 0, noon - 5000]);
    expect(newest).toBe(noon - 5000);
  });

  test('shows hostile titles, authors, and links as plain text, never as Reddit', async () => {
    const { site, good } = await open();
    const hostile = entry(1, {
      title: '<img src=x onerror=alert(1)>\u202Eevil</script><b>Bold</b>',
      text: '<script>alert(1)</script><p>One</p><style>p{}</style><p>Two &lt;b&gt;</p>',
      author: 'u/spez',
      link: 'javascript:alert(1)',
    });
    for (const [title, label] of [
      ['r/freelance', `r/freelance (${site.host})`],
      ['freelance', `freelance (${site.host})`],
      ['hacker news', `hacker news (${site.host})`],
      ['', site.host],
      ['<b>Forum</b> & friends', 'Forum & friends'],
      ['A long title '.repeat(20), `${'A long title '.repeat(6)}A…`],
    ] as const) {
      const path = `/${encodeURIComponent(title)}`;
      site.serve(path, page(rss(title, [hostile])));
      const { items, title: shown } = await good(path);
      expect(shown).toBe(label);
      expect(items[0]).toMatchObject({ title: 'evilBold', author: `u/spez (${site.host})`, permalink: null, subreddit: label });
      expect(items[0]?.body).toBe('One\n\nTwo <b>');
    }
  });

  test('keeps no email address as an author', async () => {
    const { site, good } = await open();
    const authors = ['ann@example.com', 'ann@example.com (Ann Lee)'];
    site.serve(
      '/feed.xml',
      page(
        rss(
          'Forum',
          authors.map((author, index) => entry(index, { author })),
        ),
      ),
    );
    expect((await good()).items.map(({ author }) => author)).toEqual([null, `Ann Lee (${site.host})`]);
  });
});

describe('unreadable feed fails, and never counts as one without new entries', () => {
  const whole = rss('Forum', [entry(1)]);
  test.each([
    ['a web page', '<!DOCTYPE html><html><body>Sign in</body></html>', 'web page'],
    ['JSON', '{"items":[]}', 'RSS or Atom'],
    ['an empty response', '', 'RSS or Atom'],
    ['a sitemap', '<?xml version="1.0"?><urlset><url/></urlset>', 'RSS or Atom'],
    ['a truncated feed', whole.slice(0, -30), 'breaks off'],
    ['a feed with custom entities', `<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${whole}`, 'entities'],
  ])('because it is %s', async (_, body, words) => {
    const { site, read } = await open();
    site.serve('/feed.xml', page(body, { 'content-type': 'text/html' }));
    expect(await read()).toMatchObject({ state: 'failed', failure: 'broken', error: expect.stringContaining(words) });
  });

  test('because it is 50 MB, plain or as a small gzip file', async () => {
    const { site, read } = await open();
    const large = rss('Forum', [entry(1, { text: 'x'.repeat(50 * 1024 * 1024) })]);
    site.serve('/plain', page(large));
    const packed = gzipSync(large);
    expect(packed.length).toBeLessThan(100_000);
    site.serve('/packed', (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed));
    for (const path of ['/plain', '/packed'])
      expect(await read(path)).toMatchObject({ state: 'failed', failure: 'unreachable', error: expect.stringContaining('5 MB') });
  });

  test('because of a redirect loop, a private address, or a redirect to one', async () => {
    const { site, read } = await open();
    const inner = await startSite({ '/feed.xml': page(whole) });
    const to =
      (location: string): Handle =>
      (_, response) =>
        void response.writeHead(302, { location }).end();
    site.serve('/a', to('/b'));
    site.serve('/b', to('/a'));
    site.serve('/inner', to(`${inner.url}/feed.xml`));
    expect(await read('/a')).toMatchObject({ state: 'failed', failure: 'unreachable' });
    expect(await read('/inner')).toMatchObject({ state: 'failed', failure: 'unreachable' });
    expect(await read('/feed.xml', inner.url)).toMatchObject({ state: 'failed', failure: 'unreachable' });
    expect(inner.requests).toEqual([]);
  });

  test('because it is missing, on a server error, or when the server asks to retry later', async () => {
    const { site, read, clock } = await open();
    expect(await read('/gone.xml')).toMatchObject({ state: 'failed', failure: 'missing', error: expect.stringContaining('404') });
    site.serve('/error', (_, response) => void response.writeHead(500).end());
    expect(await read('/error')).toMatchObject({ state: 'failed', failure: 'broken' });
    site.serve('/later', (_, response) => void response.writeHead(429, { 'retry-after': '120' }).end());
    expect(await read('/later')).toMatchObject({ state: 'failed', failure: 'limited', retryAt: clock.now + 120_000 });
  });
});

const items = '<item><title>Invoices</title><guid>1</guid></item>'.repeat(20_000);
const feed = {
  text: `<rss><channel><title>Forum</title>${items}</channel></rss>`,
  feedUrl: 'https://a.test/',
  url: 'https://a.test/',
  now: 0,
};

test('gives up on a feed that takes longer than it may, with a reason for the user', async () => {
  const { signal } = new AbortController();
  const failed = await parseFeed(feed, { signal, deadlineMs: 1 }).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(SourceFailure);
  expect(failed).toMatchObject({ message: 'The feed is too large or too complex to read.', kind: 'broken' });
  await expect(parseFeed(feed, { signal, deadlineMs: 60_000 })).resolves.toMatchObject({ label: 'Forum (a.test)' });
});
