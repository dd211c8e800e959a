import type { ConnectionTest } from '#shared/connections.ts';
import { sleep } from '#core/platform/clock.ts';
import { UpstreamError } from '#core/platform/http/upstream.ts';
import { openRedditAccess, type RedditConfig } from './client.ts';

const result = (ok: boolean, message: string): ConnectionTest => ({ ok, message, models: [], sample: null });

const adviceFor = {
  credentials: 'Reddit rejected this client ID and secret. Copy both again from reddit.com/prefs/apps.',
  blocked: 'Reddit blocked this server. Enter a user agent that names your app and your Reddit account, then test again.',
  throttled: 'Reddit asked Earshot to slow down. Test again in a minute.',
  grant: 'Reddit gave this app no token. Check that it is a web app at reddit.com/prefs/apps, and that Reddit has approved it.',
  trouble: "Reddit's sign-in has trouble right now. Test again in a few minutes.",
};

/** Asks Reddit for a token with this client ID. Nothing is read from Reddit. */
export async function tryRedditClient(config: RedditConfig): Promise<ConnectionTest> {
  const access = openRedditAccess(config, { now: Date.now, sleep, random: Math.random });
  try {
    if (!access.client) return result(false, 'Enter the client ID and the client secret first.');
    const reply = await access.client.endpoint.request({ grant_type: 'client_credentials' });
    if (reply.kind === 'token') {
      const advice = config.userAgent === '' ? ' Add a user agent with your Reddit name: Reddit requires one.' : '';
      return result(true, `Reddit accepted this client ID and secret.${advice}`);
    }
    if (reply.reason === 'setup')
      return result(false, `${reply.message}. Check the type of the app at reddit.com/prefs/apps: it has to be a web app.`);
    return result(false, adviceFor[reply.reason]);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return result(false, `Couldn't reach ${config.wwwUrl}. Check this server's network connection, then test again.`);
  } finally {
    await access.upstream.close();
  }
}
