import { createExports } from './exports/service.ts';
import { createFollowUps } from './follow-ups/service.ts';
import type { openHearing } from './open-hearing.ts';
import type { Parts } from './open.ts';

/** What people do with what was heard, wired: keep it, come back to it, take it elsewhere. */
export function openDesk(parts: Parts, { leads, posts, campaigns }: ReturnType<typeof openHearing>) {
  const followUps = createFollowUps(parts);
  return {
    followUps,
    exports: createExports({
      now: parts.now,
      listLeads: leads.list,
      listPosts: posts.list,
      getCampaignName: async (actor, id) => (await campaigns.get(actor, id)).name,
    }),
    closeDesk: (): Promise<void> => followUps.close(),
  };
}
