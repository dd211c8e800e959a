import type { CampaignUpdate, Preview } from '#shared/campaigns.ts';
import type { Actor } from '#core/platform/actor.ts';
import type { Config } from '#core/platform/config.ts';
import { previewCampaign } from './preview.ts';
import { createTrials, type TrialDeps } from './trial.ts';

/** What previews need besides what discovery has. */
export type PreviewOptions = Pick<TrialDeps, 'candidates' | 'readBlacklist' | 'listFollowedNames' | 'trialMs'>;

/** What a campaign that isn't saved would find, in stored items and right now. */
export function openPreviews(deps: Omit<TrialDeps, 'limits' | 'config'> & { config: Config }) {
  const all = { ...deps, limits: deps.config.limits };
  return {
    preview: (actor: Actor, update: CampaignUpdate, signal?: AbortSignal): Promise<Preview> =>
      previewCampaign(all, actor, { update, signal }),
    /** Tries a campaign on its sources, without storing anything. */
    trials: createTrials(all),
  };
}
