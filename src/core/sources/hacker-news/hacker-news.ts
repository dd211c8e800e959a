import * as z from 'zod';
import { idAt } from '#shared/origin.ts';
import { version } from '#shared/product.ts';
import type { Now } from '#core/platform/clock.ts';
import { createUpstream, type Upstream } from '#core/platform/http/upstream.ts';
import { type FetchedItem, newestOf } from '#core/platform/item.ts';
import { type Reading, type Stream, streamKey } from '#core/reddit/stream.ts';
import { readCursor } from '../each-stream.ts';
import { SourceFailure } from '../failure.ts';
import { limited, parseJson, refusalOf } from '../json.ts';
import type { OpenSource, OtherSource, ReadRequest, Recheck, Watermark } from '../source.ts';
import { goneOf, type HackerNewsItem, hackerNewsItemSchema, hackerNewsName, isConversation, itemOf } from './item.ts';
import { createPast, pastSchema, type Past, type PastReader, createThread } from './past.ts';

export type HackerNewsApi = ReturnType<typeof createHackerNewsApi>;

/** Fields of a comment's ancestors that identify its thread. */
type Ancestor = Pick<HackerNewsItem, 'id' | 'parent' | 'title'>;

const maxAncestors = 60;
const maxRemembered = 50_000;
const atOnce = 16;

/** Returns the JSON at a path of the API. */
function createGet({ url, now, upstream }: { url: string; now: Now; upstream: Upstream }) {
  /** It asked for no requests until then. */
  let quietUntil = 0;

  return async (path: string, signal: AbortSignal): Promise<unknown> => {
    if (quietUntil > now()) throw limited(hackerNewsName, quietUntil);
    const reply = await upstream.send({ url: `${url}/v0/${path}.json`, signal }).catch(() => {
      signal.throwIfAborted();
      throw new SourceFailure("Hacker News couldn't be reached.", 'unreachable');
    });
    const refusal = refusalOf(reply, { name: hackerNewsName, now: now() });
    if (refusal?.kind === 'limited') quietUntil = refusal.retryAt ?? 0;
    if (refusal) throw refusal;
    return parseJson(reply.text, hackerNewsName);
  };
}

/** The official API: one request per item, no key, no stated limit. Throws `SourceFailure` when it doesn't respond as documented. */
export function createHackerNewsApi({
  url,
  now,
  upstream = createUpstream({ userAgent: `Earshot/${version}` }),
}: {
  url: string;
  now: Now;
  upstream?: Upstream;
}) {
  const ancestors = new Map<number, Ancestor>();
  const get = createGet({ url, now, upstream });

  function remember({ id, parent, title }: Ancestor): void {
    if (ancestors.size >= maxRemembered) ancestors.clear();
    ancestors.set(id, { id, parent, title });
  }

  /** Null for an id that doesn't exist yet, or an item of an unknown type. */
  async function item(id: number, signal: AbortSignal): Promise<HackerNewsItem | null> {
    const found = hackerNewsItemSchema.safeParse(await get(`item/${id}`, signal)).data ?? null;
    if (found) remember(found);
    return found;
  }

  /** The post above a comment; null if it can't be found. */
  async function storyOf({ parent }: Pick<HackerNewsItem, 'parent'>, signal: AbortSignal): Promise<Ancestor | null> {
    let id = parent;
    for (let steps = 0; id !== null && steps < maxAncestors; steps++) {
      const above: Ancestor | null = ancestors.get(id) ?? (await item(id, signal));
      if (!above || above.parent === null) return above;
      id = above.parent;
    }
    return null;
  }

  return {
    now,
    async newestId(signal: AbortSignal): Promise<number> {
      const newest = await get('maxitem', signal);
      if (typeof newest === 'number' && Number.isSafeInteger(newest) && newest > 0) return newest;
      throw new SourceFailure('Hacker News answered with data in an unknown form.', 'broken');
    },
    item,
    storyOf,
    /** Results in the order given, a few requests at a time. */
    async all<Given, Found>(given: readonly Given[], read: (one: Given) => Promise<Found>): Promise<Found[]> {
      const found: Found[] = [];
      for (let start = 0; start < given.length; start += atOnce)
        found.push(...(await Promise.all(given.slice(start, start + atOnce).map((one) => read(one)))));
      return found;
    },
    close: () => upstream.close(),
  };
}

interface HackerNewsOptions {
  /** Number of newest items read the first time: about two hours. */
  backfill?: number;
  /** Of the time before the first run; null: it isn't read. */
  past?: PastReader | null;
  /** Maximum number of items per run when catching up: more than a day. Older ones are reported as a gap. */
  maxBehind?: number;
}

type Fate = NonNullable<ReturnType<Recheck['get']>>;

const batchSize = 500;

const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0;

const cursorSchema = z.object({
  /** Ids increase by one per item, so the last one read is where to continue. */
  last: z.int().positive(),
  past: pastSchema.nullable(),
});
type Position = z.output<typeof cursorSchema>;
const cursorOf = (position: Position): string => JSON.stringify(position);

interface PastToRead {
  stream: Stream;
  position: Position | null;
  /** Where the live reading begins. */
  from: number;
  now: number;
}

