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

/** Tokens `from` up to but not including `to`. */
export interface Sentence {
  field: 'title' | 'body';
  from: number;
  to: number;
  question: boolean;
}

/** A phrase of the lexicon, as tokens `from` up to but not including `to`. */
export interface CueHit {
  cue: Cue;
  from: number;
  to: number;
  sentence: number;
}

/** An item split up, before anything is concluded from it. */
export interface TextParts {
  item: FetchedItem;
  /** The title's, then the body's. */
  tokens: Token[];
  titleLength: number;
  sentences: Sentence[];
  hits: CueHit[];
}
