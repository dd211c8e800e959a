import type * as OpenIdClient from 'openid-client';
import { version } from '#shared/product.ts';
import { callbackPath } from '#shared/single-sign-on.ts';
import { minuteMs } from '#shared/time.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Config } from '#core/platform/config.ts';
import { createUpstream, type Guard } from '#core/platform/http/upstream.ts';
import { ownOrigin } from '../reset-links.ts';
import { addressOf, isSparse } from './claims.ts';

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
