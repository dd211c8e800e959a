import type { Now } from '#core/platform/clock.ts';
import type { Upstream } from '#core/platform/http/upstream.ts';

export interface ProviderDeps {
  upstream: Upstream;
  now: Now;
}
/** The models that an operator can configure; `strong` scores only what `small` leaves doubtful. */
export interface AiModels {
  small: string;
  strong: string | null;
}

export interface GenerateRequest {
  model: string;
  system: string;
  prompt: string;
  /** JSON schema for the answer; not every server enforces it. */
  schema: Record<string, unknown>;
  /** Limit of the answer, in tokens. */
  maxTokens: number;
  signal: AbortSignal;
}

export interface Generated {
  /** Raw model output: untrusted, and not necessarily JSON. */
  text: string;
  /** Counted by the server; null if it doesn't report them. */
  tokensIn: number | null;
  tokensOut: number | null;
}

/** Port to a model server. Each `generate` is one HTTP request; the caller retries. */
export interface AiProvider {
  id: string;
  /** Shown to users, as in "Ollama is working". */
  name: string;
  models: AiModels;
  /** Throws `AiFailure`, or the signal's reason. */
  generate(request: GenerateRequest): Promise<Generated>;
  close(): Promise<void>;
}

/**
 * - `unreachable`: no connection, or it broke. `timeout`: no complete response in time. `limited`: too many requests.
 * - `server`: the server failed. `refused`: the request is rejected for good. `garbled`: the response has the wrong format.
 * - `form`: the server rejects a parameter; the provider has noted it and will leave it out next time.
 */
export type FailureKind = 'unreachable' | 'timeout' | 'limited' | 'server' | 'refused' | 'garbled' | 'form';

interface Facts {
  kind: FailureKind;
  status?: number | null;
  /** From `Retry-After`. */
  waitMs?: number | null;
  /** What an operator can do. */
  hint?: string | null;
  cause?: unknown;
}

/** A request to a model failed. The message may come from the server and isn't meant for users. */
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

  /** Whether to retry. Not after a timeout: the same request would be too slow again. */
  get passing(): boolean {
    return this.kind === 'unreachable' || this.kind === 'limited' || this.kind === 'server';
  }

  /** Whether the server may have generated and billed an answer that didn't arrive. */
  get mayHaveCost(): boolean {
    return this.kind === 'timeout' || this.kind === 'garbled';
  }

  withHint(hint: string): AiFailure {
    const { kind, status, waitMs, cause } = this;
    return new AiFailure(this.message, { kind, status, waitMs, hint, cause });
  }
}
