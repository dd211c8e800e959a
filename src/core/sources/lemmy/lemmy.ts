import { fetchedKindOf } from '#shared/sources.ts';
import { hourMs } from '#shared/time.ts';
import { newestOf } from '#core/platform/item.ts';
import type { Reading, Stream } from '#core/reddit/stream.ts';
import { eachStream, readCursor } from '../each-stream.ts';
import { SourceFailure } from '../failure.ts';
import { type List, markSchema, peekPages, readNew } from '../read-new.ts';
import type { OpenSource, ReadRequest, Recheck, Watermark, OtherSource } from '../source.ts';
import { type Api, createApi, type Place, type Query } from './api.ts';
import { baseOf, type Listed, type Thing, thingNamed } from './views.ts';

/** The comments with the most votes below a post. */
const createThread =
  (api: Pick<Api, 'comments'>): NonNullable<OtherSource['thread']> =>
  async (fullname, signal) => {
    const post = thingNamed(fullname);
    if (post?.kind !== 'post') return [];
    const listed = await api.comments(post, signal);
    return listed.filter(({ isByBot, item }) => !isByBot && item.gone === null).map(({ item }) => item);
  };

/** At first the newest 300. */
const pages = [6, 10] as const;
/** What was written on another instance may arrive this late. */
const overlapMs = 6 * hourMs;

function placeOf({ kind, name }: Stream): Place {
  const at = name.lastIndexOf('/c/');
  return { base: baseOf(name.slice(0, at)), community: name.slice(at + 3), kind: fetchedKindOf(kind).isComments ? 'comment' : 'post' };
}

interface Run {
  api: Api;
  now: number;
  signal: AbortSignal;
}

async function readStream(
  { api, now, signal, peek }: Run & Pick<ReadRequest, 'peek'>,
  stream: Stream,
  watermark: Watermark | undefined,
): Promise<Reading> {
  const place = placeOf(stream);
  const community = await api.communityId(place, signal);
  const list: List<Listed, Query> = ({ from }) => api.page(place, { community, from: from ?? { page: '1' }, signal });
  const mark = readCursor(markSchema, watermark);
  const { rows, refused, gap, markAfter } = await readNew(list, { now, mark, overlapMs, pages: peek ? [peekPages, pages[1]] : pages });
  const items = rows.filter(({ isByBot, item }) => !isByBot && item.gone === null).map(({ item }) => item);
  const newest = newestOf(items, watermark?.newest ?? null, now);
  return { stream, state: 'ok', items, newest, gap, refused, cursor: JSON.stringify(markAfter(rows)) };
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
      eachStream(request, (stream, watermark, signal) =>
        readStream({ api, now: deps.now(), signal, peek: request.peek }, stream, watermark),
      ),
    thread: createThread(api),
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
