import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { onTestFinished } from 'vitest';

export type Product = 'keycloak' | 'authentik' | 'authelia' | 'pocket-id';

interface Shape {
  /** Path of the issuer, with or without a slash at the end. */
  path: string;
  endpoints: { authorization: string; token: string; userinfo: string; jwks: string; end_session?: string };
  methods: readonly string[];
  algorithm: 'RS256' | 'ES256';
  /** Whether it names itself in the address that it sends the browser back to (RFC 9207). */
  namesItself: boolean;
  /** Which claims are in the token; the rest is in userinfo only. */
  inToken: readonly string[];
  groups: (names: readonly string[]) => Record<string, unknown>;
}

const all = ['email', 'email_verified', 'preferred_username', 'name', 'groups', 'realm_access'];
const plainGroups = (groups: readonly string[]) => ({ groups });

/** As the discovery documents and tokens of these issuers are by default. */
const shapes: Record<Product, Shape> = {
  keycloak: {
    path: '/realms/home',
    endpoints: {
      authorization: '/realms/home/protocol/openid-connect/auth',
      token: '/realms/home/protocol/openid-connect/token',
      userinfo: '/realms/home/protocol/openid-connect/userinfo',
      jwks: '/realms/home/protocol/openid-connect/certs',
      end_session: '/realms/home/protocol/openid-connect/logout',
    },
    methods: ['private_key_jwt', 'client_secret_basic', 'client_secret_post', 'tls_client_auth', 'client_secret_jwt'],
    algorithm: 'RS256',
    namesItself: true,
    inToken: all,
    groups: (names) => ({ groups: names.map((name) => `/${name}`), realm_access: { roles: ['offline_access', ...names] } }),
  },
  authentik: {
    path: '/application/o/earshot/',
    endpoints: {
      authorization: '/application/o/authorize/',
      token: '/application/o/token/',
      userinfo: '/application/o/userinfo/',
      jwks: '/application/o/earshot/jwks/',
      end_session: '/application/o/earshot/end-session/',
    },
    methods: ['client_secret_post', 'client_secret_basic'],
    algorithm: 'RS256',
    namesItself: false,
    inToken: all,
    groups: plainGroups,
  },
  authelia: {
    path: '',
    endpoints: {
      authorization: '/api/oidc/authorization',
      token: '/api/oidc/token',
      userinfo: '/api/oidc/userinfo',
      jwks: '/jwks.json',
    },
    methods: ['client_secret_basic'],
    algorithm: 'RS256',
    namesItself: true,
    inToken: [],
    groups: plainGroups,
  },
  'pocket-id': {
    path: '',
    endpoints: {
      authorization: '/authorize',
      token: '/api/oidc/token',
      userinfo: '/api/oidc/userinfo',
      jwks: '/.well-known/jwks.json',
      end_session: '/api/oidc/end-session',
    },
    methods: ['client_secret_basic', 'client_secret_post', 'none'],
    algorithm: 'ES256',
    namesItself: true,
    inToken: all,
    groups: plainGroups,
  },
};

export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  preferred_username?: string;
  name?: string;
  groups?: string[];
}

/** What an attacker, or a broken issuer, does otherwise. */
export interface Fault {
  algorithm?: 'none' | 'HS256';
  /** Signed with a key that isn't published. */
  foreignKey?: boolean;
  claims?: Record<string, unknown>;
  /** Seconds since the token expired. */
  expiredFor?: number;
  /** Another issuer in the address that the browser comes back to. */
  iss?: string;
}

