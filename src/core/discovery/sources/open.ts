import type { CoreContext } from '#core/context.ts';
import { sleep } from '#core/platform/clock.ts';
import { perVersion } from '#core/platform/per-version.ts';
import type { RedditRoom } from '#core/reddit/open.ts';
import { createGuardedClient } from '#core/platform/http/guarded.ts';
import { createFeedSource } from './feed.ts';
import { createHackerNewsApi } from './hacker-news-api.ts';
import { createHackerNewsSource } from './hacker-news.ts';
import { createSources } from './registry.ts';
import type { Paste } from './paste.ts';
import { createTransports, type Transports } from './transports.ts';
import type { OtherSource, Source } from './source.ts';

/** The sources that fetch for campaigns. `only` replaces them all in tests; null turns fetching off. */
export function openSources({ now, config }: CoreContext, reddit: RedditRoom, only?: Source | null) {
  const versions = perVersion(reddit.access, (access) => {
    const sources = createSources(access, { now, sleep, random: Math.random, store: reddit.store });
    return { sources, transports: createTransports({ sources, findConnected: reddit.account.findConnected, only }) };
  });
  const source = () => (only === undefined ? versions.current().sources.live : only);
  const hackerNews = createHackerNewsApi(config.hackerNews);
  const feedClient = createGuardedClient({ allowPrivateHosts: config.security.allowPrivateHosts });
  return {
    /** One entry per source outside Reddit. They need no key, and work when fetching from Reddit is turned off. */
    others: [createHackerNewsSource(hackerNews), createFeedSource({ client: feedClient, now })] satisfies OtherSource[],
    close: async (): Promise<void> => void (await Promise.all([hackerNews.close(), feedClient.close()])),
    /** Rechecks stored items; null when fetching is turned off. */
    source,
    sourceId: () => source()?.id ?? 'off',
    paste: { read: (pasted, signal) => versions.current().sources.paste.read(pasted, signal) } satisfies Paste,
    transports: {
      of: (userId) => versions.current().transports.of(userId),
      ofApp: () => versions.current().transports.ofApp(),
      idOf: (userId) => versions.current().transports.idOf(userId),
    } satisfies Transports,
  };
}
export type OpenSources = ReturnType<typeof openSources>;
