import type { SearchHit } from '#shared/search.ts';
import { type CampaignRow, fieldsOf, scoringOf } from '#core/inbox/campaigns/rows.ts';
import type { Now } from '#core/platform/clock.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { decide } from '#core/scoring/arithmetic.ts';
import { type Background, readBackground } from '#core/scoring/background.ts';
import type { Blacklist } from '#core/scoring/filters/filter.ts';
import { createScorerInSlices, type ScorerResult } from '#core/scoring/scorer.ts';
import { openLanguageOf } from '#core/scoring/match/item-language.ts';

interface Deps {
  now: Now;
  readBlacklist: () => Promise<Blacklist>;
}

/** Scores items for a campaign that may not monitor their subreddit, even if no rule matches. */
export function createPreviewScorer({ now, readBlacklist }: Deps) {
  let background: Background | undefined;
  return async function scorerFor(row: CampaignRow): Promise<(item: FetchedItem) => ScorerResult | undefined> {
    background ??= readBackground();
    const scoring = scoringOf(String(row.id), fieldsOf(row));
    const languageOf = await openLanguageOf([scoring]);
    const options = { background, blacklist: await readBlacklist(), now, assessAll: true, ...(languageOf ? { languageOf } : {}) };
    const scorer = await createScorerInSlices({ campaigns: [scoring], ...options });
    return (item) => scorer.score(item)[0];
  };
}

/** How the campaign would have treated the item. */
export function previewOf(result: ScorerResult | undefined, row: CampaignRow): SearchHit['preview'] {
  if (!result?.assessment || result.score === null) return null;
  const { score, assessment, outcome, reason } = result;
  if (outcome === 'filtered') return { confidence: score, outcome, reason: `Filtered: ${reason ?? 'by a filter'}` };
  if (outcome === 'unmatched') return { confidence: score, outcome, reason: assessment.reason || 'No rule of the campaign matches' };
  const decision = decide(score, assessment.role, scoringOf(String(row.id), fieldsOf(row)));
  return { confidence: score, outcome: decision === 'none' ? 'below' : decision, reason: assessment.reason };
}
