import { createHmac, randomUUID } from 'node:crypto';
import { linkLives } from '#shared/reports.ts';
import { dayMs, minuteMs } from '#shared/time.ts';
import { dateOf, dayOf, dayOfDate, nextAt, type TimeZone } from '#shared/time-zone.ts';
import { findUser } from '#core/accounts/queries.ts';
import { hashOf, newSecret } from '#core/accounts/secret.ts';
import { settingsOf } from '#core/accounts/user.ts';
import type { CoreContext } from '#core/context.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { type DeliveryResult, type MailDelivery, retryPausesMs } from '#core/platform/email/delivery.ts';
import { createLinks } from '#core/platform/email/links.ts';
import { zoneFor } from '../analytics/range.ts';
import type { ReportSchedulesRow, SharedReportsRow } from '../tables.ts';
import { readReport, type ReportDeps } from './content.ts';
import {
  changeRecipient,
  changeSchedule,
  type EmailRow,
  findIssue,
  insertEmails,
  listDueEmails,
  listDueSchedules,
  listRecipients,
  type ScheduleRow,
  settleEmail,
  takeEmail,
} from './email-queries.ts';
import { reportEmail } from './email-text.ts';
import { forgetEnded, insertReport } from './queries.ts';

export interface EmailDeps extends Pick<CoreContext, 'db' | 'now' | 'secrets' | 'config' | 'log'>, ReportDeps {
  mail: MailDelivery;
}
type Timing = Pick<ReportSchedulesRow, 'pace' | 'day' | 'hour' | 'issued_at'>;

/** Between two reports, so that changing the day sends nobody one each day. */
const pauseMs = { weekly: 6 * dayMs, monthly: 20 * dayMs };

/** UTC ms of the next report after `now`. */
export function nextIssue(now: number, { pace, day, hour, issued_at }: Timing, zone: TimeZone): number {
  const earliest = issued_at === null ? now : Math.max(now, issued_at + pauseMs[pace] - 1);
  return nextAt(earliest, { zone: zone.name, minutes: hour * 60, ...(pace === 'weekly' ? { weekday: day } : { monthDay: day }) });
}

/** The seven days before the day of an issue, or the calendar month before it. */
export function periodBefore(pace: ReportSchedulesRow['pace'], at: number, zone: TimeZone): { from_day: string; to_day: string } {
  const today = dayOf(zone, at);
  if (pace === 'weekly') return { from_day: dateOf(today - 7), to_day: dateOf(today - 1) };
  const last = dayOfDate(`${dateOf(today).slice(0, 7)}-01`) - 1;
  return { from_day: `${dateOf(last).slice(0, 7)}-01`, to_day: dateOf(last) };
}

/** The last time up to `now` at which one was due: what an outage passed over isn't sent late, one after the other. */
function lastDue(row: ReportSchedulesRow, now: number, zone: TimeZone): number {
  let due = row.due_at;
  for (;;) {
    const next = nextIssue(due, { ...row, issued_at: null }, zone);
    if (next > now) return due;
    due = next;
  }
}

type Issue = Pick<ReportSchedulesRow, 'id' | 'user_id' | 'campaign_id' | 'competitor_ids' | 'pace'>;

/** A report of the schedule for the period before a time. */
async function storeIssue(
  trx: Trx,
  { id, user_id, campaign_id, competitor_ids, pace }: Issue,
  { at, now, zone, days, hash }: { at: number; now: number; zone: TimeZone; days: number; hash: (report: HashedReport) => string },
): Promise<number | null> {
  const owner = await findUser(trx, { id: user_id });
  if (!owner || owner.disabled !== 0) return null;
  const stamp = owner.security_stamp;
  await forgetEnded(trx, { userId: user_id, stamp, now });
  const report = { ...periodBefore(pace, at, zone), schedule_id: id, created_at: now };
  return insertReport(trx, {
    ...report,
    user_id,
    campaign_id,
    competitor_ids,
    zone: zone.name,
    token_hash: hash(report),
    expires_at: now + days * dayMs,
    stamp,
  });
}

type HashedReport = Pick<SharedReportsRow, 'schedule_id' | 'from_day' | 'to_day' | 'created_at'>;

/** Longer than an attempt can take. */
const leaseMs = 2 * minuteMs;
const countingMs = 30 * minuteMs;
const atOnce = 4;

/** Of a link in an email, which may be tried again: not stored, as no link is, but derived. */
const secretOf = (key: Uint8Array, { schedule_id, from_day, to_day, created_at }: HashedReport): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([schedule_id, from_day, to_day, created_at]))
    .digest('base64url');

/** One transaction: a report whose time has come is made once, and all of its emails with it. */
async function issue({ db, readDb, now }: EmailDeps, key: Uint8Array, row: ReportSchedulesRow): Promise<void> {
  const zone = await zoneFor(readDb, row.user_id, row.zone);
  const due = lastDue(row, now(), zone);
  await transact(db, async (trx) => {
    const next = nextIssue(now(), { ...row, issued_at: due }, zone);
    const isOurs = await changeSchedule(trx, { id: row.id, due_at: row.due_at }, { due_at: next, issued_at: due });
    const recipients = (await listRecipients(trx, [row.id])).filter(({ unsubscribed_at }) => unsubscribed_at === null);
    if (isOurs === 0 || recipients.length === 0) return;
    const hash = (report: HashedReport) => hashOf(secretOf(key, report));
    const reportId = await storeIssue(trx, row, { at: due, now: now(), zone, days: linkLives[2], hash });
    if (reportId === null) return;
    const email = { report_id: reportId, due_at: now(), created_at: now() };
    await insertEmails(
      trx,
      recipients.map(({ id }) => ({ ...email, recipient_id: id, message_id: `<${randomUUID()}@earshot>` })),
    );
  });
}

