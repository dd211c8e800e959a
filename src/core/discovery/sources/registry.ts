import type { RedditAccess, RedditClient, RedditDeps } from '#core/reddit/client/client.ts';
import { createFeedReader } from '#core/reddit/client/feeds.ts';
import type { Listings } from '#core/reddit/client/listings.ts';
import type { AppToken } from '#core/reddit/client/token.ts';
import { createApiSource } from './api.ts';
import { createLinkLookup, type LinkLookup } from './lookup.ts';
import { createPaste, type Paste } from './paste.ts';
import { createRssSource } from './rss.ts';
import type { Source } from './source.ts';

export interface Sources {
  /** The source that campaigns are read over; null when reading is off. */
  live: Source | null;
  /** Feeds, where they may stand in for the API; they may be what `live` is. */
  feeds: Source | null;
  /** The app's own token, where there is a client id. */
  app: AppToken | null;
  /** The API as read by other listings than the app's own; null without a client id. */
  apiTransport: ((listings: Listings) => Source) | null;
  paste: Paste;
}

interface TransportDeps extends RedditAccess, RedditDeps {
  lookup: LinkLookup;
}

/** Every live source: one entry each. `null` where the configuration does not carry it. */
const transports: Record<'api' | 'rss', (deps: TransportDeps) => Source | null> = {
  api: ({ client, ...deps }) => client && apiTransportOf(client, deps)(client.listings),
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

const apiTransportOf =
  ({ budget }: RedditClient, { lookup, now }: Pick<TransportDeps, 'lookup' | 'now'>) =>
  (listings: Listings): Source =>
    createApiSource({ listings, budget, lookup, now });

/** Transports to Reddit as configured: `auto` takes the API when there is a client id, else feeds. */
export function createSources(access: RedditAccess, deps: RedditDeps): Sources {
  const { config, upstream, client } = access;
  const lookup = createLinkLookup({ wwwUrl: config.wwwUrl, upstream, now: deps.now });
  const kind = config.source === 'auto' ? (client ? 'api' : 'rss') : config.source;
  const transport: TransportDeps = { ...access, lookup, ...deps };
  const live = kind === 'off' ? null : transports[kind](transport);
  const feeds = kind === 'rss' ? live : config.source === 'auto' ? transports.rss(transport) : null;
  return {
    live,
    feeds,
    app: client?.app ?? null,
    apiTransport: client && apiTransportOf(client, transport),
    paste: createPaste({ transport: live, now: deps.now }),
  };
}
