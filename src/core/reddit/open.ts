import type { CoreContext } from '#core/context.ts';
import { sleep } from '#core/platform/clock.ts';
import { createReadableApi } from './account/readable-api.ts';
import { createRedditAccount, type DisconnectDeps } from './account/service.ts';
import { openRedditAccess } from './client/client.ts';
import { perVersion } from '#core/platform/per-version.ts';
import { createSharedStore } from './client/shared-budget-queries.ts';
import { createSubreddits } from './subreddits/service.ts';

/** Reddit's API: one client and request budget for everything, connected accounts, subreddits. */
export function openReddit(context: CoreContext, { onDisconnect }: Pick<DisconnectDeps, 'onDisconnect'>) {
  const { config, now } = context;
  const store = createSharedStore(context);
  const versions = perVersion(
    () => config.reddit,
    (section) => openRedditAccess(section, { now, sleep, random: Math.random, store }),
  );
  const access = versions.current;
  const account = createRedditAccount({ ...context, client: () => access().client, onDisconnect });
  const apiOf = createReadableApi({ access, findConnected: account.findConnected });
  return {
    /** The current one: it changes with the configuration. */
    access,
    store,
    account,
    apiOf,
    subreddits: createSubreddits({ ...context, ...account, apiOf }),
    close: (): Promise<void> => versions.close(({ upstream }) => upstream.close()),
  };
}
export type RedditRoom = ReturnType<typeof openReddit>;