/** Of an email that is tried again; null: it is done with. */
function afterAttempt({ tries }: EmailRow, result: DeliveryResult, now: number): { tries: number; due_at: number } | null {
  if (result.kind === 'wait') return { tries, due_at: now + Math.max(1000, result.ms) };
  const isOver = result.kind === 'sent' || result.kind === 'gone' || (result.kind === 'failed' && !result.again);
  const pause = retryPausesMs[tries];
  return isOver || pause === undefined ? null : { tries: tries + 1, due_at: now + pause };
}

/** Stores how an attempt ended, unless another server has taken over. */
const settle = ({ db, now }: EmailDeps, { email, attempt, result }: { email: EmailRow; attempt: string; result: DeliveryResult }) =>
  transact(db, async (trx) => {
    if (!(await settleEmail(trx, { id: email.id, attempt }, afterAttempt(email, result, now())))) return;
    if (result.kind === 'sent') await changeRecipient(trx, email.recipient_id, { last_sent_at: now(), error: null, error_at: null });
    else if (result.kind !== 'wait') await changeRecipient(trx, email.recipient_id, { error: `${result.reason}.`, error_at: now() });
  });

async function contentOf(deps: EmailDeps, reportId: number, signal?: AbortSignal) {
  const row = await findIssue(deps.db, reportId);
  const owner = row && (await findUser(deps.db, { id: row.user_id }));
  return owner ? { row, language: settingsOf(owner).language, ...(await readReport(deps, row, signal)) } : null;
}

/** Of a report that couldn't be made: the others are sent all the same. */
const asFailure =
  ({ log }: EmailDeps, { report_id }: EmailRow, signal: AbortSignal) =>
  (error: unknown): DeliveryResult => {
    if (signal.aborted) throw error;
    log.error({ err: error, report: report_id }, 'a report could not be made');
    return { kind: 'failed', reason: "The report couldn't be made", again: true };
  };

const automatic = { 'Auto-Submitted': 'auto-generated' };

/**
 * Makes reports that are due and emails them, to each address at least once: what a crash leaves unclear is repeated with the same
 * message ID.
 */
export function createReportSender(deps: EmailDeps) {
  const { db, readDb, now, secrets, config, mail } = deps;
  const key = secrets.keyFor('report links');
  const links = createLinks(secrets.keyFor('mail links'));
  const at = (path: string): string => config.http.publicUrl + path;
  const isReady = (): boolean => mail.isConfigured && config.http.publicUrl !== '';

  async function attempt(email: EmailRow, signal: AbortSignal): Promise<DeliveryResult | null> {
    const content = await contentOf(deps, email.report_id, signal);
    if (content === null) return null;
    const { row, language, report, counting } = content;
    if (counting > 0 && now() - email.created_at < countingMs)
      return { kind: 'wait', ms: minuteMs, reason: 'Figures are still being counted' };
    const token = links.make({ action: 'stop-reports', userId: email.user_id, id: 0, email: email.email }, now());
    const parts = { url: at(`/report/${secretOf(key, row)}`), expiresAt: row.expires_at, unsubscribeUrl: at(`/mail/${token}`) };
    return mail.deliver({
      ...reportEmail({ language, report, pace: email.pace, ...parts }),
      to: email.email,
      messageId: email.message_id,
      headers: {
        ...automatic,
        'List-Unsubscribe': `<${at(`/api/mail-links/${token}`)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
  }

  async function sendOne(email: EmailRow, signal: AbortSignal): Promise<void> {
    const own = randomUUID();
    if (!(await takeEmail(db, email.id, { now: now(), until: now() + leaseMs, attempt: own }))) return;
    const result = await attempt(email, signal).catch(asFailure(deps, email, signal));
    if (result !== null) await settle(deps, { email, attempt: own, result });
  }

  return {
    isReady,

    /** Run by the job. */
    async sendDue(signal: AbortSignal): Promise<{ tried: number }> {
      if (!isReady()) return { tried: 0 };
      for (const row of await listDueSchedules(db, now())) await issue(deps, key, row);
      const queue = await listDueEmails(db, now());
      const tried = queue.length;
      const work = async (): Promise<void> => {
        for (let next = queue.shift(); next && !signal.aborted; next = queue.shift()) await sendOne(next, signal);
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      return { tried };
    },

    /** Sends the last report to one address, with a link of its own. */
    async try(schedule: ScheduleRow, to: string): Promise<DeliveryResult> {
      const zone = await zoneFor(readDb, schedule.user_id, schedule.zone);
      const secret = newSecret();
      const made = { at: now(), now: now(), zone, days: linkLives[0], hash: () => hashOf(secret) };
      const reportId = await transact(db, (trx) => storeIssue(trx, schedule, made));
      const content = reportId === null ? null : await contentOf(deps, reportId);
      if (content === null) return { kind: 'failed', reason: 'The report is no longer there', again: false };
      const { row, language, report } = content;
      const parts = { url: at(`/report/${secret}`), expiresAt: row.expires_at, unsubscribeUrl: null };
      const mailed = reportEmail({ language, report, pace: schedule.pace, ...parts });
      return mail.deliver({ ...mailed, to, messageId: `<${randomUUID()}@earshot>`, headers: automatic });
    },
  };
}
export type ReportSender = ReturnType<typeof createReportSender>;
