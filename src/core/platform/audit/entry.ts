import type { Actor } from '../actor.ts';
import type { Trx } from '../db/connect.ts';

export type AuditAction =
  | 'login'
  | 'login-failed'
  | 'login-code-failed'
  | 'recovery-code-used'
  | 'register'
  | 'user-added'
  | 'password-changed'
  | 'password-change-failed'
  | 'reset-asked'
  | 'reset-link-made'
  | 'password-reset'
  | 'two-factor-enabled'
  | 'two-factor-disabled'
  | 'two-factor-reset'
  | 'recovery-codes-made'
  | 'passkey-added'
  | 'passkey-removed'
  | 'identity-linked'
  | 'identity-unlinked'
  | 'session-ended'
  | 'sessions-ended'
  | 'profile-changed'
  | 'email-change-asked'
  | 'email-changed'
  | 'email-change-undone'
  | 'campaign-moved'
  | 'users-merged'
  | 'role-changed'
  | 'user-disabled'
  | 'user-enabled'
  | 'setting-changed'
  | 'connection-changed'
  | 'connection-tested'
  | 'blacklist-added'
  | 'blacklist-removed'
  | 'token-made'
  | 'token-revoked'
  | 'assistant-connected'
  | 'assistant-ended'
  | 'report-shared'
  | 'report-revoked'
  | 'report-scheduled'
  | 'report-schedule-changed'
  | 'report-schedule-removed'
  | 'job-run'
  | 'feedback-answered'
  | 'roadmap-changed'
  | 'beta-decided'
  | 'beta-verified'
  | 'reddit-connected'
  | 'reddit-disconnected'
  | 'plan-changed'
  | 'seat-changed'
  | 'workspace-renamed'
  | 'workspace-changed'
  | 'member-invited'
  | 'member-joined'
  | 'member-role-changed'
  | 'member-removed'
  | 'channel-added'
  | 'channel-removed'
  | 'answer-agreed'
  | 'answer-approved'
  | 'answer-returned'
  | 'data-exported'
  | 'account-exported'
  | 'account-deleted';

export interface AuditEntry {
  action: AuditAction;
  /** The affected object, such as `user:7`. */
  target: string | null;
  /** Without secrets or users' texts. */
  details?: Record<string, string | number | boolean>;
  address?: string;
}
/** `actor` is null before sign-in. */
/** With `trx`, as a part of that change. */
export type WriteAudit = (actor: Actor | null, entry: AuditEntry, trx?: Trx) => Promise<void>;
