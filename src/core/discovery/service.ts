import type { Bus } from '#core/platform/bus.ts';
import type { Config } from '#core/platform/config.ts';
import { forgetDeletedPages } from '#core/platform/guards/queries.ts';
import type { Log } from '#core/platform/log.ts';
import type { Source } from '#core/sources/source.ts';
import type { SelectMentions } from '#core/inbox/items/queries.ts';
import type { Items } from '#core/inbox/items/items.ts';
import { type ImportingDeps, createImporting } from './imports/importing.ts';
import { syncDeletions, whyUnchecked } from './cleanup/deletions.ts';
import { createIngest } from './fetch/ingest.ts';
import { createSharedRounds, type SharedRoundDeps } from './fetch/shared-rounds.ts';
import { createFetching, type ListeningDeps } from './fetch/fetching.ts';
import { pruneFetched, type Retention } from './cleanup/retention.ts';
import type { Actor } from '#core/platform/actor.ts';
import type { Peers } from '#core/platform/peers.ts';
import { createRunner } from '#core/platform/runner.ts';
import type { CampaignUpdate, Preview } from '#shared/campaigns.ts';
import { previewCampaign } from './preview/preview.ts';
import { createTrials, type TrialDeps } from './preview/trial.ts';

/** What previews need besides what discovery has. */
type PreviewOptions = Pick<TrialDeps, 'candidates' | 'readBlacklist' | 'listFollowedNames' | 'trialMs'>;

/** What a campaign that isn't saved would find, in stored items and right now. */
function openPreviews(deps: Omit<TrialDeps, 'limits' | 'config'> & { config: Config }) {
  const all = { ...deps, limits: deps.config.limits };
  return {
    preview: (actor: Actor, update: CampaignUpdate, signal?: AbortSignal): Promise<Preview> =>
      previewCampaign(all, actor, { update, signal }),
    /** Tries a campaign on its sources, without storing anything. */
    trials: createTrials(all),
  };
}

export interface DiscoveryDeps extends ListeningDeps, ImportingDeps, PreviewOptions {
  peers: Peers;
  queue: SharedRoundDeps['queue'];
  /** Rechecks stored items; null when fetching is turned off. */
  source: () => Source | null;
  config: Config;
  itemStore: Items;
  bus: Bus;
  log: Log;
  retention: () => Retention;
  selectMentions: SelectMentions;
  /** A model is configured: leads are announced after it scored them, not when they are found. */
  awaitsModel: () => boolean;
  matches: SharedRoundDeps['matches'];
}

/** Fetches streams, scores the items, keeps the matches, and notifies. */
export function createDiscovery(deps: DiscoveryDeps) {
  const { db, bus, now, scoringPass, itemStore, source, others, retention } = deps;
  const runner = createRunner(deps.log);
  const tools = { ...deps, ingest: createIngest({ ...deps, sharedRounds: createSharedRounds(deps) }), runner };
  return {
    ...createFetching(tools),
    ...createImporting(tools),
    ...openPreviews(deps),
    /** Scores stored items in the background, for example after a user's campaign changed: their lists are stale then. */
    scoreSoon: (changedBy?: string): void =>
      runner.start('score', async (signal) => {
        await scoringPass.scoreAll(signal);
        if (changedBy !== undefined) bus.announce(changedBy, ['posts-changed', 'leads-changed']);
      }),
    /** Also removes erased data from the database file. */
    forgetPages: () => forgetDeletedPages(db),
    /** Why stored items can't be rechecked, as shown to the user; empty if they can. */
    whyUnchecked: () => whyUnchecked(source()),
    syncDeletions: (signal: AbortSignal) =>
      syncDeletions({ db, bus, now, source: source(), others, itemStore, selectMentions: deps.selectMentions }, signal),
    prune: (signal: AbortSignal, at = now()) =>
      pruneFetched({ db, bus, now, retention: retention(), selectMentions: deps.selectMentions }, signal, at),
    /** Resolves when no background work is left. */
    settled: () => runner.settled(),
    close: () => runner.close(),
  };
}
export type Discovery = ReturnType<typeof createDiscovery>;
