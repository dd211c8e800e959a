import { emailSchema } from '#shared/auth.ts';
import type { Config } from '#core/platform/config.ts';

type Claims = Readonly<Record<string, unknown>>;

/** What an issuer says of the person who logged in there. */
export interface Identity {
  issuer: string;
  subject: string;
  /** Null if it says none. */
  email: string | null;
  isEmailVerified: boolean;
  /** Wishes for a username, best first. */
  names: string[];
  isAdmin: boolean;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** A claim, or one in claims: `realm_access.roles`. A name with dots of its own, such as an address, is looked up first. */
function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as Claims)[key] : undefined),
      claims,
    );
}

/** Keycloak writes groups as paths. */
const groupKey = (name: string): string => name.trim().replace(/^\//, '');

function groupsOf(claims: Claims, path: string): string[] {
  const value = claimAt(claims, path);
  const names: unknown[] = Array.isArray(value) ? value : textOf(value).split(/[,\s]+/);
  return names.map((name) => groupKey(textOf(name))).filter((name) => name !== '');
}

/** Whether the claims lack what userinfo may have: some issuers put only the subject into the token. */
export const isSparse = (claims: Claims, { groupsClaim, adminGroup }: Config['auth']['oidc']): boolean =>
  claims['email'] === undefined ||
  claims['email_verified'] === undefined ||
  (adminGroup !== '' && claimAt(claims, groupsClaim) === undefined);

/**
 * The address and whether it is verified, both from the token or both from userinfo: one may name an address that its person typed,
 * and the other say "verified" of another one.
 */
export function addressOf(token: Claims, userinfo: Claims | null): Claims {
  const isWhole = (claims: Claims) => claims['email'] !== undefined && claims['email_verified'] !== undefined;
  const source = !isWhole(token) && (token['email'] === undefined || isWhole(userinfo ?? {})) ? (userinfo ?? token) : token;
  return { email: source['email'], email_verified: source['email_verified'] };
}

export function identityOf(claims: Claims, { issuer, groupsClaim, adminGroup }: Config['auth']['oidc']): Identity {
  const email = emailSchema.safeParse(textOf(claims['email'])).data ?? null;
  const names = [claims['preferred_username'], claims['nickname'], claims['name'], email?.split('@')[0]].map(textOf);
  return {
    issuer,
    subject: textOf(claims['sub']),
    email,
    isEmailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    names: names.filter((name) => name !== ''),
    isAdmin: adminGroup !== '' && groupsOf(claims, groupsClaim).includes(groupKey(adminGroup)),
  };
}
