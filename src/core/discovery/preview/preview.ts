import type { CampaignUpdate, Preview } from '#shared/campaigns.ts';
import { includesComments } from '#shared/streams.ts';
import type { Actor } from '#core/platform/actor.ts';
import { otherScopesOf } from '#core/inbox/campaigns/streams.ts';
import { inSlices } from '#core/platform/slices.ts';
import { createRuleEffects } from './rule-effects.ts';
import { createStreamSuggestions } from './suggest-streams.ts';
import { isOpenTo } from '../pass/open-items.ts';
import { type CandidateDeps, openCandidate } from './candidate.ts';
import { type Hit, keptOf, readBest, shown } from './preview-hits.ts';
import { type Checked, listCheckedSamples, lookAtEach, readStored } from './preview-items.ts';
import { takesOf } from '../pass/scored-campaign.ts';

const day = 86_400_000;
const reach = 30 * day;
const bestShown = 20;

/** What a campaign would have found, through every filter of a run. Stores nothing. Stops between two items. */
export async function previewCampaign(
  deps: CandidateDeps,
  actor: Actor,
  { update, signal }: { update: CampaignUpdate; signal?: AbortSignal | undefined },
): Promise<Preview> {
  const { db, now } = deps;
  const at = now();
  const { owner, fields, scoring, languageOf, ownAccounts, scorer } = await openCandidate(deps, { actor, update, signal });
  const others = otherScopesOf(fields.streams);
  const takes = takesOf(fields, (scope) => scope === '' || others.includes(scope) || owner !== null);
  const fitting = await createStreamSuggestions(fields, { languageOf, since: at - reach, signal });
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
    if (result && (result.outcome === 'scored' || scorer.candidatesOf(item, [result]).length > 0))
      hits.push({ item, row, stored: own, result });
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
  const found = keptOf(await readBest(hits, { scorer, candidates: deps.candidates }), scoring, at);
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
