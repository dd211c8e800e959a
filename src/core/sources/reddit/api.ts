import type { Now } from '#core/platform/clock.ts';
import type { Budget } from '#core/reddit/client/budget.ts';
import { RedditFailure } from '#core/reddit/client/failure.ts';
import { type Listings, type Walk, groupStreams, halves } from '#core/reddit/client/listings.ts';
import { createMarks, failedReading, type Marks } from '#core/reddit/client/wire.ts';
import { createReadMemory, type LinkLookup, type ReadMemory, cursorOf, isCovered, readingOf, targetOf } from './memory.ts';
import type { ReadRequest, Recheck, Source } from '../source.ts';
import { streamKey, type Reading, type Stream } from '#core/reddit/stream.ts';

interface GroupDeps {
  listings: Listings;
  marks: Marks;
  memory: ReadMemory;
  now: Now;
  /** How far back a new stream is read. */
  backfillMs: number;
  /** Called with failures that affect more than one stream, and with null after a successful read. */
  onTrouble: (failure: RedditFailure | null) => void;
}

type Good = Extract<Reading, { state: 'ok' }>;

interface Round {
  request: ReadRequest;
  /** Empty readings of streams in a group, held back until the subreddits are known to be accessible. */
  silent: Good[];
}

const listingPages = 10;
const searchPages = 3;

function createGroupReader(deps: GroupDeps) {
  const { listings, marks, memory, onTrouble } = deps;

  function groupsOf(streams: readonly Stream[], { watermarks }: ReadRequest): Stream[][] {
    const watermarkOf = (stream: Stream) => watermarks.get(streamKey(stream));
    const isAlone = (stream: Stream) => stream.kind === 'search' || marks.isSuspect(stream) || watermarkOf(stream)?.isSuspect === true;
    const alone = streams.filter(isAlone);
    const grouped = (kind: Stream['kind']) =>
      groupStreams(
        streams.filter((stream) => stream.kind === kind && !alone.includes(stream)),
        { expected: (stream) => memory.expected(stream, watermarkOf(stream)?.readAt) },
      );
    return memory.longestWaitingFirst([...grouped('posts'), ...grouped('comments'), ...alone.map((stream) => [stream])]);
  }

  async function* readAll(streams: readonly Stream[], request: ReadRequest): AsyncGenerator<Reading> {
    const round: Round = { request, silent: [] };
    for (const group of groupsOf(streams, request)) yield* readGroup(group, round);
    yield* proveSilent(round);
  }

  async function* readGroup(members: readonly Stream[], round: Round): AsyncGenerator<Reading> {
    // Checked again for each group, because an earlier one in this round may have found a name to be bad.
    const failures = members.map((stream) => marks.storedFailure(stream)).filter((reading) => reading !== null);
    yield* failures;
    const blocked = new Set(failures.map(({ stream }) => stream));
    const group = members.filter((stream) => !blocked.has(stream));
    if (group.length === 0) return;
    const readings = await ingestGroup(group, round.request, deps).catch((error: unknown) =>
      failureOnly(error, round.request.signal, onTrouble),
    );
    if (!(readings instanceof RedditFailure)) {
      const isConclusive = ({ stream, items }: Good) => items.length > 0 || memory.isProven(stream);
      round.silent.push(...readings.filter((reading) => !isConclusive(reading)));
      yield* readings.filter(isConclusive);
    } else if (readings.ofStream && group.length > 1) for (const half of halves(group)) yield* readGroup(half, round);
    else if (readings.ofStream)
      yield* group.map((stream) => ({ ...failedReading(stream, readings), retryAt: marks.set(stream, readings) }));
    else yield* group.map((stream) => failedReading(stream, readings));
  }

  /** One call tells which of up to a hundred subreddits are accessible; the others are read one by one to learn why not. */
  async function* proveSilent({ silent, request }: Round): AsyncGenerator<Reading> {
    if (silent.length === 0) return;
    const names = [...new Set(silent.map(({ stream }) => stream.name))];
    const open = await listings
      .openCommunities(names, { signal: request.signal })
      .catch((error: unknown) => failureOnly(error, request.signal, onTrouble));
    if (open instanceof RedditFailure) {
      yield* silent.map(({ stream }) => failedReading(stream, open));
      return;
    }
    for (const name of open) memory.prove(name);
    for (const reading of silent) {
      if (memory.isProven(reading.stream)) yield reading;
      else yield* readGroup([reading.stream], { request, silent: [] });
    }
  }

  return { readAll };
}

