import type * as OpenIdClient from 'openid-client';
import type { ConnectionTest } from '#shared/connections.ts';
import { version } from '#shared/product.ts';
import { callbackPath } from '#shared/single-sign-on.ts';
import { minuteMs } from '#shared/time.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Config } from '#core/platform/config.ts';
import { AppError, messageOf } from '#core/platform/errors.ts';
import { createUpstream, type Guard, type GuardOf } from '#core/platform/http/upstream.ts';
import { ownOrigin } from '../reset-links.ts';
import { addressOf, isSparse } from './claims.ts';

/** As a sentence begins with it. */
const atStart = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

export const expired = () => new AppError('invalid', 'This login has expired or was already used. Try again.');

const unreachable = (name: string, cause: unknown) =>
  new AppError('unavailable', `${atStart(name)} can't be reached right now. Log in another way, or try again later.`, { cause });

interface Failure {
  /** Of openid-client, such as `OAUTH_INVALID_RESPONSE`. */
  code: string;
  /** Of OAuth, such as `invalid_grant`. */
  oauth: string;
}

export function failureOf(error: unknown): Failure {
  const { code = '', error: oauth = '' } = (error ?? {}) as { code?: unknown; error?: unknown };
  return { code: String(code), oauth: typeof oauth === 'string' ? oauth : '' };
}

const badClient: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client', 'invalid_scope', 'invalid_request']);

/** One sentence for whatever goes wrong on the way to the issuer and back. */
export function refusalOf(cause: unknown, name: string): AppError {
  if (cause instanceof AppError) return cause;
  const { code, oauth } = failureOf(cause);
  if (oauth === 'invalid_grant') return expired();
  if (badClient.has(oauth) || code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE')
    return new AppError(
      'unavailable',
      `${atStart(name)} doesn't accept this server's client ID, secret, or scopes. Tell the administrator.`,
      { cause },
    );
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR')
    return new AppError('forbidden', `The login at ${name} was canceled or refused. Try again.`, { cause });
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED')
    return new AppError('forbidden', `The login that ${name} confirmed has expired. Try again, or have both servers' clocks checked.`, {
      cause,
    });
  if (code === '' || ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'].includes(code)) return unreachable(name, cause);
  return new AppError('forbidden', `${atStart(name)} confirmed a login that this server can't trust. Tell the administrator.`, {
    cause,
  });
}

/** Where issuers send browsers back to; to be registered there. */
export const callbackUrlOf = (config: Parameters<typeof ownOrigin>[0]): string => `${ownOrigin(config)}${callbackPath}`;

type Oidc = Config['auth']['oidc'];

interface IssuerOptions {
  settings: Oidc;
  /** Null: the operator set the address, whose host may then be private. */
  guard: Guard | null;
  /** Private hosts that are open to all addresses. */
  allowPrivateHosts: readonly string[];
  now: Now;
}

/** What is checked when the browser comes back. */
export interface Checks {
  state: string;
  nonce: string;
  verifier: string;
}

const timeoutSeconds = 8;

/** How to prove who the client is: some issuers accept one way only. */
function authenticationFor(client: typeof OpenIdClient, secret: string, methods: readonly string[] | undefined) {
  if (secret === '') return client.None();
  const isBasic = methods === undefined || methods.includes('client_secret_basic');
  return isBasic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret);
}

/** The client for all that the issuer is asked, with the guard and limits of this server. */
function createSender({ settings, guard, allowPrivateHosts }: IssuerOptions) {
  const own = new URL(settings.issuer).hostname;
  const upstream = createUpstream({
    userAgent: `Earshot/${version}`,
    timeoutMs: timeoutSeconds * 1000,
    maxBytes: 1024 * 1024,
    guard: guard ?? { allowPrivateHosts: [own, ...allowPrivateHosts] },
  });
  const send: OpenIdClient.CustomFetch = (url, { body, ...options }) =>
    upstream.fetch(url, { ...options, body: body instanceof URLSearchParams ? body.toString() : (body as string) });
  return { send, close: upstream.close };
}

/** Reads what the issuer says of itself. */
async function configure({ settings, now }: IssuerOptions, send: OpenIdClient.CustomFetch): Promise<OpenIdClient.Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const client = await import('openid-client');
  const execute = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
  const options = { [client.customFetch]: send, execute, timeout: timeoutSeconds };
  const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), options);
  const { supportsPKCE: _, ...metadata } = found.serverMetadata();
  const clock = { [client.clockSkew]: Math.round((now() - Date.now()) / 1000), [client.clockTolerance]: 60 };
  const authentication = authenticationFor(client, clientSecret, metadata.token_endpoint_auth_methods_supported);
  const made = new client.Configuration(metadata, clientId, clock, authentication);
  made[client.customFetch] = send;
  made.timeout = timeoutSeconds;
  for (const extend of execute) extend(made);
  // Without it, the library trusts the connection instead of the signature.
  client.enableNonRepudiationChecks(made);
  return made;
}

