import type { Db, Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Sealing } from '../deps.ts';
import { digestOf } from '../digest.ts';
import type { TwoFactorRow } from '../tables.ts';
import { bareRecoveryCode, digitsOf, stepOf } from './codes.ts';
import { takeRecoveryCode, takeStep } from './queries.ts';

export type AcceptedCode = 'app' | 'recovery';

export const contextOf = (userId: number): string => `two_factor:${userId}`;
export const recoveryHash = (code: string): string => digestOf(bareRecoveryCode(code));

const codeError = (code: 'unauthenticated' | 'invalid', message: string) =>
  new AppError(code, message, { details: [{ path: 'code', message }] });
export const missingCode = (code: 'unauthenticated' | 'invalid') => codeError(code, 'Enter the code from your authenticator app.');
const wrongText = 'This code is wrong or was already used. Wait for the next one.';
export const wrongCode = (code: 'unauthenticated' | 'invalid') => codeError(code, wrongText);

/** Throws `unavailable` if the server's key has changed; recovery codes don't depend on it. */
export function unsealSecret({ unseal }: Sealing, { sealed_secret, user_id }: TwoFactorRow): string {
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
export async function takeCode(
  db: Db | Trx,
  { sealing, now }: CheckDeps,
  { row, code }: { row: TwoFactorRow; code: string },
): Promise<AcceptedCode | null> {
  const digits = digitsOf(code);
  if (digits === null) return (await takeRecoveryCode(db, row.user_id, recoveryHash(code))) ? 'recovery' : null;
  const step = stepOf(digits, unsealSecret(sealing, row), now());
  return step !== null && (await takeStep(db, row.user_id, step)) ? 'app' : null;
}
