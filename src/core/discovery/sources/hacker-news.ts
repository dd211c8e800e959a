import { idAt } from '#shared/origin.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { type Reading, type Stream, streamKey } from '#core/reddit/stream.ts';
import type { HackerNewsApi } from './hacker-news-api.ts';
import { goneOf, type HackerNewsItem, isConversation, itemOf } from './hacker-news-item.ts';
import type { OtherSource, ReadRequest, Recheck, Watermark } from './source.ts';

interface HackerNewsOptions {
  /** Number of newest items read the first time: about two hours. */
  backfill?: number;
  /** Maximum number of items per run when catching up: more than a day. Older ones are reported as a gap. */
  maxBehind?: number;
}

type Fate = NonNullable<ReturnType<Recheck['get']>>;

const batchSize = 500;
const down = "Hacker News couldn't be reached.";

const isPast = (id: number | null): id is number => id !== null && Number.isSafeInteger(id) && id > 0;
/** Ids increase by one per item, so the last one read is where to continue. */
function lastIdOf(watermark: Watermark | undefined): number | null {
  const id = watermark?.cursor ? Number(watermark.cursor) : null;
  return isPast(id) ? id : null;
}

/** Reads all stories and comments of Hacker News, oldest first, from where it stopped. */
export function createHackerNewsSource(api: HackerNewsApi, { backfill = 1000, maxBehind = 20_000 }: HackerNewsOptions = {}): OtherSource {
  const readItem = async (item: HackerNewsItem, signal: AbortSignal): Promise<FetchedItem> =>
    itemOf(item, item.type === 'comment' ? await api.storyOf(item, signal) : null);

  async function readBatch(ids: readonly number[], signal: AbortSignal): Promise<{ items: FetchedItem[]; upTo: number | null }> {
    const found = (await api.all(ids, (id) => api.item(id, signal))).filter((item) => item !== null);
    const conversations = found.filter((item) => isConversation(item) && goneOf(item) === null);
    const items = await api.all(conversations, (item) => readItem(item, signal));
    // The newest ids may not be readable yet, so the next round requests them again.
    return { items, upTo: found.at(-1)?.id ?? null };
  }

  async function* readStream(stream: Stream, watermark: Watermark | undefined, signal: AbortSignal): AsyncGenerator<Reading> {
    const last = lastIdOf(watermark);
    const newestId = await api.newestId(signal);
    const from = Math.max(1, last === null ? newestId - backfill + 1 : Math.max(last + 1, newestId - maxBehind + 1));
    const skipped = last !== null && from > last + 1;
    let newest = watermark?.newest ?? null;
    let gapFrom = skipped ? newest : null;
    let start = from;
    do {
      const ids = Array.from({ length: Math.min(batchSize, newestId - start + 1) }, (_, index) => start + index);
      const { items, upTo } = await readBatch(ids, signal);
      const times = items.map(({ createdAt }) => createdAt);
      const gap = gapFrom !== null && times.length > 0 ? { from: gapFrom, to: Math.min(...times) } : null;
      newest = Math.max(newest ?? 0, ...times) || null;
      yield { stream, state: 'ok', items, newest, gap, refused: 0, cursor: String(upTo ?? Math.max(last ?? 0, start - 1)) };
      if (gap) gapFrom = null;
      start += batchSize;
    } while (start <= newestId);
  }

  async function* read({ streams, watermarks, signal }: ReadRequest): AsyncGenerator<Reading> {
    for (const stream of streams) {
      try {
        yield* readStream(stream, watermarks.get(streamKey(stream)), signal);
      } catch {
        signal.throwIfAborted();
        yield { stream, state: 'failed', failure: 'unreachable', error: down, retryAt: null };
      }
    }
  }

  async function recheckOne(id: number, signal: AbortSignal): Promise<Fate | null> {
    try {
      const item = await api.item(id, signal);
      if (!item) return { gone: 'missing', item: null };
      const gone = goneOf(item);
      return { gone, item: gone === null ? await readItem(item, signal) : null };
    } catch {
      signal.throwIfAborted();
      return null;
    }
  }

  /** Items without a response are left out, because their state is unknown. */
  async function recheck(fullnames: readonly string[], signal: AbortSignal): Promise<Recheck> {
    const named = fullnames.map((fullname) => ({ fullname, id: Number(idAt('hackernews', fullname)) })).filter(({ id }) => isPast(id));
    const fates = await api.all(named, async ({ fullname, id }) => [fullname, await recheckOne(id, signal)] as const);
    return new Map(fates.flatMap(([fullname, fate]) => (fate === null ? [] : [[fullname, fate]])));
  }

  return { id: 'hackernews', read, recheck };
}
