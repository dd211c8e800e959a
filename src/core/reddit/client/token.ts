import * as z from 'zod';
import type { Now } from '#core/platform/clock.ts';
import { type Upstream, type UpstreamReply, retryAfterMs } from '#core/platform/http/upstream.ts';
import { RedditFailure } from './failure.ts';

/** Response of the token endpoint. Only `grant` requires the user to reconnect; after the others, the stored tokens stay. */
export type TokenReply =
  | {
      kind: 'token';
      accessToken: string;
      /** UTC ms; a little before the token really expires. */
      expiresAt: number;
      /** Null if the response has none: the stored one stays valid. */
      refreshToken: string | null;
      scopes: string[];
    }
  | {
      kind: 'refused';
      reason: 'grant' | 'setup' | 'credentials' | 'blocked' | 'throttled' | 'trouble';
      message: string;
      retryAfterMs: number | null;
    };

export interface TokenEndpoint {
  /** Sends one POST with these form fields. Throws `UpstreamError` if there is no response. */
  request(grant: Record<string, string>): Promise<TokenReply>;
}

interface Options {
  wwwUrl: string;
  clientId: string;
  clientSecret: string;
  upstream: Upstream;
  now: Now;
}

/** Reddit's `/api/v1/access_token` for one client ID and any grant type. */
export function createTokenEndpoint({ wwwUrl, clientId, clientSecret, upstream, now }: Options): TokenEndpoint {
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  return {
    async request(grant) {
      const reply = await upstream.send({
        url: `${wwwUrl.replace(/\/+$/, '')}/api/v1/access_token`,
        method: 'POST',
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(grant).toString(),
      });
      return readTokenReply(reply, now());
    },
  };
}

const tokenSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  refresh_token: z.string().min(1).nullish(),
  scope: z.string().default(''),
});
const errorSchema = z.object({ error: z.union([z.string(), z.number()]), error_description: z.string().optional() });

/** The status isn't enough: Reddit also sends errors with status 200. */
export function readTokenReply({ status, headers, text }: UpstreamReply, now: number): TokenReply {
  const refused = (reason: Extract<TokenReply, { kind: 'refused' }>['reason'], message: string): TokenReply => ({
    kind: 'refused',
    reason,
    message,
    retryAfterMs: retryAfterMs(headers, now),
  });
  const body = parsed(text);
  if (status === 401) return refused('credentials', 'Reddit does not know this client id and secret');
  if (status === 403) return refused('blocked', 'Reddit blocks this server: check the User-Agent, or the network address is refused');
  if (status === 429) return refused('throttled', 'Reddit asked us to slow down');
  if (status === 400 && body !== null) return refused('grant', 'Reddit no longer accepts this connection');
  const token = tokenSchema.safeParse(body);
  if (status === 200 && token.success) return tokenOf(token.data, now);
  const error = errorSchema.safeParse(body);
  if (status !== 200 || !error.success) return refused('trouble', `Reddit's sign-in is having trouble (HTTP ${status})`);
  if (error.data.error === 'invalid_grant') return refused('grant', 'Reddit no longer accepts this connection');
  return refused('setup', `Reddit refused the sign-in: ${error.data.error_description ?? error.data.error}`);
}

function tokenOf(data: z.infer<typeof tokenSchema>, now: number): TokenReply {
  const life = data.expires_in * 1000;
  return {
    kind: 'token',
    accessToken: data.access_token,
    expiresAt: now + life - Math.min(60_000, life / 10),
    refreshToken: data.refresh_token ?? null,
    scopes: data.scope.split(/[\s,]+/).filter(Boolean),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

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
