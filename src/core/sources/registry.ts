import type { RedditAccess, RedditClient, RedditDeps } from '#core/reddit/client/client.ts';
import { createFeedReader } from '#core/reddit/client/feeds.ts';
import type { Listings } from '#core/reddit/client/listings.ts';
import type { AppToken } from '#core/reddit/client/token.ts';
import { transportOf } from '#core/reddit/transport.ts';
import { createApiSource } from './reddit/api.ts';
import { createLinkLookup, type LinkLookup } from './reddit/memory.ts';
import { createPaste, type Paste } from './files/record.ts';
import { createRssSource } from './reddit/rss.ts';
import type { Source } from './source.ts';

export interface Sources {
  /** The source that fetches for campaigns; null when fetching is off. */
  live: Source | null;
  /** Feeds, where they are chosen: the same as `live`. */
  feeds: Source | null;
  /** The app's own token; null without a client id. */
  app: AppToken | null;
  /** Creates an API source for other listings than the app's own; null without a client id. */
  apiTransport: ((listings: Listings) => Source) | null;
  paste: Paste;
}

interface TransportDeps extends RedditAccess, RedditDeps {
  lookup: LinkLookup;
}

/** One entry per live source; null when the configuration doesn't support it. */
const transports: Record<'api' | 'rss', (deps: TransportDeps) => Source | null> = {
  api: ({ client, ...deps }) => client && apiTransportOf(client, deps)(client.listings),
  rss: ({ config, upstream, lookup, now, sleep, random, store }) => {
    const feeds = createFeedReader({
      wwwUrl: config.wwwUrl,
      upstream,
      feedToken: config.feedToken,
      intervalMs: config.rssIntervalMs,
      now,
      random,
      store,
    });
    return createRssSource({ feeds, lookup, now, sleep, intervalMs: config.rssIntervalMs });
  },
};

const apiTransportOf =
  ({ budget }: RedditClient, { lookup, now }: Pick<TransportDeps, 'lookup' | 'now'>) =>
  (listings: Listings): Source =>
    createApiSource({ listings, budget, lookup, now });

/** Sources of Reddit posts by configuration. */
export function createSources(access: RedditAccess, deps: RedditDeps): Sources {
  const { config, upstream, client } = access;
  const lookup = createLinkLookup({ wwwUrl: config.wwwUrl, upstream, now: deps.now });
  const kind = transportOf(config);
  const transport: TransportDeps = { ...access, lookup, ...deps };
  const live = kind === null ? null : transports[kind](transport);
  return {
    live,
    feeds: kind === 'rss' ? live : null,
    app: client?.app ?? null,
    apiTransport: client && apiTransportOf(client, transport),
    paste: createPaste({ transport: live }),
  };
}
