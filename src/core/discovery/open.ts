import type { AiRoom } from '#core/ai/open.ts';
import type { CoreContext } from '#core/context.ts';
import type { Config } from '#core/platform/config.ts';
import type { SelectMentions } from '#core/inbox/items/queries.ts';
import type { InboxRoom } from '#core/inbox/open.ts';
import type { Actor } from '#core/platform/actor.ts';
import type { Bus } from '#core/platform/bus.ts';
import { sleep } from '#core/platform/clock.ts';
import { createBlacklist } from './blacklist/service.ts';
import { createGrading } from './evaluation/service.ts';
import { createBatchScorer } from '#core/scoring/batch/batch-scorer.ts';
import { createCandidateReader } from '#core/scoring/reader/read-candidates.ts';
import { createThreadScorer } from '#core/scoring/batch/thread-scorer.ts';
import type { ScoringPass } from './fetch/tally.ts';
import { createRuleMatches } from './fetch/rule-matches.ts';
import { createScoringPass, type ScoringPassDeps } from './pass/scoring-pass.ts';
import { createKeepSearchResult } from './pass/keep-search-result.ts';
import { createOutages } from './outages/service.ts';
import type { ListFollowedNames } from './pass/queries.ts';
import type { SelectReplies } from './rescoring/queries.ts';
import { createRescoring, type Rescoring } from './rescoring/service.ts';
import { createPreviewScorer } from './search/preview.ts';
import { createSearch } from './search/service.ts';
import { createDiscovery, type Discovery } from './service.ts';
import { createModelCandidates } from './model-candidates/service.ts';
import type { OpenSources } from '#core/sources/open.ts';
import { createSampleSource } from '#core/sources/sample.ts';
import type { Source } from '#core/sources/source.ts';

const defaultModelPauseMs = 15_000;

export interface DiscoveryOptions {
  /** For tests: replaces the configured source; null turns fetching off. */
  source?: Source | null;
  /** Scores in a thread of its own, for a server that has requests to respond to. */
  scoringThread?: boolean;
  /** Milliseconds between readings of the sample source. */
  samplePaceMs?: number;
  /** Milliseconds that a trial waits for its sources. */
  trialMs?: number;
  /** Milliseconds to wait for more feedback before learning from it. */
  learnPauseMs?: number;
  /** Milliseconds to wait for more posts before asking a model. */
  modelPauseMs?: number;
}

/** What other rooms store that discovery has to take into account. */
export interface KeptAbove {
  selectReplies: SelectReplies;
  selectMentions: SelectMentions;
  listFollowedNames: ListFollowedNames;
}

interface DiscoveryRoomDeps extends KeptAbove {
  sources: OpenSources;
  ai: AiRoom;
  inbox: InboxRoom;
}

/** Word forms and characters outside ASCII take several states per character, about 300 bytes each. */
const tableLimits = ({ limits }: Config): Pick<ScoringPassDeps, 'ruleLimits'> => ({
  ruleLimits: { statesPerOwner: 8 * limits.ruleCharactersPerUser, states: 2 * limits.ruleCharacters },
});

interface SubscribeDeps {
  bus: Bus;
  inbox: InboxRoom;
  scoringPass: ScoringPass;
  pipeline: Discovery;
  rescoring: Rescoring;
}

/** Reactions to posts being scored, a Reddit account being connected, or a campaign changing. */
const subscribe = ({ bus, inbox, scoringPass, pipeline, rescoring }: SubscribeDeps): (() => void)[] => [
  scoringPass.onScored(({ tallies }) => {
    if (tallies.some(({ posts, leads }) => posts > 0 || leads > 0)) bus.emit('posts:scored', {});
    inbox.learning.learnSoon();
    if (tallies.length > 0) rescoring.soon();
  }),
  bus.on('reddit:changed', ({ userId }) => pipeline.fetchSoon(Number(userId))),
  bus.on('campaign:changed', ({ userId }) => pipeline.scoreSoon(userId)),
];

