import { maxViews, type NewView, type View } from '#shared/views.ts';
import type { CoreContext } from '#core/context.ts';
import { type Actor, workspaceOf } from '#core/platform/actor.ts';
import { transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { countOtherViews, deleteView, listViews, upsertView } from './queries.ts';

type Deps = Pick<CoreContext, 'db' | 'bus' | 'now'>;

/** Filters saved under a name. */
export function createViews({ db, bus, now }: Deps) {
  return {
    list: async (actor: Actor): Promise<{ items: View[] }> => ({ items: await listViews(db, workspaceOf(actor)) }),

    async save(actor: Actor, view: NewView): Promise<View> {
      const userId = workspaceOf(actor);
      const saved = await transact(db, async (trx) => {
        if ((await countOtherViews(trx, userId, view)) >= maxViews)
          throw new AppError('conflict', `The limit is ${maxViews} views. Delete one first.`);
        return upsertView(trx, userId, { ...view, now: now() });
      });
      if (!saved) throw new AppError('internal', 'The view was not kept');
      bus.announce(String(userId), ['views-changed']);
      return saved;
    },

    async remove(actor: Actor, id: string): Promise<null> {
      const userId = workspaceOf(actor);
      if ((await deleteView(db, userId, id)) === 0) throw new AppError('not_found', 'View not found');
      bus.announce(String(userId), ['views-changed']);
      return null;
    },
  };
}
