import type { Stream } from '../stream.ts';

interface Limits {
  /** New items that a place is expected to bring. */
  expected: (place: Stream) => number;
  maxNames?: number;
  /** Of the joined names; Reddit answers 414 to addresses of several thousand characters. */
  maxChars?: number;
  /** A page holds 100 items for all members together. */
  maxItems?: number;
}

/** Shares places out into `/r/a+b+c` calls, so that few calls bring all of them and a page rarely overflows. */
export function groupStreams(places: readonly Stream[], { expected, maxNames = 50, maxChars = 1500, maxItems = 80 }: Limits): Stream[][] {
  const groups: { places: Stream[]; chars: number; items: number }[] = [];
  const busyFirst = places.map((place) => ({ place, items: expected(place) })).toSorted((a, b) => b.items - a.items);
  for (const { place, items } of busyFirst) {
    const chars = place.name.length + 1;
    const fits = groups.find(
      (group) => group.places.length < maxNames && group.chars + chars <= maxChars && group.items + items <= maxItems,
    );
    if (fits) {
      fits.places.push(place);
      fits.chars += chars;
      fits.items += items;
    } else groups.push({ places: [place], chars, items });
  }
  return groups.map((group) => group.places);
}

/** Two halves of a group in which one name is bad. */
export function halves<T>(group: readonly T[]): [T[], T[]] {
  const middle = Math.ceil(group.length / 2);
  return [group.slice(0, middle), group.slice(middle)];
}
