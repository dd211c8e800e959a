import type { FetchedItem } from '#core/platform/item.ts';
import { compileLexicons, type CueHit, listCues } from '#core/text/cues.ts';
import { createFolder } from '#core/text/fold.ts';
import { languageOf, type TextLanguage } from '#core/text/language.ts';
import { ownText, type Sentence, splitSentences } from '#core/text/sentences.ts';
import { stemIn } from '#core/text/stems.ts';
import { listTokens, type Token } from '#core/text/tokens.ts';

/** How often a text contains each stem. */
export type StemCounts = ReadonlyMap<number, number>;

/** An item analyzed once for all campaigns. */
export interface Reading {
  item: FetchedItem;
  language: TextLanguage;
  /** The author's own words: the title's, then the body's. A comment has no title of its own. */
  tokens: Token[];
  titleLength: number;
  sentences: Sentence[];
  hits: CueHit[];
  /** Sentences that ask, by form or by wording. */
  asking: Sentence[];
  titleStems: StemCounts;
  bodyStems: StemCounts;
  /** Of the title of a comment's thread, which someone else wrote; null for posts. */
  threadStems: StemCounts | null;
}

type Word = Pick<Token, 'stem' | 'phrase'>;

/** Numbers for stems, so that texts are compared with campaigns by arrays. */
export class Vocabulary {
  readonly #base: Vocabulary | null;
  readonly #stems: string[] = [];
  readonly #ids = new Map<string, number>();
  #memos = new Map<TextLanguage, Map<string, Word>>();

  /** @param base whose stems it has as well; from then on, nothing is added to that. */
  constructor(base: Vocabulary | null = null) {
    this.#base = base;
  }

  get size(): number {
    return (this.#base?.size ?? 0) + this.#stems.length;
  }

  /** Looks up words of a language, with a cache: their stem, -1 for one that is in no campaign, and their number in the phrases. */
  termsIn(language: TextLanguage): (text: string) => Word {
    const phrases = compileLexicons()[language];
    const memo = this.#memos.get(language) ?? new Map<string, Word>();
    this.#memos.set(language, memo);
    return (text) => {
      const known = memo.get(text);
      if (known) return known;
      // Clears the whole cache, so that unusual spellings can't fill the memory.
      if (memo.size >= memoLimit) memo.clear();
      const word = { stem: this.find(stemIn(language, text)), phrase: phrases.wordOf(text) };
      memo.set(text, word);
      return word;
    };
  }

  /** Returns the number of a stem, and assigns one if it has none. */
  add(stem: string): number {
    const known = this.find(stem);
    if (known >= 0) return known;
    this.#memos = new Map();
    const id = this.size;
    this.#stems.push(stem);
    this.#ids.set(stem, id);
    return id;
  }

  find(stem: string): number {
    const known = this.#base?.find(stem) ?? -1;
    return known >= 0 ? known : (this.#ids.get(stem) ?? -1);
  }

  /** The stem with this number. */
  at(id: number): string | undefined {
    const first = this.#base?.size ?? 0;
    return id < first ? this.#base?.at(id) : this.#stems[id - first];
  }
}
const memoLimit = 100_000;

/** Built once for all scorers: it takes longer than the rest. */
const bases = new WeakMap<readonly string[], Vocabulary>();

function baseOf(stems: readonly string[]): Vocabulary {
  const known = bases.get(stems);
  if (known) return known;
  const made = new Vocabulary();
  for (const stem of stems) made.add(stem);
  bases.set(stems, made);
  return made;
}

/** State for reading texts: the words known so far, and the phrases of the lexicon. */
export interface Reader {
  vocabulary: Vocabulary;
  read: (item: FetchedItem) => Reading;
}

/** Longer texts are truncated here: a need is stated near the beginning or not at all. */
const maxTextLength = 12_000;

export function createReader(stems: readonly string[]): Reader {
  const phrases = compileLexicons();
  const vocabulary = new Vocabulary(baseOf(stems));
  const fold = createFolder();
  const read = (item: FetchedItem): Reading => {
    const isComment = item.kind === 'comment';
    const head = listTokens(fold(item.title));
    const body = ownText(item.body.slice(0, maxTextLength));
    const text = listTokens(fold(body));
    const tokens = isComment ? text : head.concat(text);
    const language = languageOf(tokens);
    const know = vocabulary.termsIn(language);
    for (const token of isComment ? head.concat(text) : tokens) Object.assign(token, know(token.text));
    const titleLength = isComment ? 0 : head.length;
    const sentences = splitSentences({ tokens, titleLength, title: isComment ? '' : item.title, body });
    const hits = listCues(tokens, sentences, phrases[language]);
    return {
      item,
      language,
      tokens,
      titleLength,
      sentences,
      hits,
      asking: listAsking(sentences, hits),
      titleStems: countStems(tokens.slice(0, titleLength)),
      bodyStems: countStems(tokens.slice(titleLength)),
      threadStems: isComment ? countStems(head) : null,
    };
  };
  return { vocabulary, read };
}

function countStems(tokens: readonly Token[]): StemCounts {
  const counts = new Map<number, number>();
  for (const { stem } of tokens) if (stem >= 0) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

function listAsking(sentences: readonly Sentence[], hits: readonly CueHit[]): Sentence[] {
  const asking = new Set(hits.filter(({ cue }) => cue === 'seek' || cue === 'help' || cue === 'choose').map(({ sentence }) => sentence));
  return sentences.filter((sentence, index) => sentence.question || asking.has(index));
}

const firstPerson = new Set(
  'i im ive id ill my me mine we weve were our us ich mein meine meinen wir uns unser unsere yo mi mis nos nuestro nuestra je j jai mon ma mes nous notre eu meu minha nosso nossa ik mijn wij ons onze'.split(
    ' ',
  ),
);
export const speaksOfSelf = ({ from, to }: Pick<Sentence, 'from' | 'to'>, tokens: readonly Token[]): boolean =>
  tokens.slice(from, to).some(({ text }) => firstPerson.has(text));
