import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { PasskeyProof } from '#shared/passkeys.ts';
import { product } from '#shared/product.ts';
import type { TwoFactorProof } from '#shared/two-factor.ts';
import type { Actor } from '#core/platform/actor.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Attempt } from '#core/platform/limiter.ts';
import type { AccountDeps, Sealing } from '../deps.ts';
import { hashOf } from '../secret.ts';
import { signInChangedEmail } from '../emails.ts';
import type { UserRow } from '../queries.ts';
import { ownOrigin } from '../reset-links.ts';
import { getOwner } from '../security-stamp.ts';
import type { TwoFactorRow } from '../tables.ts';
import { takeRecoveryCode, takeStep, findTwoFactor } from './queries.ts';

const noPassword = () => {
  const message = 'Your account has no password yet. Get a link to set one under Settings → Security.';
  return new AppError('invalid', message, { details: [{ path: 'currentPassword', message }] });
};

/** A user's own row, and the proof that it is the user who asks. */
export function createOwnRow({ db, limiter, passwords, writeAudit }: Pick<AccountDeps, 'db' | 'limiter' | 'passwords' | 'writeAudit'>) {
  const getRow = (actor: Actor): Promise<UserRow> => getOwner(db, actor);

  /** Throws `invalid` without the password, and `too_many` after several wrong ones. */
  async function requirePassword(
    actor: Actor | null,
    user: UserRow,
    { given, otherwise }: { given: string | undefined; otherwise: string },
  ): Promise<void> {
    if (user.password_hash === '') throw noPassword();
    const attempt = given === undefined ? null : await limiter.ownPassword(String(user.id));
    if (given === undefined || !(await passwords.verify(given, user.password_hash, { userId: String(user.id) }))) {
      if (attempt) await writeAudit(actor, { action: 'password-change-failed', target: `user:${user.id}` });
      const message = given === undefined ? otherwise : 'Wrong current password';
      throw new AppError('invalid', message, { details: [{ path: 'currentPassword', message }] });
    }
    await attempt?.succeed();
  }

  return { getRow, requirePassword };
}

const periodSeconds = 30;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;
/** Clocks of phones may differ by one step. */
const allowedSteps = 1;

const totpOf = (secret: string, label = ''): TOTP =>
  // SHA-1, six digits, and 30 seconds: the only values that all authenticator apps support.
  new TOTP({ issuer: product, label, algorithm: 'SHA1', digits: 6, period: periodSeconds, secret: Secret.fromBase32(secret) });

export const makeSecret = (): string => new Secret({ size: secretBytes }).base32;

/** For a QR code that an authenticator app scans. */
export const uriOf = (secret: string, label: string): string => totpOf(secret, label).toString();

/** The time step that the code belongs to; null for a wrong code, and for one that is too old or too early. */
export function stepOf(code: string, secret: string, now: number): number | null {
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp: now, window: allowedSteps });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

/** Authenticator apps show codes in groups. */
const digitsOf = (typed: string): string | null => {
  const digits = typed.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
};

const recoveryCodeCount = 10;
/** Without letters and digits that look alike. Its 32 characters make five bits each. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789';

/** 80 bits, in four groups. */
const makeRecoveryCode = (): string =>
  [...randomBytes(16)].map((byte, n) => (n > 0 && n % 4 === 0 ? '-' : '') + alphabet.charAt(byte % alphabet.length)).join('');

export const makeRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, makeRecoveryCode);

/** The same for a code typed without dashes, in capitals, or with an O for a zero. */
export const bareRecoveryCode = (typed: string): string =>
  typed
    .toLowerCase()
    .replaceAll('o', '0')
    .replaceAll(/[^a-z0-9]/g, '');

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

type AcceptedCode = 'app' | 'recovery';

export const contextOf = (userId: number): string => `two_factor:${userId}`;
export const recoveryHash = (code: string): string => hashOf(bareRecoveryCode(code));

const codeError = (code: 'unauthenticated' | 'invalid', message: string) =>
  new AppError(code, message, { details: [{ path: 'code', message }] });
const missingCode = (code: 'unauthenticated' | 'invalid') => codeError(code, 'Enter the code from your authenticator app.');
const wrongText = 'This code is wrong or was already used. Wait for the next one.';
const wrongCode = (code: 'unauthenticated' | 'invalid') => codeError(code, wrongText);

/** Throws `unavailable` if the server's key has changed; recovery codes don't depend on it. */
function unsealSecret({ unseal }: Sealing, { sealed_secret, user_id }: TwoFactorRow): string {
  try {
    return unseal(sealed_secret, contextOf(user_id));
  } catch (cause) {
    throw new AppError(
      'unavailable',
      "This server's secret key has changed, so codes can't be checked. Use a recovery code, or ask the administrator to turn off two-factor login for your account.",
      { cause },
    );
  }
}

interface CheckDeps {
  sealing: Sealing;
  now: Now;
}

/** Uses up the code: none is accepted twice. Null for a wrong one. */
async function takeCode(
  db: Db | Trx,
  { sealing, now }: CheckDeps,
  { row, code }: { row: TwoFactorRow; code: string },
): Promise<AcceptedCode | null> {
  const digits = digitsOf(code);
  if (digits === null) return (await takeRecoveryCode(db, row.user_id, recoveryHash(code))) ? 'recovery' : null;
  const step = stepOf(digits, unsealSecret(sealing, row), now());
  return step !== null && (await takeStep(db, row.user_id, step)) ? 'app' : null;
}

/** What all changes of two-factor login take, and the email that tells of them. */
export function createProof(deps: AccountDeps) {
  const { config, db, limiter, mailer, later } = deps;
  const { getRow, requirePassword } = createOwnRow(deps);

  async function requireCode(row: TwoFactorRow, code: string): Promise<void> {
    const attempt = await limiter.code(String(row.user_id), 'settings');
    if ((await takeCode(db, deps, { row, code })) === null) throw wrongCode('invalid');
    await attempt.succeed();
  }

  /** Throws `invalid` for a wrong password or code, and `too_many` after several. */
  async function requireProof(actor: Actor, { user, row }: { user: UserRow; row: TwoFactorRow }, proof: TwoFactorProof): Promise<void> {
    await requirePassword(actor, user, { given: proof.currentPassword, otherwise: 'Enter your password' });
    await requireCode(row, proof.code);
  }

  /** The password, and a code if two-factor login is on. Throws as `requireProof` does. */
  async function requireOwner(
    actor: Actor,
    { user, row }: { user: UserRow; row: TwoFactorRow | undefined },
    { currentPassword, code }: PasskeyProof,
  ): Promise<void> {
    await requirePassword(actor, user, { given: currentPassword, otherwise: 'Enter your password' });
    if (!row || row.enabled_at === null) return;
    if (code === undefined) throw missingCode('invalid');
    await requireCode(row, code);
  }

  const sendEmail = (user: UserRow, change: 'on' | 'onKept' | 'off' | 'reset') => {
    if (mailer.isConfigured) later('email about a changed sign-in', () => mailer.send(signInChangedEmail(user, change, ownOrigin(config))));
  };

  return { getRow, requirePassword, requireProof, requireOwner, sendEmail };
}
