import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { sourceOf } from '#shared/sources.ts';
import { times } from '#test/support/torture.ts';
import { createGuardedClient } from '#core/platform/http/guarded.ts';
import { parseConfig } from '#core/platform/config.ts';
import { type FetchedItem, unknownTime } from '#core/platform/item.ts';
import { type Reading, type Stream, streamKey } from '#core/reddit/stream.ts';
import type { OpenSource, OtherSource, Watermark } from '#core/sources/source.ts';

/** What every source is held to: a fake of its site on loopback, which speaks its protocol, and how to act on it. */
export interface SiteUnderTest {
  stream: Stream;
  /** A second stream on another server, if the source reads several. */
  other?: Stream;
  /** Hosts that the guarded client may reach. */
  hosts: readonly string[];
  /** Sections of the configuration, such as the address of the fake. */
  config?: object;
  /** Publishes a post or comment and returns its fullname. `count`: of its points and of its comments. */
  publish(text: { title: string; body: string; author?: string; at?: number; count?: number }): string;
  /** Takes it away as its author would; sources that can't follow deletions leave this out. */
  remove?(fullname: string): void;
  /** Its texts are plain: what looks like HTML in them is what somebody wrote. */
  isPlain?: true;
  /** Answers everything like this from now on; null: as before. */
  answerWith(handle: ((request: IncomingMessage, response: ServerResponse) => void) | null): void;
}

const never = new AbortController().signal;
/** For live streams: as if every post matched a rule. */
const matches = () => Promise.resolve(() => true);
const start = Date.UTC(2026, 10, 20, 12);

interface Clock {
  now: number;
}

async function open(openSource: OpenSource, makeSite: (clock: Clock) => Promise<SiteUnderTest>) {
  const clock: Clock = { now: start };
  const site = await makeSite(clock);
  const config = parseConfig(site.config ?? {});
  const client = createGuardedClient({ allowPrivateHosts: site.hosts, deadlineMs: 3000 });
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    clock.now += ms;
    return Promise.resolve();
  };
  const restart = (): OtherSource => openSource({ config, client, now: () => clock.now, sleep });
  let source = restart();
  onTestFinished(async () => {
    await source.close?.();
    await client.close();
  });
  const marks = new Map<string, Watermark>();
  const stored = new Map<string, FetchedItem>();
  /** As the pass does: what a reading holds is stored together with its cursor. */
  function store(reading: Reading): void {
    if (reading.state !== 'ok') return;
    for (const item of reading.items) stored.set(item.fullname, item);
    const key = streamKey(reading.stream);
    const cursor = reading.cursor ?? marks.get(key)?.cursor ?? null;
    marks.set(key, { newest: reading.newest, readAt: clock.now, known: new Set(stored.keys()), cursor });
  }
  async function read(streams: readonly Stream[] = [site.stream], signal = never): Promise<Reading[]> {
    const readings = await Array.fromAsync(source.read({ streams, watermarks: marks, signal, matches }));
    for (const reading of readings) store(reading);
    return readings;
  }
  /** Ends before a reading is stored: what was not stored has to come again. */
  async function killed(after: number): Promise<void> {
    let taken = 0;
    for await (const reading of source.read({ streams: [site.stream], watermarks: marks, signal: never, matches })) {
      if (taken === after) break;
      store(reading);
      taken += 1;
    }
    source = restart();
  }
  return {
    site,
    clock,
    marks,
    stored,
    read,
    killed,
    source: () => source,
    restart: () => {
      source = restart();
    },
  };
}

const json = { 'content-type': 'application/json' };
const failures: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  'an error of the server': (_, response) => void response.writeHead(500, json).end('{"error":"oops"}'),
  'a page instead of data': (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Log in'),
  'data that breaks off': (_, response) => void response.writeHead(200, json).end('{"items":[{"id":1,'),
  'data in another form': (_, response) => void response.writeHead(200, json).end('[[["nothing"]]]'),
  'endless redirects': ({ url = '/' }, response) =>
    void response.writeHead(302, { location: `${url}${url.includes('?') ? '&' : '?'}again` }).end(),
  'no answer at all': () => undefined,
  'a connection that is cut': (_, response) => void response.destroy(),
  'an answer of 100 MB': (_, response) => {
    response.writeHead(200, json);
    const chunk = Buffer.alloc(1_000_000, 32);
    const write = (left: number): void => {
      if (left === 0 || response.destroyed) return void response.end();
      response.write(chunk, () => write(left - 1));
    };
    write(100);
  },
};

