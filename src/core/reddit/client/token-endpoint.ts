import * as z from 'zod';
import type { Now } from '#core/platform/clock.ts';
import { retryAfterMs } from '#core/platform/http/retry-after.ts';
import type { Upstream, UpstreamReply } from '#core/platform/http/upstream.ts';

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