interface IssuerOptions {
  now: () => number;
  product?: Product;
  clientId?: string;
  clientSecret?: string;
}

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An issuer of OpenID Connect on loopback: one client, one person, and keys of its own. It lets the person in without asking. */
export async function startIssuer({ now, product = 'keycloak', clientId = 'earshot', clientSecret = 'client secret' }: IssuerOptions) {
  const shape = shapes[product];
  const [keys, foreign] = await Promise.all([generateKeyPair(shape.algorithm), generateKeyPair(shape.algorithm)]);
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: shape.algorithm, use: 'sig' };
  const codes = new Map<string, { nonce: string; challenge: string; redirectUri: string }>();
  const state = { person: { sub: 'f3b1' } as Person, fault: {} as Fault, isDown: false, requests: [] as string[] };
  let url = '';
  const issuer = () => `${url}${shape.path}`;

  const discovery = () => ({
    issuer: issuer(),
    ...Object.fromEntries(
      Object.entries(shape.endpoints).map(([name, path]) => [name === 'jwks' ? 'jwks_uri' : `${name}_endpoint`, `${url}${path}`]),
    ),
    response_types_supported: ['code', 'id_token', 'code id_token'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [shape.algorithm],
    token_endpoint_auth_methods_supported: shape.methods,
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['openid', 'profile', 'email', 'groups'],
    ...(shape.namesItself && { authorization_response_iss_parameter_supported: true }),
  });

  const claimsOf = () => {
    const { groups = [], ...rest } = state.person;
    return { ...rest, ...shape.groups(groups) } as Record<string, unknown>;
  };

  async function idToken(nonce: string): Promise<string> {
    const { fault } = state;
    const at = Math.floor(now() / 1000);
    const shown = Object.entries(claimsOf()).filter(([name]) => name === 'sub' || shape.inToken.includes(name));
    const expires = fault.expiredFor === undefined ? at + 300 : at - fault.expiredFor;
    const claims = {
      iss: issuer(),
      aud: clientId,
      iat: Math.min(at, expires - 300),
      exp: expires,
      nonce,
      ...Object.fromEntries(shown),
      ...fault.claims,
    };
    if (fault.algorithm === 'none') return `${base64url({ alg: 'none' })}.${base64url(claims)}.`;
    if (fault.algorithm === 'HS256')
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(clientSecret.padEnd(32)));
    const { privateKey } = fault.foreignKey ? foreign : keys;
    return new SignJWT(claims).setProtectedHeader({ alg: shape.algorithm, kid: 'one' }).sign(privateKey);
  }

  /** What the login page does once the person is in: where it sends the browser. */
  function authorize(query: URLSearchParams): string {
    const code = randomBytes(16).toString('hex');
    const redirectUri = query.get('redirect_uri') ?? '';
    codes.set(code, { nonce: query.get('nonce') ?? '', challenge: query.get('code_challenge') ?? '', redirectUri });
    const back = new URL(redirectUri);
    back.search = new URLSearchParams({
      state: query.get('state') ?? '',
      code,
      ...((shape.namesItself || state.fault.iss !== undefined) && { iss: state.fault.iss ?? issuer() }),
    }).toString();
    return back.href;
  }

  function isClient(headers: IncomingMessage['headers'], body: URLSearchParams): boolean {
    const basic = `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret).replaceAll('%20', '+')}`).toString('base64')}`;
    if (shape.methods.includes('client_secret_basic') && headers.authorization === basic) return true;
    return shape.methods.includes('client_secret_post') && body.get('client_id') === clientId && body.get('client_secret') === clientSecret;
  }

  async function exchange(request: IncomingMessage): Promise<[number, unknown]> {
    const body = new URLSearchParams(await text(request));
    if (!isClient(request.headers, body)) return [401, { error: 'invalid_client' }];
    const code = body.get('code') ?? '';
    const known = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (!known || known.challenge !== challenge || known.redirectUri !== body.get('redirect_uri')) return [400, { error: 'invalid_grant' }];
    return [200, { access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token: await idToken(known.nonce) }];
  }

  async function answer(request: IncomingMessage): Promise<[number, unknown] | string> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    state.requests.push(pathname);
    const { endpoints } = shape;
    if (state.isDown) return [503, { error: 'down' }];
    if (pathname === `${shape.path.replace(/\/$/, '')}/.well-known/openid-configuration`) return [200, discovery()];
    if (pathname === endpoints.jwks) return [200, { keys: [jwk] }];
    if (pathname === endpoints.token) return exchange(request);
    if (pathname === endpoints.userinfo) return request.headers.authorization === 'Bearer access' ? [200, claimsOf()] : [401, {}];
    if (pathname === endpoints.authorization) return authorize(searchParams);
    if (pathname === endpoints.end_session) return searchParams.get('post_logout_redirect_uri') ?? '/';
    return [404, {}];
  }

  const server = createServer((request, response) => {
    void answer(request).then((reply) => {
      if (typeof reply === 'string') return response.writeHead(302, { location: reply }).end();
      const [status, json] = reply;
      return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  // Browser tests close it themselves.
  if (process.env['VITEST'] !== undefined) onTestFinished(close);
  return {
    state,
    issuer: issuer(),
    config: { issuer: issuer(), clientId, clientSecret },
    /** The query that the browser comes back with after a login that began at `loginUrl`. */
    logIn: (loginUrl: string): string => new URL(authorize(new URL(loginUrl).searchParams)).search,
    close,
  };
}
export type FakeIssuer = Awaited<ReturnType<typeof startIssuer>>;
