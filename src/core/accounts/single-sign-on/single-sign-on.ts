import type { AuthResult } from '#shared/auth.ts';
import type { OwnWays } from '#shared/single-sign-on.ts';
import type { Actor } from '#core/platform/actor.ts';
import { isoTime } from '#core/platform/clock.ts';
import { AppError, messageOf } from '#core/platform/errors.ts';
import { perVersion } from '#core/platform/per-version.ts';
import type { AccountDeps } from '../deps.ts';
import { keyOf } from '../look-alikes.ts';
import { createOwnRow } from '../two-factor/proof.ts';
import { hasIssuer, isPasswordOff } from '../policy.ts';
import { findUser, type UserRow } from '../queries.ts';
import { ownOrigin } from '../reset-links.ts';
import { findSealedIdToken } from '../session-queries.ts';
import { completeSignIn, type Client, type OtherWay, idTokenContext } from '../start-session.ts';
import { createAttempts } from './attempts.ts';
import { identityOf } from './claims.ts';
import { createIssuer, callbackUrlOf, type Issuer, failureOf, refusalOf } from './issuer.ts';
import { createLinking, requireEnabled, noAccount } from './link.ts';
import { deleteIdentity, findIdentity } from './queries.ts';

/** What users see and end of their account at the issuer. */
function createOwnIdentity(deps: AccountDeps & { current: () => Issuer }) {
  const { config, db, sealing, writeAudit, current } = deps;
  const { getRow, requirePassword } = createOwnRow(deps);
  return {
    /** Before a session ends: what then asks the issuer that it began with for its log-out page. Null if there is none. */
    async issuerLogout(actor: Actor): Promise<() => Promise<string | null>> {
      const none = () => Promise.resolve(null);
      if (actor.kind !== 'user' || actor.sessionId === undefined || !hasIssuer(config)) return none;
      const userId = Number(actor.userId);
      const sealed = await findSealedIdToken(db, { id: Number(actor.sessionId), user_id: userId });
      if (sealed === null) return none;
      return () => current().logoutUrl(sealing.unseal(sealed, idTokenContext(userId)), `${ownOrigin(config)}/`);
    },
    async ownWays(actor: Actor): Promise<OwnWays> {
      const user = await getRow(actor);
      const { issuer, name } = config.auth.oidc;
      const found = await findIdentity(db, { issuer, user_id: user.id });
      return {
        hasPassword: user.password_hash !== '',
        issuer: hasIssuer(config) ? name : null,
        identity: found ? { label: found.label, linkedAt: isoTime(found.created_at), lastUsedAt: isoTime(found.last_used_at) } : null,
      };
    },
    /** Throws `invalid` without the password, and `conflict` where there is no other way to log in. */
    async unlinkIdentity(actor: Actor, { currentPassword }: { currentPassword: string }): Promise<null> {
      const user = await getRow(actor);
      if (isPasswordOff(config))
        throw new AppError('conflict', 'Passwords are turned off on this instance, so this is your way to log in.');
      await requirePassword(actor, user, { given: currentPassword, otherwise: 'Enter your password' });
      if ((await deleteIdentity(db, { issuer: config.auth.oidc.issuer, user_id: user.id })) === 0)
        throw new AppError('not_found', 'Your account is not linked');
      await writeAudit(actor, { action: 'identity-unlinked', target: `user:${user.id}` });
      return null;
    },
  };
}

/** Says and records how a login elsewhere failed. */
function createRefusals({ config, log, writeAudit }: Pick<AccountDeps, 'config' | 'log' | 'writeAudit'>) {
  /** Without the error itself, which could hold what the issuer sent. */
  function refuse(error: unknown): AppError {
    const refusal = refusalOf(error, config.auth.oidc.name);
    if (refusal.cause !== undefined)
      log.warn({ ...failureOf(refusal.cause), reason: messageOf(refusal.cause) }, 'a login at the issuer failed');
    return refusal;
  }

  /** Runs the step that decides, and says and records how it failed. An issuer that is down is nobody's failed login. */
  async function decide<T>(step: () => Promise<T>, { address }: Client, details: OtherWay): Promise<T> {
    try {
      return await step();
    } catch (error) {
      const refusal = refuse(error);
      if (refusal.code !== 'unavailable') await writeAudit(null, { action: 'login-failed', target: null, details, address });
      throw refusal;
    }
  }

  return { refuse, decide };
}

/** Logging in with an account elsewhere: at an issuer of OpenID Connect, or at a proxy in front. */
export function createSingleSignOn(deps: AccountDeps) {
  const { config, guardOf, db, now, limiter } = deps;
  const { refuse, decide } = createRefusals(deps);
  const linking = createLinking(deps);
  const attempts = createAttempts(deps);
  const issuers = perVersion(
    () => config.auth,
    ({ oidc }) =>
      createIssuer({ settings: oidc, guard: guardOf('auth.oidc.issuer'), allowPrivateHosts: config.security.allowPrivateHosts, now }),
  );

  function getIssuer() {
    if (!hasIssuer(config)) throw new AppError('not_found', 'Single sign-on is not set up on this instance.');
    return issuers.current();
  }

  async function accountOfProxy(email: string | null): Promise<UserRow> {
    if (email === null) throw new AppError('unauthenticated', 'No trusted proxy says who you are.');
    const user = await findUser(db, { email_key: keyOf(email) });
    if (!user) throw noAccount(email);
    requireEnabled(user);
    return linking.claim(user);
  }

  return {
    /** Throws `not_found` without an issuer, and `unavailable` while it can't be reached. */
    async startSingleSignOn({ address, browser }: Client): Promise<{ url: string }> {
      const issuer = getIssuer();
      await limiter.singleSignOn(address);
      const { url, checks } = await issuer.loginUrl(callbackUrlOf(config)).catch((error: unknown) => {
        throw refuse(error);
      });
      browser.keepSingleSignOn(attempts.keep(checks, config.auth.oidc));
      return { url };
    },
    /** `query` is what the issuer sent the browser back with. */
    async finishSingleSignOn(query: string, client: Client): Promise<AuthResult> {
      const issuer = getIssuer();
      const callback = new URL(callbackUrlOf(config));
      callback.search = query;
      const step = async () => {
        const checks = await attempts.take(client.browser.singleSignOn, callback.searchParams.get('state'), config.auth.oidc);
        const { claims, idToken } = await issuer.redeem(callback, checks);
        return { user: await linking.accountOf(identityOf(claims, config.auth.oidc), client.address), idToken };
      };
      const { user, idToken } = await decide(step, client, { way: 'oidc' });
      return completeSignIn(deps, user, { ...client, details: { way: 'oidc' }, idToken });
    },
    /** `email` is what a trusted proxy said; null if none did. */
    async signInByProxy(email: string | null, client: Client): Promise<AuthResult> {
      const user = await decide(() => accountOfProxy(email), client, { way: 'proxy' });
      return completeSignIn(deps, user, { ...client, details: { way: 'proxy' } });
    },
    ...createOwnIdentity({ ...deps, current: issuers.current }),
    closeIssuers: () => issuers.close((issuer) => issuer.close()),
  };
}
