import {
  lastMonthDay,
  maxSchedules,
  type NewReportSchedule,
  type ReportRecipient,
  type ReportSchedule,
  type ReportScheduleChanges,
} from '#shared/report-emails.ts';
import { findUser } from '#core/accounts/queries.ts';
import { getWorkspace } from '#core/accounts/security-stamp.ts';
import { isOwnCampaign } from '#core/inbox/posts/queries.ts';
import { type Actor, ownerOf, userIdOf, workspaceOf } from '#core/platform/actor.ts';
import type { WriteAudit } from '#core/platform/audit/entry.ts';
import { isoTime } from '#core/platform/clock.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { createLimiter } from '#core/platform/limiter.ts';
import { zoneFor } from '../analytics/range.ts';
import {
  changeSchedule,
  deleteSchedule,
  findSchedule,
  findUnsubscribed,
  insertSchedule,
  listRecipients,
  listSchedules,
  pauseSchedule,
  putRecipients,
  type RecipientRow,
  type ScheduleRow,
  subscribeAgain,
  unsubscribe,
} from './email-queries.ts';
import { createReportSender, type EmailDeps, nextIssue, type ReportSender } from './emails.ts';
import { getBrand } from './queries.ts';

interface ScheduleDeps extends EmailDeps {
  writeAudit: WriteAudit;
}

const missing = () => new AppError('not_found', 'Schedule not found');
const senderGone = () =>
  new AppError('not_found', 'There is nothing left to unsubscribe from: the account that sent these reports was deleted.');
const notReady = () =>
  new AppError(
    'unavailable',
    'This needs an email server and the address of this instance. An admin sets both up under Admin → Connections.',
  );

const recipientOf = (row: RecipientRow): ReportRecipient => ({
  email: row.email,
  lastSentAt: isoTime(row.last_sent_at),
  unsubscribedAt: isoTime(row.unsubscribed_at),
  isWaiting: row.waiting > 0,
  error: row.error === null || row.error_at === null ? null : { message: row.error, at: isoTime(row.error_at) },
});

const present = async (db: Db | Trx, row: ScheduleRow, recipients: readonly RecipientRow[]): Promise<ReportSchedule> => ({
  id: String(row.id),
  campaign: row.campaign,
  campaignId: row.campaign_id === null ? null : String(row.campaign_id),
  pace: row.pace,
  day: row.day,
  hour: row.hour,
  zone: (await zoneFor(db, row.user_id, row.zone)).name,
  competitorIds: JSON.parse(row.competitor_ids) as string[],
  recipients: recipients.filter(({ schedule_id }) => schedule_id === row.id).map(recipientOf),
  paused: row.paused,
  nextAt: isoTime(row.due_at),
  createdAt: isoTime(row.created_at),
});

/** Throws `invalid` for the eighth day of a week. */
function requireDay({ pace, day }: Pick<ReportSchedule, 'pace' | 'day'>): void {
  const message = pace === 'weekly' ? 'A week has seven days' : `Choose a day up to ${lastMonthDay}`;
  if (pace === 'weekly' && day > 7) throw new AppError('invalid', message, { details: [{ path: 'day', message }] });
}

async function presentOne(db: Db | Trx, id: number, userId: number): Promise<ReportSchedule> {
  const row = await findSchedule(db, { id, userId });
  if (!row) throw missing();
  return present(db, row, await listRecipients(db, [id]));
}

const timing = ['pace', 'day', 'hour', 'zone', 'paused'] as const;

/** Changes of a schedule, with when it is due next if they decide that: one that is due now stays so. */
async function timed({ readDb, now }: ScheduleDeps, row: ScheduleRow, changes: Partial<ScheduleRow>): Promise<Partial<ScheduleRow>> {
  const changed = { ...row, ...changes };
  requireDay(changed);
  if (timing.every((name) => changed[name] === row[name])) return changes;
  return { ...changes, due_at: nextIssue(now(), changed, await zoneFor(readDb, row.user_id, changed.zone)) };
}

