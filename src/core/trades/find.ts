import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { readBackground } from '#core/scoring/background.ts';
import { isFunctionWord } from '#core/text/language.ts';
import { stemOf } from '#core/text/stems.ts';
import { termsIn } from '#core/text/tokens.ts';
import { fieldCount, readField, type Trade } from './trades.ts';

/** How much a word says about a trade, by where it stands there. */
const weights = { name: 3, sellers: 2.5, customers: 2, symptoms: 1, brands: 1, buyers: 0.5 } as const;
type Part = keyof typeof weights;
const parts = Object.keys(weights) as Part[];
/** Parts whose neighboring words are compared, too: "wedding photographer". */
const named: ReadonlySet<Part> = new Set(['name', 'sellers', 'customers']);
const pairWeight = 1.5;

interface Entry {
  id: string;
  name: string;
  /** Of `readField`. */
  field: number;
}
interface Index {
  entries: readonly Entry[];
  /** By word, or by pair of words: trades, and how much it says about each. */
  postings: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Information of a word, high for one that few trades and few discussions have. */
  rarityOf(word: string): number;
}

/** The stems of a phrase without its function words, in order, and its pairs of neighbors. */
function listWords(phrase: string): { singles: string[]; pairs: string[] } {
  const singles = termsIn(phrase).flatMap((word) => (word.length < 2 || isFunctionWord('en', word) ? [] : [stemOf(word)]));
  return { singles, pairs: singles.slice(1).map((word, at) => `${singles[at] ?? ''} ${word}`) };
}

const partOf = (trade: Trade, part: Part): readonly string[] => (part === 'name' ? [trade.name] : trade[part]);

/** What names a trade, and how much each says about it. */
function termsOf(trade: Trade): Map<string, number> {
  const terms = new Map<string, number>();
  const raise = (words: readonly string[], weight: number): void => {
    for (const word of words) terms.set(word, Math.max(terms.get(word) ?? 0, weight));
  };
  for (const part of parts) {
    const listed = partOf(trade, part).map(listWords);
    raise(
      listed.flatMap(({ singles }) => singles),
      weights[part],
    );
    if (named.has(part))
      raise(
        listed.flatMap(({ pairs }) => pairs),
        weights[part],
      );
  }
  return terms;
}

async function buildIndex(): Promise<Index> {
  const entries: Entry[] = [];
  const postings = new Map<string, Map<number, number>>();
  const addTrade = (trade: Trade, field: number): void => {
    const number = entries.push({ id: trade.id, name: trade.name, field }) - 1;
    for (const [term, weight] of termsOf(trade)) {
      const posting = postings.get(term) ?? new Map<number, number>();
      postings.set(term, posting.set(number, weight));
    }
  };
  for (let field = 0; field < fieldCount; field += 1) {
    for (const trade of await readField(field)) addTrade(trade, field);
    await yieldToOthers();
  }
  const { stems, frequencies, documents } = readBackground();
  const shares = new Map(stems.map((stem, at) => [stem, (frequencies[at] ?? 0) / documents]));
  /** 1 for a word that discussions at large hardly use. */
  const talkOf = (word: string): number => Math.min(1, Math.log(1 / (shares.get(word) ?? rarest)) / Math.log(1 / rarest));
  const rarityOf = (term: string): number => {
    const trades = Math.log(1 + entries.length / (1 + (postings.get(term)?.size ?? 0)));
    return trades * Math.min(...term.split(' ').map(talkOf)) ** 2;
  };
  return { entries, postings, rarityOf };
}

/** Share of discussions with a word that none of them uses. */
const rarest = 1e-4;

let index: Promise<Index> | undefined;

export interface FoundTrade {
  id: string;
  name: string;
  /** 0 to 1: share of what the text says that this trade's words explain. */
  fit: number;
}

/** Of the words of a text, those that stand first say most. */
const openingWords = 40;
const laterWeight = 0.4;

/** Trades that a text may be about, the likeliest first. `text`: what somebody sells, in English. */
export async function findTrades(text: string, max: number): Promise<FoundTrade[]> {
  const { entries, postings, rarityOf } = await (index ??= buildIndex());
  const { singles, pairs } = listWords(text.slice(0, 20_000));
  const points = new Float64Array(entries.length);
  let all = 0;
  const seen = new Set<string>();
  const add = (words: readonly string[], factor: number): void => {
    for (const [at, word] of words.entries()) {
      if (seen.has(word)) continue;
      seen.add(word);
      const worth = factor * rarityOf(word) * (at < openingWords ? 1 : laterWeight);
      all += worth * weights.name;
      for (const [trade, weight] of postings.get(word) ?? []) points[trade] = (points[trade] ?? 0) + worth * weight;
    }
  };
  add(singles, 1);
  add(
    pairs.filter((pair) => postings.has(pair)),
    pairWeight,
  );
  return entries
    .map(({ id, name }, trade) => ({ id, name, fit: all === 0 ? 0 : (points[trade] ?? 0) / all }))
    .toSorted((a, b) => b.fit - a.fit)
    .slice(0, max);
}

/** Null for an unknown ID. */
export async function findTrade(id: string): Promise<Trade | null> {
  const { entries } = await (index ??= buildIndex());
  const entry = entries.find((one) => one.id === id);
  if (!entry) return null;
  return (await readField(entry.field)).find((trade) => trade.id === id) ?? null;
}
