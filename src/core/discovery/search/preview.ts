import type { SearchHit } from '#shared/search.ts';
import { type CampaignRow, fieldsOf, scoringOf } from '#core/inbox/campaigns/rows.ts';
import type { Now } from '#core/platform/clock.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { mapInSlices } from '#core/platform/slices.ts';
import type { Blacklist } from '#core/scoring/filters/filter.ts';
import type { CandidateReader } from '#core/scoring/reader/read-candidates.ts';
import { decide } from '#core/scoring/lead-threshold.ts';
import { createScorerInSlices, type ScorerResult } from '#core/scoring/scorer.ts';
import { openLanguageOf } from '#core/scoring/match/item-language.ts';

interface Deps {
  now: Now;
  readBlacklist: (owners: readonly number[]) => Promise<Blacklist>;
  /** Reads candidates together with the campaign; null when that is off. */
  candidates: CandidateReader | null;
}

/** The results of the items, in their order. */
export type ScoreItems = (items: readonly FetchedItem[]) => Promise<(ScorerResult | undefined)[]>;

/** Scores items for campaigns that may not monitor their subreddit, even if no rule matches. */
export function createPreviewScorer({ now, readBlacklist, candidates }: Deps) {
  /** The results of each item, in the order of the campaigns; none if their rules are too large. */
  async function scorerForAll(rows: readonly CampaignRow[]): Promise<(items: readonly FetchedItem[]) => Promise<ScorerResult[][]>> {
    const scoring = rows.map((row) => ({ ...scoringOf(String(row.id), fieldsOf(row)), owner: String(row.user_id) }));
    const languageOf = await openLanguageOf(scoring);
    const blacklist = await readBlacklist(rows.map(({ user_id }) => user_id));
    const options = { blacklist, now, assessAll: true, ...(languageOf ? { languageOf } : {}) };
    const scorer = await createScorerInSlices({ campaigns: scoring, ...options });
    return async (items) => {
      const looked = await mapInSlices(items, (item) => ({ item, results: scorer.score(item) }));
      return candidates ? candidates.read(looked, scorer) : looked.map(({ results }) => results);
    };
  }

  async function scorerFor(row: CampaignRow): Promise<ScoreItems> {
    const score = await scorerForAll([row]);
    return async (items) => (await score(items)).map(([result]) => result);
  }
  return { scorerFor, scorerForAll };
}
export type ScoreForAll = ReturnType<typeof createPreviewScorer>['scorerForAll'];

/** How the campaign would have treated the item. */
export function previewOf(result: ScorerResult | undefined, row: CampaignRow): SearchHit['preview'] {
  if (!result?.assessment || result.score === null) return null;
  const { score, merit, assessment, outcome, reason } = result;
  if (outcome === 'filtered') return { confidence: score, outcome, reason: `Filtered: ${reason ?? 'by a filter'}` };
  if (outcome === 'unmatched') return { confidence: score, outcome, reason: assessment.reason || 'No rule of the campaign matches' };
  const decision = decide({ score, merit: merit ?? 0, role: assessment.role }, scoringOf(String(row.id), fieldsOf(row)));
  return { confidence: score, outcome: decision === 'none' ? 'below' : decision, reason: assessment.reason };
}
