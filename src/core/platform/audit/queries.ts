import type { Db } from '../db/connect.ts';

export interface AuditRow {
  at: number;
  actor_id: number | null;
  action: string;
  target: string | null;
  details: string;
  address: string | null;
}

export async function insertAudit(db: Db, row: AuditRow): Promise<void> {
  await db('audit').insert(row);
}
