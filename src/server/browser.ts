import type { Browser } from '#core/accounts/browser.ts';
import { attemptLifeMs } from '#core/accounts/single-sign-on/attempts.ts';
import { challengeLifeMs } from '#core/accounts/passkeys/challenges.ts';
import { basePathOf } from '#core/platform/base-path.ts';
import type { Config } from '#core/platform/config.ts';
import { dayMs } from '#shared/time.ts';
import type { ServerContext } from './state.ts';

const cookieName = 'earshot_device';
const challengeCookieName = 'earshot_challenge';
const singleSignOnCookieName = 'earshot_single_sign_on';
/** Browsers keep no cookie for longer. */
const lifeMs = 400 * dayMs;

/** The browser of a sign-in. Its cookies only show that it signed in before, or is about to, so no other request needs them. */
export function createBrowserOf(config: { http: Pick<Config['http'], 'publicUrl'> }): (ctx: ServerContext) => Browser {
  const keep = (ctx: ServerContext, { name, token, maxAge }: { name: string; token: string; maxAge: number }) => {
    // The library would check the socket, but a proxy terminates TLS.
    const isSecure = config.http.publicUrl.startsWith('https:');
    ctx.cookies.secure = isSecure;
    ctx.cookies.set(name, token, {
      httpOnly: true,
      sameSite: 'strict',
      secure: isSecure,
      maxAge,
      path: `${basePathOf(config.http)}/api/auth`,
    });
  };
  return (ctx) => ({
    userAgent: ctx.get('user-agent'),
    languages: ctx.acceptsLanguages(),
    deviceToken: ctx.cookies.get(cookieName) ?? null,
    keepDeviceToken: (token) => keep(ctx, { name: cookieName, token, maxAge: lifeMs }),
    challenge: ctx.cookies.get(challengeCookieName) ?? null,
    keepChallenge: (token) => keep(ctx, { name: challengeCookieName, token, maxAge: challengeLifeMs }),
    singleSignOn: ctx.cookies.get(singleSignOnCookieName) ?? null,
    keepSingleSignOn: (token) => keep(ctx, { name: singleSignOnCookieName, token, maxAge: attemptLifeMs }),
  });
}
