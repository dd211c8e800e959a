import { createHash } from 'node:crypto';
import * as z from 'zod';
import { mcpPath, type ProgramScope } from '#shared/tokens.ts';
import type { Config } from '#core/platform/config.ts';
import { isLoopbackHost } from '#core/platform/http/network.ts';

/** An error of OAuth, by its code in RFC 6749, 7591, or 8707. */
export class OauthFailure extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** This server as OAuth names it, and what its tokens are for. */
export interface Site {
  issuer: string;
  resource: string;
}

/**
 * Null where assistants can't connect: they are switched off, or the address that they see isn't known, or not safe. It never comes
 * from the Host header.
 */
export function siteOf({ auth, http: { publicUrl } }: Pick<Config, 'auth' | 'http'>): Site | null {
  if (auth.assistants === 'off' || publicUrl === '') return null;
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== 'https:' && !isLoopbackHost(hostname)) return null;
  const issuer = publicUrl.replace(/\/+$/, '');
  return { issuer, resource: issuer + mcpPath };
}

/** With https, or a program on the user's own machine. */
function isRedirect(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || text.includes('#') || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
}

/** A program on the user's own machine listens at whichever port is free (RFC 8252, 7.3). */
export function isRegistered(registered: readonly string[], redirectUri: string): boolean {
  const withoutPort = (text: string): string => Object.assign(new URL(text), { port: '' }).href;
  return registered.some(
    (uri) => uri === redirectUri || (uri.startsWith('http:') && isRedirect(redirectUri) && withoutPort(uri) === withoutPort(redirectUri)),
  );
}

export const hostOf = (redirectUri: string): { host: string; isLocal: boolean } => {
  const { host, hostname } = new URL(redirectUri);
  return { host, isLocal: isLoopbackHost(hostname) };
};

const maxName = 60;
/** One line of visible characters. */
const nameOf = (text: string): string =>
  [
    ...text
      .toWellFormed()
      .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
      .trim(),
  ]
    .slice(0, maxName)
    .join('');

/** The rest of RFC 7591 is of no use here: every client is public, and gets the same. */
export const registrationSchema = z.object({
  client_name: z.string().max(1000).default('').transform(nameOf),
  redirect_uris: z
    .array(z.string().max(1000).refine(isRedirect, 'Must be addresses with https, or with http on this machine, without a fragment'))
    .min(1)
    .max(10),
});
export type Registration = z.output<typeof registrationSchema>;

export interface AuthorizationRequest {
  redirectUri: string;
  state: string | null;
  challenge: string;
  scopes: ProgramScope[];
}

/** The parameters of a query or a form. Throws for one that occurs twice (RFC 6749, 3.1). */
export function parametersOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (found.has(name)) throw new OauthFailure('invalid_request', `${name} occurs twice`);
    found.set(name, value);
  }
  return found;
}

/** Those it knows among the asked: unknown ones are ignored, and whoever names none may get all. */
function scopesOf(asked: string): ProgramScope[] {
  const names = asked.split(' ');
  return names.includes('read') && !names.includes('write') ? ['read'] : ['read', 'write'];
}

/** What is asked of the user. Throws what the assistant gets to know about a request that can't be allowed. */
export function checkRequest(given: ReadonlyMap<string, string>, { resource }: Site): Pick<AuthorizationRequest, 'challenge' | 'scopes'> {
  if (given.get('response_type') !== 'code')
    throw new OauthFailure('unsupported_response_type', 'Only response_type=code is supported here.');
  const challenge = given.get('code_challenge') ?? '';
  if (given.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge))
    throw new OauthFailure('invalid_request', 'A code_challenge with the method S256 is required (PKCE).');
  checkResource(given, resource);
  return { challenge, scopes: scopesOf(given.get('scope') ?? '') };
}

/** Clients that don't name it mean the only one there is. */
export function checkResource(given: ReadonlyMap<string, string>, resource: string): void {
  if ((given.get('resource') ?? resource) !== resource) throw new OauthFailure('invalid_target', `Tokens are for ${resource} only.`);
}

export const fitsChallenge = (verifier: string, challenge: string): boolean =>
  /^[\w.~-]{43,128}$/.test(verifier) && createHash('sha256').update(verifier).digest('base64url') === challenge;

/** The redirect address with the answer. */
export function redirectTo(
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  answer: Record<string, string>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, ...(state !== null && { state }) })) url.searchParams.set(name, value);
  return url.href;
}
