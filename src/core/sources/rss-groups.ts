import type { Now } from '../clock.ts';
import { groupPlaces, halves } from '../reddit/groups.ts';
import type { Marks } from '../reddit/marks.ts';
import type { ReadMemory } from './memory.ts';
import { type Place, placeKey } from './source.ts';

export type RssGroups = ReturnType<typeof createRssGroups>;

/**
 * Which places share a feed. With one request a minute a bad name cannot be bisected at once: the halves of a group
 * that failed stay apart, and take their turns, until each is known to be good or is one name.
 */
export function createRssGroups({ marks, memory, now }: { marks: Marks; memory: ReadMemory; now: Now }) {
  const apart = new Map<string, string>();
  const triedAt = new Map<string, number>();
  let splits = 0;

  const isAlone = (place: Place) => place.kind === 'search' || marks.isSuspect(place);
  const since = (group: readonly Place[]) => Math.min(...group.map((place) => triedAt.get(placeKey(place)) ?? 0));

  return {
    /** Feeds to fetch, the longest waiting first. */
    inTurn(places: readonly Place[]): Place[][] {
      const together = places.filter((place) => !isAlone(place));
      const bins = Map.groupBy(together, (place) => `${place.kind} ${apart.get(placeKey(place)) ?? ''}`);
      const groups = [...[...bins.values()].flatMap((bin) => groupPlaces(bin, memory)), ...places.filter(isAlone).map((place) => [place])];
      return groups.toSorted((a, b) => since(a) - since(b));
    },
    tried(group: readonly Place[]) {
      for (const place of group) triedAt.set(placeKey(place), now());
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
