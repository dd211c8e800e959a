import type { ApplicationStatus } from '#shared/beta.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { Below } from '#core/platform/paging/cursor.ts';
import type { BetaApplicationsRow } from '../tables.ts';

const listedColumns = ['id', 'email', 'name', 'use_case', 'status', 'created_at', 'decided_at', 'verified_at'] as const;
const columns = [...listedColumns, 'email_key', 'token_hash', 'token_expires_at', 'registered_at'] as const;
export type ListedApplication = Pick<BetaApplicationsRow, (typeof listedColumns)[number]>;

type Status = ApplicationStatus | undefined;

const applications = (db: Db | Trx) => db('beta_applications');
const ofStatus = (db: Db, status: Status) => applications(db).where(status === undefined ? {} : { status });

export const listApplications = (db: Db, { status, beforeId, limit }: Below & { status: Status }): Promise<ListedApplication[]> =>
  ofStatus(db, status)
    .modify((rows) => void (beforeId === null || rows.where('id', '<', beforeId)))
    .select(...listedColumns)
    .orderBy('id', 'desc')
    .limit(limit);

export async function countApplications(db: Db, status: Status): Promise<number> {
  return (await ofStatus(db, status).count<{ n: number }>({ n: '*' }).first())?.n ?? 0;
}

export const findApplication = (
  db: Db | Trx,
  by: { id: number } | { email_key: string } | { token_hash: string },
): Promise<BetaApplicationsRow | undefined> =>
  applications(db)
    .where(by)
    .first(...columns);

/** A repeated application replaces the previous one while that is pending. */
export async function insertApplication(
  db: Db,
  row: Pick<BetaApplicationsRow, 'email' | 'email_key' | 'name' | 'use_case' | 'status' | 'created_at'>,
): Promise<void> {
  await applications(db).insert(row).onConflict('email_key').merge(['name', 'use_case']).where('beta_applications.status', 'waiting');
}

type Decision = Pick<BetaApplicationsRow, 'status' | 'token_hash' | 'token_expires_at' | 'decided_at' | 'verified_at' | 'registered_at'>;
export async function writeDecision(db: Db, id: number, decision: Decision): Promise<void> {
  await applications(db).where({ id }).update(decision);
}

export async function markVerified(db: Db, id: number, now: number): Promise<void> {
  await applications(db).where({ id, status: 'accepted' }).update({ status: 'verified', verified_at: now });
}

/** A single conditional update, so that an invitation makes one account. */
export const markRegistered = async (trx: Trx, { id, token_hash }: BetaApplicationsRow, now: number): Promise<boolean> =>
  (await applications(trx).where({ id, token_hash }).whereNull('registered_at').update({ status: 'verified', registered_at: now })) === 1;
