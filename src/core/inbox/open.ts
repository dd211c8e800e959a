import type { AiRoom } from '#core/ai/open.ts';
import type { CoreContext } from '#core/context.ts';
import { sleep } from '#core/platform/clock.ts';
import { createReadCache, unknownMark } from '#core/platform/db/read-cache.ts';
import type { RedditRoom } from '#core/reddit/open.ts';
import { readBackground } from '#core/text/background.ts';
import type { FetchReader } from './campaigns/reading.ts';
import type { MoveStep } from './campaigns/move-queries.ts';
import { createProposals } from './campaigns/propose.ts';
import { createCampaigns } from './campaigns/service.ts';
import { createExports } from './exports/service.ts';
import { createFeeds } from './feeds/service.ts';
import { createFollowUps } from './follow-ups/service.ts';
import type { EraseStep } from './items/erase.ts';
import { createItems } from './items/items.ts';
import type { SelectQueued } from './leads/listing-queries.ts';
import { createPersonalNotices } from './leads/personal-notices.ts';
import { createLeads } from './leads/service.ts';
import { createFeatureReader } from './learning/features.ts';
import { createLearner } from './learning/learner.ts';
import { createPhraseReader } from './learning/phrases.ts';
import { createRatedReader, type SelectReplied } from './learning/queries.ts';
import { createLearning } from './learning/service.ts';
import { createSuggestions } from './learning/suggested.ts';
import { rerank } from './posts/rerank.ts';
import { createCommentReader } from './posts/queries.ts';
import { createPosts } from './posts/service.ts';
import { createViews } from './saved-views/service.ts';

const defaultLearnPauseMs = 400;

interface InboxDeps {
  reddit: RedditRoom;
  ai: AiRoom;
  /** Id of the source that fetches for a user's campaigns; `off` when there is none. */
  sourceIdOf: (userId: number) => Promise<string>;
  /** The state of fetching for campaigns. */
  fetching: FetchReader;
  /** Posts that users replied to. */
  selectReplied: SelectReplied;
  /** Posts to which a reply is about to be posted. */
  selectQueued: SelectQueued;
  /** Erase what other rooms made from items. */
  eraseSteps: readonly EraseStep[];
  /** Take along what other rooms keep for a campaign that moves to another workspace. */
  moveSteps: readonly MoveStep[];
  afterMoving: MoveStep;
  /** Milliseconds to wait for more feedback before learning from it. */
  learnPauseMs?: number | undefined;
}

/** What users work with: campaigns, fetched items, the posts and leads made from them, and what feedback teaches. */
export function openInbox(context: CoreContext, deps: InboxDeps) {
  const { config, db, readDb, exportDb, readCache, bus, now, writeAudit } = context;
  const { reddit, ai, sourceIdOf, fetching, selectReplied, selectQueued, eraseSteps, learnPauseMs = defaultLearnPauseMs } = deps;
  const reader = createFeatureReader(readBackground);
  const listRated = createRatedReader(db, selectReplied);
  const learner = createLearner({
    ...context,
    sleep,
    reader,
    listRated,
    phrases: createPhraseReader(readBackground),
    countRead: fetching.countRead,
    pauseMs: learnPauseMs,
  });
  const campaigns = createCampaigns({
    db,
    readDb,
    bus,
    now,
    limits: config.limits,
    fetching,
    sourceIdOf,
    writeAudit,
    moveSteps: deps.moveSteps,
    afterMoving: deps.afterMoving,
    rerank: (campaignId) => rerank(db, campaignId, now()),
  });
  const readComments = createCommentReader(readDb, selectReplied);
  const posts = createPosts({ db, readDb, readCache, bus, now, readComments });
  const { ofChange: tellOfChange } = createPersonalNotices(context);
  const leads = createLeads({ db, readDb, readCache, bus, now, selectQueued, tellOfChange });
  // Its pages are large and read once, so they aren't kept.
  const exported = { db, readDb: exportDb, readCache: createReadCache(unknownMark), bus, now, readComments, selectQueued, tellOfChange };
  const followUps = createFollowUps(context);
  const proposals = createProposals({ readWebsite: ai.readWebsite, listSubreddits: reddit.subreddits.list, propose: ai.models.propose });
  return {
    campaigns,
    proposals,
    items: createItems(eraseSteps),
    posts,
    leads,
    learning: createLearning({ ...context, reader, listRated, learner, readComments }),
    suggestions: createSuggestions({ db, bus, changeCampaign: campaigns.update }),
    featureReader: reader,
    followUps,
    savedViews: createViews(context),
    feeds: createFeeds({ db, now, listLeads: leads.list }),
    exports: createExports({
      now,
      writeAudit,
      listLeads: createLeads(exported).list,
      listPosts: createPosts(exported).list,
      getCampaignName: async (actor, id) => (await campaigns.get(actor, id)).name,
    }),
    async close(): Promise<void> {
      proposals.close();
      await learner.close();
      await followUps.close();
    },
  };
}
export type InboxRoom = ReturnType<typeof openInbox>;
