import type { FetchedItem } from '#core/platform/item.ts';
import { inSlices, type Steps } from '#core/platform/slices.ts';
import { type Background, readBackground } from '../background.ts';
import type { Blacklist } from '../filters/filter.ts';
import type { MatcherLimits } from '../match/matcher.ts';
import type { ScoringCampaign } from '../profile.ts';
import { createScorerInSlices, type Scorer, type ScorerResult } from '../scorer.ts';
import { openLanguageOf } from '../match/item-language.ts';

/** Campaigns that are scored together, and what applies to all of them. Contains no functions, so that a thread can receive it. */
export interface CampaignSet {
  campaigns: readonly ScoringCampaign[];
  blacklist: Blacklist;
  /** Also compares unmatched items with the campaigns' requests. */
  compareAll: boolean;
  /** Maximum size of the table of all rules; unlimited if absent. */
  limits?: MatcherLimits;
}

export interface ScoreTask {
  item: FetchedItem;
  /** Ids of the campaigns that monitor the item's stream. */
  wanted: readonly string[];
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

/** Scores in this thread, in short slices. */
export function createBatchScorer(): BatchScorer {
  let background: Background | null = null;
  let scorer: Scorer | null = null;
  let scoredAt = 0;
  return {
    async prepare({ campaigns, ...set }) {
      background ??= readBackground();
      const languageOf = await openLanguageOf(campaigns);
      const shared = { ...set, background, now: () => scoredAt, ...(languageOf && { languageOf }) };
      scorer = await createScorerInSlices({ campaigns, ...shared });
      return scorer.tooLarge;
    },
    async score(tasks, now) {
      if (!scorer) throw new Error('No campaigns were prepared for scoring');
      scoredAt = now;
      return inSlices(scoreSteps(scorer, tasks));
    },
    close: () => Promise.resolve(),
  };
}
