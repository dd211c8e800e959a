import { createAudit } from './platform/audit/service.ts';
import { createBlacklist } from './discovery/blacklist/service.ts';
import { createCampaigns } from './inbox/campaigns/service.ts';
import { createDashboard } from './insights/dashboard/service.ts';
import { createJudge } from './discovery/judge.ts';
import { rerank } from './inbox/posts/rerank.ts';
import { createDiscovery } from './discovery/service.ts';
import { createLeads } from './inbox/leads/service.ts';
import { openLearning } from './open-learning.ts';
import type { Model } from './open-model.ts';
import { type Reddit, sleep } from './open-reddit.ts';
import { openAnalytics } from './open-analytics.ts';
import { openScoring } from './open-scoring.ts';
import type { Parts } from './open.ts';
import { createPosts } from './inbox/posts/service.ts';
import { createSampleSource } from './discovery/sources/sample.ts';
import type { Source } from './discovery/sources/source.ts';

export interface HearingOptions {
  /** For tests: this road to Reddit instead of the configured one; null is `off`. */
  source?: Source | null;
  /** Milliseconds between two arrivals of the sample stream. */
  samplePaceMs?: number;
  /** Milliseconds to wait for more judgements before learning from one. */
  learnPauseMs?: number;
  /** Milliseconds to wait for more posts before a model is asked about one. */
  modelPauseMs?: number;
}

interface Neighbours {
  reddit: Reddit;
  model: Model;
}

/** The main job and what people see of it, wired. */
export function openHearing(parts: Parts, { reddit: { sources, roads }, model }: Neighbours, options: HearingOptions = {}) {
  const { config, db, bus, now } = parts;
  const source = options.source === undefined ? sources.live : options.source;
  const sourceId = source?.id ?? 'off';
  const blacklist = createBlacklist({ db, bus, now, writeAudit: createAudit(parts).write });
  const { reader, learning, closeLearning } = openLearning(parts, { pauseMs: options.learnPauseMs });
  const judge = createJudge({ db, bus, now, scoredBy: model.scoredBy, readBlacklist: blacklist.read, reader });
  const campaigns = createCampaigns({ db, bus, now, sourceIdOf: roads.idOf, rerank: (trx, campaignId) => rerank(trx, campaignId, now()) });
  const leads = createLeads({ db, bus, now });
  const discovery = createDiscovery({
    ...parts,
    judge,
    awaitsModel: model.isOn,
    source,
    roads,
    sample: createSampleSource({ now, sleep, ...(options.samplePaceMs === undefined ? {} : { paceMs: options.samplePaceMs }) }),
    paste: sources.paste,
    retention: config.retention,
    campaigns,
  });
  const stopTelling = judge.onJudged(({ tallies }) => {
    if (tallies.some(({ posts, leads: made }) => posts > 0 || made > 0)) bus.emit('posts:judged', {});
    learning.learnSoon();
    if (tallies.some(({ matched }) => matched > 0)) model.rescoring.soon();
  });
  const stopFollowing = bus.on('reddit:changed', ({ userId }) => discovery.listenSoon(Number(userId)));
  const stopJudging = bus.on('campaign:changed', () => discovery.judgeSoon());
  const analytics = openAnalytics(parts);
  return {
    sourceId,
    roadState: () => source?.status() ?? null,
    ...openScoring(parts, { readBlacklist: blacklist.read, reader, roads, model }),
    blacklist,
    campaigns,
    discovery,
    leads,
    learning,
    posts: createPosts({ db, bus, now }),
    analytics,
    dashboard: createDashboard({
      db,
      now,
      sourceIdOf: roads.idOf,
      canConnect: config.reddit.clientId !== '',
      readRecent: analytics.recent,
      listHotLeads: async (actor, limit) => (await leads.list(actor, { limit, stage: 'new', sort: '-confidence' })).items,
    }),
    async closeHearing(): Promise<void> {
      stopFollowing();
      stopJudging();
      stopTelling();
      await discovery.close();
      await closeLearning();
    },
  };
}
export type Hearing = ReturnType<typeof openHearing>;
