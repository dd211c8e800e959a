import type { Actor } from './platform/actor.ts';
import type { WriteAudit } from './platform/audit/entry.ts';
import { createExports } from './inbox/exports/service.ts';
import { createFeeds } from './inbox/feeds/service.ts';
import { createFollowUps } from './inbox/follow-ups/service.ts';
import type { openHearing } from './open-hearing.ts';
import type { Parts } from './open.ts';
import { tokenPrefix } from '#shared/tokens.ts';
import { createTokens } from './accounts/tokens/service.ts';
import { createViews } from './inbox/saved-views/service.ts';

interface House {
  hearing: Pick<ReturnType<typeof openHearing>, 'leads' | 'posts' | 'campaigns'>;
  sessionActor: (token: string) => Promise<Actor>;
  writeAudit: WriteAudit;
}

/** What people do with what was heard, wired: keep it, come back to it, take it elsewhere. */
export function openDesk(parts: Parts, { hearing: { leads, posts, campaigns }, sessionActor, writeAudit }: House) {
  const { db, now } = parts;
  const followUps = createFollowUps(parts);
  const tokens = createTokens({ db, now, writeAudit });
  return {
    followUps,
    tokens,
    views: createViews(parts),
    feeds: createFeeds({ db, now, listLeads: leads.list }),
    exports: createExports({
      now,
      writeAudit,
      listLeads: leads.list,
      listPosts: posts.list,
      getCampaignName: async (actor, id) => (await campaigns.get(actor, id)).name,
    }),
    /** Who a bearer token speaks for: that of a session, or a personal one. */
    actorFrom: (token: string): Promise<Actor> => (token.startsWith(tokenPrefix) ? tokens.actorFrom(token) : sessionActor(token)),
    closeDesk: (): Promise<void> => followUps.close(),
  };
}
