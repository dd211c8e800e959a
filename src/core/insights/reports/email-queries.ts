import { keyOf } from '#core/accounts/look-alikes.ts';
import type { Merge } from '#core/accounts/user-data.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import { insertRows } from '#core/platform/db/many-rows.ts';
import type { ReportEmailsRow, ReportRecipientsRow, ReportSchedulesRow, SharedReportsRow } from '../tables.ts';

export type ScheduleRow = ReportSchedulesRow & { campaign: string | null };
const batch = 200;
const schedules = (db: Db | Trx) => db('report_schedules');

const selectSchedules = (db: Db | Trx) =>
  schedules(db)
    .leftJoin('campaigns', 'campaigns.id', 'report_schedules.campaign_id')
    .select<ScheduleRow[]>('report_schedules.*', 'campaigns.name as campaign')
    .orderBy('report_schedules.id')
    .limit(1000);

export const listSchedules = (db: Db | Trx, userId: number): Promise<ScheduleRow[]> =>
  selectSchedules(db).where('report_schedules.user_id', userId);

export async function findSchedule(db: Db | Trx, { id, userId }: { id: number; userId: number }): Promise<ScheduleRow | undefined> {
  const [row] = await selectSchedules(db).where('report_schedules.user_id', userId).where('report_schedules.id', id);
  return row;
}

export async function insertSchedule(trx: Trx, row: Omit<ReportSchedulesRow, 'id' | 'issued_at' | 'paused'>): Promise<number> {
  const [made] = await schedules(trx).insert(row).returning('id');
  if (!made) throw new Error('The database gave a new schedule no id');
  return made.id;
}

export const changeSchedule = (
  trx: Trx,
  those: Partial<Pick<ReportSchedulesRow, 'id' | 'user_id' | 'due_at'>>,
  changes: Partial<Omit<ReportSchedulesRow, 'id' | 'user_id' | 'campaign_id'>>,
): Promise<number> => schedules(trx).where(those).update(changes);

export const deleteSchedule = (trx: Trx, those: { id: number; user_id: number }): Promise<number> => schedules(trx).where(those).delete();

export type RecipientRow = ReportRecipientsRow & { unsubscribed_at: number | null; waiting: number };
/** In the order in which they were added. */
export const listRecipients = (db: Db | Trx, scheduleIds: readonly number[]): Promise<RecipientRow[]> =>
  db('report_recipients as r')
    .join('report_schedules as s', 's.id', 'r.schedule_id')
    .leftJoin('report_unsubscribes as u', (join) => join.on('u.user_id', 's.user_id').andOn('u.email_key', 'r.email_key'))
    .whereIn('r.schedule_id', scheduleIds)
    .select<RecipientRow[]>('r.*', 'u.created_at as unsubscribed_at')
    .select({ waiting: db('report_emails').whereRaw('report_emails.recipient_id = r.id').count('*') })
    .orderBy('r.id')
    .limit(10_000);

/** Those who stay keep what is known of them. */
export async function putRecipients(trx: Trx, scheduleId: number, emails: readonly string[]): Promise<void> {
  const rows = emails.map((email) => ({ schedule_id: scheduleId, email, email_key: keyOf(email) }));
  await trx('report_recipients')
    .where({ schedule_id: scheduleId })
    .whereNotIn(
      'email_key',
      rows.map(({ email_key }) => email_key),
    )
    .delete();
  await trx('report_recipients').insert(rows).onConflict(['schedule_id', 'email_key']).ignore();
}

/** Of enabled accounts. */
export const listDueSchedules = (db: Db, now: number): Promise<ReportSchedulesRow[]> =>
  schedules(db)
    .join('users', 'users.id', 'report_schedules.user_id')
    .where('report_schedules.due_at', '<=', now)
    .whereNull('report_schedules.paused')
    .where('users.disabled', 0)
    .select<ReportSchedulesRow[]>('report_schedules.*')
    .orderBy('report_schedules.id')
    .limit(batch);

export async function insertEmails(
  trx: Trx,
  rows: readonly Omit<ReportEmailsRow, 'id' | 'tries' | 'lease_until' | 'attempt'>[],
): Promise<void> {
  if (rows.length > 0) await trx('report_emails').insert([...rows]);
}

export type EmailRow = ReportEmailsRow &
  Pick<ReportRecipientsRow, 'email'> &
  Pick<ReportSchedulesRow, 'pace'> & { user_id: number; schedule_id: number };
