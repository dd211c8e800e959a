import { type ApiToken, maxTokens, type NewToken, tokenPrefix } from '#shared/tokens.ts';
import { minuteMs } from '#shared/time.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import type { WriteAudit } from '#core/platform/audit/entry.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import type { ReadCache } from '#core/platform/db/read-cache.ts';
import { AppError } from '#core/platform/errors.ts';
import { deleteToken, findTokenOwner, findHolder, insertToken, listTokens, noteUse } from './queries.ts';
import { getOwner } from '../security-stamp.ts';
import { hashOf, newSecret } from './secret.ts';

interface Deps {
  db: Db;
  readDb: Db;
  readCache: ReadCache;
  now: Now;
  writeAudit: WriteAudit;
}

const usedEveryMs = minuteMs;
const hintLength = tokenPrefix.length + 4;

/** API tokens for users' own programs. */
export function createTokens({ db, readDb, readCache, now, writeAudit }: Deps) {
  return {
    list: async (actor: Actor): Promise<{ items: ApiToken[] }> => ({ items: await listTokens(db, userIdOf(actor)) }),

    /** Returns the secret, which isn't stored. */
    async create(actor: Actor, { name, scope, tools }: NewToken): Promise<ApiToken & { token: string }> {
      const userId = userIdOf(actor);
      const token = tokenPrefix + newSecret();
      const made = await transact(db, async (trx) => {
        if ((await listTokens(trx, userId)).length >= maxTokens)
          throw new AppError('conflict', `You can have at most ${maxTokens} tokens. Revoke one first.`);
        const hint = token.slice(0, hintLength);
        const { id, security_stamp } = await getOwner(trx, actor);
        const given = { name, scope, tools: JSON.stringify(tools), created_at: now(), stamp: security_stamp };
        return insertToken(trx, { user_id: id, token_hash: hashOf(token), hint, ...given });
      });
      await writeAudit(actor, { action: 'token-made', target: `token:${made.id}`, details: { name, scope, tools: tools.join(' ') } });
      return { ...made, token };
    },

    async revoke(actor: Actor, id: string): Promise<null> {
      const owner = actor.kind === 'system' ? await findTokenOwner(readDb, id) : userIdOf(actor);
      const name = owner === undefined ? undefined : await transact(db, (trx) => deleteToken(trx, owner, id));
      if (name === undefined) throw new AppError('not_found', 'Token not found');
      await writeAudit(actor, { action: 'token-revoked', target: `token:${id}`, details: { name } });
      return null;
    },

    /** Throws `unauthenticated` for a token that is unknown or revoked. */
    async actorFrom(token: string): Promise<Actor> {
      const holder = await readCache.row(`token:${hashOf(token)}`, () => findHolder(readDb, hashOf(token)));
      if (!holder) throw new AppError('unauthenticated', 'This token is invalid or was revoked. Create a new one in the settings.');
      if (now() - (holder.last_used_at ?? 0) >= usedEveryMs) await noteUse(db, holder.id, now());
      const { user_id, role, scope, tools, stamp } = holder;
      return { kind: 'user', userId: String(user_id), role, tokenScope: scope, tokenTools: tools, stamp };
    },
  };
}
