import type { SourceId } from '#shared/sources.ts';
import type { CoreContext } from '#core/context.ts';
import { sleep } from '#core/platform/clock.ts';
import { perVersion } from '#core/platform/per-version.ts';
import type { RedditRoom } from '#core/reddit/open.ts';
import { createGuardedClient } from '#core/platform/http/guarded.ts';
import { openAlerts } from './alerts/alerts.ts';
import { openBluesky } from './bluesky/bluesky.ts';
import { openDiscourse } from './discourse/discourse.ts';
import { openFeeds } from './feeds/feed.ts';
import type { Paste } from './files/record.ts';
import { openGithub } from './github/github.ts';
import { openHackerNews } from './hacker-news/hacker-news.ts';
import { openLemmy } from './lemmy/lemmy.ts';
import { openLobsters } from './lobsters/lobsters.ts';
import { openStackExchange } from './stack-exchange/stack-exchange.ts';
import { createTransports, type Transports } from './reddit/transports.ts';
import { createThreadReader } from './read-thread.ts';
import { createSources } from './registry.ts';
import type { OpenSource, OtherSource, Source, SourceDeps } from './source.ts';

/** One line per source outside Reddit. */
const openers: Record<Exclude<SourceId, 'reddit'>, OpenSource> = {
  hackernews: openHackerNews,
  lobsters: openLobsters,
  stackexchange: openStackExchange,
  discourse: openDiscourse,
  lemmy: openLemmy,
  github: openGithub,
  bluesky: openBluesky,
  alerts: openAlerts,
  feed: openFeeds,
};

/** The sources outside Reddit: they need no key. */
export const openOthers = (deps: SourceDeps): OtherSource[] => Object.values(openers).map((openSource) => openSource(deps));

/** The sources that fetch for campaigns. `only` replaces them all in tests; null turns fetching off. */
export function openSources({ now, config }: CoreContext, reddit: RedditRoom, only?: Source | null) {
  const versions = perVersion(reddit.access, (access) => {
    const sources = createSources(access, { now, sleep, random: Math.random, store: reddit.store });
    return { sources, transports: createTransports({ sources, findConnected: reddit.account.findConnected, only }) };
  });
  const source = () => (only === undefined ? versions.current().sources.live : only);
  const client = createGuardedClient({ allowPrivateHosts: config.security.allowPrivateHosts });
  const others: readonly OtherSource[] = openOthers({ config, client, now, sleep });
  const transports: Transports = {
    of: (userId) => versions.current().transports.of(userId),
    ofApp: () => versions.current().transports.ofApp(),
    idOf: (userId) => versions.current().transports.idOf(userId),
  };
  return {
    /** They work when fetching from Reddit is turned off. */
    others,
    close: async (): Promise<void> => void (await Promise.all([client.close(), ...others.map((other) => other.close?.())])),
    /** Rechecks stored items; null when fetching is turned off. */
    source,
    sourceId: () => source()?.id ?? 'off',
    paste: { read: (pasted, signal) => versions.current().sources.paste.read(pasted, signal) } satisfies Paste,
    transports,
    readThread: createThreadReader({ others, transports }),
  };
}
export type OpenSources = ReturnType<typeof openSources>;
