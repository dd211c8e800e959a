import { stemIn } from '#core/text/stems.ts';
import type { TextLanguage } from '#core/text/language.ts';
import type { Phrases } from '#core/text/cues.ts';

/** What is known about a word. */
export interface Word {
  /** Number of its stem; -1 when neither the background corpus nor a campaign contains it. */
  stem: number;
  /** Number in its language's phrase lexicon; 0 for none. */
  phrase: number;
}

const memoLimit = 100_000;

type Lexicons = Readonly<Record<TextLanguage, Phrases>>;

/** Numbers for stems, so that texts are compared with campaigns by arrays. */
export class Vocabulary {
  readonly #base: Vocabulary | null;
  readonly #stems: string[] = [];
  readonly #ids = new Map<string, number>();
  readonly #phrases: Lexicons;
  #memos = new Map<TextLanguage, Map<string, Word>>();

  /** @param base whose stems it has as well; from then on, nothing is added to that. */
  constructor(phrases: Lexicons, base: Vocabulary | null = null) {
    this.#phrases = phrases;
    this.#base = base;
  }

  get size(): number {
    return (this.#base?.size ?? 0) + this.#stems.length;
  }

  /** Looks up words of a language, with a cache. */
  termsIn(language: TextLanguage): (text: string) => Word {
    const phrases = this.#phrases[language];
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
