import ipaddr from 'ipaddr.js';
import { AppError } from '#core/platform/errors.ts';
import type { AccountDeps } from '../deps.ts';
import { ownOrigin } from '../reset-links.ts';

/** Where the passkeys of this instance work. */
export interface Site {
  /** Host name; in WebAuthn, the ID of the relying party. */
  rpId: string;
  origin: string;
}

/** Throws `conflict` for an address for which browsers offer no passkeys: an IP address, or one without https. */
export function getSite(config: AccountDeps['config']): Site {
  const { origin, hostname, protocol } = new URL(ownOrigin(config));
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (ipaddr.isValid(hostname.replace(/^\[|\]$/g, '')) || (protocol !== 'https:' && !isLocal))
    throw new AppError('conflict', 'Passkeys need a host name and https. Ask the administrator to set http.publicUrl to such an address.');
  return { rpId: hostname, origin };
}
