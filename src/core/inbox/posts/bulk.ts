import type { bulkActions, DismissReason } from '#shared/posts.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import { transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { refreshLeads } from '../leads/merge.ts';
import { afterAction } from './actions.ts';
import { markLearning } from '../learning/mark-queries.ts';
import { missingPost, type PostDeps, postFacts, writeChange } from './changing.ts';
import { listLeadIdsOf, listPosts, newestEventId, removeTraces, saveUndo, takeUndo, type Undo, writeStates } from './queries.ts';
import type { PostRow, PostState } from './rows.ts';

export interface Bulk {
  ids: string[];
  action: (typeof bulkActions)[number];
  reason?: DismissReason | undefined;
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

/** Applies an action to many posts, and undoes it. */
export function createBulk({ db, bus, now, newToken }: PostDeps & { newToken: () => string }) {
  return {
    /** Skips ids that aren't the actor's; throws `not_found` when none is. */
    async bulk(actor: Actor, { ids, action, reason }: Bulk): Promise<{ undoToken: string; changed: number }> {
      const token = newToken();
      const done = await transact(db, async (trx) => {
        const before = await listPosts(trx, ownerOf(actor), [...new Set(ids)].map(Number));
        const [first] = before;
        if (!first) throw missingPost();
        const after = before.flatMap((post) => afterAction(post, { action, reason }, now()) ?? []);
        const eventsBefore = await newestEventId(trx);
        const created = await writeChange(trx, { before, after, now: now() });
        const changed = new Set(after.map(({ id }) => id));
        const undo: Undo = {
          states: before.filter(({ id }) => changed.has(id)).map(stateOf),
          createdLeads: created.map(({ id }) => id),
          events: [eventsBefore, await newestEventId(trx)],
        };
        await saveUndo(trx, { token, userId: first.user_id, now: now(), undo });
        return { changed: after.length, userId: String(first.user_id) };
      });
      bus.emit('posts:decided', {});
      bus.announce(done.userId, postFacts);
      return { undoToken: token, changed: done.changed };
    },

    /** Restores the exact state from before the bulk action. A token works once. */
    async undo(actor: Actor, { undoToken }: { undoToken: string }): Promise<{ changed: number }> {
      const owner = ownerOf(actor);
      const changed = await transact(db, async (trx) => {
        const undo = await takeUndo(trx, owner, undoToken);
        if (!undo) throw new AppError('not_found', 'This can no longer be undone');
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
