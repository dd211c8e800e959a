import { randomBytes } from 'node:crypto';
import { type ApiToken, maxTokens, type NewToken, tokenPrefix } from '#shared/tokens.ts';
import { minuteMs } from '#shared/time.ts';
import type { CoreContext } from '#core/context.ts';
import { type Actor, actingIn, userIdOf } from '#core/platform/actor.ts';
import { isoTime } from '#core/platform/clock.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { createLimiter } from '#core/platform/limiter.ts';
import {
  deleteToken,
  findTokenOwner,
  findHolder,
  hintOf,
  insertToken,
  listTokens,
  noteUse,
  replacePairingCode,
  takePairingCode,
} from './queries.ts';
import { findUser } from '../queries.ts';
import { getOwner, getWorkspace, isCurrent } from '../security-stamp.ts';
import { bareCode, codeOf } from '../set-up-code.ts';
import { hashOf, newSecret } from '../secret.ts';

type Deps = Pick<CoreContext, 'db' | 'readDb' | 'readCache' | 'now' | 'writeAudit'>;

const usedEveryMs = minuteMs;
const codeLength = 8;
const codeLifeMs = 10 * minuteMs;

type MadeToken = ApiToken & { token: string };

type Give = (whoseIn: (trx: Trx) => Promise<Actor>, given: Pick<ApiToken, 'name' | 'scope' | 'tools'>) => Promise<MadeToken>;

function createGive({ db, now, writeAudit }: Pick<Deps, 'db' | 'now' | 'writeAudit'>): Give {
  return async function give(whoseIn, { name, scope, tools }) {
    const token = tokenPrefix + newSecret();
    const { made, actor } = await transact(db, async (trx) => {
      const owner = await whoseIn(trx);
      const { id, security_stamp } = await getOwner(trx, owner);
      const { id: place } = await getWorkspace(trx, owner);
      const workspace = place === id ? null : place;
      if ((await listTokens(trx, id)).length >= maxTokens)
        throw new AppError('conflict', `You can have at most ${maxTokens} tokens. Revoke one first.`);
      const given = { name, scope, tools: JSON.stringify(tools), created_at: now(), stamp: security_stamp };
      await insertToken(trx, { user_id: id, workspace_id: workspace, token_hash: hashOf(token), hint: hintOf(token), ...given });
      const [newest] = await listTokens(trx, id);
      if (!newest) throw new Error('A new token is missing in the list');
      return { actor: owner, made: newest };
    });
    await writeAudit(actor, { action: 'token-made', target: `token:${made.id}`, details: { name, scope, tools: tools.join(' ') } });
    return { ...made, token };
  };
}

function createPairing({ db, readDb, now }: Pick<Deps, 'db' | 'readDb' | 'now'>, give: Give) {
  const limiter = createLimiter({ db, readDb, now });

  async function takeCode(trx: Trx, code: string): Promise<Actor> {
    const taken = await takePairingCode(trx, hashOf(bareCode(code)), now());
    const user = taken && (await findUser(trx, { id: taken.user_id }));
    if (!taken || !isCurrent(user, taken.stamp)) {
      const message = 'This code is wrong, used, or expired. Get a new one under Settings → Browser extension.';
      throw new AppError('invalid', message, { details: [{ path: 'code', message }] });
    }
    return { ...actingIn(taken.workspace_id ?? user.id, user.id), role: user.role, stamp: taken.stamp };
  }

  return {
    /** A code that the browser extension exchanges for a token. It ends the one before. */
    async makePairingCode(actor: Actor): Promise<{ code: string; expiresAt: string }> {
      const code = codeOf(randomBytes(codeLength));
      const expires = now() + codeLifeMs;
      await transact(db, async (trx) => {
        const { id, security_stamp: stamp } = await getOwner(trx, actor);
        const { id: place } = await getWorkspace(trx, actor);
        const workspace_id = place === id ? null : place;
        const row = { user_id: id, code_hash: hashOf(bareCode(code)), expires_at: expires, stamp, workspace_id };
        await replacePairingCode(trx, row, now());
      });
      return { code, expiresAt: isoTime(expires) };
    },

    /** Throws `invalid` for a code that is unknown, expired, or used, `too_many` after a few of an address. */
    async pair({ code, browser }: { code: string; browser: string }, address: string): Promise<{ token: string }> {
      const attempt = await limiter.pair(address);
      const name = browser === '' ? 'Browser extension' : `Browser extension in ${browser}`;
      const { token } = await give((trx) => takeCode(trx, code), { name, scope: 'companion', tools: [] });
      await attempt.succeed();
      return { token };
    },
  };
}

/** API tokens for users' own programs and their browsers. */
export function createTokens(deps: Deps) {
  const { db, readDb, readCache, now, writeAudit } = deps;
  const give = createGive(deps);
  return {
    ...createPairing(deps, give),

    list: async (actor: Actor): Promise<{ items: ApiToken[] }> => ({ items: await listTokens(db, userIdOf(actor)) }),

    /** Returns the secret, which isn't stored. */
    create: (actor: Actor, given: NewToken): Promise<MadeToken> => give(async () => actor, given),

    async revoke(actor: Actor, id: string): Promise<null> {
      const owner = actor.kind === 'system' ? await findTokenOwner(readDb, id) : userIdOf(actor);
      const name = owner === undefined ? undefined : await transact(db, (trx) => deleteToken(trx, owner, id));
      if (name === undefined) throw new AppError('not_found', 'Token not found');
      await writeAudit(actor, { action: 'token-revoked', target: `token:${id}`, details: { name } });
      return null;
    },

    /**
     * Throws `unauthenticated` for a token that is unknown or revoked, and for one of an assistant except at the address that it is
     * for.
     */
    async actorFrom(token: string, resource: string | null = null): Promise<Actor> {
      const holder = await readCache.row(`token:${hashOf(token)}`, () => findHolder(readDb, hashOf(token)));
      if (!holder) throw new AppError('unauthenticated', 'This token is invalid or was revoked. Create a new one in the settings.');
      if (holder.resource !== null && holder.resource !== resource)
        throw new AppError('unauthenticated', "This token is an assistant's, for MCP only. Create one of your own in the settings.");
      if (holder.expires_at !== null && holder.expires_at <= now()) throw new AppError('unauthenticated', 'This token has expired.');
      if (now() - (holder.last_used_at ?? 0) >= usedEveryMs) await noteUse(db, holder.id, now());
      const { id, user_id, workspace_id, member, role, scope, tools, stamp } = holder;
      const place = workspace_id === null || member === null ? {} : { workspaceId: String(workspace_id), member };
      return { kind: 'user', userId: String(user_id), role, tokenId: id, tokenScope: scope, tokenTools: tools, stamp, ...place };
    },
  };
}
