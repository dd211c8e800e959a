import { type CampaignUpdate, campaignInputSchema, type Preview } from '#shared/campaigns.ts';
import { includesComments } from '#shared/streams.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import { scoringOf } from '#core/inbox/campaigns/rows.ts';
import { otherScopesOf } from '#core/inbox/campaigns/streams.ts';
import { type QuotaLimits, requireShortRules } from '#core/inbox/campaigns/quota.ts';
import { requireSoundRules } from '#core/inbox/campaigns/changing.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { createScorerInSlices } from '#core/scoring/scorer.ts';
import { openLanguageOf } from '#core/scoring/match/item-language.ts';
import { inSlices } from '#core/platform/slices.ts';
import { createRuleEffects } from './rule-effects.ts';
import { createStreamSuggestions } from './suggest-streams.ts';
import { isOpenTo } from '../pass/open-items.ts';
import { type ListFollowedNames, listOwnAccounts } from '../pass/own-account-queries.ts';
import type { Blacklist } from '#core/scoring/filters/filter.ts';
import { type Hit, shown, withoutCopies } from './preview-hits.ts';
import { type Checked, listCheckedSamples, lookAtEach, readStored } from './preview-items.ts';
import { takesOf } from '../pass/scored-campaign.ts';

const day = 86_400_000;
const reach = 30 * day;
const bestShown = 20;

interface PreviewDeps {
  db: Db;
  now: Now;
  /** Stops between two items. */
  signal?: AbortSignal | undefined;
  limits: QuotaLimits;
  readBlacklist: () => Promise<Blacklist>;
  listFollowedNames: ListFollowedNames;
}

/** The user's own accounts, whose posts are never their leads. */
const ownAccountsOf = async ({ db, listFollowedNames }: PreviewDeps, owner: string | null): Promise<ReadonlySet<string> | undefined> =>
  owner === null ? undefined : (await listOwnAccounts(db, [Number(owner)], listFollowedNames)).get(Number(owner));

/** What a campaign would have found, through every filter of a run. Stores nothing. */
export async function previewCampaign(deps: PreviewDeps, actor: Actor, candidate: CampaignUpdate): Promise<Preview> {
  const { db, now, signal, limits, readBlacklist } = deps;
  const owner = ownerOf(actor);
  const fields = campaignInputSchema.parse({
    name: 'Preview',
    ...Object.fromEntries(Object.entries(candidate).filter(([, value]) => value !== undefined)),
  });
  requireShortRules(fields.rules, limits);
  requireSoundRules(fields.rules);
  const at = now();
  const scoring = scoringOf('0', fields);
  const languageOf = await openLanguageOf([scoring]);
  const blacklist = await readBlacklist();
  const ownAccounts = await ownAccountsOf(deps, owner);
  const scorer = await createScorerInSlices({ campaigns: [scoring], blacklist, now, ...(languageOf ? { languageOf } : {}) }, signal);
  const others = otherScopesOf(fields.streams);
  const takes = takesOf(fields, (scope) => scope === '' || others.includes(scope) || owner !== null);
  const fitting = await createStreamSuggestions(fields, { languageOf: languageOf ?? undefined, since: at - reach, signal });
  const effects = createRuleEffects(fields);
  const hits: Hit[] = [];
  let considered = 0;
  let oldest = at;
  const look = ({ item, row, stored: own, fetchedAt, isTaken }: Checked): void => {
    const rules = fitting.look(item, isTaken);
    const [result] = isTaken ? scorer.score(item) : [];
    const isFound = result !== undefined && result.decision !== 'none';
    effects.look({ item, isTaken, rules: isTaken && !isFound ? [] : rules, score: result?.exactScore ?? null });
    if (!isTaken) return;
    considered += 1;
    oldest = Math.min(oldest, fetchedAt);
    if (isFound) hits.push({ row, stored: own, result });
  };
  let stored = 0;
  for await (const rows of readStored(db, { owner, others, since: at - reach })) {
    stored += rows.length;
    const open = rows.filter((row) => isOpenTo(row, ownAccounts));
    await inSlices(lookAtEach(open, takes, look), signal);
  }
  const isSample = stored === 0;
  const samples = isSample ? listCheckedSamples(at, includesComments(fields.streams)) : [];
  for (const sample of samples) look(sample);
  const found = withoutCopies(hits);
  const days = Math.max(1, (at - oldest) / day);
  const best = found.toSorted((a, b) => (b.result.exactScore ?? 0) - (a.result.exactScore ?? 0)).slice(0, bestShown);
  return {
    sample: isSample,
    considered,
    matched: found.length,
    leads: found.filter(({ row, result }) => result.decision === 'lead' && row.author !== null).length,
    perDay: Math.round((found.length / days) * 10) / 10,
    best: best.map((hit) => shown(hit, { now: at, isSample })),
    effects: effects.result(),
    ...fitting.result(at),
    ...(isSample && { pace: [] }),
  };
}
