import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '#core/platform/errors.ts';

/** Browsers always send the origin when they open a socket or post; other programs don't. */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  return from.host === host || (publicUrl !== '' && from.origin === new URL(publicUrl).origin);
}

/** Throws `forbidden` for a request from another website's page. */
export function checkOrigin(headers: IncomingHttpHeaders, publicUrl: string): void {
  if (!isOwnOrigin(headers, publicUrl)) throw new AppError('forbidden', "Requests from other websites aren't allowed here.");
}
