import { version } from '#shared/product.ts';
import type { Now, Sleep } from '#core/platform/clock.ts';
import { createBreaker } from '#core/platform/http/breaker.ts';
import { createUpstream, type Upstream } from '#core/platform/http/upstream.ts';
import { type Budget, createBudget } from './budget.ts';
import { createListings, type Listings } from './listings.ts';
import { createRedditApi, type RedditApi } from './request.ts';
import { budgetName, type SharedStore } from './shared-store.ts';
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

function createClient({
  config,
  upstream,
  now,
  sleep,
  random,
  store,
}: RedditDeps & { config: RedditConfig; upstream: Upstream }): RedditClient {
  const { wwwUrl, apiUrl, clientId, clientSecret, requestsPerMinute } = config;
  const shared = store ? { store, name: budgetName(clientId) } : undefined;
  const budget = createBudget({ requestsPerMinute, now, sleep, random, shared });
  const breaker = createBreaker({ now });
  const endpoint = createTokenEndpoint({ wwwUrl, clientId, clientSecret, upstream, now });
  const apiWith = (token: TokenSource) => createRedditApi({ apiUrl, upstream, token, budget, breaker, sleep, random });
  const app = createAppToken({ endpoint, now });
  return { upstream, budget, endpoint, app, listings: createListings(apiWith(app)), apiWith };
}

export function openRedditAccess(config: RedditConfig, deps: RedditDeps): RedditAccess {
  const upstream = createUpstream({ userAgent: userAgentOf(config.userAgent) });
  return { config, upstream, client: config.clientId ? createClient({ config, upstream, ...deps }) : null };
}