function createChanging(deps: ScheduleDeps, { isReady }: ReportSender) {
  const { db, readDb, now, writeAudit } = deps;
  const limiter = createLimiter({ db, readDb, now });
  return {
    /** Throws `unavailable` without an email server, `conflict` beyond the limit. */
    async create(actor: Actor, { campaignId, recipients, competitorIds, ...given }: NewReportSchedule): Promise<ReportSchedule> {
      if (!isReady()) throw notReady();
      if (campaignId !== undefined && !(await isOwnCampaign(db, ownerOf(actor), campaignId)))
        throw new AppError('not_found', 'Campaign not found');
      requireDay(given);
      const userId = workspaceOf(actor);
      await limiter.reportEmails(userId);
      const zone = await zoneFor(readDb, userId, given.zone);
      const made = await transact(db, async (trx) => {
        await getWorkspace(trx, actor);
        if ((await listSchedules(trx, userId)).length >= maxSchedules)
          throw new AppError('conflict', `At most ${maxSchedules} reports can be sent by email. Delete one first.`);
        const id = await insertSchedule(trx, {
          ...given,
          user_id: userId,
          campaign_id: campaignId === undefined ? null : Number(campaignId),
          made_by: userIdOf(actor),
          competitor_ids: JSON.stringify(competitorIds),
          due_at: nextIssue(now(), { ...given, issued_at: null }, zone),
          created_at: now(),
        });
        await putRecipients(trx, id, recipients);
        return presentOne(trx, id, userId);
      });
      await writeAudit(actor, { action: 'report-scheduled', target: `schedule:${made.id}`, details: { recipients: recipients.length } });
      return made;
    },

    /** Whoever resumes one answers for it from then on. */
    async update(
      actor: Actor,
      id: string,
      { recipients, competitorIds, isPaused, ...given }: ReportScheduleChanges,
    ): Promise<ReportSchedule> {
      const [userId, scheduleId] = [workspaceOf(actor), Number(id)];
      if (recipients) await limiter.reportEmails(userId);
      const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<ScheduleRow>;
      if (competitorIds) fields.competitor_ids = JSON.stringify(competitorIds);
      if (isPaused === false) Object.assign(fields, { paused: null, made_by: userIdOf(actor) });
      const row = await findSchedule(db, { id: scheduleId, userId });
      if (!row) throw missing();
      const changes = await timed(deps, row, fields);
      const changed = await transact(db, async (trx) => {
        await getWorkspace(trx, actor);
        if (Object.keys(changes).length > 0) await changeSchedule(trx, { id: scheduleId, user_id: userId }, changes);
        if (recipients) await putRecipients(trx, scheduleId, recipients);
        if (isPaused === true) await pauseSchedule(trx, scheduleId);
        return presentOne(trx, scheduleId, userId);
      });
      await writeAudit(actor, { action: 'report-schedule-changed', target: `schedule:${id}` });
      return changed;
    },
  };
}

interface Reader {
  userId: number;
  email: string;
}
/** For whoever gets reports, without an account. */
const createSubscriptions = ({ db, now }: ScheduleDeps) => ({
  async read({ userId, email }: Reader): Promise<{ about: string; done: boolean }> {
    if (!(await findUser(db, { id: userId }))) throw senderGone();
    const { name } = await getBrand(db, userId);
    return { about: name, done: await findUnsubscribed(db, userId, email) };
  },
  async setSubscribed({ userId, email }: Reader, isSubscribed: boolean): Promise<void> {
    await transact(db, async (trx) => {
      if (isSubscribed) await subscribeAgain(trx, userId, email);
      else if (await findUser(trx, { id: userId })) await unsubscribe(trx, userId, { email, now: now() });
    });
  },
});

/** Reports that are emailed every week or month, to people without an account. */
export function createReportSchedules(deps: ScheduleDeps) {
  const { db, readDb, now, writeAudit } = deps;
  const limiter = createLimiter({ db, readDb, now });
  const sender = createReportSender(deps);
  return {
    ...createChanging(deps, sender),

    async list(actor: Actor): Promise<{ items: ReportSchedule[]; isReady: boolean }> {
      const rows = await listSchedules(readDb, workspaceOf(actor));
      const recipients = await listRecipients(
        readDb,
        rows.map(({ id }) => id),
      );
      return { items: await Promise.all(rows.map((row) => present(readDb, row, recipients))), isReady: sender.isReady() };
    },

    async remove(actor: Actor, id: string): Promise<null> {
      const gone = await transact(db, (trx) => deleteSchedule(trx, { id: Number(id), user_id: workspaceOf(actor) }));
      if (gone === 0) throw missing();
      await writeAudit(actor, { action: 'report-schedule-removed', target: `schedule:${id}` });
      return null;
    },

    /** Sends the last report to the caller's own address. */
    async try(actor: Actor, id: string): Promise<{ sent: boolean; message: string }> {
      const schedule = await findSchedule(db, { id: Number(id), userId: workspaceOf(actor) });
      if (!schedule) throw missing();
      if (!sender.isReady()) throw notReady();
      await limiter.mailTest(userIdOf(actor));
      const person = await findUser(db, { id: userIdOf(actor) });
      const result = await sender.try(schedule, person?.email ?? '');
      return result.kind === 'sent'
        ? { sent: true, message: `The email server accepted the report for ${person?.email ?? ''}.` }
        : { sent: false, message: `${result.reason}.` };
    },

    sendDue: sender.sendDue,
    subscriptions: createSubscriptions(deps),
  };
}
