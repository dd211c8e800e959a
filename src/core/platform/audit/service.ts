import type { Now } from '../clock.ts';
import type { Db } from '../db/connect.ts';
import type { WriteAudit } from './entry.ts';
import { insertAudit } from './queries.ts';

/** The trail of who did what to accounts and settings. The system itself has no actor id. */
export function createAudit({ db, now }: { db: Db; now: Now }) {
  const write: WriteAudit = (actor, { action, target, details = {}, address }) =>
    insertAudit(db, {
      at: now(),
      actor_id: actor?.kind === 'user' ? Number(actor.userId) : null,
      action,
      target,
      details: JSON.stringify(details),
      address: address ?? null,
    });
  return { write };
}
export type Audit = ReturnType<typeof createAudit>;
