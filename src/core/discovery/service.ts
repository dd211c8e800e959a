import type { CampaignUpdate, Preview } from '#shared/campaigns.ts';
import type { Actor } from '#core/platform/actor.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Config } from '#core/platform/config.ts';
import { forgetDeletedPages } from '#core/platform/db/forget-pages.ts';
import type { Log } from '#core/platform/log.ts';
import type { Source } from './sources/source.ts';
import type { SelectMentions } from '#core/inbox/items/retention-queries.ts';
import type { Items } from '#core/inbox/items/items.ts';
import { type ImportingDeps, createImporting } from './importing.ts';
import { syncDeletions, whyUnchecked } from './deletions.ts';
import { createFetchParts } from './fetch-parts.ts';
import { createIngest } from './ingest.ts';
import { createFetching, type ListeningDeps } from './fetching.ts';
import { previewCampaign } from './preview.ts';
import { pruneFetched, type Retention } from './retention.ts';
import type { Peers } from '#core/platform/peers.ts';
import { createRunner } from '#core/platform/runner.ts';

export interface DiscoveryDeps extends ListeningDeps, ImportingDeps {
  peers: Peers;
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
}

/** Fetches streams, scores the items, keeps the matches, and notifies. */
export function createDiscovery(deps: DiscoveryDeps) {
  const { db, bus, now, scoringPass, itemStore, source, others, retention } = deps;
  const runner = createRunner(deps.log);
  const parts = createFetchParts({ ...deps, runner });
  const tools = { ...deps, ingest: createIngest({ ...deps, parts }), runner };
  const importing = createImporting(tools);
  return {
    ...createFetching(tools),
    ...importing,
    /** Continues the work of servers that aren't among these, which are running. */
    async takeOver(running: readonly number[]): Promise<void> {
      await importing.takeOver(running);
      await parts.takeOver(running);
    },
    preview: (actor: Actor, candidate: CampaignUpdate, signal?: AbortSignal): Promise<Preview> =>
      previewCampaign({ db, now, signal, limits: deps.config.limits }, actor, candidate),
    /** Scores stored items in the background, for example after a campaign changed. */
    scoreSoon: () => runner.start('score', (signal) => scoringPass.scoreAll(signal)),
    /** Also removes erased data from the database file. */
    forgetPages: () => forgetDeletedPages(db),
    /** Why stored items can't be rechecked, as shown to the user; empty if they can. */
    whyUnchecked: () => whyUnchecked(source()),
    syncDeletions: (signal: AbortSignal) => syncDeletions({ db, bus, now, source: source(), others, itemStore }, signal),
    prune: (signal: AbortSignal, at = now()) =>
      pruneFetched({ db, bus, now, retention: retention(), selectMentions: deps.selectMentions }, signal, at),
    /** Resolves when no background work is left. */
    settled: () => runner.settled(),
    close: () => runner.close(),
  };
}
export type Discovery = ReturnType<typeof createDiscovery>;
