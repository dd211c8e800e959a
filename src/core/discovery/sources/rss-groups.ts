import type { Now } from '#core/platform/clock.ts';
import { groupPlaces, halves } from '#core/reddit/client/groups.ts';
import type { Marks } from '#core/reddit/client/marks.ts';
import type { ReadMemory } from './memory.ts';
import { type Place, placeKey } from '#core/reddit/stream.ts';

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

  const isAlone = (place: Place) => place.kind === 'search' || marks.isSuspect(place);
  const isMute = (place: Place) => mute.has(placeKey(place));
  const since = (group: readonly Place[]) => Math.min(...group.map((place) => triedAt.get(placeKey(place)) ?? 0));

  /** Feeds to fetch, the longest waiting first. */
  function inTurn(places: readonly Place[]): Place[][] {
    const bins = Map.groupBy(
      places.filter((place) => !isAlone(place)),
      (place) => `${place.kind} ${apart.get(placeKey(place)) ?? ''}`,
    );
    const grouped = [...bins.values()].flatMap((bin) => groupPlaces(bin, memory));
    return [...grouped, ...places.filter(isAlone).map((place) => [place])].toSorted((a, b) => since(a) - since(b));
  }

  /** What to fetch next: of what a round has not served yet, or one silent place of all it asked for. */
  function next(unserved: readonly Place[], asked: readonly Place[]): Place[] | undefined {
    const silent = asked.filter(isMute).toSorted((a, b) => since([a]) - since([b]));
    const isProof = silent.length > 0 && (unserved.length === 0 || feeds % proofEvery === proofEvery - 1);
    return isProof ? silent.slice(0, 1) : inTurn(unserved)[0];
  }

  return {
    inTurn,
    next,
    isMute,
    tried(group: readonly Place[]) {
      feeds += 1;
      for (const place of group) triedAt.set(placeKey(place), now());
    },
    setMute(place: Place, value: boolean) {
      if (value) mute.add(placeKey(place));
      else mute.delete(placeKey(place));
    },
    /** One of these names spoils the feed. */
    split(group: readonly Place[]) {
      splits += 1;
      for (const [index, half] of halves(group).entries()) for (const place of half) apart.set(placeKey(place), `${splits}/${index}`);
    },
    /** None of these does. */
    rejoin(group: readonly Place[]) {
      for (const place of group) apart.delete(placeKey(place));
    },
  };
}
