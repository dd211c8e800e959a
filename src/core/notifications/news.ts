import { transact, type Db, type Trx } from '#core/platform/db/connect.ts';
import { confidenceAt } from '#core/scoring/confidence.ts';
import { tell, type Telling } from './tell.ts';

const batch = 500;

interface LeadRow {
  id: number;
  user_id: number;
  campaign_id: number;
  notify: number;
  active: number;
  post_id: number | null;
  static_points: number;
  recency_points: number;
  cap: number;
  basis_at: number;
}

const blank = { title: '', text: '', campaign_id: null, lead_id: null, post_id: null };

/** Leads after the cursor, with the strongest post that Earshot itself took for one: what users made leads is no news to them. */
const listLeads = (trx: Trx, after: number): Promise<LeadRow[]> =>
  trx('leads')
    .join('campaigns', 'campaigns.id', 'leads.campaign_id')
    .where('leads.id', '>', after)
    .select<LeadRow[]>([
      'leads.id',
      'leads.user_id',
      'leads.campaign_id',
      'leads.active',
      'leads.static_points',
      'leads.recency_points',
      'leads.cap',
      'leads.basis_at',
      'campaigns.notify',
      trx.raw(
        `(select posts.id from posts where posts.lead_id = leads.id and posts.status = 'lead' and posts.touched = 0 order by posts.static_points desc limit 1) as post_id`,
      ),
    ])
    .orderBy('leads.id')
    .limit(batch);

function tellingOf(lead: LeadRow, now: number): Telling[] {
  if (lead.notify !== 1 || lead.active !== 1 || lead.post_id === null) return [];
  const rank = { staticPoints: lead.static_points, recencyPoints: lead.recency_points, cap: lead.cap };
  return [
    {
      ...blank,
      user_id: lead.user_id,
      key: `lead:${lead.id}`,
      kind: 'new-lead',
      campaign_id: lead.campaign_id,
      lead_id: lead.id,
      post_id: lead.post_id,
      path: `/dashboard/leads/${lead.id}`,
      created_at: now,
      score: confidenceAt(rank, lead.basis_at, now),
    },
  ];
}

/** Tells of every lead since the last time. The cursor moves with the notices, so that a killed process leaves out none and doubles none. */
export async function tellOfLeads(db: Db, now: number): Promise<Set<number>> {
  const told = new Set<number>();
  for (;;) {
    const count = await transact(db, async (trx) => {
      const cursor = await trx('notify_cursor').first<{ lead_id: number } | undefined>('lead_id');
      const leads = await listLeads(trx, cursor?.lead_id ?? 0);
      const last = leads.at(-1);
      if (!last) return 0;
      const tellings = leads.flatMap((lead) => tellingOf(lead, now));
      for (const userId of await tell(trx, tellings, now)) told.add(userId);
      await trx('notify_cursor').update({ lead_id: last.id });
      return leads.length;
    });
    if (count < batch) return told;
  }
}

const failuresInARow = 3;

/** Tells of campaigns whose last runs all failed: once, until one of their runs works again. */
export async function tellOfFailing(db: Db, campaignId: number, now: number): Promise<Set<number>> {
  return transact(db, async (trx) => {
    const campaign = await trx('campaigns')
      .where({ id: campaignId, status: 'active' })
      .first<{ user_id: number; name: string } | undefined>('user_id', 'name');
    if (!campaign) return new Set<number>();
    const ended = trx('runs').where({ campaign_id: campaignId }).whereNotNull('finished_at');
    const good = await ended.clone().whereNot({ state: 'failed' }).max<{ id: number | null }>({ id: 'id' }).first();
    const since = await ended
      .clone()
      .where('id', '>', good?.id ?? 0)
      .orderBy('id')
      .select<{ id: number; error: string | null }[]>('id', 'error')
      .limit(failuresInARow);
    const [first] = since;
    if (!first || since.length < failuresInARow) return new Set<number>();
    const why = since.at(-1)?.error?.split('\n', 1)[0] ?? '';
    const notice: Telling = {
      ...blank,
      user_id: campaign.user_id,
      key: `failing:${campaignId}:${first.id}`,
      kind: 'campaign-failing',
      campaign_id: campaignId,
      title: `${campaign.name} hears nothing`,
      text: `Its last ${failuresInARow} runs failed. ${why}`.trim(),
      path: `/dashboard/campaigns/${campaignId}?tab=runs`,
      created_at: now,
      score: null,
    };
    return tell(trx, [notice], now);
  });
}

interface Disconnected {
  id: number;
  user_id: number;
  username: string;
  connected_at: number;
}

const reconnectOf = (account: Disconnected, now: number): Telling => ({
  ...blank,
  user_id: account.user_id,
  key: `reconnect:${account.id}:${account.connected_at}`,
  kind: 'reconnect',
  title: 'Connect your Reddit account again',
  text: `Reddit no longer accepts the connection of u/${account.username}. What waits to be posted stays until then.`,
  path: '/dashboard/settings?tab=reddit',
  created_at: now,
  score: null,
});

/** Tells of Reddit accounts that ask to be connected again: once a connection. */
export async function tellOfReconnects(db: Db, now: number): Promise<Set<number>> {
  return transact(db, async (trx) => {
    const accounts = await trx('reddit_accounts')
      .where({ needs_reconnect: 1 })
      .select<Disconnected[]>('id', 'user_id', 'username', 'connected_at')
      .limit(10_000);
    const notices = accounts.map((account) => reconnectOf(account, now));
    return notices.length > 0 ? tell(trx, notices, now) : new Set<number>();
  });
}
