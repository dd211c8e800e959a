import type { CoreContext } from '#core/context.ts';
import { sleep } from '#core/platform/clock.ts';
import type { RedditRoom } from '#core/reddit/open.ts';
import { createSources } from './registry.ts';
import { createTransports } from './transports.ts';
import type { Source } from './source.ts';

/** The sources that campaigns are read over. `only` replaces all of them, for tests; null is `off`. */
export function openSources({ now }: CoreContext, reddit: RedditRoom, only?: Source | null) {
  const sources = createSources(reddit.access, { now, sleep, random: Math.random });
  const source = only === undefined ? sources.live : only;
  return {
    /** By which stored items are looked at again; null: fetching is switched off. */
    source,
    sourceId: source?.id ?? 'off',
    paste: sources.paste,
    transports: createTransports({ sources, findConnected: reddit.account.findConnected, only }),
  };
}
export type OpenSources = ReturnType<typeof openSources>;
