import type { FetchedItem } from '#core/platform/item.ts';
import type { ScorerResult } from '#core/scoring/scorer.ts';

/** One line of the result. */
export interface Found {
  id: string;
  score: number | null;
  decision: string;
  author: string | null;
  subreddit: string;
  kind: FetchedItem['kind'];
  title: string;
  permalink: string | null;
  createdAt: string;
  reason: string;
  matchedRules: string[];
  filtered: string | null;
  components: Record<string, number | null>;
  evidence: { text: string; field: string; start: number; end: number; why: string }[];
}

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 1000) / 1000);

export function foundOf(item: FetchedItem, { assessment, exactScore, decision, matchedRules, reason }: ScorerResult): Found {
  return {
    id: item.fullname,
    score: exactScore,
    decision,
    author: item.author,
    subreddit: item.subreddit,
    kind: item.kind,
    title: item.title,
    permalink: item.permalink,
    createdAt: new Date(item.createdAt).toISOString(),
    reason: assessment?.reason ?? '',
    matchedRules,
    filtered: reason,
    components: Object.fromEntries(Object.entries(assessment?.components ?? {}).map(([name, value]) => [name, rounded(value)])),
    evidence: assessment?.evidence ?? [],
  };
}

/** Keeps the best `limit` entries in bounded memory: trimmed when twice as many are stored. */
export class Best {
  readonly #limit: number;
  #held: Found[] = [];
  constructor(limit: number) {
    this.#limit = limit;
  }
  add(found: Found): void {
    this.#held.push(found);
    if (this.#held.length >= this.#limit * 2) this.#held = this.list();
  }
  list(): Found[] {
    return this.#held.sort((a, b) => (b.score ?? -1) - (a.score ?? -1)).slice(0, this.#limit);
  }
}
