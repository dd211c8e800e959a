import type { Way } from '#shared/ai.ts';
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

/**
 * How a model is asked, from the fastest way on. `quiet`: without thinking, and the server enforces the form. `schema`: the
 * server enforces the form, and the model thinks if it does by itself. `prompt`: the form stands in the prompt only.
 */
export const ways = ['quiet', 'schema', 'prompt'] as const satisfies readonly Way[];

/** What is known about a model without asking it. */
export interface ModelFacts {
  /** Null if unknown. */
  thinks: boolean | null;
  /** Billions of parameters; null if unknown. */
  billions: number | null;
}

export interface GenerateRequest {
  model: string;
  system: string;
  prompt: string;
  /** JSON schema for the answer; not every server enforces it. */
  schema: Record<string, unknown>;
  /** Limit of the answer, in tokens. */
  maxTokens: number;
  way: Way;
  signal: AbortSignal;
}

export interface Generated {
  /** Raw model output: untrusted, and not necessarily JSON. */
  text: string;
  /** `limit`: cut off at the limit of tokens. `refused`: the model or the provider's filter declined. */
  end: 'done' | 'limit' | 'refused';
  /** It thought before it answered. */
  thought: boolean;
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
  /** Never throws: what a server doesn't tell is null. */
  describe(model: string, signal: AbortSignal): Promise<ModelFacts>;
  /** Throws `AiFailure`, or the signal's reason. */
  generate(request: GenerateRequest): Promise<Generated>;
  close(): Promise<void>;
}

/**
 * - `unreachable`: no connection, or it broke. `timeout`: no complete response in time. `limited`: too many requests.
 * - `server`: the server failed. `refused`: the request is rejected for good. `garbled`: the response has the wrong format.
 * - `form`: the server rejects a parameter; the provider has noted it and will leave it out next time.
 * - `unfit`: however it is asked, the model gives no usable answer; the hint says why.
 */
export type FailureKind = 'unreachable' | 'timeout' | 'limited' | 'server' | 'refused' | 'garbled' | 'form' | 'unfit';

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

/** Two response formats, the token limit, the temperature, the template, and some efforts of thinking. They don't count as attempts: nothing was generated. */
export const maxForms = 8;

/** Asks, and leaves out what the server doesn't support, as it says itself. */
export async function generateInForm(provider: AiProvider, request: GenerateRequest): Promise<Generated> {
  for (let form = 0; ; form += 1) {
    try {
      return await provider.generate(request);
    } catch (error) {
      if (!(error instanceof AiFailure && error.kind === 'form' && form < maxForms)) throw error;
    }
  }
}

/** For a model that gets the form in words only. */
export const systemFor = ({ system, schema, way }: GenerateRequest): string =>
  way === 'prompt'
    ? `${system}\n\nAnswer with JSON alone: no words before or after it, no code fence. Its form, as a JSON Schema:\n${JSON.stringify(schema)}`
    : system;

const billionsPattern = /(\d{1,4}(?:\.\d{1,2})?) ?b(?![a-z])/i;

/** "4.3B" is 4.3, "qwen3:30b-a3b" is 30, "270M" is .27. */
export function readBillions(text: string): number | null {
  const [, billions] = billionsPattern.exec(text) ?? [];
  if (billions !== undefined) return Number(billions);
  const [, millions] = /(\d{2,4}) ?m(?![a-z])/i.exec(text) ?? [];
  return millions === undefined ? null : Number(millions) / 1000;
}
