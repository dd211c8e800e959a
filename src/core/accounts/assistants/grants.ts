import { dayMs, hourMs } from '#shared/time.ts';
import { maxTokens, type ProgramScope, tokenPrefix } from '#shared/tokens.ts';
import type { CoreContext } from '#core/context.ts';
import { type Actor, actingIn } from '#core/platform/actor.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import type { Limiter } from '#core/platform/limiter.ts';
import { can } from '#core/platform/policy.ts';
import { findUser } from '../queries.ts';
import { isCurrent } from '../security-stamp.ts';
import type { OauthCodesRow } from '../tables.ts';
import { findHolder, hintOf, insertToken, listTokens } from '../tokens/queries.ts';
import { hashOf, newSecret } from '../secret.ts';
import { findRole } from '../workspaces/queries.ts';
import {
  endEarlierGrants,
  endGrant,
  findClient,
  findCode,
  findGrant,
  type Grant,
  insertGrant,
  noteClientUse,
  renewGrant,
  takeCode,
} from './queries.ts';
import { checkResource, fitsChallenge, OauthFailure, hostOf } from './request.ts';

export type AssistantDeps = Pick<CoreContext, 'config' | 'db' | 'readDb' | 'now' | 'writeAudit'> & { limiter: Limiter };

const tokenLifeMs = hourMs;
/** Since the last use. */
const refreshLifeMs = 60 * dayMs;
const refreshPrefix = 'err_';
const refreshPattern = /^err_([\w-]{43})([\w-]{43})$/;

type Given = ReadonlyMap<string, string>;
export interface IssuedTokens {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
}
type Reason = 'code-reused' | 'refresh-token-reused' | 'by-itself';
/** What is thrown after the transaction, which must not roll back that a code was used or a connection ended. */
type Outcome<T> = T | { failure: OauthFailure; ended?: { grant: Grant; reason: Reason } };

const invalidGrant = (message: string) => ({ failure: new OauthFailure('invalid_grant', message) });
const deadCode = 'This code is wrong, used, or expired.';
const deadRefresh = 'This refresh token is wrong, used, or expired. Connect again.';
const scopeText = (scope: string): string => (scope === 'write' ? 'read write' : 'read');

/** The program that asks; it has no secret, because it couldn't keep one. */
async function getClient({ readDb }: Pick<AssistantDeps, 'readDb'>, given: Given) {
  const client = await findClient(readDb, given.get('client_id') ?? '');
  if (!client) throw new OauthFailure('invalid_client', "This client_id isn't registered here.");
  return client;
}

function createEnding({ db, writeAudit }: Pick<AssistantDeps, 'db' | 'writeAudit'>) {
  const auditEnd = ({ grant: { token_id, user_id, name }, reason }: { grant: Grant; reason: Reason }): Promise<void> =>
    writeAudit(actingIn(user_id, user_id), { action: 'assistant-ended', target: `token:${token_id}`, details: { name, reason } });

  async function settle<T extends object>(work: (trx: Trx) => Promise<Outcome<T>>): Promise<T> {
    const outcome = await transact(db, work);
    if (!('failure' in outcome)) return outcome;
    if (outcome.ended) await auditEnd(outcome.ended);
    throw outcome.failure;
  }

  /** Whoever shows what was used before may have stolen it, or be the one it was stolen from. */
  async function endReused(trx: Trx, grant: Grant, reason: Exclude<Reason, 'by-itself'>) {
    const failure = invalidGrant(reason === 'code-reused' ? deadCode : deadRefresh);
    return (await endGrant(trx, grant.token_id)) ? { ...failure, ended: { grant, reason } } : failure;
  }
  return { auditEnd, settle, endReused };
}

function createSecrets(now: number) {
  const [token, family, current] = [tokenPrefix + newSecret(), newSecret(), newSecret()];
  const until = { expires_at: now + tokenLifeMs, refresh_until: now + refreshLifeMs };
  return { token, family, current, until };
}

const issued = (token: string, refresh: string, scope: string): IssuedTokens => ({
  access_token: token,
  token_type: 'Bearer',
  expires_in: tokenLifeMs / 1000,
  refresh_token: refreshPrefix + refresh,
  scope: scopeText(scope),
});

/** Whether who allowed it still may: nothing has ended their access, and they are still in the workspace. */
async function isStillAllowed(trx: Trx, { user_id, workspace_id, stamp }: Pick<OauthCodesRow, 'user_id' | 'workspace_id' | 'stamp'>) {
  if (!isCurrent(await findUser(trx, { id: user_id }), stamp)) return false;
  const role = workspace_id === null ? 'owner' : await findRole(trx, { workspace_id, user_id });
  return role !== undefined && can(role, 'read');
}

interface Exchanged {
  actor: Actor;
  id: string;
  name: string;
  scope: ProgramScope;
  host: string;
  tokens: IssuedTokens;
}

