import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { FoundTrade } from './find.ts';
import { readTrade, readTradesIn, type SpokenTrade, type Trade } from './trades.ts';
import { isShop, partsOfCompound, spellings, stemsIn, type TradeLanguage } from './words-in-language.ts';

/** How much a word says about a trade, by where it stands there: as for English. */
const weights = { name: 3, sellers: 2.5, customers: 2, symptoms: 1, brands: 1, buyers: 0.5 } as const;
type Part = keyof typeof weights;
const parts = Object.keys(weights) as Part[];
/** Of a word within a compound, beside the compound itself. */
const withinWeight = 0.6;

/** The stems of each word of a phrase: its own, and of a compound those of its parts, in which it may be said. */
type Phrase = readonly (readonly string[])[];

interface Entry {
  id: string;
  name: string;
  /** Its name, and what its sellers call themselves. */
  names: readonly Phrase[];
  /** What its customers look for. */
  wanted: readonly Phrase[];
  isSoftware: boolean;
}
interface Index {
  entries: readonly Entry[];
  /** By stem: trades, and how much it says about each. */
  postings: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** 0 to 1, high for a word that few trades are called by, and few talk about. */
  rarityOf(stem: string): number;
  /** The stems that a word stands for: itself, and what it is made of. */
  withinOf(stem: string): readonly string[];
}

const listedIn = (trade: SpokenTrade, part: Part): readonly string[] => (part === 'name' ? [trade.name] : trade[part]);

/** How much each stem says about a trade. */
function weighStems(language: TradeLanguage, trade: SpokenTrade, withinOf: (stem: string) => readonly string[]): Map<string, number> {
  const weighed = new Map<string, number>();
  const raise = (stem: string, weight: number): void => void weighed.set(stem, Math.max(weighed.get(stem) ?? 0, weight));
  for (const part of parts) {
    for (const stem of listedIn(trade, part).flatMap((phrase) => stemsIn(language, phrase))) {
      raise(stem, weights[part]);
      for (const within of withinOf(stem)) raise(within, weights[part] * withinWeight);
    }
  }
  return weighed;
}

interface Counted {
  /** In how many trades a stem occurs at all, also in what customers write. */
  counts: ReadonlyMap<string, number>;
  /** All of them, and those of rules. */
  known: ReadonlySet<string>;
}

/** Stems of so many trades are read in one turn. */
const atOnce = 25;
/** A word of a rule that has any ending. */
const beginning = /\S{1,100}\*/g;

