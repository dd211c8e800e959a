import type { Fact } from '#shared/events.ts';
import { ownOrigin } from '#core/accounts/reset-links.ts';
import type { CoreContext } from '#core/context.ts';
import { hashOf, newSecret } from '#core/accounts/secret.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import { transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { UpstreamError } from '#core/platform/http/upstream.ts';
import type { RedditClient } from '../client/client.ts';
import { RedditFailure } from '../client/failure.ts';
import type { TokenReply } from '../client/token.ts';
import { fieldsOf } from '../client/wire.ts';
import { insertState, listAccounts, maxAccounts, saveAccount, takeState } from './queries.ts';
import { sealContext } from './tokens.ts';

const readScopes = ['identity', 'read', 'history', 'mysubreddits'];
/** Facts to announce when a connection changes. */
export const accountFacts: Fact[] = ['reddit-account-changed'];

export const listOf = (scopes: string): string[] => scopes.split(' ').filter(Boolean);
export const grants = (scopes: string, wanted: string): boolean => listOf(scopes).some((scope) => scope === wanted || scope === '*');

const stateLifeMs = 10 * 60_000;
const missingText = "Reddit granted fewer permissions than requested, so some features won't work.";
type Token = Extract<TokenReply, { kind: 'token' }>;

interface Deps extends Pick<CoreContext, 'config' | 'db' | 'bus' | 'now' | 'secrets' | 'writeAudit'> {
  /** Throws `unavailable` without a client ID. */
  getClient: () => RedditClient;
  onSaved: (id: number) => void;
}

/** Exchanges the code for tokens and asks Reddit whose account it is. The browser is never trusted with either. */
function createExchange({ getClient, redirectUri }: { getClient: Deps['getClient']; redirectUri: () => string }) {
  async function exchange(code: string): Promise<Token> {
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri() };
    const reply = await getClient()
      .endpoint.request(form)
      .catch((error: unknown) => {
        if (error instanceof UpstreamError) throw new AppError('unavailable', 'Reddit could not be reached. Try again.', { cause: error });
        throw error;
      });
    if (reply.kind === 'refused' && reply.reason === 'grant')
      throw new AppError('invalid', 'This sign-in has expired or was already used. Connect again.');
    if (reply.kind === 'refused') throw new AppError('unavailable', reply.message);
    return reply;
  }

  /** The username that Reddit reports for the token. */
  async function nameOf(accessToken: string): Promise<string> {
    const api = getClient().apiWith({ get: () => Promise.resolve(accessToken), drop: () => {} });
    const me = fieldsOf(await api.get('/api/v1/me', {}, { priority: 'interactive' }).catch(asAppError));
    if (typeof me?.name === 'string' && /^[\w-]{1,30}$/.test(me.name)) return me.name;
    throw new AppError('unavailable', "Reddit didn't return the account name. Connect again.");
  }

  return { exchange, nameOf };
}

/** Where Reddit sends people back to. */
export const redirectUriOf = (config: Deps['config']): string => `${ownOrigin(config)}/reddit/callback`;

/** The OAuth flow: to Reddit's consent page and back. */
export function createLinking({ config, db, bus, now, secrets, getClient, writeAudit, onSaved }: Deps) {
  const redirectUri = () => redirectUriOf(config);
  const { exchange, nameOf } = createExchange({ getClient, redirectUri });

  async function save(userId: number, { token, asked }: { token: Token; asked: string }): Promise<string> {
    if (token.refreshToken === null) throw new AppError('unavailable', 'Reddit granted only temporary access. Connect again.');
    const username = await nameOf(token.accessToken);
    const owner = { user_id: userId, username };
    const row = {
      ...owner,
      requested_scopes: asked,
      scopes: token.scopes.join(' '),
      access_sealed: secrets.seal(token.accessToken, sealContext('access', owner)),
      refresh_sealed: secrets.seal(token.refreshToken, sealContext('refresh', owner)),
      expires_at: token.expiresAt,
      needs_reconnect: 0,
      last_error: token.scopes.includes('*') || listOf(asked).every((scope) => token.scopes.includes(scope)) ? null : missingText,
      connected_at: now(),
    };
    const id = await transact(db, async (trx) => {
      const others = (await listAccounts(trx, [userId])).filter((one) => one.username !== username);
      if (others.length >= maxAccounts) throw new AppError('conflict', `You can connect at most ${maxAccounts} Reddit accounts.`);
      return saveAccount(trx, row);
    });
    onSaved(id);
    return username;
  }

  return {
    /** URL of Reddit's consent page. Permission to post is only requested when the user wants to post. */
    async connect(actor: Actor, scope: 'read' | 'submit'): Promise<{ url: string }> {
      const userId = userIdOf(actor);
      getClient();
      const held = await listAccounts(db, [userId]);
      const posting = scope === 'submit' || held.some(({ scopes: granted }) => grants(granted, 'submit'));
      const scopes = [...readScopes, ...(posting ? ['submit'] : [])].join(' ');
      const state = newSecret();
      await insertState(db, { state_hash: hashOf(state), user_id: userId, scopes, expires_at: now() + stateLifeMs }, now());
      const query = new URLSearchParams({
        client_id: config.reddit.clientId,
        response_type: 'code',
        state,
        redirect_uri: redirectUri(),
        duration: 'permanent',
        scope: scopes,
      });
      return { url: `${config.reddit.wwwUrl.replace(/\/+$/, '')}/api/v1/authorize?${query.toString()}` };
    },
    async callback(actor: Actor, { code, state }: { code: string; state: string }): Promise<void> {
      const userId = userIdOf(actor);
      const asked = await takeState(db, { hash: hashOf(state), userId, now: now() });
      if (asked === null) throw new AppError('invalid', 'This sign-in is invalid, expired or already used. Connect again.');
      const username = await save(userId, { token: await exchange(code), asked });
      await writeAudit(actor, { action: 'reddit-connected', target: `user:${userId}`, details: { username } });
      bus.announce(String(userId), accountFacts);
    },
  };
}

function asAppError(error: unknown): never {
  if (error instanceof RedditFailure) throw new AppError('unavailable', error.message, { cause: error });
  throw error;
}
