import ipaddr from 'ipaddr.js';
import type { NewPasskey, PasskeyAssertion } from '#shared/passkeys.ts';
import { AppError } from '#core/platform/errors.ts';
import type { AccountDeps } from '../deps.ts';
import { ownOrigin } from '../reset-links.ts';
import type { PasskeysRow } from '../tables.ts';

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

interface Expected {
  /** Base64url. */
  challenge: string;
  site: Site;
}

/** Ed25519, P-256, and RSA, which all authenticators have one of; the library's newer ones are experimental in Node. */
export const algorithms = [-8, -7, -257];

// Loaded on first use, because most instances never need its certificate parsers.
const load = () => import('@simplewebauthn/server');

/** The authenticator must have verified its user, by a fingerprint or a PIN: that makes a passkey two factors. */
const expectedOf = ({ challenge, site }: Expected) => ({
  expectedChallenge: challenge,
  expectedOrigin: site.origin,
  expectedRPID: site.rpId,
  requireUserVerification: true,
});

/** Throws `invalid` unless a new passkey was made for this challenge and site. */
export async function verifyNew(
  { credentialId, clientDataJSON, attestationObject, transports }: NewPasskey,
  expected: Expected,
): Promise<Pick<PasskeysRow, 'credential_id' | 'public_key' | 'counter'>> {
  const { verifyRegistrationResponse } = await load();
  const response = {
    id: credentialId,
    rawId: credentialId,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: { clientDataJSON, attestationObject, transports },
  };
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    supportedAlgorithmIDs: algorithms,
    ...expectedOf(expected),
  }).catch((cause: unknown) => {
    throw refused(expected.site, cause);
  });
  if (!registrationInfo) throw refused(expected.site, undefined);
  const { id, publicKey, counter } = registrationInfo.credential;
  return { credential_id: id, public_key: Buffer.from(publicKey).toString('base64url'), counter };
}

const refused = ({ origin }: Site, cause: unknown) =>
  new AppError('invalid', `This passkey couldn't be added. Passkeys work at ${origin} only. Try again there.`, { cause });

/** The new counter; null unless the passkey signed this challenge for this site. */
export async function verifyAssertion(
  { credentialId, clientDataJSON, authenticatorData, signature, userHandle }: PasskeyAssertion,
  { passkey, ...expected }: Expected & { passkey: PasskeysRow },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await load();
  const response = {
    id: credentialId,
    rawId: credentialId,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  };
  const credential = {
    id: passkey.credential_id,
    publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
    counter: passkey.counter,
  };
  // The library throws for most of what may be wrong.
  const result = await verifyAuthenticationResponse({ response, credential, ...expectedOf(expected) }).catch(() => null);
  return result?.verified === true ? result.authenticationInfo.newCounter : null;
}
