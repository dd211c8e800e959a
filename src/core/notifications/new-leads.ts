import { minuteMs } from '#shared/time.ts';
import type { Bus } from '#core/platform/bus.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { confidenceAt } from '#core/scoring/confidence.ts';
import { endAnnouncements } from '#core/inbox/leads/announcement-queries.ts';
import { listPending, type PendingLead } from './lead-queries.ts';
import { notify, type NoticeInput } from './notify.ts';

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
