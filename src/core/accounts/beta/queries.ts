import type { ApplicationStatus } from '#shared/beta.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { Below } from '#core/platform/paging/newest-first.ts';
import type { BetaApplicationsRow } from '../tables.ts';

const columns = [
  'id',
  'email',
  'email_key',
  'name',
  'use_case',
  'status',
  'token_hash',
  'token_expires_at',
  'created_at',
  'decided_at',
  'verified_at',
] as const;
type Status = ApplicationStatus | undefined;

const applications = (db: Db) => db('beta_applications');
const ofStatus = (db: Db, status: Status) => applications(db).where(status === undefined ? {} : { status });

export const listApplications = (db: Db, { status, beforeId, limit }: Below & { status: Status }): Promise<BetaApplicationsRow[]> =>
  ofStatus(db, status)
    .modify((rows) => void (beforeId === null || rows.where('id', '<', beforeId)))
    .select(...columns)
    .orderBy('id', 'desc')
    .limit(limit);

export async function countApplications(db: Db, status: Status): Promise<number> {
  return (await ofStatus(db, status).count<{ n: number }>({ n: '*' }).first())?.n ?? 0;
}

export const findApplication = (db: Db, by: { id: number } | { email_key: string }): Promise<BetaApplicationsRow | undefined> =>
  applications(db)
    .select(...columns)
    .where(by)
    .first();

/** A repeated application replaces the previous one while that is pending. */
export async function insertApplication(
  db: Db,
  row: Pick<BetaApplicationsRow, 'email' | 'email_key' | 'name' | 'use_case' | 'status' | 'created_at'>,
): Promise<void> {
  await applications(db).insert(row).onConflict('email_key').merge(['name', 'use_case']).where('beta_applications.status', 'waiting');
}

type Decision = Pick<BetaApplicationsRow, 'status' | 'token_hash' | 'token_expires_at' | 'decided_at' | 'verified_at'>;
export async function writeDecision(db: Db, id: number, decision: Decision): Promise<void> {
  await applications(db).where({ id }).update(decision);
}

/** A single conditional update, so that only one of several concurrent callers gets the application. */
export async function takeToken(db: Db, tokenHash: string, now: number): Promise<BetaApplicationsRow | undefined> {
  const [row] = await applications(db)
    .where({ token_hash: tokenHash, status: 'accepted' })
    .where('token_expires_at', '>', now)
    .update({ status: 'verified', verified_at: now, token_hash: null, token_expires_at: null })
    .returning(columns);
  return row;
}
