import { setTimeout as delay } from 'node:timers/promises';
import { forgetActivity } from './replies/activity/queries.ts';
import { createActivity } from './replies/activity/service.ts';
import type { WriteAudit } from './platform/audit/entry.ts';
import type { Sleep } from './platform/clock.ts';
import { createLookFromOutside } from './replies/health/outside.ts';
import { createHealth } from './replies/health/service.ts';
import type { Parts } from './open.ts';
import { cancelQueued } from './replies/outbox/queries.ts';
import { forgetReports } from './replies/own-reports/queries.ts';
import { createRedditAccount } from './reddit/account/service.ts';
import { createSources } from './discovery/sources/registry.ts';
import { createRoads } from './discovery/sources/roads.ts';
import type { Source } from './discovery/sources/source.ts';
import { createSubreddits } from './reddit/subreddits/service.ts';
import { createVibe } from './replies/vibe/service.ts';

interface House extends Parts {
  writeAudit: WriteAudit;
}

export const sleep: Sleep = (ms, signal) => delay(ms, undefined, signal ? { signal } : {});

/** Reddit as everybody here reaches it, wired: roads, connected accounts and what is read through them. One budget for all. */
export function openReddit(house: House, { source }: { source?: Source | null } = {}) {
  const sources = createSources(house.config.reddit, { now: house.now, sleep, random: Math.random });
  const redditAccount = createRedditAccount({
    ...house,
    client: sources.client,
    async letGo(trx, userId) {
      await forgetActivity(trx, userId);
      await forgetReports(trx, userId);
      return cancelQueued(trx, userId);
    },
  });
  const roads = createRoads({ sources, findConnected: redditAccount.findConnected, only: source });
  const activity = createActivity({ ...house, ...redditAccount });
  const reports = { ...house, readActivity: activity.read };
  return {
    sources,
    redditAccount,
    activity,
    vibe: createVibe(reports),
    health: createHealth({ ...reports, lookFromOutside: createLookFromOutside(sources.client) }),
    subreddits: createSubreddits({ ...house, ...redditAccount, apiOf: roads.apiOf }),
    roads,
    closeReddit: sources.close,
  };
}
export type Reddit = ReturnType<typeof openReddit>;
