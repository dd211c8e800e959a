import type { EventPayload } from '#shared/events.ts';
import { dayMs, hourMs, minuteMs } from '#shared/time.ts';
import { endAnnouncements } from '#core/inbox/leads/queries.ts';
import type { Bus, Facts } from '#core/platform/bus.ts';
import { transact, type Db, type Trx } from '#core/platform/db/connect.ts';
import { confidenceAt } from '#core/scoring/confidence.ts';
import { listPending, type PendingLead } from './message-queries.ts';
import {
  type Disconnected,
  findActiveCampaign,
  listDisconnected,
  listDueFollowUps,
  listFailedRuns,
  listLeadChanges,
  listProgramUsers,
} from './notice-queries.ts';
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

/** How far back changes are looked for, should Earshot have been down. */
const keptMs = hourMs;

const words: Partial<Record<string, string>> = { stage: 'Stage: ', tag: 'Tags: ' };

/** Whether a user's leads changed, for all that browsers are told. */
export const isOfLeads = ({ event, userId, payload }: Facts['push']): boolean =>
  event === 'stale' && userId !== null && (payload as EventPayload<'stale'>).keys.includes('leads-changed');

/** Notifies programs of what users did with their leads. Each change is an entry of a timeline, so it is sent once. */
export async function notifyOfLeadChanges(db: Db, now: number): Promise<Set<number>> {
  const since = new Map((await listProgramUsers(db, 'lead-updated')).map((user) => [user.user_id, user.since]));
  if (since.size === 0) return new Set();
  return transact(db, async (trx) => {
    const changes = await listLeadChanges(trx, { userIds: [...since.keys()], after: now - keptMs });
    const notices = changes
      .filter(({ user_id, at }) => at >= (since.get(user_id) ?? now))
      .map(({ id, kind, text, user_id, lead_id, campaign_id, post_id }) => ({
        ...blank,
        user_id,
        key: `lead-updated:${id}`,
        kind: 'lead-updated' as const,
        campaign_id,
        lead_id,
        post_id,
        text: `${words[kind] ?? ''}${text}`,
        path: `/dashboard/leads/${lead_id}`,
        created_at: now,
        score: null,
      }));
    return notify(trx, notices, now);
  });
}

/** Notifies programs of follow-ups that became due; again if one is moved. */
export async function notifyOfFollowUps(db: Db, now: number): Promise<Set<number>> {
  const userIds = (await listProgramUsers(db, 'follow-up-due')).map(({ user_id }) => user_id);
  if (userIds.length === 0) return new Set();
  return transact(db, async (trx) => {
    const due = await listDueFollowUps(trx, { userIds, after: now - dayMs, now });
    const notices = due.map(({ id, user_id, lead_id, campaign_id, due_at, note }) => ({
      ...blank,
      user_id,
      key: `follow-up-due:${id}:${due_at}`,
      kind: 'follow-up-due' as const,
      campaign_id,
      lead_id,
      text: note,
      path: `/dashboard/leads/${lead_id}`,
      created_at: now,
      score: null,
    }));
    return notify(trx, notices, now);
  });
}

/** State of the AI model, as far as notifications need it. */
export interface ModelState {
  /** False when no model is configured: the built-in scorer alone decides. */
  isOn: () => boolean;
  isResponding: () => boolean;
}

interface AnnounceOptions {
  db: Db;
  bus: Bus;
  now: number;
  model: ModelState;
}

const batch = 500;
/** The longest that a slow model may delay a notification. */
export const longestWaitMs = 10 * minuteMs;

interface Announced {
  lead: PendingLead;
  confidence: number;
  unconfirmed: boolean;
}

/** Whether a lead still waits for the model. If the model rejects it, it stops being a lead and is never announced. */
function waits(lead: PendingLead, { now, model }: AnnounceOptions): boolean {
  if (!model.isOn() || !model.isResponding() || lead.scored > 0 || lead.waiting === 0) return false;
  return now < Math.max(lead.announce_since, lead.found_at ?? 0) + longestWaitMs;
}

function announcedOf(lead: PendingLead, { now, model }: AnnounceOptions): Announced {
  const rank = { staticPoints: lead.static_points, recencyPoints: lead.recency_points, cap: lead.cap };
  return { lead, confidence: confidenceAt(rank, lead.basis_at, now), unconfirmed: model.isOn() && lead.scored === 0 };
}

function noticeOf({ lead, confidence, unconfirmed }: Announced, now: number): NoticeInput {
  return {
    user_id: lead.user_id,
    key: `lead:${lead.id}`,
    kind: 'new-lead',
    campaign_id: lead.campaign_id,
    lead_id: lead.id,
    post_id: lead.post_id,
    title: '',
    text: '',
    path: `/dashboard/leads/${lead.id}`,
    created_at: now,
    unconfirmed: unconfirmed ? 1 : 0,
    score: confidence,
  };
}

interface Page {
  notified: Set<number>;
  announced: Announced[];
  /** Null after the last page. */
  last: number | null;
}

async function announcePage(trx: Trx, after: number, options: AnnounceOptions): Promise<Page> {
  const leads = await listPending(trx, { after, limit: batch });
  const settled = leads.filter((lead) => lead.post_id === null || !waits(lead, options));
  const announced = settled.filter(({ post_id }) => post_id !== null).map((lead) => announcedOf(lead, options));
  const notices = announced.filter(({ lead }) => lead.notify === 1).map((one) => noticeOf(one, options.now));
  const notified = await notify(trx, notices, options.now);
  await endAnnouncements(
    trx,
    settled.map(({ id }) => id),
  );
  return { notified, announced, last: leads.length < batch ? null : (leads.at(-1)?.id ?? null) };
}

/**
 * Announces new leads to browsers, in the inbox, and over the channels that want them. While a configured model responds, a lead
 * waits for its score. Notices and the mark that a lead is announced are saved in one transaction, so that a killed process
 * neither loses nor repeats one. Returns the users whose inbox changed.
 */
export async function announceLeads(options: AnnounceOptions): Promise<Set<number>> {
  const notified = new Set<number>();
  for (let after: number | null = 0; after !== null;) {
    const from: number = after;
    const page = await transact(options.db, (trx) => announcePage(trx, from, options));
    for (const userId of page.notified) notified.add(userId);
    if (options.model.isOn()) notifyBrowsers(page.announced, options.bus);
    after = page.last;
  }
  return notified;
}

/** Without a model, browsers learn of a lead as soon as it is scored. */
function notifyBrowsers(announced: readonly Announced[], bus: Bus): void {
  for (const { lead, confidence, unconfirmed } of announced) {
    const campaignId = String(lead.campaign_id);
    const shown = { id: String(lead.id), redditUsername: lead.reddit_username, confidence, ...(unconfirmed ? { unconfirmed } : {}) };
    bus.push({ userId: String(lead.user_id), campaignId }, 'new-lead', { campaignId, lead: shown });
  }
}
