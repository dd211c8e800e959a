import { importanceOf } from '#core/text/background.ts';
import type { Background } from '#core/text/background.ts';
import { isCommonWord, isOrdinaryWord } from '#core/text/background.ts';
import type { Steps } from '#core/platform/slices.ts';
import { isFunctionWord, languageOf, type TextLanguage, textLanguages } from '#core/text/language.ts';
import { foldToString } from '#core/text/fold.ts';
import { ownText } from '#core/text/sentences.ts';
import { singularOf, stemOf } from '#core/text/stems.ts';
import { tokensIn, type WrittenWord, writtenTermsIn } from '#core/text/tokens.ts';

/** What an author wrote: a comment without the title of its thread. */
export interface OwnText {
  title: string;
  body: string;
}

export interface Phrase {
  /** As most texts spell it. */
  text: string;
  /** Other spellings, as in "credit scores". */
  spellings: readonly string[];
  /** Singular, folded. */
  words: readonly string[];
}

const maxWords = 3;
const maxChars = 3000;
const maxPhraseLength = 60;
const minWordLength = 3;
const maxPhrases = 300;
/** A word must be this rare in general discussions to stand alone, to make a phrase telling, and to begin or end one. */
const [rareAlone, rareBest, rareBound] = [0.5, 0.35, 0.27];
/** Of a word that isn't in the background corpus. */
const unknown = 0.8;
const link = /\b(?:https?:\/\/|www\.)\S{1,500}/gi;

/** The share of function words that a text in a known language has at least. */
const functionShare = 0.15;
const [languageChars, wordsRead] = [800, 80];

/** The language that a text is certainly in; null for others, whose function words can't be told from the rest. */
export function tongueOf({ title, body }: OwnText): TextLanguage | null {
  const words = tokensIn(`${title}\n${body}`.slice(0, languageChars)).slice(0, wordsRead);
  const language = languageOf(words);
  const known = words.filter(({ text }) => isFunctionWord(language, text)).length;
  return known >= words.length * functionShare && known > 1 ? language : null;
}

/** Invisible characters change how a rule reads, not what it finds. */
const visible = (written: string): string => written.replaceAll(/\p{Cf}/gu, '');
const folded = (word: string): string => foldToString(word).trim();

interface Written {
  words: string[];
  text: string;
}

/** A product whose name is also a common word. */
const isEverydayName = (word: string): boolean => isCommonWord(word) && !isOrdinaryWord(word);

/** As in "AdWords" or "CRM". */
const isName = /.\p{Lu}/u;

/** Whether a phrase says something: a single common word never does, nor does a phrase of such words. */
function createTelling(background: Background): (run: Written) => boolean {
  const known = new Map(background.stems.map((stem, index) => [stem, index]));
  const rarityOf = (word: string): number => {
    // "full-time" is as rare as its rarer part.
    const parts = word.split(' ').map((part) => known.get(stemOf(part)));
    return Math.max(...parts.map((index) => (index === undefined ? unknown : importanceOf(index, background))));
  };
  return ({ words, text }) => {
    const rare = words.map(rarityOf);
    const [first = ''] = words;
    if (words.length === 1) return (rare[0] ?? 0) >= rareAlone && !(isName.test(text) ? isEverydayName(first) : isCommonWord(first));
    return Math.max(...rare) >= rareBest && Math.min(rare[0] ?? 0, rare.at(-1) ?? 0) >= rareBound;
  };
}

const isFunction = (word: string): boolean => textLanguages.some((language) => isFunctionWord(language, word));
const canBound = (word: string): boolean => word.length >= minWordLength && /\p{L}/u.test(word) && !isFunction(word);
/** "point of sale", but not "score is low". */
const joining = new Set('of de del du do da von van'.split(' '));

/** The runs of up to three words that start at a word, within a clause. */
function* runsAt(terms: readonly WrittenWord[], words: readonly string[], from: number): Generator<Written> {
  let written = '';
  for (let to = from; to < Math.min(from + maxWords, terms.length); to += 1) {
    const { text = '', gap = '' } = terms[to] ?? {};
    if (to > from && gap.replaceAll(/[ \t\u00a0]/g, '') !== '') return;
    const inner = to > from + 1 ? (words[to - 1] ?? '') : null;
    if (inner !== null && !canBound(inner) && !joining.has(inner)) return;
    written = `${written} ${visible(text)}`.trimStart();
    if (written.length > maxPhraseLength) return;
    yield { words: words.slice(from, to + 1), text: written };
  }
}

function* runsIn(text: string): Generator<Written> {
  const terms = writtenTermsIn(text.slice(0, maxChars).replaceAll(link, '. '));
  // Contractions aren't in the background corpus.
  const words = terms.map(({ lower }) => (/['’]/.test(lower) ? '' : singularOf(folded(lower))));
  for (const [from, first] of words.entries()) if (canBound(first)) yield* runsAt(terms, words, from);
}

export function createPhraseReader(readBackground: () => Background) {
  let isTelling: ReturnType<typeof createTelling> | null = null;

  /** The distinct telling phrases of a text: singular → as it is written. */
  function phrasesOf({ title, body }: OwnText): Map<string, string> {
    isTelling ??= createTelling(readBackground());
    const found = new Map<string, string>();
    for (const text of [title, ownText(body)])
      for (const run of runsIn(text)) if (canBound(run.words.at(-1) ?? '') && isTelling(run)) found.set(run.words.join(' '), run.text);
    return found;
  }

  return {
    /** Phrases that at least `min` of the texts share, most frequent first. */
    *sharedSteps(texts: readonly OwnText[], min: number): Steps<Phrase[]> {
      const spellings = new Map<string, string[]>();
      for (const text of texts) {
        for (const [key, written] of phrasesOf(text)) spellings.set(key, [...(spellings.get(key) ?? []), written]);
        yield;
      }
      return [...spellings]
        .filter(([, all]) => all.length >= min)
        .toSorted(([, one], [, two]) => two.length - one.length)
        .slice(0, maxPhrases)
        .map(([key, all]) => phraseOf(key, all));
    },
  };
}
export type PhraseReader = ReturnType<typeof createPhraseReader>;

function phraseOf(key: string, written: readonly string[]): Phrase {
  const counts = [...Map.groupBy(written, (text) => text)].toSorted(([, one], [, two]) => two.length - one.length);
  const spellings = counts.map(([text]) => text);
  return { text: spellings[0] ?? key, spellings, words: key.split(' ') };
}

export interface Share {
  having: number;
  of: number;
}
const smoothed = ({ having, of }: Share): number => Math.log((having + 0.5) / (of - having + 0.5));
const variance = ({ having, of }: Share): number => 1 / (having + 0.5) + 1 / (of - having + 0.5);

/** How many standard errors the log-odds of a phrase are higher in some texts than in others. */
export const surpriseOf = (inside: Share, outside: Share): number =>
  (smoothed(inside) - smoothed(outside)) / Math.sqrt(variance(inside) + variance(outside));