/** Yields each page of the time before the first run; returns what is left, and why if it couldn't be read. */
async function* readPast(
  reader: PastReader | null,
  { stream, position, from, now }: PastToRead,
  signal: AbortSignal,
): AsyncGenerator<Reading, { left: Past | null; error?: string }> {
  let left = position ? position.past : (reader?.before(from) ?? null);
  try {
    while (reader && left) {
      const { items, refused, next } = await reader.page(left, signal);
      left = next;
      const cursor = cursorOf({ last: position?.last ?? from - 1, past: left });
      yield { stream, state: 'ok', items, newest: newestOf(items, null, now), gap: null, refused, cursor };
    }
    return { left };
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    return { left, error: `Older posts couldn't be read yet. ${error.message}` };
  }
}

const readItem = async (api: HackerNewsApi, item: HackerNewsItem, signal: AbortSignal): Promise<FetchedItem> =>
  itemOf(item, item.type === 'comment' ? await api.storyOf(item, signal) : null, api.now());

async function recheckOne(api: HackerNewsApi, id: number, signal: AbortSignal): Promise<Fate | null> {
  try {
    const item = await api.item(id, signal);
    if (!item) return { gone: 'missing', item: null };
    const gone = goneOf(item);
    return { gone, item: gone === null ? await readItem(api, item, signal) : null };
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/** Reads all stories and comments of Hacker News, oldest first, from where it stopped. */
export function createHackerNewsSource(api: HackerNewsApi, options: HackerNewsOptions = {}): OtherSource {
  const { backfill = 1000, maxBehind = 20_000, past: reader = null } = options;
  async function readBatch(ids: readonly number[], signal: AbortSignal): Promise<{ items: FetchedItem[]; upTo: number | null }> {
    const found = (await api.all(ids, (id) => api.item(id, signal))).filter((item) => item !== null);
    const conversations = found.filter((item) => isConversation(item) && goneOf(item) === null);
    const items = await api.all(conversations, (item) => readItem(api, item, signal));
    // The newest ids may not be readable yet, so the next round requests them again.
    return { items, upTo: found.at(-1)?.id ?? null };
  }

  async function* readStream(stream: Stream, watermark: Watermark | undefined, signal: AbortSignal): AsyncGenerator<Reading> {
    const position = readCursor(cursorSchema, watermark);
    const last = position?.last ?? null;
    const newestId = await api.newestId(signal);
    const from = Math.max(1, last === null ? newestId - backfill + 1 : Math.max(last + 1, newestId - maxBehind + 1));
    const skipped = last !== null && from > last + 1;
    const { left, ...trouble } = yield* readPast(reader, { stream, position, from, now: api.now() }, signal);
    let newest = watermark?.newest ?? null;
    let gapFrom = skipped ? newest : null;
    let start = from;
    do {
      const ids = Array.from({ length: Math.min(batchSize, newestId - start + 1) }, (_, index) => start + index);
      const { items, upTo } = await readBatch(ids, signal);
      const times = items.map(({ createdAt }) => createdAt);
      const gap = gapFrom !== null && times.length > 0 ? { from: gapFrom, to: Math.min(...times) } : null;
      newest = newestOf(items, newest, api.now());
      const cursor = cursorOf({ last: upTo ?? Math.max(last ?? 0, start - 1), past: left });
      yield { stream, state: 'ok', items, newest, gap, refused: 0, cursor, ...trouble };
      if (gap) gapFrom = null;
      start += batchSize;
    } while (start <= newestId);
  }

  /** What a moment's look needs of it, in one request. */
  async function peekAt(stream: Stream, past: PastReader, signal: AbortSignal): Promise<Reading> {
    const { items, refused } = await past.asks(signal);
    return { stream, state: 'ok', items, newest: newestOf(items, null, api.now()), gap: null, refused };
  }

  async function* read({ streams, watermarks, signal, peek }: ReadRequest): AsyncGenerator<Reading> {
    for (const stream of streams) {
      try {
        if (peek && reader) yield await peekAt(stream, reader, signal);
        else yield* readStream(stream, watermarks.get(streamKey(stream)), signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof SourceFailure)) throw error;
        yield { stream, state: 'failed', failure: error.kind, error: error.message, retryAt: error.retryAt };
      }
    }
  }

  /** Items without a response are left out, because their state is unknown. */
  async function recheck(fullnames: readonly string[], signal: AbortSignal): Promise<Recheck> {
    const named = fullnames.map((fullname) => ({ fullname, id: Number(idAt('hackernews', fullname)) })).filter(({ id }) => isId(id));
    const fates = await api.all(named, async ({ fullname, id }) => [fullname, await recheckOne(api, id, signal)] as const);
    return new Map(fates.flatMap(([fullname, fate]) => (fate === null ? [] : [[fullname, fate]])));
  }

  return { id: 'hackernews', read, recheck };
}

export const openHackerNews: OpenSource = (deps) => {
  const api = createHackerNewsApi({ url: deps.config.hackerNews.url, now: deps.now });
  const past = createPast(deps);
  return { ...createHackerNewsSource(api, { past }), thread: createThread(past), close: () => api.close() };
};
