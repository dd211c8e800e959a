import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Vocabulary } from '../reading/vocabulary.ts';

/** A kind of business: stems of what it is called and of what its customers talk about. */
interface Trade {
  number: number;
  /** Including its names. */
  terms: readonly number[];
}

/** A stem as one of a trade. */
interface Membership {
  trade: Trade;
  /** Whether the trade is called so. */
  isName: boolean;
}

export interface Trades {
  /** The trades that each stem belongs to. */
  byStem: ReadonlyMap<number, readonly Membership[]>;
  count: number;
  /** How few trades share a stem, 0 to 1. */
  rarity: (stem: number) => number;
  /** Whether a trade is called so. */
  isName: (stem: number) => boolean;
}

/** The trades that a campaign belongs to. */
export interface OwnTrades {
  trades: ReadonlySet<Trade>;
  /** What their customers talk about, 0 to 1: "RFE" and "I-130" for an immigration lawyer whose rules don't name them. */
  terms: ReadonlyMap<number, number>;
}

/** A campaign belongs to the trades that share this much with it, and at least this share of what the best one does. */
const minShared = 1.5;
const nearBest = 0.6;
const maxTrades = 3;
/** The first words of an offering name it. */
const firstStems = 8;
const firstWorth = 2;
const termWorth = 0.5;

export interface Named {
  /** Stems of the offering, in their order, and of the rules. */
  offering: readonly number[];
  rules: readonly number[];
}

export function tradesOf({ byStem, rarity }: Trades, { offering, rules }: Named): OwnTrades {
  const first = new Set(offering.slice(0, firstStems));
  const sums = new Map<Trade, number>();
  for (const stem of new Set([...offering, ...rules])) {
    const rare = rarity(stem);
    for (const { trade, isName } of byStem.get(stem) ?? []) {
      const worth = isName ? (first.has(stem) ? firstWorth : 1) : termWorth;
      sums.set(trade, (sums.get(trade) ?? 0) + worth * rare);
    }
  }
  const ranked = [...sums]
    .filter(([, shared]) => shared >= minShared)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, maxTrades);
  const best = ranked[0]?.[1] ?? 0;
  const own = ranked.filter(([, shared]) => shared >= nearBest * best);
  const terms = new Map<number, number>();
  for (const [trade, shared] of own) {
    for (const stem of trade.terms) terms.set(stem, Math.max(terms.get(stem) ?? 0, (rarity(stem) * shared) / best));
  }
  return { trades: new Set(own.map(([trade]) => trade)), terms };
}

/** A trade's name says more than what its customers talk about. */
const nameWorth = 1.5;

/** The terms of the one trade that a text names most of, apart from the campaign's own trades and terms: about 1 for each. */
export function otherTradeIn({ byStem, rarity, count }: Trades, { trades, terms }: OwnTrades, stems: Iterable<number>): number {
  const sums = new Float64Array(count);
  let most = 0;
  for (const stem of stems) {
    const members = terms.has(stem) ? undefined : byStem.get(stem);
    if (!members) continue;
    const rare = rarity(stem);
    for (const { trade, isName } of members) {
      if (trades.has(trade)) continue;
      const sum = (sums[trade.number] ?? 0) + rare * (isName ? nameWorth : 1);
      sums[trade.number] = sum;
      if (sum > most) most = sum;
    }
  }
  return most;
}

/** Written by `training/trades.ts` from general knowledge, in English. */
const storedSchema = z.object({
  /** All stems, separated by spaces. */
  stems: z.string(),
  /** How many of the stems are the trade's names, then their numbers in the list, names first; separated by spaces. */
  trades: z.array(z.string()),
});
export type StoredTrades = z.infer<typeof storedSchema>;

let shipped: StoredTrades | null = null;

function readTrades(): StoredTrades {
  shipped ??= storedSchema.parse(JSON.parse(readFileSync(new URL('./trades.json', import.meta.url), 'utf8')));
  return shipped;
}

export function createTrades(vocabulary: Vocabulary): Trades {
  const stored = readTrades();
  const stems = stored.stems.split(' ').map((stem) => vocabulary.add(stem));
  const byStem = new Map<number, Membership[]>();
  const names = new Set<number>();
  for (const [number, row] of stored.trades.entries()) {
    const [nameCount = 0, ...numbers] = row.split(' ').map(Number);
    const terms = numbers.map((at) => stems[at] ?? -1);
    const own = new Set(terms.slice(0, nameCount));
    const trade: Trade = { number, terms };
    // Shared by the stems of a trade: one each would be 74,000 in every thread.
    const asName: Membership = { trade, isName: true };
    const asTerm: Membership = { trade, isName: false };
    for (const stem of own) names.add(stem);
    for (const stem of terms) {
      const member = own.has(stem) ? asName : asTerm;
      const known = byStem.get(stem);
      if (known) known.push(member);
      else byStem.set(stem, [member]);
    }
  }
  const all = Math.log(stored.trades.length);
  return {
    byStem,
    count: stored.trades.length,
    rarity: (stem) => 1 - Math.log(byStem.get(stem)?.length ?? 1) / all,
    isName: (stem) => names.has(stem),
  };
}
