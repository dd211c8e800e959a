import type { Now } from '#core/platform/clock.ts';
import { RedditFailure } from './failure.ts';
import type { TokenEndpoint, TokenReply } from './token-endpoint.ts';

/** Source of bearer tokens: the app's own token here, a connected account's elsewhere. */
export interface TokenSource {
  /** Throws `RedditFailure` if Reddit grants none. */
  get(): Promise<string>;
  /** Discards this token, which Reddit rejected, if it is still the current one. */
  drop(token: string): void;
}

type Refusal = Extract<TokenReply, { kind: 'refused' }>;

/** Wrong credentials don't fix themselves; asking for a token on every read would get the IP address blocked. */
const holdMs = 300_000;
const throttledMs = 60_000;

export interface AppToken extends TokenSource {
  /** Whether Reddit refused this app a token of its own when last asked. Sends no request. */
  isRefused(): boolean;
  /** Whether the app gets its own token; asks Reddit unless recently asked. Temporary failures don't count as a refusal. */
  serves(): Promise<boolean>;
}

/** The app-only token (`client_credentials`): one request at a time, cached until shortly before it expires. */
export function createAppToken({ endpoint, now }: { endpoint: TokenEndpoint; now: Now }): AppToken {
  let current: { accessToken: string; expiresAt: number } | null = null;
  let refused: { failure: RedditFailure; until: number } | null = null;
  let underway: Promise<string> | null = null;
  let isRefused = false;

  async function fetchToken(): Promise<string> {
    const reply = await endpoint.request({ grant_type: 'client_credentials' });
    if (reply.kind === 'token') {
      current = reply;
      isRefused = false;
      return reply.accessToken;
    }
    const until = now() + (reply.retryAfterMs ?? (reply.reason === 'throttled' ? throttledMs : holdMs));
    const failure = failureOf(reply, until);
    if (!failure.passing) refused = { failure, until };
    isRefused ||= failure.kind === 'unauthorized';
    throw failure;
  }

  async function get(): Promise<string> {
    if (current && current.expiresAt > now()) return current.accessToken;
    if (refused && refused.until > now()) throw refused.failure;
    underway ??= fetchToken().finally(() => {
      underway = null;
    });
    return underway;
  }

  return {
    get,
    drop(token) {
      if (current?.accessToken === token) current = null;
    },
    isRefused: () => isRefused,
    async serves() {
      try {
        await get();
        return true;
      } catch (error) {
        if (!(error instanceof RedditFailure)) throw error;
        return !isRefused;
      }
    },
  };
}

function failureOf({ reason, message }: Refusal, retryAt: number): RedditFailure {
  if (reason === 'trouble') return new RedditFailure(message, { kind: 'unreachable', ofStream: false, passing: true });
  const kind = {
    grant: 'unauthorized',
    setup: 'unauthorized',
    credentials: 'unauthorized',
    blocked: 'forbidden',
    throttled: 'limited',
  } as const;
  return new RedditFailure(message, { kind: kind[reason], ofStream: false, retryAt });
}