/** An issuer of OpenID Connect, by its library. Everything throws what the library throws; see `failures.ts`. */
export function createIssuer(options: IssuerOptions) {
  const { settings, now } = options;
  const { send, close } = createSender(options);

  let kept: { at: number; made: Promise<OpenIdClient.Configuration> } | null = null;
  /** What the issuer says of itself, asked at most once a minute. */
  function open(): Promise<OpenIdClient.Configuration> {
    if (kept && Math.abs(now() - kept.at) < minuteMs) return kept.made;
    const made = configure(options, send);
    kept = { at: now(), made };
    made.catch(() => {
      if (kept?.made === made) kept = null;
    });
    return made;
  }

  return {
    /** Where it lets people log in. */
    async check(): Promise<string> {
      return (await open()).serverMetadata().authorization_endpoint ?? '';
    },
    async loginUrl(redirectUri: string): Promise<{ url: string; checks: Checks }> {
      const client = await import('openid-client');
      const configuration = await open();
      const checks = { state: client.randomState(), nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier() };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, checks };
    },
    /** Exchanges the code, and verifies the token. */
    async redeem(callback: URL, { state, nonce, verifier }: Checks): Promise<{ claims: Record<string, unknown>; idToken: string }> {
      const client = await import('openid-client');
      const configuration = await open();
      const tokens = await client.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims() ?? { sub: '' };
      const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined && isSparse(claims, settings);
      const more = hasMore ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : null;
      return { claims: { ...more, ...claims, ...addressOf(claims, more) }, idToken: tokens.id_token ?? '' };
    },
    /** Null if it has no such page, or doesn't answer. */
    async logoutUrl(idToken: string, returnTo: string): Promise<string | null> {
      const client = await import('openid-client');
      const configuration = await open().catch(() => null);
      if (configuration?.serverMetadata().end_session_endpoint === undefined) return null;
      return client.buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: returnTo }).href;
    },
    close,
  };
}
export type Issuer = ReturnType<typeof createIssuer>;

const result = (ok: boolean, message: string): ConnectionTest => ({ ok, message, models: [], sample: null });

function adviceOf(error: unknown, issuer: string): string {
  const { code } = failureOf(error);
  const { expected, body } = ((error as { cause?: unknown }).cause ?? {}) as { expected?: unknown; body?: { issuer?: unknown } };
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' && expected !== undefined && typeof body?.issuer === 'string')
    return `The issuer calls itself ${body.issuer.slice(0, 200)}. Enter exactly that.`;
  if (code.startsWith('OAUTH_') && !['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(code))
    return `There is no OpenID Connect issuer at ${issuer}. Its address is the part before /.well-known/openid-configuration.`;
  return `Couldn't reach ${new URL(issuer).host}. Check the address, and that this server may reach it (security.allowPrivateHosts).`;
}

/** Reads what the issuer says of itself. Client ID and secret are only tried by a login. */
export async function tryIssuer(config: Config, guardOf: GuardOf): Promise<ConnectionTest> {
  const { oidc } = config.auth;
  if (oidc.issuer === '' || oidc.clientId === '') return result(false, 'Enter the issuer and the client ID first.');
  const guard = guardOf('auth.oidc.issuer');
  const issuer = createIssuer({ settings: oidc, guard, allowPrivateHosts: config.security.allowPrivateHosts, now: Date.now });
  try {
    await issuer.check();
    return result(true, `The issuer answers. Register ${callbackUrlOf(config)} there as the redirect URI, then log in to try the client.`);
  } catch (error) {
    return result(false, adviceOf(error instanceof Error ? error : new Error(messageOf(error)), oidc.issuer));
  } finally {
    await issuer.close();
  }
}
