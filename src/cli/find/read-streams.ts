import { fetchedKindOf } from '#shared/sources.ts';
import { sleep } from '#core/platform/clock.ts';
import { AppError } from '#core/platform/errors.ts';
import { createGuardedClient } from '#core/platform/http/guarded.ts';
import { type FetchedItem, mayBeSince } from '#core/platform/item.ts';
import type { Reading, Stream } from '#core/reddit/stream.ts';
import { openOthers } from '#core/sources/open.ts';
import type { OtherSource } from '#core/sources/source.ts';
import type { Tools } from '../command.ts';
import { counted, printable } from '../output.ts';

const never = new AbortController().signal;

const labelOf = ({ kind, name }: Stream): string => printable(fetchedKindOf(kind).labelOf(name));

/** Reads each stream once, as a campaign does at first. Throws `unavailable` if none can be read. */
export async function readStreams(
  streams: readonly Stream[],
  { config, out }: Tools,
  { oldest, matches }: { oldest: number; matches: (item: FetchedItem) => boolean },
): Promise<FetchedItem[]> {
  const client = createGuardedClient({ allowPrivateHosts: config.security.allowPrivateHosts });
  const others = openOthers({ config, client, now: Date.now, sleep });
  const items: FetchedItem[] = [];
  let failed = 0;
  /** A stream may be read in several parts. */
  const take = (label: string, readings: readonly Reading[]): void => {
    for (const error of new Set(readings.flatMap((reading) => reading.error ?? []))) out.say(`${label}: ${printable(error)}`);
    const read = readings.filter((reading) => reading.state === 'ok');
    if (read.length === 0) {
      failed += 1;
      return;
    }
    const recent = read.flatMap((reading) => reading.items).filter((item) => mayBeSince(item, oldest));
    out.say(`${label}: ${counted(recent.length, 'post')}`);
    items.push(...recent);
  };
  const readSource = async (source: OtherSource): Promise<void> => {
    const own = streams.filter(({ kind }) => fetchedKindOf(kind).of.source === source.id);
    if (own.length === 0) return;
    const readings = await Array.fromAsync(
      source.read({ streams: own, watermarks: new Map(), signal: never, matches: async () => matches }),
    );
    for (const [label, some] of Map.groupBy(readings, ({ stream }) => labelOf(stream))) take(label, some);
  };
  try {
    await Promise.all(others.map(readSource));
  } finally {
    await Promise.all([client.close(), ...others.map((other) => other.close?.())]);
  }
  if (failed === streams.length)
    throw new AppError('unavailable', 'Nothing could be read. `earshot demo` shows invented posts without a network.');
  return items;
}
