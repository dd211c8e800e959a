import type { Browser } from '#core/accounts/browser.ts';
import type { Config } from '#core/platform/config.ts';
import { dayMs } from '#shared/time.ts';
import type { ServerContext } from './state.ts';

const cookieName = 'earshot_device';
/** Browsers keep no cookie for longer. */
const lifeMs = 400 * dayMs;

/** The browser of a sign-in. Its cookie only shows that it signed in before, so no other request needs it. */
export function createBrowserOf(config: { http: Pick<Config['http'], 'publicUrl'> }): (ctx: ServerContext) => Browser {
  return (ctx) => ({
    userAgent: ctx.get('user-agent'),
    deviceToken: ctx.cookies.get(cookieName) ?? null,
    keepDeviceToken(token) {
      // The library would check the socket, but a proxy terminates TLS.
      const isSecure = config.http.publicUrl.startsWith('https:');
      ctx.cookies.secure = isSecure;
      ctx.cookies.set(cookieName, token, { httpOnly: true, sameSite: 'strict', secure: isSecure, maxAge: lifeMs, path: '/api/auth' });
    },
  });
}
