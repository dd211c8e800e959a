import type { FetchedItem } from '#core/platform/item.ts';
import { inSlices, type Steps } from '#core/platform/slices.ts';
import type { Blacklist } from '../filters/filter.ts';
import type { MatcherLimits } from '../match/matcher.ts';
import type { ScoringCampaign } from '../profile.ts';
import { createScorerInSlices, type Scorer, type ScorerResult } from '../scorer.ts';
import { createCandidateReader } from '../reader/read-candidates.ts';
import { createLazyReader, type PairReader, type Said } from '../reader/reader.ts';
import { openLanguageOf } from '../match/item-language.ts';

/** Campaigns that are scored together, and what applies to all of them. Contains no functions, so that a thread can receive it. */
export interface CampaignSet {
  campaigns: readonly ScoringCampaign[];
  blacklist: Blacklist;
  /** Also compares unmatched items with the campaigns. */
  compareAll: boolean;
  /** Whether candidates are read together with their campaigns. */
  reads?: boolean;
  /** Maximum size of the table of all rules; unlimited if absent. */
  limits?: MatcherLimits;
}

export interface ScoreTask {
  item: FetchedItem;
  /** Ids of the campaigns that monitor the item's stream. */
  wanted: readonly string[];
  /** What the built-in model said of it before, by campaign. */
  said?: Readonly<Record<string, Said>> | undefined;
}

/** Scores items for one set of campaigns at a time, in this thread or in another. */
export interface BatchScorer {
  /**
   * Compiles a set, which replaces the one before. Returns the campaigns whose rules exceed the limits; if there are any, nothing
   * is scored.
   */
  prepare(set: CampaignSet): Promise<string[]>;
  /** The results of each task, in the order of the tasks, as of `now` (UTC ms). */
  score(tasks: readonly ScoreTask[], now: number): Promise<ScorerResult[][]>;
  /** For results that were scored elsewhere. */
  readPairs: PairReader['read'];
  /** Why nothing can be read, so that the cheap stage decides alone; null as long as nothing failed. */
  fault(): string | null;
  close(): Promise<void>;
}

function* scoreSteps(scorer: Scorer, tasks: readonly ScoreTask[]): Steps<ScorerResult[][]> {
  const results: ScorerResult[][] = [];
  for (const { item, wanted } of tasks) {
    results.push(scorer.score(item, new Set(wanted)));
    yield;
  }
  return results;
}

/** Scores in this thread, in short slices; reading a candidate blocks it for about 25 ms. */
export function createBatchScorer(open?: () => Promise<PairReader>): BatchScorer {
  const reader = createLazyReader(open);
  const candidates = createCandidateReader(reader.read);
  let scorer: Scorer | null = null;
  let scoredAt = 0;
  let reads = false;
  return {
    async prepare({ campaigns, ...set }) {
      reads = set.reads === true;
      const languageOf = await openLanguageOf(campaigns);
      const compareAll = set.compareAll || reads;
      const shared = { ...set, compareAll, now: () => scoredAt, ...(languageOf && { languageOf }) };
      scorer = await createScorerInSlices({ campaigns, ...shared });
      return scorer.tooLarge;
    },
    async score(tasks, now) {
      if (!scorer) throw new Error('No campaigns were prepared for scoring');
      scoredAt = now;
      const results = await inSlices(scoreSteps(scorer, tasks));
      if (!reads) return results;
      return candidates.read(
        tasks.map(({ item, said }, index) => ({ item, said, results: results[index] ?? [] })),
        scorer,
      );
    },
    readPairs: reader.read,
    fault: candidates.fault,
    close: reader.close,
  };
}
