import type { FetchedItem } from '#core/platform/item.ts';
import type { Cue } from './lexicon.ts';

export interface Token {
  text: string;
  stem: number;
  /** Number in the phrase lexicon. */
  phrase: number;
  /** UTF-16 offsets into its field. */
  start: number;
  end: number;
}

/** Tokens `from` (inclusive) to `to` (exclusive). */
export interface Sentence {
  field: 'title' | 'body';
  from: number;
  to: number;
  question: boolean;
}

/** A phrase of the lexicon: tokens `from` (inclusive) to `to` (exclusive). */
export interface CueHit {
  cue: Cue;
  from: number;
  to: number;
  sentence: number;
}

/** An item split into parts, before any analysis. */
export interface TextParts {
  item: FetchedItem;
  /** Tokens of the title, then of the body. */
  tokens: Token[];
  titleLength: number;
  sentences: Sentence[];
  hits: CueHit[];
}
