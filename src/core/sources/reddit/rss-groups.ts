import type { Now } from '#core/platform/clock.ts';
import { groupStreams, halves } from '#core/reddit/client/groups.ts';
import type { Marks } from '#core/reddit/client/wire.ts';
import type { ReadMemory } from './memory.ts';
import { type Stream, streamKey } from '#core/reddit/stream.ts';

export type RssGroups = ReturnType<typeof createRssGroups>;

/** One in this many feeds is for a silent member of a group, which may be inaccessible. */
const proofEvery = 4;

/**
 * Decides which streams share a feed, and which feed is next. At one request a minute, a bad name can't be bisected at once: the
 * halves of a failed group stay separate and take turns until each is known to be good or is a single name.
 */
export function createRssGroups({ marks, memory, now }: { marks: Marks; memory: ReadMemory; now: Now }) {
  const apart = new Map<string, string>();
  const triedAt = new Map<string, number>();
  /** Had no items in their group and weren't requested alone yet. */
  const silentKeys = new Set<string>();
  let splits = 0;
  let feeds = 0;

  const isAlone = (stream: Stream) => stream.kind === 'search' || marks.isSuspect(stream);
  const isSilent = (stream: Stream) => silentKeys.has(streamKey(stream));
  const since = (group: readonly Stream[]) => Math.min(...group.map((stream) => triedAt.get(streamKey(stream)) ?? 0));

  /** Feeds to fetch, longest waiting first. */
  function inTurn(streams: readonly Stream[]): Stream[][] {
    const bins = Map.groupBy(
      streams.filter((stream) => !isAlone(stream)),
      (stream) => `${stream.kind} ${apart.get(streamKey(stream)) ?? ''}`,
    );
    const grouped = [...bins.values()].flatMap((bin) => groupStreams(bin, memory));
    return [...grouped, ...streams.filter(isAlone).map((stream) => [stream])].toSorted((a, b) => since(a) - since(b));
  }

  /** What to fetch next: a group that this round hasn't fetched yet, or a single silent stream. */
  function next(unserved: readonly Stream[], asked: readonly Stream[]): Stream[] | undefined {
    const silent = asked.filter(isSilent).toSorted((a, b) => since([a]) - since([b]));
    const isProof = silent.length > 0 && (unserved.length === 0 || feeds % proofEvery === proofEvery - 1);
    return isProof ? silent.slice(0, 1) : inTurn(unserved)[0];
  }

  return {
    inTurn,
    next,
    isSilent,
    tried(group: readonly Stream[]) {
      feeds += 1;
      for (const stream of group) triedAt.set(streamKey(stream), now());
    },
    setSilent(stream: Stream, value: boolean) {
      if (value) silentKeys.add(streamKey(stream));
      else silentKeys.delete(streamKey(stream));
    },
    /** One of these names makes the feed fail. */
    split(group: readonly Stream[]) {
      splits += 1;
      for (const [index, half] of halves(group).entries()) for (const stream of half) apart.set(streamKey(stream), `${splits}/${index}`);
    },
    /** None of these names makes the feed fail. */
    rejoin(group: readonly Stream[]) {
      for (const stream of group) apart.delete(streamKey(stream));
    },
  };
}
