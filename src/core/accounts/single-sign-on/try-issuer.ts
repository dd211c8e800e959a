import type { ConnectionTest } from '#shared/connections.ts';
import type { Config } from '#core/platform/config.ts';
import { messageOf } from '#core/platform/errors.ts';
import type { GuardOf } from '#core/platform/http/upstream.ts';
import { failureOf } from './failures.ts';
import { createIssuer, callbackUrlOf } from './issuer.ts';

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
