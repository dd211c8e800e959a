import type { AiPurpose } from '#shared/ai.ts';
import type { Spender } from './ledger/entry.ts';

export interface Question {
  purpose: AiPurpose;
  /** `strong` falls back to `small` if no strong model is configured. */
  size: 'small' | 'strong';
  system: string;
  prompt: string;
  schema: Record<string, unknown>;
  /** Limit of the answer, in tokens. */
  maxTokens: number;
  spender: Spender;
  /** Number of posts and comments in the request. */
  items: number;
  /** Whether the answer is at least partly usable; repeated unusable answers pause the model for the user. */
  isUsable: (text: string) => boolean;
  signal: AbortSignal;
}

export interface Reply {
  text: string;
  model: string;
  /** ID of the ledger entry. */
  entryId: number;
}

/**
 * Why no model is asked. `off`: none is configured. `budget`: the instance's daily limit is reached, `user-budget`: the
 * user's. `too-large`: the request exceeds the limit of a single call. `down`: the provider doesn't answer.
 */
export type Unavailability = 'off' | 'budget' | 'user-budget' | 'too-large' | 'down';

/** No model was asked; the message gives the reason and may be shown to users. */
export class AiUnavailable extends Error {
  override readonly name = 'AiUnavailable';
  readonly reason: Unavailability;
  /** UTC ms from which it may work again. */
  readonly until: number;
  constructor(message: string, reason: Unavailability, until: number) {
    super(message);
    this.reason = reason;
    this.until = until;
  }
}
