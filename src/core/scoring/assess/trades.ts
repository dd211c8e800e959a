import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Vocabulary } from '../reading/vocabulary.ts';
import { stemOf } from '../text/stem.ts';

/** A kind of business: what it is called, and what its customers talk about. Stems with how few trades share them, 0 to 1. */
interface Trade {
  names: ReadonlyMap<number, number>;
  /** Including the names. */
  terms: ReadonlyMap<number, number>;
}

export interface Trades {
  all: readonly Trade[];
  /** The trades that each stem belongs to. */
  byStem: ReadonlyMap<number, readonly Trade[]>;
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

export function tradesOf({ all }: Trades, { offering, rules }: Named): OwnTrades {
  const first = new Set(offering.slice(0, firstStems));
  const named = new Set([...offering, ...rules]);
  const ranked = all
    .map((trade) => ({ trade, shared: sharedWith(trade, first, named) }))
    .filter(({ shared }) => shared >= minShared)
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, maxTrades);
  const best = ranked[0]?.shared ?? 0;
  const own = ranked.filter(({ shared }) => shared >= nearBest * best);
  const terms = new Map<number, number>();
  for (const { trade, shared } of own) {
    for (const [stem, rarity] of trade.terms) terms.set(stem, Math.max(terms.get(stem) ?? 0, (rarity * shared) / best));
  }
  return { trades: new Set(own.map(({ trade }) => trade)), terms };
}

function sharedWith({ names, terms }: Trade, first: ReadonlySet<number>, named: ReadonlySet<number>): number {
  let shared = 0;
  for (const [stem, rarity] of names) shared += rarity * (first.has(stem) ? firstWorth : named.has(stem) ? 1 : 0);
  for (const [stem, rarity] of terms) shared += rarity * (named.has(stem) && !names.has(stem) ? termWorth : 0);
  return shared;
}

/** The terms of the one trade that a text names most of, apart from the campaign's own trades and terms: about 1 for each. */
export function otherTradeIn({ byStem }: Trades, { trades, terms }: OwnTrades, stems: ReadonlySet<number>): number {
  const sums = new Map<Trade, number>();
  for (const stem of stems) {
    if (terms.has(stem)) continue;
    for (const trade of byStem.get(stem) ?? []) {
      if (!trades.has(trade)) sums.set(trade, (sums.get(trade) ?? 0) + (trade.terms.get(stem) ?? 0));
    }
  }
  return Math.max(0, ...sums.values());
}

export function createTrades(vocabulary: Vocabulary): Trades {
  const numbersOf = (stems: readonly string[]): number[] => stems.map((stem) => vocabulary.add(stem));
  const lists = readStems().map(({ names, terms }) => ({ names: numbersOf(names), terms: numbersOf(terms) }));
  const counts = new Map<number, number>();
  for (const { terms } of lists) for (const stem of terms) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const rare = (stems: readonly number[]): Map<number, number> =>
    new Map(stems.map((stem) => [stem, 1 - Math.log(counts.get(stem) ?? 1) / Math.log(lists.length)]));
  const all = lists.map(({ names, terms }) => ({ names: rare(names), terms: rare(terms) }));
  const byStem = new Map<number, Trade[]>();
  for (const trade of all) {
    for (const stem of trade.terms.keys()) {
      const known = byStem.get(stem);
      if (known) known.push(trade);
      else byStem.set(stem, [trade]);
    }
  }
  return { all, byStem };
}

/** Trades by their names, with the terms of their customers, all separated by spaces. General knowledge, in English. */
const tradesSchema = z.record(z.string(), z.string());

interface TradeStems {
  names: readonly string[];
  terms: readonly string[];
}

let shipped: readonly TradeStems[] | null = null;

function readStems(): readonly TradeStems[] {
  shipped ??= Object.entries(tradesSchema.parse(JSON.parse(readFileSync(new URL('./trades.json', import.meta.url), 'utf8')))).map(
    ([names, terms]) => ({ names: stemsIn(names), terms: stemsIn(`${names} ${terms}`) }),
  );
  return shipped;
}

const stemsIn = (words: string): string[] => [...new Set(words.split(' ').map((word) => stemOf(word)))];
