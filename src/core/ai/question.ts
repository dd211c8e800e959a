import type { AiPurpose } from '#shared/ai.ts';
import type { Spender } from './ledger/entry.ts';

export interface Question {
  purpose: AiPurpose;
  /** `strong` falls back to `small` where only one is configured. */
  size: 'small' | 'strong';
  system: string;
  prompt: string;
  schema: Record<string, unknown>;
  /** Of the answer. */
  maxTokens: number;
  spender: Spender;
  /** Posts and comments that it is about. */
  items: number;
  /** Whether anything in the answer can be used; a server that only answers rubbish counts as down after a while. */
  isUsable: (text: string) => boolean;
  signal: AbortSignal;
}

export interface Reply {
  text: string;
  model: string;
  /** Of the ledger. */
  entryId: number;
}

/**
 * Why a model is not asked. `off`: none is configured. `budget`: the instance's day is spent, `user-budget`: this user's.
 * `too-large`: this one request asks for more than any may. `down`: the provider is known not to answer.
 */
export type Unavailability = 'off' | 'budget' | 'user-budget' | 'too-large' | 'down';

/** No model was asked, and the message says why in words for people. */
export class AiUnavailable extends Error {
  override readonly name = 'AiUnavailable';
  readonly reason: Unavailability;
  /** UTC ms from which it may work again. */
  readonly until: number;
  constructor(words: string, reason: Unavailability, until: number) {
    super(words);
    this.reason = reason;
    this.until = until;
  }
}
