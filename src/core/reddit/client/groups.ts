import type { Stream } from '../stream.ts';

interface Limits {
  /** Expected number of new items of a stream. */
  expected: (stream: Stream) => number;
  maxNames?: number;
  /** Length of the joined names; Reddit responds with 414 to URLs of several thousand characters. */
  maxChars?: number;
  /** A page has at most 100 items for all streams of the group. */
  maxItems?: number;
}

/** Groups streams for `/r/a+b+c` calls: few calls, and pages that rarely overflow. */
export function groupStreams(streams: readonly Stream[], { expected, maxNames = 50, maxChars = 1500, maxItems = 80 }: Limits): Stream[][] {
  const groups: { streams: Stream[]; chars: number; items: number }[] = [];
  const busyFirst = streams.map((stream) => ({ stream, items: expected(stream) })).toSorted((a, b) => b.items - a.items);
  for (const { stream, items } of busyFirst) {
    const chars = stream.name.length + 1;
    const fits = groups.find(
      (group) => group.streams.length < maxNames && group.chars + chars <= maxChars && group.items + items <= maxItems,
    );
    if (fits) {
      fits.streams.push(stream);
      fits.chars += chars;
      fits.items += items;
    } else groups.push({ streams: [stream], chars, items });
  }
  return groups.map((group) => group.streams);
}

/** Splits a group in two, to find a name in it that fails. */
export function halves<T>(group: readonly T[]): [T[], T[]] {
  const middle = Math.ceil(group.length / 2);
  return [group.slice(0, middle), group.slice(middle)];
}
