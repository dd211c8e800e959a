import type { Now } from '#core/platform/clock.ts';
import type { Upstream } from '#core/platform/http/upstream.ts';

export interface ProviderDeps {
  upstream: Upstream;
  now: Now;
}
/** The two sizes of model that an operator can name; `strong` reads only what the small one leaves doubtful. */
export interface AiModels {
  small: string;
  strong: string | null;
}

export interface GenerateRequest {
  model: string;
  system: string;
  prompt: string;
  /** JSON schema that the text should follow; servers that cannot enforce it may answer anything. */
  schema: Record<string, unknown>;
  /** The longest answer, in tokens. */
  maxTokens: number;
  signal: AbortSignal;
}

export interface Generated {
  /** As the model wrote it: untrusted, perhaps no JSON at all. */
  text: string;
  /** As the server counted them; null where it does not say. */
  tokensIn: number | null;
  tokensOut: number | null;
}

/** The port to a server with models. One call of `generate` is one HTTP request; trying again is the caller's business. */
export interface AiProvider {
  id: string;
  /** For people: "Ollama does not answer". */
  name: string;
  models: AiModels;
  /** Throws `AiFailure`, or the signal's reason. */
  generate(request: GenerateRequest): Promise<Generated>;
  close(): Promise<void>;
}

/**
 * - `unreachable`: no connection, or it broke. `timeout`: no whole reply in time. `limited`: too many requests.
 * - `server`: the server failed. `refused`: it does not want this request, now or later. `garbled`: no reply in its own form.
 * - `form`: it does not know a parameter; the provider has learned so, and the next try goes without it.
 */
export type FailureKind = 'unreachable' | 'timeout' | 'limited' | 'server' | 'refused' | 'garbled' | 'form';

interface Facts {
  kind: FailureKind;
  status?: number | null;
  /** From `Retry-After`. */
  waitMs?: number | null;
  /** What an operator can do, in words. */
  hint?: string | null;
  cause?: unknown;
}

/** A model could not be asked; the message is the server's word or ours, not for end users. */
export class AiFailure extends Error {
  override readonly name = 'AiFailure';
  readonly kind: FailureKind;
  readonly status: number | null;
  readonly waitMs: number | null;
  readonly hint: string | null;
  constructor(message: string, { kind, status = null, waitMs = null, hint = null, cause }: Facts) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.status = status;
    this.waitMs = waitMs;
    this.hint = hint;
  }

  /** The same request may work in a moment. A timeout is not tried again: what was too slow once will be too slow twice. */
  get passing(): boolean {
    return this.kind === 'unreachable' || this.kind === 'limited' || this.kind === 'server';
  }

  /** The server may have generated, and billed, an answer that never arrived. */
  get mayHaveCost(): boolean {
    return this.kind === 'timeout' || this.kind === 'garbled';
  }

  withHint(hint: string): AiFailure {
    const { kind, status, waitMs, cause } = this;
    return new AiFailure(this.message, { kind, status, waitMs, hint, cause });
  }
}
