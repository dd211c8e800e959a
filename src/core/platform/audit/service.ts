import type { Actor } from '../actor.ts';
import type { Now } from '../clock.ts';
import type { Db } from '../db/connect.ts';
import type { Log } from '../log.ts';
import type { AuditAction, WriteAudit } from './entry.ts';
import { insertAudit } from './queries.ts';

const failedSignIns = new Set<AuditAction>(['login-failed', 'login-code-failed']);

/** The audit log of changes to accounts and settings. The system has no actor ID; `operator` is who runs the command line. */
export function createAudit({ db, now, log, operator }: { db: Db; now: Now; log: Log; operator?: string | undefined }) {
  /** Who runs the command line, or whose workspace a member works in. */
  function whoElse(actor: Actor | null): Record<string, string> {
    if (actor?.kind === 'system') return operator === undefined ? {} : { by: operator };
    return actor?.workspaceId === undefined || actor.workspaceId === actor.userId ? {} : { workspace: actor.workspaceId };
  }
  const write: WriteAudit = (actor, { action, target, details = {}, address }, trx) => {
    // For programs that ban addresses: deploy/fail2ban.conf.
    if (address !== undefined && failedSignIns.has(action)) log.warn({ address, action }, 'sign-in failed');
    return insertAudit(trx ?? db, {
      at: now(),
      actor_id: actor?.kind === 'user' ? Number(actor.userId) : null,
      action,
      target,
      details: JSON.stringify({ ...details, ...whoElse(actor) }),
      address: address ?? null,
    });
  };
  return { write };
}
export type Audit = ReturnType<typeof createAudit>;
