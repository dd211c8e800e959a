import { isoTime } from '#core/platform/clock.ts';
import type { Preview } from '#shared/campaigns.ts';
import type { ItemRow } from '#core/inbox/items/items.ts';
import { itemFieldsOf } from '#core/inbox/posts/rows.ts';
import type { ScorerResult } from '#core/scoring/scorer.ts';
import { createEarlierTexts } from '../pass/earlier-texts.ts';
import { isFirstOf } from '../pass/open-items.ts';

export type ShownItem = Parameters<typeof itemFieldsOf>[0] & Pick<ItemRow, 'author'>;
export interface Hit {
  row: ShownItem;
  /** Of a stored item. */
  stored: ItemRow | null;
  result: ScorerResult;
}

/** The run keeps the first of several texts that are nearly the same. */
export function withoutCopies(hits: readonly Hit[]): Hit[] {
  const firstLike = createEarlierTexts();
  const kept = new Set<string>();
  return hits
    .toSorted((a, b) => (a.stored?.seq ?? 0) - (b.stored?.seq ?? 0))
    .filter(({ stored }) => {
      if (stored === null) return true;
      const isFirst = isFirstOf(firstLike(stored), kept);
      if (isFirst) kept.add(stored.fullname);
      return isFirst;
    });
}

export function shown(
  { row, result }: Pick<Hit, 'row' | 'result'>,
  { now, isSample }: { now: number; isSample: boolean },
): Preview['best'][number] {
  const assessment = result.assessment;
  return {
    ...itemFieldsOf(row),
    discoveredAt: isoTime(now),
    matchedRules: result.matchedRules,
    confidence: result.score ?? 0,
    learnedPoints: 0,
    components: assessment?.components ?? {
      intent: null,
      fit: null,
      relevance: null,
      urgency: null,
      reachability: null,
      recency: null,
      saturation: null,
    },
    evidence: assessment?.evidence ?? [],
    reason: assessment?.reason ?? '',
    scoredBy: 'builtin',
    status: result.decision === 'lead' ? 'lead' : 'new',
    seen: false,
    feedback: null,
    leadId: null,
    goneAt: null,
    sample: isSample,
  };
}
