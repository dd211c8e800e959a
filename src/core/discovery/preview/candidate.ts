import { type CampaignInput, campaignInputSchema, type CampaignUpdate } from '#shared/campaigns.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import { scoringOf } from '#core/inbox/campaigns/rows.ts';
import { type QuotaLimits, requireShortRules } from '#core/inbox/campaigns/quota.ts';
import { requireSoundRules } from '#core/inbox/campaigns/changing.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { Blacklist } from '#core/scoring/filters/filter.ts';
import { openLanguageOf } from '#core/scoring/match/item-language.ts';
import type { CandidateReader } from '#core/scoring/reader/read-candidates.ts';
import { createScorerInSlices, type ScorerOptions } from '#core/scoring/scorer.ts';
import { type ListFollowedNames, listOwnAccounts } from '../pass/queries.ts';

export interface CandidateDeps {
  db: Db;
  now: Now;
  limits: QuotaLimits;
  readBlacklist: (owners: readonly number[]) => Promise<Blacklist>;
  /** Reads candidates together with the campaign; null when that is off. */
  candidates: CandidateReader | null;
  listFollowedNames: ListFollowedNames;
}

const fieldsFrom = (update: CampaignUpdate): CampaignInput =>
  campaignInputSchema.parse({
    name: 'Preview',
    ...Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined)),
  });

/** A campaign that isn't saved, and what scores items for it through every filter of a run. */
export async function openCandidate(
  { db, now, limits, readBlacklist, candidates, listFollowedNames }: CandidateDeps,
  { actor, update, signal }: { actor: Actor; update: CampaignUpdate; signal?: AbortSignal | undefined },
  options: Pick<ScorerOptions, 'maxAgeDays'> = {},
) {
  const owner = ownerOf(actor);
  const fields = fieldsFrom(update);
  requireShortRules(fields.rules, limits);
  requireSoundRules(fields.rules);
  const scoring = { ...scoringOf('0', fields), ...(owner !== null && { owner }) };
  const languageOf = (await openLanguageOf([scoring])) ?? undefined;
  const blacklist = await readBlacklist(owner === null ? [] : [Number(owner)]);
  /** The user's own accounts, whose posts are never their leads. */
  const ownAccounts = owner === null ? undefined : (await listOwnAccounts(db, [Number(owner)], listFollowedNames)).get(Number(owner));
  const scorer = await createScorerInSlices(
    { campaigns: [scoring], blacklist, now, compareAll: candidates !== null, ...(languageOf && { languageOf }), ...options },
    signal,
  );
  return { owner, fields, scoring, languageOf, ownAccounts, scorer };
}
