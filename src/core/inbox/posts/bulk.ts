import type { bulkActions, DismissReason } from '#shared/posts.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { refreshLeads } from '../leads/merge.ts';
import { afterAction } from './actions.ts';
import { markLearning } from '../learning/mark-queries.ts';
import { missingPost, type PostDeps, postFacts, writeChange } from './changing.ts';
import { claimUndo, findUndo, listLeadIdsOf, listPosts, newestEventId, removeTraces, saveUndo, type Undo, writeStates } from './queries.ts';
import type { PostRow, PostState } from './rows.ts';

export interface Bulk {
  ids: string[];
  action: (typeof bulkActions)[number];
  reason?: DismissReason | undefined;
  /** A change that is sent twice, because its response was lost, has the same key. */
  key?: string | undefined;
}

const stateOf = ({ id, status, open, touched, seen_at, feedback, feedback_reason, feedback_at, kept_at }: PostRow): PostState => ({
  id,
  status,
  open,
  touched,
  seen_at,
  feedback,
  feedback_reason,
  feedback_at,
  kept_at,
});

interface UndoRequest {
  undoToken?: string | undefined;
  /** Of the action, instead of its token. */
  key?: string | undefined;
}

const tokenOf = (owner: string | null, key: string): string => `${owner ?? 'all'}.${key}`;

/** An undo may arrive before its action: the action then changes nothing. */
async function claimEarly(trx: Trx, claim: { token: string; owner: string; now: number }): Promise<boolean> {
  const { token, owner, now } = claim;
  if (!(await claimUndo(trx, { token, userId: Number(owner), now }))) return false;
  await saveUndo(trx, token, { states: [], createdLeads: [], events: [0, 0], isUndone: true });
  return true;
}

/** Applies an action to many posts, and undoes it. */
export function createBulk({ db, bus, now, newToken }: PostDeps & { newToken: () => string }) {
  return {
    /** Skips ids that aren't the actor's; throws `not_found` when none is. */
    async bulk(actor: Actor, { ids, action, reason, key }: Bulk): Promise<{ undoToken: string; changed: number }> {
      const owner = ownerOf(actor);
      const token = key === undefined ? newToken() : tokenOf(owner, key);
      const done = await transact(db, async (trx) => {
        const before = await listPosts(trx, owner, [...new Set(ids)].map(Number));
        const [first] = before;
        if (!first) throw missingPost();
        const userId = String(first.user_id);
        if (!(await claimUndo(trx, { token, userId: first.user_id, now: now() })))
          return { userId, changed: (await findUndo(trx, owner, token))?.states.length ?? 0 };
        const after = before.flatMap((post) => afterAction(post, { action, reason }, now()) ?? []);
        const eventsBefore = await newestEventId(trx);
        const created = await writeChange(trx, { before, after, now: now() });
        const changed = new Set(after.map(({ id }) => id));
        const undo: Undo = {
          states: before.filter(({ id }) => changed.has(id)).map(stateOf),
          createdLeads: created.map(({ id }) => id),
          events: [eventsBefore, await newestEventId(trx)],
        };
        await saveUndo(trx, token, undo);
        return { userId, changed: after.length };
      });
      bus.emit('posts:decided', {});
      bus.announce(done.userId, postFacts);
      return { undoToken: token, changed: done.changed };
    },

    /** Restores the exact state from before the bulk action. A second request changes nothing: the first response may be lost. */
    async undo(actor: Actor, { undoToken, key }: UndoRequest): Promise<{ changed: number }> {
      const owner = ownerOf(actor);
      const token = undoToken ?? tokenOf(owner, key ?? '');
      const changed = await transact(db, async (trx) => {
        if (key !== undefined && owner !== null && (await claimEarly(trx, { token, owner, now: now() }))) return 0;
        const undo = await findUndo(trx, owner, token);
        if (!undo) throw new AppError('not_found', 'This can no longer be undone');
        if (undo.isUndone) return undo.states.length;
        await saveUndo(trx, token, { ...undo, isUndone: true });
        const ids = undo.states.map(({ id }) => id);
        const posts = await listPosts(trx, owner, ids);
        const alive = new Set(posts.map(({ id }) => id));
        const states = undo.states.filter(({ id }) => alive.has(id));
        await writeStates(trx, states);
        const leadIds = await listLeadIdsOf(trx, [...alive]);
        await removeTraces(trx, undo, leadIds);
        await refreshLeads(trx, leadIds, now());
        await markLearning(
          trx,
          posts.map((post) => post.campaign_id),
        );
        return states.length;
      });
      bus.emit('posts:decided', {});
      bus.announce(owner, postFacts);
      return { changed };
    },
  };
}