const modelScoring = ({ db }: CoreContext, { ai, inbox }: DiscoveryRoomDeps) => ({
  scoreWithModel: ai.models.scoreWithModel,
  reader: inbox.featureReader,
  forget: (fullnames: readonly string[]) => ai.models.forgetItems(db, fullnames),
});

const askingModel = (ai: AiRoom, rescoring: Rescoring) => ({ awaitsModel: ai.isOn, askModelNow: rescoring.now });

/** What saves a conversation that a user picked. */
const picking = (context: CoreContext, { sources, ai, inbox, listFollowedNames }: DiscoveryRoomDeps) => ({
  transports: sources.transports,
  keepItem: createKeepSearchResult({ ...context, reader: inbox.featureReader, itemStore: inbox.items, scoredBy: ai.scoredBy }),
  rate: inbox.posts.feedback,
  leadOf: async (actor: Actor, postId: string) => (await inbox.posts.get(actor, postId)).leadId,
  listFollowedNames,
});

function openScoring({ config, log }: CoreContext, { scoringThread }: DiscoveryOptions) {
  const scorer = scoringThread ? createThreadScorer() : createBatchScorer();
  const reads = config.scoring.reader === 'on';
  const onFault = (fault: string): void => log.warn({ fault }, 'the built-in model cannot read posts: previews and searches do without it');
  return { scorer, reads, candidates: reads ? createCandidateReader(scorer.readPairs, onFault) : null, ...tableLimits(config) };
}

/** The pipeline: fetches from sources, imports, and searches, then filters, scores, and stores. */
export function openDiscovery(context: CoreContext, deps: DiscoveryRoomDeps, options: DiscoveryOptions = {}) {
  const { config, db, bus, now } = context;
  const { sources, ai, inbox, selectReplies, selectMentions, listFollowedNames } = deps;
  const { transports, others, source, paste } = sources;
  const reader = inbox.featureReader;
  const scoring = modelScoring(context, deps);
  const rescoring = createRescoring({
    ...context,
    ...scoring,
    isOn: ai.isOn,
    selectReplies,
    sleep,
    pauseMs: options.modelPauseMs ?? defaultModelPauseMs,
    scoreModelCandidates: createModelCandidates({ ...context, ...scoring }),
  });
  const blacklist = createBlacklist(context);
  const { scorer, candidates, ...limits } = openScoring(context, options);
  const scoringDeps = { scorer, ...limits, scoredBy: ai.scoredBy, readBlacklist: blacklist.read, listFollowedNames };
  const scoringPass = createScoringPass({ ...context, reader, ...scoringDeps });
  const pipeline = createDiscovery({
    ...context,
    matches: createRuleMatches(db, limits.ruleLimits),
    scoringPass,
    ...askingModel(ai, rescoring),
    readBlacklist: blacklist.read,
    candidates,
    listFollowedNames,
    itemStore: inbox.items,
    source,
    transports,
    others,
    sample: createSampleSource({ now, sleep, ...(options.samplePaceMs === undefined ? {} : { paceMs: options.samplePaceMs }) }),
    paste,
    retention: () => config.retention,
    selectMentions,
    campaigns: inbox.campaigns,
    trialMs: options.trialMs,
  });
  const preview = createPreviewScorer({ now, readBlacklist: blacklist.read, candidates });
  const unsubscribe = subscribe({ bus, inbox, scoringPass, pipeline, rescoring });
  return {
    sourceId: sources.sourceId,
    sourceStatus: () => source()?.status() ?? null,
    outages: createOutages(context),
    pipeline,
    blacklist,
    rescoring,
    search: createSearch({ ...context, ...preview, ...picking(context, deps), limits: config.limits, recall: pipeline.trials.recall }),
    grade: createGrading({ db, listRated: inbox.learning.listRated, ...preview, scoreWithModel: ai.models.scoreWithModel }),
    /** Ends the scoring thread between two texts; what it was asked is scored after the next start. */
    endScoring: () => scorer.close(),
    async close(): Promise<void> {
      for (const stop of unsubscribe) stop();
      await pipeline.close();
      await scorer.close();
      await rescoring.close();
      await sources.close();
    },
  };
}
export type DiscoveryRoom = ReturnType<typeof openDiscovery>;
