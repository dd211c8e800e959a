import type { ConnectionTest } from '#shared/connections.ts';
import { version } from '#shared/product.ts';
import { type Now, type Sleep, sleep } from '#core/platform/clock.ts';
import { createUpstream, type Upstream, createBreaker, UpstreamError } from '#core/platform/http/upstream.ts';
import { type Budget, createBudget } from './budget.ts';
import { createListings, type Listings } from './listings.ts';
import { createRedditApi, type RedditApi } from './request.ts';
import { budgetName, type SharedStore } from './shared-budget-queries.ts';
import { type AppToken, createAppToken, createTokenEndpoint, type TokenEndpoint, type TokenSource } from './token.ts';

/**
 * The User-Agent, in the format that Reddit asks for: `<platform>:<app id>:<version> (by /u/<name>)`. Reddit throttles
 * and blocks the defaults of libraries.
 */
export function userAgentOf(configured: string): string {
  // Other characters in a header would make every call fail.
  const text = configured.replace(/[^\x20-\x7e]/g, '').trim();
  return text || `web:earshot:v${version} (self-hosted instance)`;
}

export interface RedditConfig {
  wwwUrl: string;
  apiUrl: string;
  clientId: string;
  clientSecret: string;
  userAgent: string;
  source: 'auto' | 'api' | 'rss' | 'off';
  feedToken: string;
  requestsPerMinute: number;
  rssIntervalMs: number;
}

export interface RedditDeps {
  now: Now;
  sleep: Sleep;
  /** 0 to 1, for jitter. */
  random: () => number;
  /** Where several servers share their limits; in memory if absent. */
  store?: SharedStore | null;
}

/** Shared by all calls with one client ID, including those of connected accounts. */
export interface RedditClient {
  upstream: Upstream;
  budget: Budget;
  endpoint: TokenEndpoint;
  /** The app's own token. */
  app: AppToken;
  /** Reads with the app's own token. */
  listings: Listings;
  /** Reads with another token, such as a connected account's. */
  apiWith(token: TokenSource): RedditApi;
}

/** How this instance reaches Reddit: one upstream for everything, and the API if there is a client ID. */
export interface RedditAccess {
  config: RedditConfig;
  upstream: Upstream;
  /** Null without a client ID. */
  client: RedditClient | null;
}

function createClient({ config, upstream, store, ...clock }: RedditDeps & { config: RedditConfig; upstream: Upstream }): RedditClient {
  const { now } = clock;
  const { wwwUrl, apiUrl, clientId, clientSecret, requestsPerMinute } = config;
  const shared = store ? { store, name: budgetName(clientId) } : undefined;
  const budget = createBudget({ requestsPerMinute, ...clock, shared });
  const breaker = createBreaker({ now });
  const endpoint = createTokenEndpoint({ wwwUrl, clientId, clientSecret, upstream, now });
  const apiWith = (token: TokenSource) => createRedditApi({ apiUrl, upstream, token, budget, breaker, ...clock });
  const app = createAppToken({ endpoint, now });
  return { upstream, budget, endpoint, app, listings: createListings(apiWith(app)), apiWith };
}

export function openRedditAccess(config: RedditConfig, deps: RedditDeps): RedditAccess {
  const upstream = createUpstream({ userAgent: userAgentOf(config.userAgent) });
  return { config, upstream, client: config.clientId ? createClient({ config, upstream, ...deps }) : null };
}

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
