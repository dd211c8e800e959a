import type { ApplicationStatus } from '#shared/beta.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { Below } from '#core/platform/paging/newest-first.ts';

export interface ApplicationRow {
  id: number;
  email: string;
  email_key: string;
  name: string;
  use_case: string;
  status: ApplicationStatus;
  token_hash: string | null;
  token_expires_at: number | null;
  created_at: number;
  decided_at: number | null;
  verified_at: number | null;
}
type Status = ApplicationStatus | undefined;

const applications = (db: Db) => db<ApplicationRow>('beta_applications');
const ofStatus = (db: Db, status: Status) => applications(db).where(status === undefined ? {} : { status });

export const listApplications = (db: Db, { status, beforeId, limit }: Below & { status: Status }): Promise<ApplicationRow[]> =>
  ofStatus(db, status)
    .modify((rows) => void (beforeId === null || rows.where('id', '<', beforeId)))
    .select('*')
    .orderBy('id', 'desc')
    .limit(limit);

export async function countApplications(db: Db, status: Status): Promise<number> {
  return (await ofStatus(db, status).count<{ n: number }>({ n: '*' }).first())?.n ?? 0;
}

export const findApplication = (db: Db, by: { id: number } | { email_key: string }): Promise<ApplicationRow | undefined> =>
  applications(db).select('*').where(by).first();

/** Who asks twice changes what they said, as long as nobody decided. */
export async function insertApplication(
  db: Db,
  row: Pick<ApplicationRow, 'email' | 'email_key' | 'name' | 'use_case' | 'status' | 'created_at'>,
): Promise<void> {
  await applications(db).insert(row).onConflict('email_key').merge(['name', 'use_case']).where('beta_applications.status', 'waiting');
}

type Decision = Pick<ApplicationRow, 'status' | 'token_hash' | 'token_expires_at' | 'decided_at' | 'verified_at'>;
export async function writeDecision(db: Db, id: number, decision: Decision): Promise<void> {
  await applications(db).where({ id }).update(decision);
}

/** The one conditional update that makes a link single use: the application for exactly one caller. */
export async function takeToken(db: Db, tokenHash: string, now: number): Promise<ApplicationRow | undefined> {
  const [row] = await applications(db)
    .where({ token_hash: tokenHash, status: 'accepted' })
    .where('token_expires_at', '>', now)
    .update({ status: 'verified', verified_at: now, token_hash: null, token_expires_at: null })
    .returning('*');
  return row;
}
