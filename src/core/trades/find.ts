import { readFileSync } from 'node:fs';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { readBackground } from '#core/text/background.ts';
import { dimensions, vectorOf, vectorScale } from '#core/scoring/reader/sentences.ts';
import { isFunctionWord } from '#core/text/language.ts';
import { stemOf } from '#core/text/stems.ts';
import { termsIn } from '#core/text/tokens.ts';
import { splitOffer } from './offered.ts';
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
  /** The stems of its name, and of each thing that its sellers call themselves. */
  names: readonly (readonly string[])[];
  isSoftware: boolean;
}
interface Index {
  entries: readonly Entry[];
  /** By word, or by pair of words: trades, and how much it says about each. */
  postings: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Information of a word, high for one that few trades and few discussions have. */
  rarityOf(word: string): number;
}

const isNumber = (word: string): boolean => /^\d+s?$/.test(word);
const isEmpty = (word: string): boolean => word.length < 2 || isFunctionWord('en', word);

/** The stems of a phrase that say something, in order, and its pairs of neighbors: a number says something beside a word only. */
function listWords(phrase: string): { singles: string[]; pairs: string[] } {
  const words = termsIn(phrase).filter((word) => isNumber(word) || !isEmpty(word));
  const stems = words.map(stemOf);
  return {
    singles: words.flatMap((word, at) => (isNumber(word) ? [] : [stems[at] ?? ''])),
    pairs: stems.slice(1).map((stem, at) => `${stems[at] ?? ''} ${stem}`),
  };
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

const software: ReadonlySet<string> = new Set(['software', 'saas', 'crm', 'app', 'platform', 'tool'].map(stemOf));
/** "Dog grooming software" is no dog grooming; "coaching for software engineers" is no software. */
const sellsSoftware = /^[^.!?\n]{0,100}?(?<!\bfor\s)\b(?:software|saas|crm|apps?|plugin)\b/i;
const otherwiseWeight = 0.5;

const namesOf = ({ name, sellers }: Trade): string[][] =>
  [name, ...sellers].map((phrase) => listWords(phrase).singles).filter(({ length }) => length > 0);

async function buildIndex(): Promise<Index> {
  const entries: Entry[] = [];
  const postings = new Map<string, Map<number, number>>();
  const addTrade = (trade: Trade, field: number): void => {
    const names = namesOf(trade);
    const isSoftware = names.flat().some((stem) => software.has(stem));
    const number = entries.push({ id: trade.id, name: trade.name, field, names, isSoftware }) - 1;
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

let built: Promise<Index> | undefined;
const readIndex = (): Promise<Index> =>
  (built ??= buildIndex().catch((error: unknown) => {
    built = undefined;
    throw error;
  }));

export interface FoundTrade {
  id: string;
  name: string;
  /** How alike text and trade are in meaning, at most 1; null by words alone. */
  likeness: number | null;
  /** That, and half of the share of what the text says that the trade's words explain; by words alone, the share. */
  fit: number;
}

/** Of the words of a text, those that stand first say what it is about; later ones only help to tell trades apart. */
const openingWords = 40;
const laterWeight = 0.2;
/** For a trade whose name, or what a seller calls itself, stands in the beginning of the text. */
const namedWeight = 1.4;
const wordsWeight = 0.5;

/** Of those for whom something is: "websites for charter captains" is no charter. */
const audienceWeight = 0.8;
/** So many times what the words of the offer say about a trade. */
const mostByAudience = 5;
/** How much more alike a trade may be to the whole text than to what it offers. */
const mostByWhole = 0.25;
/** Software is for a trade: there, both count alike. */
const partsOf = (text: string) => (sellsSoftware.test(text) ? { offered: text, audience: '' } : splitOffer(text));

/** 0 to 1 by trade: the share of what a text says that the trade's words explain. */
function sharesIn(text: string, { entries, postings, rarityOf }: Index): Float64Array {
  const { offered, audience } = partsOf(text.slice(0, 20_000));
  const listed = listWords(offered);
  const besides = listWords(audience);
  const knownOf = (words: readonly string[], except: readonly string[] = []): string[] =>
    [...new Set(words)].filter((word) => postings.has(word) && !except.includes(word));
  const [singles, pairs] = [knownOf(listed.singles), knownOf(listed.pairs)];
  const forWhom = knownOf(besides.singles, singles);
  const points = new Float64Array(entries.length);
  let all = 0;
  const add = (words: readonly string[], factor: number): void => {
    for (const [at, word] of words.entries()) {
      const isLater = at >= openingWords;
      const worth = factor * rarityOf(word) * (isLater ? laterWeight : 1);
      if (!isLater) all += worth * weights.name;
      for (const [trade, weight] of postings.get(word) ?? []) points[trade] = (points[trade] ?? 0) + worth * weight;
    }
  };
  add(singles, 1);
  add(pairs, pairWeight);
  const most = points.map((own) => own * mostByAudience);
  add(forWhom, audienceWeight);
  add(knownOf(besides.pairs, pairs), audienceWeight * pairWeight);
  const opening = new Set(singles.slice(0, openingWords));
  const said = opening.union(new Set(forWhom.slice(0, openingWords)));
  const isSaid = (name: readonly string[]): boolean => name.every((stem) => said.has(stem)) && name.some((stem) => opening.has(stem));
  const isOfSoftware = sellsSoftware.test(text);
  return points.map((sum, trade) => {
    const own = Math.min(sum, most[trade] ?? 0);
    const { names = [], isSoftware = false } = entries[trade] ?? {};
    const isMeant = isSoftware || !isOfSoftware;
    const share = own === 0 ? 0 : Math.min(1, (own * (isMeant ? 1 : otherwiseWeight)) / all);
    return share * (isMeant && names.some(isSaid) ? namedWeight : 1);
  });
}

/** What is embedded of a trade: the vector of each is added up. */
export const describeForVector = ({ name, sellers, customers, buyers }: Trade): string[] => [
  `${name}. ${sellers.join(', ')}`,
  `${name}: ${customers.join(', ')}`,
  `${name}. ${buyers.slice(0, 3).join(' ')}`,
];

/** Of all trades in their order, `dimensions` bytes each, written by training/trade-vectors.ts. */
let vectors: Int8Array | undefined;
const readVectors = (): Int8Array => (vectors ??= new Int8Array(readFileSync(new URL('./vectors.bin', import.meta.url))));

/** Of each trade, how alike it and a vector are: at most 1. */
function likenessesOf(vector: Float32Array, count: number): Float64Array {
  const all = readVectors();
  return new Float64Array(count).map((_, trade) =>
    vector.reduce((sum, value, at) => sum + (value * (all[trade * dimensions + at] ?? 0)) / vectorScale, 0),
  );
}

async function readLikenesses(text: string, count: number): Promise<Float64Array> {
  const whole = likenessesOf(await vectorOf(text), count);
  const { offered, audience } = partsOf(text);
  if (audience === '') return whole;
  const part = likenessesOf(await vectorOf(offered), count);
  return whole.map((likeness, trade) => Math.min(likeness, (part[trade] ?? 0) + mostByWhole));
}

/**
 * Trades that a text may be about, the likeliest first. `text`: what somebody sells, in English. `isOff`, or where the model can't
 * be used: by words alone.
 */
export async function findTrades(text: string, max: number, isOff = false): Promise<FoundTrade[]> {
  const index = await readIndex();
  const shares = sharesIn(text, index);
  const likenesses = isOff ? null : await readLikenesses(text, index.entries.length).catch(() => null);
  return index.entries
    .map(({ id, name }, trade) => {
      const likeness = likenesses?.[trade] ?? null;
      const share = shares[trade] ?? 0;
      return { id, name, likeness, fit: likeness === null ? share : likeness + wordsWeight * share };
    })
    .toSorted((a, b) => b.fit - a.fit)
    .slice(0, max);
}

/** Null for an unknown ID. */
export async function findTrade(id: string): Promise<Trade | null> {
  const { entries } = await readIndex();
  const entry = entries.find((one) => one.id === id);
  if (!entry) return null;
  return (await readField(entry.field)).find((trade) => trade.id === id) ?? null;
}
