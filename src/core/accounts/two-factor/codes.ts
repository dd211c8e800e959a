import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { product } from '#shared/product.ts';

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
export const digitsOf = (typed: string): string | null => {
  const digits = typed.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
};

export const recoveryCodeCount = 10;
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
