import type { Config } from '#core/platform/config.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { createCandidateReader } from '#core/scoring/reader/read-candidates.ts';
import { createLazyReader } from '#core/scoring/reader/reader.ts';
import { createScorer, type ScorerOptions, type ScorerResult } from '#core/scoring/scorer.ts';
import type { Output } from './output.ts';

/** Scores items with one campaign, and reads the candidates together with it unless that is off. */
export function openReading(options: ScorerOptions, { scoring }: Config) {
  const reads = scoring.reader === 'on';
  const scorer = createScorer({ ...options, compareAll: reads });
  const reader = createLazyReader();
  const candidates = createCandidateReader(reader.read);
  return {
    async score(item: FetchedItem): Promise<ScorerResult | undefined> {
      const looked = { item, results: scorer.score(item) };
      const [results = []] = reads ? await candidates.read([looked], scorer) : [looked.results];
      return results[0];
    },
    async close(out: Output): Promise<void> {
      const fault = candidates.fault();
      if (fault !== null) out.say(`Scored without the built-in model, which can't be used: ${fault}`);
      await reader.close();
    },
  };
}
export type Reading = ReturnType<typeof openReading>;
