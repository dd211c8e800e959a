import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { placeSchema } from '#shared/places.ts';
import { stackHostOf } from '#shared/stream-names.ts';

const entrySchema = z.strictObject({
  ...placeSchema.shape,
  title: z.string().default(''),
  /** Trades whose customers ask there, by ID; those that name its host themselves aren't repeated. */
  trades: z.array(z.string()).default([]),
});
type KnownPlace = z.output<typeof entrySchema>;
const placesSchema = z.strictObject({ compiled: z.iso.date(), entries: z.array(entrySchema) });

/** Without `https://`; of a forum below a path, with the path. */
export const hostOf = ({ kind, name }: Pick<KnownPlace, 'kind' | 'name'>): string =>
  kind === 'stackexchange' ? stackHostOf(name) : name.replace(/^https:\/\//, '');

interface Places {
  compiled: string;
  entries: readonly KnownPlace[];
  byHost: ReadonlyMap<string, KnownPlace>;
  byTrade: ReadonlyMap<string, readonly KnownPlace[]>;
}

let places: Places | undefined;
/** The catalog of forums and sites. It was compiled from what is publicly known: an entry is verified once it was reached. */
export function readPlaces(): Places {
  places ??= readAll();
  return places;
}

const rank = { high: 0, medium: 1, low: 2 };

function readAll(): Places {
  const { compiled, entries } = placesSchema.parse(JSON.parse(readFileSync(new URL('./places.json', import.meta.url), 'utf8')));
  const byTrade = new Map<string, KnownPlace[]>();
  for (const entry of entries.toSorted((a, b) => rank[a.activity] - rank[b.activity]))
    for (const trade of entry.trades) byTrade.set(trade, [...(byTrade.get(trade) ?? []), entry]);
  return { compiled, entries, byHost: new Map(entries.map((entry) => [hostOf(entry), entry])), byTrade };
}

/** Where customers of a trade ask: the sites that it names, best first, then forums of its products, busiest first. */
export function placesOf({ id, sites }: { id: string; sites: readonly string[] }): KnownPlace[] {
  const { byHost, byTrade } = readPlaces();
  return [...new Set([...sites.flatMap((host) => byHost.get(host) ?? []), ...(byTrade.get(id) ?? [])])];
}
