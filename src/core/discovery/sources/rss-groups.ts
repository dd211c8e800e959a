import type { Now } from '#core/platform/clock.ts';
import { groupStreams, halves } from '#core/reddit/client/groups.ts';
import type { Marks } from '#core/reddit/client/marks.ts';
import type { ReadMemory } from './memory.ts';
import { type Stream, streamKey } from '#core/reddit/stream.ts';

export type RssGroups = ReturnType<typeof createRssGroups>;

/** Every so many feeds one goes to a silent member of a group, which may be closed. */
const proofEvery = 4;

/**
 * Which places share a feed, and which feed is next. With one request a minute a bad name cannot be bisected at
 * once: the halves of a group that failed stay apart, and take their turns, until each is known to be good or is one
 * name.
 */
export function createRssGroups({ marks, memory, now }: { marks: Marks; memory: ReadMemory; now: Now }) {
  const apart = new Map<string, string>();
  const triedAt = new Map<string, number>();
  /** Said nothing in their group and were not asked alone yet. */
  const mute = new Set<string>();
  let splits = 0;
  let feeds = 0;

  const isAlone = (place: Stream) => place.kind === 'search' || marks.isSuspect(place);
  const isMute = (place: Stream) => mute.has(streamKey(place));
  const since = (group: readonly Stream[]) => Math.min(...group.map((place) => triedAt.get(streamKey(place)) ?? 0));

  /** Feeds to fetch, the longest waiting first. */
  function inTurn(places: readonly Stream[]): Stream[][] {
    const bins = Map.groupBy(
      places.filter((place) => !isAlone(place)),
      (place) => `${place.kind} ${apart.get(streamKey(place)) ?? ''}`,
    );
    const grouped = [...bins.values()].flatMap((bin) => groupStreams(bin, memory));
    return [...grouped, ...places.filter(isAlone).map((place) => [place])].toSorted((a, b) => since(a) - since(b));
  }

  /** What to fetch next: of what a round has not served yet, or one silent place of all it asked for. */
  function next(unserved: readonly Stream[], asked: readonly Stream[]): Stream[] | undefined {
    const silent = asked.filter(isMute).toSorted((a, b) => since([a]) - since([b]));
    const isProof = silent.length > 0 && (unserved.length === 0 || feeds % proofEvery === proofEvery - 1);
    return isProof ? silent.slice(0, 1) : inTurn(unserved)[0];
  }

  return {
    inTurn,
    next,
    isMute,
    tried(group: readonly Stream[]) {
      feeds += 1;
      for (const place of group) triedAt.set(streamKey(place), now());
    },
    setMute(place: Stream, value: boolean) {
      if (value) mute.add(streamKey(place));
      else mute.delete(streamKey(place));
    },
    /** One of these names spoils the feed. */
    split(group: readonly Stream[]) {
      splits += 1;
      for (const [index, half] of halves(group).entries()) for (const place of half) apart.set(streamKey(place), `${splits}/${index}`);
    },
    /** None of these does. */
    rejoin(group: readonly Stream[]) {
      for (const place of group) apart.delete(streamKey(place));
    },
  };
}
