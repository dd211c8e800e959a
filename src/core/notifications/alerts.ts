import { transact, type Db } from '#core/platform/db/connect.ts';
import { type Disconnected, findActiveCampaign, listDisconnected, listFailedRuns } from './alert-queries.ts';
import { type NoticeInput, notify } from './notify.ts';

const blank = { title: '', text: '', campaign_id: null, lead_id: null, post_id: null };

const failuresInARow = 3;

/** Notifies the owner of a campaign whose latest runs all failed; once, until a run succeeds again. */
export async function notifyOfFailing(db: Db, campaignId: number, now: number): Promise<Set<number>> {
  return transact(db, async (trx) => {
    const campaign = await findActiveCampaign(trx, campaignId);
    const failed = campaign ? await listFailedRuns(trx, campaignId, failuresInARow) : [];
    const [first] = failed;
    if (!campaign || !first || failed.length < failuresInARow) return new Set<number>();
    const why = failed.at(-1)?.error?.split('\n', 1)[0] ?? '';
    const notice: NoticeInput = {
      ...blank,
      user_id: campaign.user_id,
      key: `failing:${campaignId}:${first.id}`,
      kind: 'campaign-failing',
      campaign_id: campaignId,
      title: `${campaign.name} is failing`,
      text: `Its last ${failuresInARow} runs failed. ${why}`.trim(),
      path: `/dashboard/campaigns/${campaignId}?tab=runs`,
      created_at: now,
      score: null,
    };
    return notify(trx, [notice], now);
  });
}

const reconnectOf = (account: Disconnected, now: number): NoticeInput => ({
  ...blank,
  user_id: account.user_id,
  key: `reconnect:${account.id}:${account.connected_at}`,
  kind: 'reconnect',
  title: 'Connect your Reddit account again',
  text: `Reddit no longer accepts the connection of u/${account.username}. Replies wait until you connect it again.`,
  path: '/dashboard/settings?tab=reddit',
  created_at: now,
  score: null,
});

/** Notifies users of Reddit accounts that need to be reconnected, once per connection. */
export async function notifyOfReconnects(db: Db, now: number): Promise<Set<number>> {
  return transact(db, async (trx) => {
    const notices = (await listDisconnected(trx)).map((account) => reconnectOf(account, now));
    return notices.length > 0 ? notify(trx, notices, now) : new Set<number>();
  });
}
