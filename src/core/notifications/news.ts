import { transact, type Db } from '#core/platform/db/connect.ts';
import { tell, type Telling } from './tell.ts';

const blank = { title: '', text: '', campaign_id: null, lead_id: null, post_id: null };

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
