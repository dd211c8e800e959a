import * as z from 'zod';
import { fetchedKindOf } from '#shared/sources.ts';
import { dayMs, hourMs } from '#shared/time.ts';
import { newestOf } from '#core/platform/item.ts';
import type { Reading, Stream } from '#core/reddit/stream.ts';
import { eachStream, readCursor } from '../each-stream.ts';
import { SourceFailure } from '../failure.ts';
import type { OpenSource, Recheck } from '../source.ts';
import { type Api, createApi, type Page, type Place } from './api.ts';
import { baseOf, type Listed, type Thing, thingNamed } from './views.ts';

/** When a stream is read the first time: the newest 300 of the last 30 days. */
const firstMs = 30 * dayMs;
const maxFirstPages = 6;
const maxPages = 10;
/** What was written on another instance may arrive this late. */
const overlapMs = 6 * hourMs;
const maxKnown = 1000;

const cursorSchema = z.object({
  /** Time of the newest post or comment that was read, in UTC ms. */
  newest: z.number().int().positive(),
  /** IDs of those read in the overlap before it. */
  known: z.array(z.number().int()),
});
type Cursor = z.output<typeof cursorSchema>;

function placeOf({ kind, name }: Stream): Place {
  const at = name.lastIndexOf('/c/');
  return { base: baseOf(name.slice(0, at)), community: name.slice(at + 3), kind: fetchedKindOf(kind).isComments ? 'comment' : 'post' };
}

interface Run {
  api: Api;
  now: number;
  signal: AbortSignal;
}

/** All since then, oldest first; `isWhole` says whether the pages reached that far back. */
async function listSince({ api, signal }: Run, place: Place, { since, pages }: { since: number; pages: number }) {
  const found = new Map<number, Listed>();
  let refused = 0;
  let isWhole = false;
  const community = await api.communityId(place, signal);
  let from: Page['next'] = { page: '1' };
  for (let count = 0; count < pages && from !== null && !isWhole; count += 1) {
    const page = await api.page(place, { community, from, signal });
    const before = found.size;
    for (const one of page.listed) found.set(one.id, one);
    refused += page.refused;
    isWhole = page.next === null || page.listed.some(({ time, isPinned }) => time < since && !isPinned);
    // Lemmy 1.0 answers each page of comments with the first one.
    from = found.size === before ? null : page.next;
  }
  const listed = [...found.values()].filter(({ time }) => time >= since);
  return { listed: listed.toSorted((a, b) => a.time - b.time || a.id - b.id), refused, isWhole };
}

async function readStream(
  run: Run,
  stream: Stream,
  { cursor, before }: { cursor: Cursor | null; before: number | null },
): Promise<Reading> {
  const { now } = run;
  const since = cursor === null ? now - firstMs : cursor.newest - overlapMs;
  const pages = cursor === null ? maxFirstPages : maxPages;
  const { listed, refused, isWhole } = await listSince(run, placeOf(stream), { since, pages });
  const known = new Set(cursor?.known);
  const newest = listed.reduce((max, { time }) => (time <= now ? Math.max(max, time) : max), cursor?.newest ?? since);
  // Newest first: the oldest are dropped.
  const near = listed.filter(({ time }) => time >= newest - overlapMs).map(({ id }) => id);
  const next: Cursor = { newest, known: [...new Set([...near.toReversed(), ...known])].slice(0, maxKnown) };
  const items = listed.filter(({ id, isByBot, item }) => !known.has(id) && !isByBot && item.gone === null).map(({ item }) => item);
  const oldest = listed.find(({ isPinned }) => !isPinned)?.time ?? newest;
  const gap = cursor === null || isWhole || oldest <= cursor.newest ? null : { from: cursor.newest, to: Math.min(oldest, now) };
  return { stream, state: 'ok', items, newest: newestOf(items, before, now), gap, refused, cursor: JSON.stringify(next) };
}

/** Adds what became of posts and comments, as long as their instance can be read. */
async function recheckInstance({ api, signal }: Run, things: readonly (Thing & { fullname: string })[], fates: Recheck): Promise<void> {
  for (const thing of things) {
    try {
      const found = await api.thing(thing, signal);
      if (found) fates.set(thing.fullname, { gone: found.item.gone, item: found.item.gone === null ? found.item : null });
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error;
      if (error.kind === 'missing') fates.set(thing.fullname, { gone: 'missing', item: null });
      else if (error.kind !== 'broken') return;
    }
  }
}

/** Reads posts and comments of communities, oldest first, from where it stopped. */
export const openLemmy: OpenSource = (deps) => {
  const api = createApi(deps);
  return {
    id: 'lemmy',
    read: (request) =>
      eachStream(request, (stream, watermark, signal) => {
        const now = deps.now();
        const cursor = readCursor(cursorSchema, watermark);
        const isUsable = cursor !== null && cursor.newest <= now;
        return readStream({ api, now, signal }, stream, { cursor: isUsable ? cursor : null, before: watermark?.newest ?? null });
      }),
    async recheck(fullnames, signal) {
      const fates: Recheck = new Map();
      const run = { api, now: deps.now(), signal };
      const named = fullnames.flatMap((fullname) => {
        const thing = thingNamed(fullname);
        return thing ? [{ ...thing, fullname }] : [];
      });
      await Promise.all(
        Map.groupBy(named, ({ base }) => base)
          .values()
          .map((things) => recheckInstance(run, things, fates)),
      );
      return fates;
    },
  };
};