const hostile = {
  title: '<script>alert(1)</script> &amp; \u202Eright to left\0',
  body: `<img src=x onerror=alert(1)> ${'long '.repeat(9000)}`,
};

const itemsOf = (readings: readonly Reading[]): FetchedItem[] =>
  readings.flatMap((reading) => (reading.state === 'ok' ? reading.items : []));
/** A stream may be read in several parts. */
const outcomesOf = (readings: readonly Reading[]) => [
  ...new Set(readings.map((reading) => (reading.state === 'ok' ? 'ok' : reading.failure))),
];

/** Holds a source to what all of them promise. Its own tests show what is particular to it. */
export function describeConformance(
  id: OtherSource['id'],
  openSource: OpenSource,
  makeSite: (clock: Clock) => Promise<SiteUnderTest>,
): void {
  const { label, can, prefix } = sourceOf(id);
  const begin = () => open(openSource, makeSite);

  describe(`${label} as a source`, () => {
    test('reads each post once, with where it stands, and tells nothing new from nothing read', async () => {
      const { site, read } = await begin();
      const first = site.publish({ title: 'Which tool for invoices?', body: 'I look for a tool.', author: 'ann' });
      const items = itemsOf(await read());
      expect(items.map(({ fullname }) => fullname)).toEqual([first]);
      const [item] = items;
      expect(item?.fullname.startsWith(prefix)).toBe(true);
      expect(item?.subreddit).not.toMatch(/^[\w-]{1,40}$/);
      expect(item?.permalink).toMatch(/^https?:\/\//);
      expect(`${item?.title} ${item?.body}`).toContain('Which tool for invoices?');
      const again = await read();
      expect(outcomesOf(again)).toEqual(['ok']);
      expect(itemsOf(again)).toEqual([]);
    });

    test('reads an empty stream as one without a newest post', async () => {
      const { read } = await begin();
      for (const reading of await read()) expect(reading).toMatchObject({ state: 'ok', items: [], newest: null });
    });

    test('says in its author where somebody is from: the same name elsewhere is another person', async () => {
      const { site, read, stored } = await begin();
      const name = site.publish({ title: 'Anybody?', body: 'Text', author: 'ann' });
      await read();
      expect(stored.get(name)?.author).toMatch(/^ann \(.+\)$|^@?ann@?.*\(.+\)$/);
    });

    test('goes on where it stopped after a restart, and misses nothing published in between', async () => {
      const { site, clock, read, restart, stored } = await begin();
      site.publish({ title: 'One', body: 'a' });
      await read();
      clock.now += 60_000;
      const missed = [1, 2, 3].map((n) => site.publish({ title: `Meanwhile ${n}`, body: 'b', at: clock.now }));
      restart();
      await read();
      expect([...stored.keys()]).toEqual(expect.arrayContaining(missed));
    });

    test('loses nothing when it is killed again and again while it reads', async () => {
      const { site, clock, read, killed, stored } = await begin();
      const published: string[] = [];
      for (let round = 0; round < times(40, 200); round += 1) {
        clock.now += 20 * 60_000;
        published.push(site.publish({ title: `Post ${round}`, body: 'text', at: clock.now }));
        await killed(round % 3);
      }
      clock.now += 20 * 60_000;
      await read();
      expect(published.filter((name) => !stored.has(name))).toEqual([]);
    });

    test('says how long it was asked to wait, and reads on afterwards', async () => {
      const { site, clock, read } = await begin();
      site.answerWith((_, response) => void response.writeHead(429, { 'retry-after': '120' }).end());
      const asked = clock.now;
      const [reading] = await read();
      expect(reading).toMatchObject({ state: 'failed', failure: 'limited' });
      const retryAt = reading?.state === 'failed' ? (reading.retryAt ?? 0) : 0;
      expect(retryAt - asked).toBeGreaterThanOrEqual(120_000);
      site.answerWith(null);
      clock.now = retryAt + 1;
      expect(outcomesOf(await read())).toEqual(['ok']);
    });

    test.each(Object.entries(failures))('reports %s as a failed reading with its cause, and recovers', async (_, handle) => {
      const { site, clock, read } = await begin();
      const name = site.publish({ title: 'Before', body: 'text' });
      site.answerWith(handle);
      const [reading] = await read();
      expect(reading).toMatchObject({ state: 'failed', error: expect.stringMatching(/^\S.+\.$/) });
      site.answerWith(null);
      clock.now += 3_600_000;
      const again = await read();
      expect(outcomesOf(again)).toEqual(['ok']);
      expect(itemsOf(again).map(({ fullname }) => fullname)).toEqual([name]);
    });

    test('ends at once when it is told to stop', async () => {
      const { site, source, marks } = await begin();
      const asked = Promise.withResolvers<void>();
      site.answerWith(() => asked.resolve());
      const stop = new AbortController();
      const reading = Array.fromAsync(source().read({ streams: [site.stream], watermarks: marks, signal: stop.signal, matches }));
      await asked.promise;
      stop.abort(new Error('stopped'));
      await expect(reading).rejects.toThrow('stopped');
    });

    test('keeps text as plain text, however hostile, within the limits of a post', async () => {
      const { site, read, stored } = await begin();
      const name = site.publish(hostile);
      await read();
      const item = stored.get(name);
      expect(`${item?.title}${item?.body}`).not.toContain('\0');
      expect(item?.title.length).toBeLessThanOrEqual(300);
      expect(item?.title).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(item?.body.length).toBeLessThanOrEqual(40_000);
      expect(site.isPlain ? '' : item?.body).not.toMatch(/<[a-z]/i);
    });

    test.each([2 ** 40, 0.5, -1e300])('takes no number that a database refuses: %d', async (count) => {
      const { site, read, stored } = await begin();
      const name = site.publish({ title: 'Popular', body: 'text', count });
      await read();
      const item = stored.get(name);
      expect(item?.title).toBe('Popular');
      for (const number of [item?.score, item?.numComments]) expect(number === null || z.int32().safeParse(number).success).toBe(true);
    });

    test.each(['1601-01-01', '1970-01-02'])('takes %s as no time', async (date) => {
      const { site, clock, read, stored } = await begin();
      const old = site.publish({ title: 'Old', body: 'text', at: Date.parse(date) });
      const name = site.publish({ title: 'Now', body: 'text', at: clock.now });
      await read();
      expect(stored.has(name)).toBe(true);
      expect(stored.get(old)?.createdAt ?? unknownTime).toBe(unknownTime);
    });

    test('takes no time from a clock that is off by years', async () => {
      const { site, clock, read, stored } = await begin();
      const ahead = site.publish({ title: 'From 2036', body: 'text', at: Date.UTC(2036, 0) });
      const name = site.publish({ title: 'Now', body: 'text', at: clock.now });
      const readings = await read();
      expect(stored.has(name)).toBe(true);
      const time = stored.get(ahead)?.createdAt ?? unknownTime;
      expect(time === unknownTime || time <= clock.now + 86_400_000).toBe(true);
      expect(readings.filter((one) => one.state === 'ok' && (one.newest ?? 0) > clock.now + 86_400_000)).toEqual([]);
      clock.now += 60_000;
      const later = site.publish({ title: 'Later', body: 'text', at: clock.now });
      clock.now += 3_600_000;
      await read();
      expect(stored.has(later)).toBe(true);
    });

    test.each(['', 'no cursor', '{"newest":99999999999999,"id":"9999999999999"}', '99999999999999999999'])(
      'reads on with the cursor %j of another version or time',
      async (cursor) => {
        const { site, marks, read } = await begin();
        site.publish({ title: 'Here', body: 'text' });
        marks.set(streamKey(site.stream), { newest: null, known: new Set(), cursor });
        expect(outcomesOf(await read())).toEqual(['ok']);
      },
    );

    test.each(can.followDeletions ? ['deleted, still there, or unknown while it is down'] : [])(
      'knows what became of posts: %s',
      async () => {
        const { site, source, read } = await begin();
        const [kept, gone] = ['Kept', 'Gone'].map((title) => site.publish({ title, body: 'text' }));
        await read();
        site.remove?.(gone ?? '');
        const fates = await source().recheck?.([kept ?? '', gone ?? ''], never);
        expect(fates?.get(kept ?? '')).toMatchObject({ gone: null });
        expect(fates?.get(gone ?? '')?.gone).toMatch(/^(?:deleted|missing|removed)$/);
        site.answerWith(failures['an error of the server'] ?? null);
        expect((await source().recheck?.([kept ?? ''], never))?.size).toBe(0);
      },
    );

    test('reads other streams while one is down', async () => {
      const { site, read } = await begin();
      site.answerWith(failures['no answer at all'] ?? null);
      const others = site.other ? [site.other] : [];
      const readings = await read([site.stream, ...others]);
      expect(readings.filter(({ state }) => state === 'ok').map(({ stream }) => stream)).toEqual(others);
    });
  });
}
