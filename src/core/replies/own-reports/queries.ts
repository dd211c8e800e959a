import { type OwnItem, ownItemOf } from '../activity/rows.ts';
import type { OwnReportsRow } from '../tables.ts';
import { chunked, type Db, transact, type Trx } from '#core/platform/db/connect.ts';

export type ReportRow = OwnReportsRow;
export type ReportKind = ReportRow['kind'];

interface Which {
  userId: number;
  /** Of the Reddit account, in Reddit's spelling. */
  username: string;
  kind: ReportKind;
}

const maxKept = 400;
const maxShown = 60;
const reports = (db: Db | Trx) => db('own_reports');
const ofUser = (db: Db | Trx, { userId, username, kind }: Which) => reports(db).where({ user_id: userId, username, kind });

/** Stores a report; deletes all but the account's newest 400. */
export async function insertReport(db: Db, row: Omit<ReportRow, 'id'>): Promise<ReportRow> {
  return transact(db, async (trx) => {
    const which = { userId: row.user_id, username: row.username, kind: row.kind };
    const [made] = await reports(trx).insert(row).returning('id');
    const last = await ofUser(trx, which).orderBy('id', 'desc').offset(maxKept).first('id');
    if (last) await ofUser(trx, which).where('id', '<=', last.id).delete();
    return { id: made?.id ?? 0, ...row };
  });
}

export const findLatest = (db: Db, which: Which): Promise<ReportRow | undefined> =>
  ofUser(db, which).select('*').orderBy('id', 'desc').first();

/** Newest first. */
export const listReports = (db: Db, which: Which): Promise<ReportRow[]> =>
  ofUser(db, which).select('*').orderBy('id', 'desc').limit(maxShown);

export async function forgetReports(trx: Trx, { user_id, username }: Pick<ReportRow, 'user_id' | 'username'>): Promise<void> {
  await reports(trx).where({ user_id, username }).delete();
}

/** The stored items with these fullnames. */
export async function findOwnItems(db: Db, userId: number, fullnames: readonly string[]): Promise<Map<string, OwnItem>> {
  const found = new Map<string, OwnItem>();
  for (const names of chunked(fullnames, 1)) {
    const rows = await db('own_items').where({ user_id: userId }).whereIn('fullname', names).select('*').limit(names.length);
    for (const row of rows) found.set(row.fullname, ownItemOf(row));
  }
  return found;
}

/** Connected accounts last checked before `before` (UTC ms), never checked ones first. */
export const listUnchecked = (db: Db, before: number, limit: number): Promise<Pick<ReportRow, 'user_id' | 'username'>[]> =>
  db('reddit_accounts')
    .leftJoin('own_reports', (join) =>
      join
        .on('own_reports.user_id', 'reddit_accounts.user_id')
        .on('own_reports.username', 'reddit_accounts.username')
        .andOnVal('own_reports.kind', 'health'),
    )
    .where({ needs_reconnect: 0 })
    .groupBy('reddit_accounts.user_id', 'reddit_accounts.username')
    .havingRaw('coalesce(max(own_reports.created_at), 0) < ?', [before])
    .orderByRaw('coalesce(max(own_reports.created_at), 0)')
    .limit(limit)
    .select('reddit_accounts.user_id', 'reddit_accounts.username');
