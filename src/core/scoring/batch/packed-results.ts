import { type ScorerResult, unscored } from '../scorer.ts';

/**
 * An item's results in a form that is quick to copy to another thread. Most are of campaigns that no rule matched, which differ only
 * in their likeness: the campaign's id, followed by that.
 */
export type PackedResults = readonly (ScorerResult | string | number | null)[];

const isPlain = ({ outcome, matchedRules, assessment, said }: ScorerResult): boolean =>
  outcome === 'unmatched' && matchedRules.length === 0 && assessment === null && said === undefined;

export const packResults = (results: readonly ScorerResult[]): PackedResults =>
  results.flatMap<PackedResults[number]>((result) => (isPlain(result) ? [result.campaignId, result.likeness] : [result]));

export function unpackResults(packed: PackedResults): ScorerResult[] {
  const results: ScorerResult[] = [];
  for (const [at, one] of packed.entries()) {
    const next = packed[at + 1];
    if (typeof one === 'string')
      results.push(unscored(one, { reason: null, matchedRules: [], likeness: typeof next === 'number' ? next : null }));
    else if (typeof one === 'object' && one !== null) results.push(one);
  }
  return results;
}
