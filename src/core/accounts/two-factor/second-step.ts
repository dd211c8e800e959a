import type { Attempt } from '#core/platform/limiter.ts';
import type { AccountDeps } from '../deps.ts';
import { signInChangedEmail } from '../emails.ts';
import type { UserRow } from '../queries.ts';
import { ownOrigin } from '../reset-links.ts';
import { missingCode, takeCode, wrongCode } from './check.ts';
import { findTwoFactor } from './queries.ts';

interface SecondStep {
  user: UserRow;
  code: string | undefined;
  /** The attempt with the password, which was right. */
  attempt: Attempt;
  deviceId: string | null;
  address: string;
}

/** The code that a sign-in takes after the password. */
export function createSecondStep(deps: AccountDeps) {
  const { config, db, readDb, limiter, mailer, writeAudit, later } = deps;
  return {
    /** Throws `unauthenticated` without a code or with a wrong or used one, and `too_many` after several wrong ones. */
    async requireCode({ user, code, attempt, deviceId, address }: SecondStep): Promise<void> {
      const row = await findTwoFactor(readDb, user.id);
      if (!row || row.enabled_at === null) return;
      if (code === undefined) {
        await attempt.refund();
        throw missingCode('unauthenticated');
      }
      const attemptCode = await limiter.code(String(user.id), deviceId ?? 'elsewhere');
      const accepted = await takeCode(db, deps, { row, code });
      if (accepted === null) {
        await writeAudit(null, { action: 'login-code-failed', target: `user:${user.id}`, address });
        throw wrongCode('unauthenticated');
      }
      await attemptCode.succeed();
      if (accepted === 'app') return;
      await writeAudit(null, { action: 'recovery-code-used', target: `user:${user.id}`, address });
      if (mailer.isConfigured)
        later('email about a used recovery code', () => mailer.send(signInChangedEmail(user, 'recovery', ownOrigin(config))));
    },
  };
}
