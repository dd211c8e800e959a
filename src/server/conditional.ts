import type { IncomingHttpHeaders } from 'node:http';

interface Version {
  /** Without `W/` and quotes. */
  etag: string;
  /** UTC milliseconds. */
  changedAt: number;
}

const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\/"|^"|"$/g, ''));

/**
 * Whether a reader already has this version (RFC 9110, 13.1). Koa's own check treats `Cache-Control: no-cache` as a refusal of
 * 304, but fetch sends that with every If-None-Match.
 */
export function isUnchanged(headers: IncomingHttpHeaders, { etag, changedAt }: Version): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined) return known.trim() === '*' || tagsOf(known).includes(etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Math.floor(changedAt / 1000) * 1000 <= since;
}