function createExchange(deps: AssistantDeps, { settle, endReused }: ReturnType<typeof createEnding>) {
  const { readDb, now, writeAudit } = deps;

  async function give(trx: Trx, code: OauthCodesRow, client_name: string): Promise<Exchanged> {
    const { user_id, workspace_id, client, redirect_uri, resource, scope, tools, stamp, code_hash } = code;
    const { host } = hostOf(redirect_uri);
    const name = client_name || host;
    const { token, family, current, until } = createSecrets(now());
    await endEarlierGrants(trx, code);
    // Checked before, too, but several may have been allowed at once; more than these couldn't be listed.
    if ((await listTokens(trx, user_id)).length >= maxTokens) throw invalidGrant('Whoever allowed this has too many tokens.').failure;
    const row = { user_id, workspace_id, name, scope, tools, stamp, created_at: now(), token_hash: hashOf(token), hint: hintOf(token) };
    const id = await insertToken(trx, row);
    const hashes = { code_hash, family_hash: hashOf(family), refresh_hash: hashOf(current) };
    await insertGrant(trx, { token_id: id, client, redirect_uri, resource, ...hashes, ...until });
    await noteClientUse(trx, client, now());
    const actor = actingIn(workspace_id ?? user_id, user_id);
    return { actor, id: String(id), name, scope, host, tokens: issued(token, family + current, scope) };
  }

  return async function exchange(given: Given): Promise<IssuedTokens> {
    const client = await getClient(deps, given);
    const hash = hashOf(given.get('code') ?? '');
    // Most of what is wrong shows without waiting for the writer.
    if (!(await findCode(readDb, hash)) && !(await findGrant(readDb, { code_hash: hash }))) throw invalidGrant(deadCode).failure;
    const { actor, id, name, scope, host, tokens } = await settle<Exchanged>(async (trx) => {
      const code = await findCode(trx, hash);
      if (!code || !(await takeCode(trx, hash))) {
        const grant = await findGrant(trx, { code_hash: hash });
        return grant ? endReused(trx, grant, 'code-reused') : invalidGrant(deadCode);
      }
      if (code.expires_at <= now() || code.client !== client.id) return invalidGrant(deadCode);
      if (code.redirect_uri !== given.get('redirect_uri')) return invalidGrant("The redirect_uri isn't the one the code was sent to.");
      if (!fitsChallenge(given.get('code_verifier') ?? '', code.challenge)) return invalidGrant("The code_verifier doesn't fit the code.");
      try {
        checkResource(given, code.resource);
      } catch (failure) {
        return { failure: failure as OauthFailure };
      }
      if (!(await isStillAllowed(trx, code))) return invalidGrant('Whoever allowed this no longer can.');
      return give(trx, code, client.name);
    });
    await writeAudit(actor, { action: 'assistant-connected', target: `token:${id}`, details: { name, scope, host } });
    return tokens;
  };
}

function createRefresh(deps: AssistantDeps, { settle, endReused }: ReturnType<typeof createEnding>) {
  const { readDb, now } = deps;
  return async function refresh(given: Given): Promise<IssuedTokens> {
    const client = await getClient(deps, given);
    const [, family = '', current = ''] = refreshPattern.exec(given.get('refresh_token') ?? '') ?? [];
    const by = { family_hash: hashOf(family) };
    if (!(await findGrant(readDb, by))) throw invalidGrant(deadRefresh).failure;
    return settle<IssuedTokens>(async (trx) => {
      const grant = await findGrant(trx, by);
      if (!grant || grant.client !== client.id) return invalidGrant(deadRefresh);
      if (grant.refresh_hash !== hashOf(current)) return endReused(trx, grant, 'refresh-token-reused');
      checkResource(given, grant.resource);
      // It may be expired by now, unlike the right to get the next one.
      const holder = await findHolder(trx, grant.hash);
      if (!holder || grant.refresh_until <= now()) return invalidGrant(deadRefresh);
      if ((given.get('scope') ?? '').split(' ').includes('write') && holder.scope !== 'write')
        throw new OauthFailure('invalid_scope', 'This is more access than was allowed.');
      const next = createSecrets(now());
      const refreshed = { refresh_hash: hashOf(next.current), ...next.until };
      const token = { token_hash: hashOf(next.token), hint: hintOf(next.token) };
      if (!(await renewGrant(trx, { before: grant, refresh: refreshed, token }))) return endReused(trx, grant, 'refresh-token-reused');
      return issued(next.token, family + next.current, holder.scope);
    });
  };
}

/** Tokens of assistants: API tokens for an hour, which a refresh token replaces. */
export function createGrants(deps: AssistantDeps) {
  const { db, readDb } = deps;
  const ending = createEnding(deps);
  const ways = new Map([
    ['authorization_code', createExchange(deps, ending)],
    ['refresh_token', createRefresh(deps, ending)],
  ]);
  return {
    /** Answers the token endpoint. Throws `OauthFailure`. */
    async tokens(given: Given): Promise<IssuedTokens> {
      const way = ways.get(given.get('grant_type') ?? '');
      if (!way) throw new OauthFailure('unsupported_grant_type', 'Supported are authorization_code and refresh_token.');
      return way(given);
    },

    /** Ends the connection of either of its tokens; of an unknown one, it says nothing (RFC 7009). */
    async disconnect(given: Given): Promise<void> {
      const client = await getClient(deps, given);
      const token = given.get('token') ?? '';
      const [, family] = refreshPattern.exec(token) ?? [];
      const grant = await findGrant(readDb, family === undefined ? { token_hash: hashOf(token) } : { family_hash: hashOf(family) });
      if (grant?.client !== client.id) return;
      if (await transact(db, (trx) => endGrant(trx, grant.token_id))) await ending.auditEnd({ grant, reason: 'by-itself' });
    },
  };
}