/** Reads the listing of a whole group and splits it into its streams. */
async function ingestGroup(
  group: readonly Stream[],
  request: ReadRequest,
  { listings, marks, memory, now, backfillMs, onTrouble }: GroupDeps,
): Promise<Good[]> {
  const startedAt = now();
  const backfillFrom = startedAt - backfillMs;
  const targets = group.map((stream) =>
    targetOf(stream, { watermark: request.watermarks.get(streamKey(stream)), earlier: memory.earlier(stream), backfillFrom }),
  );
  const enough = (soFar: Walk) => targets.every((target) => isCovered(target, soFar));
  const walk = await listings.walk({ ...addressOf(group), enough, signal: request.signal });
  onTrouble(walk.failure?.ofStream === false ? walk.failure : null);
  const speakers = group.length === 1 ? group.map(({ name }) => name) : walk.items.map(({ subreddit }) => subreddit);
  for (const name of new Set(speakers)) memory.prove(name);
  return targets.map((target, index) => {
    // A rejected item's subreddit can't be trusted, so the group counts it once.
    const reading = readingOf(target, { ...walk, refused: index === 0 ? walk.refused : 0 }, startedAt);
    const broke = walk.failure !== null && !isCovered(target, walk);
    marks.clear(target.stream);
    memory.read(target.stream, {
      count: reading.items.length,
      spanMs: startedAt - target.floor,
      broke,
      newest: reading.newest,
      startedAt,
    });
    reading.cursor = cursorOf(broke ? target.floor : null);
    return reading;
  });
}

function addressOf(group: readonly Stream[]): { path: string; query?: Record<string, string>; maxPages: number } {
  const [first] = group;
  if (first?.kind === 'search')
    return { path: '/search', query: { q: first.name.slice(0, 512), sort: 'new', type: 'link' }, maxPages: searchPages };
  const names = group.map((stream) => encodeURIComponent(stream.name)).join('+');
  return { path: `/r/${names}/${first?.kind === 'comments' ? 'comments' : 'new'}`, maxPages: listingPages };
}

/** Returns failures as values, so that one group's failure doesn't end the round; rethrows bugs and aborts. */
function failureOnly(error: unknown, signal: AbortSignal, onTrouble: GroupDeps['onTrouble']): RedditFailure {
  signal.throwIfAborted();
  if (!(error instanceof RedditFailure)) throw error;
  if (!error.ofStream) onTrouble(error);
  return error;
}

interface Deps {
  listings: Listings;
  budget: Budget;
  lookup: LinkLookup;
  now: Now;
  backfillMs?: number;
}

const day = 86_400_000;

/** Reddit's API with a token: grouped listings, searches, rechecks of a hundred items at a time, and single threads. */
export function createApiSource({ listings, budget, lookup, now, backfillMs = day }: Deps): Required<Source> {
  const marks = createMarks(now);
  let trouble: RedditFailure | null = null;
  const onTrouble = (failure: RedditFailure | null) => {
    trouble = failure;
  };
  const groups = createGroupReader({ listings, marks, memory: createReadMemory(now), now, backfillMs, onTrouble });

  async function* read(request: ReadRequest): AsyncGenerator<Reading> {
    const streams = [...new Map(request.streams.map((stream) => [streamKey(stream), stream])).values()];
    yield* groups.readAll(streams, request);
  }

  async function recheck(fullnames: readonly string[], signal: AbortSignal): Promise<Recheck> {
    const { items, missing } = await listings.info(fullnames, { signal });
    const result: Recheck = new Map(items.map((item) => [item.fullname, { gone: item.gone, item }]));
    for (const name of missing) result.set(name, { gone: 'missing', item: null });
    return result;
  }

  function status(): ReturnType<Source['status']> {
    const { pausedUntil, remaining, limit } = budget.state();
    if (pausedUntil !== null) return { state: 'waiting', message: 'Reddit asked us to slow down', until: pausedUntil };
    if (trouble) return { state: trouble.kind === 'limited' ? 'waiting' : 'failing', message: trouble.message, until: trouble.retryAt };
    const message =
      remaining === null || limit === null ? 'Ready' : `${Math.max(0, Math.floor(remaining))} of ${Math.round(limit)} requests left`;
    return { state: 'ok', message, until: null };
  }

  return {
    id: 'api',
    read,
    recheck,
    search: (request, signal) => listings.search(request, { priority: 'interactive', signal }),
    lookup: (url, signal) =>
      lookup(url, ({ postId, commentId }) => listings.thread(postId, { commentId, priority: 'interactive', signal }), signal),
    status,
  };
}
