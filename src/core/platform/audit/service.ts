import type { Now } from '../clock.ts';
import type { Db } from '../db/connect.ts';
import type { WriteAudit } from './entry.ts';
import { insertAudit } from './queries.ts';

/** The audit log of changes to accounts and settings. The system has no actor ID; `operator` is who runs the command line. */
export function createAudit({ db, now, operator }: { db: Db; now: Now; operator?: string | undefined }) {
  const write: WriteAudit = (actor, { action, target, details = {}, address }) =>
    insertAudit(db, {
      at: now(),
      actor_id: actor?.kind === 'user' ? Number(actor.userId) : null,
      action,
      target,
      details: JSON.stringify(actor?.kind === 'system' && operator !== undefined ? { ...details, by: operator } : details),
      address: address ?? null,
    });
  return { write };
}
export type Audit = ReturnType<typeof createAudit>;
