import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { mailActions } from '#shared/mail-links.ts';
import { dayMs } from '#shared/time.ts';

const claimsSchema = z.object({
  action: z.enum(mailActions),
  userId: z.number().int(),
  /** Id of the channel or of the post; 0 for reports. */
  id: z.number().int(),
  /** Who gets reports: reading them needs no account. */
  email: z.string().default(''),
  /** UTC ms. */
  until: z.number().int(),
});
export type LinkClaims = z.output<typeof claimsSchema>;

/** 32 bytes in base64url, appended to the token without a dot: a dot would make the URL look like a file name. */
const signatureLength = 43;
/** Emails may be read late, and unsubscribing must always work. */
const lifeMs = { unsubscribe: 365 * dayMs, 'not-a-lead': 30 * dayMs, 'stop-reports': 3650 * dayMs };

/** Signed links that contain what they do, for whom, and until when; nothing is stored. */
export function createLinks(key: Uint8Array) {
  const sign = (payload: string): Buffer => createHmac('sha256', key).update(payload).digest();
  return {
    make(given: Omit<z.input<typeof claimsSchema>, 'until'>, now: number): string {
      const claims = { ...given, until: now + lifeMs[given.action] };
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
      return payload + sign(payload).toString('base64url');
    },
    /** Null for a token that is forged, altered, or expired. */
    read(token: string, now: number): LinkClaims | null {
      const [payload, signature] = [token.slice(0, -signatureLength), token.slice(-signatureLength)];
      const [given, wanted] = [Buffer.from(signature, 'base64url'), sign(payload)];
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
      const claims = claimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
      return claims.until > now ? claims : null;
    },
  };
}
export type Links = ReturnType<typeof createLinks>;
