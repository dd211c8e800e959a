import { storeItems } from './inbox/items/items.ts';
import type { Hearing } from './open-hearing.ts';
import type { Parts } from './open.ts';
import type { Reddit } from './open-reddit.ts';
import { createCompetitorDiscovery } from './insights/competitors/discover/discovery.ts';
import { createCompetitors } from './insights/competitors/service.ts';
import { createGuardedClient } from './platform/http/guarded.ts';
import { readSite } from './ai/website/read-site.ts';

/** Whom users compete with, wired. */
export function openCompetitors(
  parts: Parts,
  { reddit, hearing }: { reddit: Pick<Reddit, 'roads'>; hearing: Pick<Hearing, 'search' | 'posts'> },
) {
  const websites = createGuardedClient({ allowPrivateHosts: parts.config.security.allowPrivateHosts });
  const competitors = createCompetitors({
    ...parts,
    roadOf: reddit.roads.of,
    store: storeItems,
    keep: hearing.search.keepHeard,
    makeLead: (actor, postId) => hearing.posts.update(actor, postId, { status: 'lead' }),
  });
  const discover = createCompetitorDiscovery({ db: parts.db, readSite: (url) => readSite(websites, url) });
  return {
    competitors: { ...competitors, discover },
    async closeCompetitors(): Promise<void> {
      await competitors.close();
      await websites.close();
    },
  };
}