/** That no server is sending, of schedules that aren't paused, and to nobody who unsubscribed meanwhile. */
export const listDueEmails = (db: Db, now: number): Promise<EmailRow[]> =>
  db('report_emails as e')
    .join('report_recipients as r', 'r.id', 'e.recipient_id')
    .join('report_schedules as s', 's.id', 'r.schedule_id')
    .join('users', 'users.id', 's.user_id')
    .where('e.due_at', '<=', now)
    .where((free) => free.whereNull('e.lease_until').orWhere('e.lease_until', '<=', now))
    .whereNull('s.paused')
    .where('users.disabled', 0)
    .whereNotExists(db('report_unsubscribes as u').whereRaw('u.user_id = s.user_id and u.email_key = r.email_key').select('u.user_id'))
    .select<EmailRow[]>('e.*', 'r.email', 's.pace', 's.user_id', 'r.schedule_id')
    .orderBy('e.due_at')
    .limit(batch);

/** False if another server got there first. */
export async function takeEmail(
  db: Db,
  id: number,
  { now, until, attempt }: { now: number; until: number; attempt: string },
): Promise<boolean> {
  const taken = db('report_emails')
    .where({ id })
    .where((free) => free.whereNull('lease_until').orWhere('lease_until', '<=', now))
    .update({ lease_until: until, attempt });
  return (await taken) === 1;
}

/** Null: it is done with. False if another server has it now. */
export async function settleEmail(
  trx: Trx,
  those: { id: number; attempt: string },
  changes: Pick<ReportEmailsRow, 'tries' | 'due_at'> | null,
): Promise<boolean> {
  const own = trx('report_emails').where(those);
  return (await (changes === null ? own.delete() : own.update({ ...changes, lease_until: null, attempt: null }))) === 1;
}

export async function changeRecipient(
  trx: Trx,
  id: number,
  changes: Partial<Pick<ReportRecipientsRow, 'last_sent_at' | 'error' | 'error_at'>>,
): Promise<void> {
  await trx('report_recipients').where({ id }).update(changes);
}

/** A report with the name of its campaign. */
export const findIssue = (db: Db, id: number): Promise<(SharedReportsRow & { campaign: string | null }) | undefined> =>
  db('shared_reports')
    .leftJoin('campaigns', 'campaigns.id', 'shared_reports.campaign_id')
    .where('shared_reports.id', id)
    .first('shared_reports.*', 'campaigns.name as campaign');

/** What waits is dropped: whoever resumes a schedule starts anew. */
async function pause(trx: Trx, those: Partial<Record<'id' | 'user_id' | 'made_by', number>>, paused: string): Promise<void> {
  const ids = await schedules(trx).where(those).whereNull('paused').pluck<number[]>('id').limit(10_000);
  const recipients = trx('report_recipients').whereIn('schedule_id', ids).select('id');
  await trx('report_emails').whereIn('recipient_id', recipients).delete();
  await schedules(trx).whereIn('id', ids).update({ paused });
}

export const pauseSchedule = (trx: Trx, id: number): Promise<void> => pause(trx, { id }, 'Paused');

/** What somebody who leaves set up may go to themselves. */
export const pauseSchedulesOf = (trx: Trx, { workspace_id, user_id }: { workspace_id: number; user_id: number }): Promise<void> =>
  pause(trx, { user_id: workspace_id, made_by: user_id }, 'Paused: who set it up left');

/** All access to the account ended, so somebody else may have set it up. */
export async function pauseSchedulesBy(trx: Trx, userId: number): Promise<void> {
  const paused = 'Paused: all access to the account that set it up was ended. Check who gets it';
  await pause(trx, { made_by: userId }, paused);
  await pause(trx, { user_id: userId }, paused);
}

export async function findUnsubscribed(db: Db, userId: number, email: string): Promise<boolean> {
  return (
    (await db('report_unsubscribes')
      .where({ user_id: userId, email_key: keyOf(email) })
      .first('user_id')) !== undefined
  );
}
export async function unsubscribe(trx: Trx, userId: number, { email, now }: { email: string; now: number }): Promise<void> {
  await trx('report_unsubscribes')
    .insert({ user_id: userId, email_key: keyOf(email), created_at: now })
    .onConflict(['user_id', 'email_key'])
    .ignore();
}
export const subscribeAgain = (trx: Trx, userId: number, email: string): Promise<number> =>
  trx('report_unsubscribes')
    .where({ user_id: userId, email_key: keyOf(email) })
    .delete();

/** Two accounts of one person: schedules can be resumed in the other one, and those who unsubscribed get nothing there either. */
export async function mergeSchedules(trx: Trx, { from, to }: Merge): Promise<void> {
  await schedules(trx).where({ made_by: from }).update({ made_by: to });
  await schedules(trx).where({ user_id: from }).update({ user_id: to, paused: 'Paused: two accounts were merged. Check who gets it' });
  const gone = await trx('report_unsubscribes').where({ user_id: from }).select('email_key', 'created_at').limit(10_000);
  await insertRows(trx, 'report_unsubscribes', { rows: gone.map((row) => ({ ...row, user_id: to })), onConflict: 'do nothing' });
}
