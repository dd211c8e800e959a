import type { Now, Sleep } from '#core/platform/clock.ts';
import { createBreaker } from '#core/platform/http/breaker.ts';
import { createUpstream, type Upstream } from '#core/platform/http/upstream.ts';
import { type Budget, createBudget } from '#core/reddit/client/budget.ts';
import { createFeedReader } from '#core/reddit/client/feeds.ts';
import { createListings, type Listings } from '#core/reddit/client/listings.ts';
import { createRedditApi, type RedditApi } from '#core/reddit/client/request.ts';
import { createTokenEndpoint, type TokenEndpoint } from '#core/reddit/client/token-endpoint.ts';
import { type AppToken, createAppToken, type TokenSource } from '#core/reddit/client/token.ts';
import { userAgentOf } from '#core/reddit/client/user-agent.ts';
import { createApiSource } from './api.ts';
import { createLinkLookup, type LinkLookup } from './lookup.ts';
import { createPaste, type Paste } from './paste.ts';
import { createRssSource } from './rss.ts';
import type { Source } from './source.ts';

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

export interface SourceDeps {
  now: Now;
  sleep: Sleep;
  /** 0 to 1, for jitter. */
  random: () => number;
}

/** What all calls in the name of one client id share; connected accounts are to use it too. */
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

export interface Sources {
  /** The road that campaigns are read over; null when reading is off. */
  live: Source | null;
  /** Feeds, where they may stand in for the API; they may be what `live` is. */
  feeds: Source | null;
  /** The app's own token, where there is a client id. */
  app: AppToken | null;
  /** The API as read by other listings than the app's own; null without a client id. */
  apiRoad: ((listings: Listings) => Source) | null;
  paste: Paste;
  /** Null without a client id. */
  client: RedditClient | null;
  close(): Promise<void>;
}

interface Parts extends SourceDeps {
  config: RedditConfig;
  upstream: Upstream;
  client: RedditClient | null;
  lookup: LinkLookup;
}

/** Every live road: one entry each. `null` where the configuration does not carry it. */
const roads: Record<'api' | 'rss', (parts: Parts) => Source | null> = {
  api: ({ client, ...parts }) => client && apiRoadOf(client, parts)(client.listings),
  rss: ({ config, upstream, lookup, now, sleep, random }) => {
    const feeds = createFeedReader({
      wwwUrl: config.wwwUrl,
      upstream,
      feedToken: config.feedToken,
      intervalMs: config.rssIntervalMs,
      now,
      random,
    });
    return createRssSource({ feeds, lookup, now, sleep, intervalMs: config.rssIntervalMs });
  },
};

const apiRoadOf =
  ({ budget }: RedditClient, { lookup, now }: Pick<Parts, 'lookup' | 'now'>) =>
  (listings: Listings): Source =>
    createApiSource({ listings, budget, lookup, now });

/** Roads to Reddit as configured: `auto` takes the API when there is a client id, else feeds. */
export function createSources(config: RedditConfig, deps: SourceDeps): Sources {
  const upstream = createUpstream({ userAgent: userAgentOf(config.userAgent) });
  const client = config.clientId ? createClient({ config, upstream, ...deps }) : null;
  const lookup = createLinkLookup({ wwwUrl: config.wwwUrl, upstream, now: deps.now });
  const road = config.source === 'auto' ? (client ? 'api' : 'rss') : config.source;
  const parts: Parts = { config, upstream, client, lookup, ...deps };
  const live = road === 'off' ? null : roads[road](parts);
  const feeds = road === 'rss' ? live : config.source === 'auto' ? roads.rss(parts) : null;
  return {
    live,
    feeds,
    app: client?.app ?? null,
    apiRoad: client && apiRoadOf(client, parts),
    paste: createPaste({ road: live, now: deps.now }),
    client,
    close: () => upstream.close(),
  };
}

function createClient({ config, upstream, now, sleep, random }: SourceDeps & { config: RedditConfig; upstream: Upstream }): RedditClient {
  const { wwwUrl, apiUrl, clientId, clientSecret, requestsPerMinute } = config;
  const budget = createBudget({ requestsPerMinute, now, sleep, random });
  const breaker = createBreaker({ now });
  const endpoint = createTokenEndpoint({ wwwUrl, clientId, clientSecret, upstream, now });
  const apiWith = (token: TokenSource) => createRedditApi({ apiUrl, upstream, token, budget, breaker, sleep, random });
  const app = createAppToken({ endpoint, now });
  return { upstream, budget, endpoint, app, listings: createListings(apiWith(app)), apiWith };
}
