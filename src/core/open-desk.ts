import { createExports } from './exports/service.ts';
import type { openHearing } from './open-hearing.ts';
import type { Parts } from './open.ts';

/** What people do with what was heard, wired: keep it, come back to it, take it elsewhere. */
export function openDesk({ now }: Parts, { leads, posts, campaigns }: ReturnType<typeof openHearing>) {
  return {
    exports: createExports({
      now,
      listLeads: leads.list,
      listPosts: posts.list,
      getCampaignName: async (actor, id) => (await campaigns.get(actor, id)).name,
    }),
  };
}
