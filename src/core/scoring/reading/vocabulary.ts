import { stemOf } from '../text/stem.ts';
import type { Phrases } from './phrases.ts';

/** What is known of a spelled word. */
export interface Word {
  /** Number of its stem; -1 when neither the background nor a campaign has it. */
  stem: number;
  /** Number in the phrase lexicon; 0 for none. */
  phrase: number;
}

const memoLimit = 100_000;

/** Numbers for stems, so that a text is compared with a campaign by arrays. */
export class Vocabulary {
  readonly stems: string[];
  readonly #ids: Map<string, number>;
  readonly #phrases: Phrases;
  #memo = new Map<string, Word>();

  constructor(stems: readonly string[], phrases: Phrases) {
    this.stems = [...stems];
    this.#ids = new Map(stems.map((stem, id) => [stem, id]));
    this.#phrases = phrases;
  }

  wordOf(text: string): Word {
    const known = this.#memo.get(text);
    if (known) return known;
    // Forgets everything at once: strangers' spellings must not fill the memory.
    if (this.#memo.size >= memoLimit) this.#memo.clear();
    const word = { stem: this.#ids.get(stemOf(text)) ?? -1, phrase: this.#phrases.wordOf(text) };
    this.#memo.set(text, word);
    return word;
  }

  /** The number of a stem, given now if it has none. */
  add(stem: string): number {
    const known = this.#ids.get(stem);
    if (known !== undefined) return known;
    this.#memo.clear();
    this.#ids.set(stem, this.stems.length);
    return this.stems.push(stem) - 1;
  }

  find(stem: string): number {
    return this.#ids.get(stem) ?? -1;
  }
}
