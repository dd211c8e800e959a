import { stemIn } from '../text/snowball.ts';
import type { TextLanguage } from '../text/text-language.ts';
import type { Phrases } from './phrases.ts';

/** What is known of a spelled word. */
export interface Word {
  /** Number of its stem; -1 when neither the background nor a campaign has it. */
  stem: number;
  /** Number in the phrase lexicon of its language; 0 for none. */
  phrase: number;
}

const memoLimit = 100_000;

/** Numbers for stems, so that a text is compared with a campaign by arrays. */
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

  /** How words of a language are known. */
  termsIn(language: TextLanguage): (text: string) => Word {
    const phrases = this.#phrases[language];
    const memo = this.#memos.get(language) ?? new Map<string, Word>();
    this.#memos.set(language, memo);
    return (text) => {
      const known = memo.get(text);
      if (known) return known;
      // Forgets everything at once: spellings of strangers must not fill the memory.
      if (memo.size >= memoLimit) memo.clear();
      const word = { stem: this.#ids.get(stemIn(language, text)) ?? -1, phrase: phrases.wordOf(text) };
      memo.set(text, word);
      return word;
    };
  }

  /** The number of a stem, given now if it has none. */
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
