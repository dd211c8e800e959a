import { ownedBy } from '#core/platform/actor.ts';
import type { Db } from '#core/platform/db/connect.ts';

interface OwnCampaigns {
  /** Null for everyone's. */
  owner: string | null;
  query: { campaignId?: string | undefined };
}

/** The most points that recency adds to any post or lead of these campaigns, as a subquery. */
export const maxRecency = (db: Db, { owner, query }: OwnCampaigns) =>
  db('campaigns')
    .where(ownedBy(owner))
    .modify((campaigns) => {
      if (query.campaignId !== undefined) void campaigns.where('id', Number(query.campaignId));
    })
    .select(db.raw('coalesce(max(max_recency_points), 0)'));
