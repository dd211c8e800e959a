import type { Stream } from '../stream.ts';

interface Limits {
  /** New items that a stream is expected to bring. */
  expected: (stream: Stream) => number;
  maxNames?: number;
  /** Of the joined names; Reddit answers 414 to addresses of several thousand characters. */
  maxChars?: number;
  /** A page holds 100 items for all members together. */
  maxItems?: number;
}

/** Shares streams out into `/r/a+b+c` calls, so that few calls bring all of them and a page rarely overflows. */
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

/** Two halves of a group in which one name is bad. */
export function halves<T>(group: readonly T[]): [T[], T[]] {
  const middle = Math.ceil(group.length / 2);
  return [group.slice(0, middle), group.slice(middle)];
}
