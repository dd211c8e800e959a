import type { CoreContext } from '#core/context.ts';
import { sleep } from '#core/platform/clock.ts';
import type { RedditRoom } from '#core/reddit/open.ts';
import { createSources } from './registry.ts';
import { createTransports } from './transports.ts';
import type { Source } from './source.ts';

/** The sources that fetch for campaigns. `only` replaces them all in tests; null turns fetching off. */
export function openSources({ now }: CoreContext, reddit: RedditRoom, only?: Source | null) {
  const sources = createSources(reddit.access, { now, sleep, random: Math.random });
  const source = only === undefined ? sources.live : only;
  return {
    /** Rechecks stored items; null when fetching is turned off. */
    source,
    sourceId: source?.id ?? 'off',
    paste: sources.paste,
    transports: createTransports({ sources, findConnected: reddit.account.findConnected, only }),
  };
}
export type OpenSources = ReturnType<typeof openSources>;
