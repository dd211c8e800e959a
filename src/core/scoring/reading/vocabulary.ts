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

/** Numbers for stems, so that texts are compared with campaigns by arrays. */
export class Vocabulary {
  readonly stems: string[];
  readonly #ids: Map<string, number>;
  readonly #phrases: Readonly<Record<TextLanguage, Phrases>>;
  #memos = new Map<TextLanguage, Map<string, Word>>();

  constructor(stems: readonly string[], phrases: Readonly<Record<TextLanguage, Phrases>>) {
    this.stems = [...stems];
    this.#ids = new Map(stems.map((stem, id) => [stem, id]));
    this.#phrases = phrases;
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
      const word = { stem: this.#ids.get(stemIn(language, text)) ?? -1, phrase: phrases.wordOf(text) };
      memo.set(text, word);
      return word;
    };
  }

  /** Returns the number of a stem, and assigns one if it has none. */
  add(stem: string): number {
    const known = this.#ids.get(stem);
    if (known !== undefined) return known;
    this.#memos = new Map();
    this.#ids.set(stem, this.stems.length);
    return this.stems.push(stem) - 1;
  }

  find(stem: string): number {
    return this.#ids.get(stem) ?? -1;
  }
}
