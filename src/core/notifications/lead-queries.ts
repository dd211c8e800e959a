import type { Trx } from '#core/platform/db/connect.ts';
import type { CampaignsRow, LeadsRow } from '#core/inbox/tables.ts';

/** `scored_by` of posts that a model has yet to score, and of those where it gave no usable response. */
const unscored = `('without-ai', 'builtin-after-ai')`;

/** A lead that wasn't announced yet. */
export interface PendingLead
  extends
    Pick<LeadsRow, 'id' | 'user_id' | 'campaign_id' | 'reddit_username' | 'static_points' | 'recency_points' | 'cap' | 'basis_at'>,
    Pick<CampaignsRow, 'notify'> {
  announce_since: number;
  /** The strongest post that became a lead by its score; null for leads that users made by hand. */
  post_id: number | null;
  /** Number of such posts that are fully scored, number still waiting for the model, and when the first was found. */
  scored: number;
  waiting: number;
  found_at: number | null;
}

const own = `from posts where posts.lead_id = leads.id and posts.status = 'lead' and posts.touched = 0`;

/** Listed leads that weren't announced yet, oldest first. */
export const listPending = (trx: Trx, { after, limit }: { after: number; limit: number }): Promise<PendingLead[]> =>
  trx('leads')
    .join('campaigns', 'campaigns.id', 'leads.campaign_id')
    .whereNotNull('leads.announce_since')
    .where('leads.active', 1)
    .where('leads.id', '>', after)
    .select<PendingLead[]>([
      'leads.id',
      'leads.user_id',
      'leads.campaign_id',
      'leads.reddit_username',
      'leads.static_points',
      'leads.recency_points',
      'leads.cap',
      'leads.basis_at',
      'leads.announce_since',
      'campaigns.notify',
      trx.raw(`(select posts.id ${own} order by posts.static_points desc limit 1) as post_id`),
      trx.raw(`(select count(*) ${own} and posts.scored_by not in ${unscored}) as scored`),
      trx.raw(`(select count(*) ${own} and posts.scored_by = 'without-ai') as waiting`),
      trx.raw(`(select min(posts.discovered_at) ${own}) as found_at`),
    ])
    .orderBy('leads.id')
    .limit(limit);