async function countStems(language: TradeLanguage, trades: readonly SpokenTrade[]): Promise<Counted> {
  const counts = new Map<string, number>();
  const known = new Set<string>();
  for (const [at, { name, sellers, customers, buyers, problems, symptoms, brands, rules }] of trades.entries()) {
    const said = [name, ...sellers, ...customers, ...buyers, ...problems, ...symptoms, ...brands];
    for (const stem of new Set(said.flatMap((text) => stemsIn(language, text)))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    for (const stem of rules.flatMap((rule) => stemsIn(language, rule.replaceAll(beginning, ' ')))) known.add(stem);
    if (at % atOnce === 0) await yieldToOthers();
  }
  return { counts, known: known.union(new Set(counts.keys())) };
}

async function buildIndex(language: TradeLanguage): Promise<Index> {
  const trades = await readTradesIn(language);
  const { businesses, software } = spellings[language];
  const { counts, known } = await countStems(language, trades);
  const within = new Map<string, readonly string[]>();
  const withinOf = (stem: string): readonly string[] => {
    const found =
      within.get(stem) ??
      partsOfCompound(language, stem, (part) => known.has(part) || businesses.has(part)).filter((part) => !businesses.has(part));
    if (counts.has(stem)) within.set(stem, found);
    return found;
  };
  const phrasesOf = (texts: readonly string[]): Phrase[] =>
    texts
      .map((text) => stemsIn(language, text, { shops: true }))
      .filter((stems) => stems.some((stem) => !isShop(language, stem)))
      .map((stems) => stems.map((stem) => [stem, ...withinOf(stem)]));
  const postings = new Map<string, Map<number, number>>();
  const entries: Entry[] = [];
  for (const [at, trade] of trades.entries()) {
    for (const [stem, weight] of weighStems(language, trade, withinOf)) {
      const posting = postings.get(stem) ?? new Map<number, number>();
      postings.set(stem, posting.set(at, weight));
    }
    entries.push({
      id: trade.id,
      name: trade.name,
      names: phrasesOf([trade.name, ...trade.sellers].flatMap((phrase) => (software.test(phrase) ? [phrase] : namesIn(phrase)))),
      wanted: phrasesOf(trade.customers),
      isSoftware: [trade.name, ...trade.sellers].some((phrase) => software.test(phrase)),
    });
    if (at % atOnce === 0) await yieldToOthers();
  }
  const most = Math.log(1 + trades.length / 2);
  const rarityOf = (stem: string): number => {
    const called = [...(postings.get(stem)?.values() ?? [])].reduce((sum, weight) => sum + weight / weights.name, 0);
    const named = Math.log(1 + trades.length / (1 + called)) / most;
    const talked = Math.log(trades.length / (counts.get(stem) ?? 1)) / Math.log(trades.length / rareIn);
    return Math.min(1, named) * Math.min(1, talked) ** 2;
  };
  return { entries, postings, rarityOf, withinOf };
}
/** "Cours de français et examens", "cours de français en ligne": also what precedes, if it is several words. */
function namesIn(phrase: string): string[] {
  const [first = ''] = phrase.split(/\s(?:et|und|y|e|en|o|oder|ou|of|online|(?:en|em|in) (?:ligne|línea|linha|linea))(?:\s|$)/i);
  return first !== phrase && first.includes(' ') ? [phrase, first] : [phrase];
}
/** A stem that so few trades talk about is rare. */
const rareIn = 3;

/** Of the language that was asked for last. */
let built: { language: TradeLanguage; index: Promise<Index> } | undefined;
function readIndex(language: TradeLanguage): Promise<Index> {
  if (built?.language === language) return built.index;
  const index = buildIndex(language).catch((error: unknown) => {
    built = undefined;
    throw error;
  });
  built = { language, index };
  return index;
}

/** Of the words of a text, those that stand first say what it is about. */
const openingWords = 40;
const maxRead = 4000;
const openingChars = 100;
/** An offer is named first. */
const [firstWords, furtherWeight] = [2, 0.5];
/** Of those for whom something is: "Marketing für Zahnärzte" is no dentist. */
const audienceWeight = 0.6;
/** Of a word that no trade is called by, in the beginning of the text. */
const unknownWorth = 0.45;
const maxUnknown = 3;
/** For a trade whose name, or what a seller calls itself, stands there. */
const namedWeight = 1.4;
/** The same after what is named first: bathroom remodelers lay tiles, too. */
const [namingWords, namedLaterWeight] = [3, 1.1];
/** For one that customers call so. */
const wantedWeight = 1.2;
/** "Costumes" may be hired for the stage: one word that isn't made of words must explain most of a text. */
const isClear = (phrase: Phrase): boolean => phrase.length > 1 || (phrase[0]?.length ?? 0) > 1;
const leastAlone = 0.55;
const otherwiseWeight = 0.5;
/** For a trade that isn't named, and of whose words only one is said, or none of what it is called by. */
const [unnamedWeight, loneWeight] = [0.9, 0.4];
/** A trade must be called by as much as one rare word that its sellers use. */
const leastEvidence = weights.sellers;

interface Said {
  stem: string;
  isAudience: boolean;
}

/** The stems of what a text offers, and for whom, each where it is said first. */
function readSaid(language: TradeLanguage, text: string): Said[] {
  const { forWhom, software } = spellings[language];
  // "Software für Friseure" is for nobody else.
  const isAside = !software.test(text.slice(0, openingChars));
  const said = text
    .slice(0, maxRead)
    .split(/[.!?;\n|–—]+/)
    .flatMap((sentence) => {
      let isAudience = false;
      return sentence.split(/\s+/).flatMap((word) => {
        isAudience ||= isAside && forWhom.test(word.normalize('NFKD').replaceAll(/\P{L}/gu, '').toLowerCase());
        return stemsIn(language, word, { shops: true }).map((stem) => ({ stem, isAudience }));
      });
    });
  return [...new Map(said.toReversed().map((one) => [one.stem, one])).values()].toReversed().slice(0, openingWords);
}

/** What a text says, weighed. */
interface Weighed {
  /** By trade: how much of what is said its words explain. */
  points: Float64Array;
  /** By trade: how many words of what is offered it is called by. */
  calledBy: Uint8Array;
  all: number;
}

function weigh(said: readonly Said[], { entries, postings, rarityOf, withinOf }: Index): Weighed {
  const weighed: Weighed = { points: new Float64Array(entries.length), calledBy: new Uint8Array(entries.length), all: 0 };
  const { points, calledBy } = weighed;
  let unknown = 0;
  const explain = (stem: string, isAudience: boolean, factor: number): void => {
    const worth = rarityOf(stem) * factor;
    weighed.all += worth * weights.name;
    for (const [trade, weight] of postings.get(stem) ?? []) {
      points[trade] = (points[trade] ?? 0) + worth * weight;
      if (!isAudience && weight > 1) calledBy[trade] = (calledBy[trade] ?? 0) + 1;
    }
  };
  for (const [at, { stem, isAudience }] of said.entries()) {
    const factor = (isAudience ? audienceWeight : 1) * (at < firstWords ? 1 : furtherWeight);
    const known = postings.has(stem) ? [stem] : withinOf(stem).filter((part) => postings.has(part));
    for (const one of known) explain(one, isAudience, factor);
    if (known.length > 0 || unknown === maxUnknown) continue;
    unknown += 1;
    weighed.all += unknownWorth * weights.name * factor;
  }
  return weighed;
}

/** 0 to 1.4 by trade: the share of what a text says that the trade's words explain. */
function sharesIn(language: TradeLanguage, text: string, index: Index): Float64Array {
  const said = readSaid(language, text);
  const sold = said.filter(({ stem }) => !isShop(language, stem));
  const { points, calledBy, all } = weigh(sold, index);
  const stemsOf = (some: readonly Said[]): Set<string> => new Set(some.flatMap(({ stem }) => [stem, ...index.withinOf(stem)]));
  const offered = said.filter(({ isAudience }) => !isAudience);
  const stems = { all: stemsOf(said), offered: stemsOf(offered), rarityOf: index.rarityOf };
  const first = { ...stems, offered: stemsOf(offered.slice(0, namingWords)) };
  const isSoftware = spellings[language].software.test(text.slice(0, openingChars));
  return points.map((own, trade) => {
    const entry = index.entries[trade];
    if (!entry || own === 0) return 0;
    const isMeant = entry.isSoftware || !isSoftware;
    const share = Math.min(1, (own * (isMeant ? 1 : otherwiseWeight)) / all);
    if (isMeant && entry.names.some((name) => isNamed(name, first))) return share * namedWeight;
    if (isMeant && entry.names.some((name) => isNamed(name, stems))) return share * namedLaterWeight;
    const isWanted = (phrase: Phrase): boolean => (isClear(phrase) || share >= leastAlone) && isNamed(phrase, stems);
    if (isMeant && entry.wanted.some(isWanted)) return share * wantedWeight;
    return share * Math.min(1, own / leastEvidence) * ((calledBy[trade] ?? 0) > 1 ? unnamedWeight : loneWeight);
  });
}

/** The stems of a text, and of compounds in it. */
interface Stems {
  all: ReadonlySet<string>;
  offered: ReadonlySet<string>;
  rarityOf(stem: string): number;
}
/** A name of words that every other trade has, too, says nothing; two such words together say more than each. */
const leastRarity = { one: 0.5, several: 0.25 };

/** Whether all words of a name are said, and one of them is what is offered. */
function isNamed(name: Phrase, { all, offered, rarityOf }: Stems): boolean {
  const isIn = (words: ReadonlySet<string>, [whole = '', ...within]: readonly string[]): boolean =>
    words.has(whole) || (within.length > 0 && within.every((part) => words.has(part)));
  return (
    name.every((word) => isIn(all, word)) &&
    name.some((word) => isIn(offered, word)) &&
    name.reduce((sum, [whole = '']) => sum + rarityOf(whole), 0) >= (name.length > 1 ? leastRarity.several : leastRarity.one)
  );
}

/** As `findTrades`, for a text in a language, by its words alone: the vectors know English only. */
export async function findTradesIn(language: TradeLanguage, text: string, max: number): Promise<FoundTrade[]> {
  const index = await readIndex(language);
  const shares = sharesIn(language, text, index);
  return index.entries
    .map(({ id, name }, trade) => ({ id, name, likeness: null, fit: shares[trade] ?? 0 }))
    .toSorted((a, b) => b.fit - a.fit)
    .slice(0, max);
}

/** A trade in a language, without what only the English one says of its customers. Null for one that the language doesn't have. */
export async function findTradeIn(language: TradeLanguage, id: string): Promise<Trade | null> {
  const spoken = (await readTradesIn(language)).find((trade) => trade.id === id);
  const english = spoken && (await readTrade(id));
  return english ? { ...english, ...spoken, leaves: [] } : null;
}
