import type { FetchedItem } from '#core/platform/item.ts';
import { messageOf } from '#core/platform/errors.ts';
import { minuteMs } from '#shared/time.ts';
import type { Scorer, ScorerResult } from '../scorer.ts';
import { hashOf, type Pair } from './encode.ts';
import { createNearness, type Nearness } from './nearness.ts';
import type { Odds, PairReader, Said } from './reader.ts';

/** An item with its results from the cheap stage, one per campaign. */
export interface Looked {
  item: FetchedItem;
  results: readonly ScorerResult[];
  /** What was said of it before, by campaign. */
  said?: Readonly<Record<string, Said>> | undefined;
}

type Scores = Pick<Scorer, 'candidatesOf' | 'aboutOf' | 'troublesOf' | 'scoreRead'>;
type ReadPairs = PairReader['read'];

/** Most readings for each item, on average: a rule that matches everything must not hold up other campaigns. */
const maxShare = 0.6;
const fewItems = 100;

interface Reading {
  readPairs: ReadPairs;
  nearness: Nearness;
  /** Most readings. */
  most: number;
}

async function readAll(looked: readonly Looked[], scorer: Scores, { readPairs, nearness, most }: Reading): Promise<ScorerResult[][]> {
  const read = new Map<ScorerResult, ScorerResult>();
  const unread: { pair: Pair & { item: FetchedItem }; hash: string; result: ScorerResult; near: number }[] = [];
  for (const { item, results, said } of looked) {
    let nearOf: Awaited<ReturnType<Nearness['of']>> | null = null;
    for (const result of scorer.candidatesOf(item, results)) {
      const pair = { about: scorer.aboutOf(result.campaignId), item };
      const [hash, known] = [hashOf(pair), said?.[result.campaignId]];
      if (known?.hash === hash) {
        read.set(result, scorer.scoreRead(item, result, known));
        continue;
      }
      nearOf ??= await nearness.of(item);
      const near = await nearOf({ about: pair.about, troubles: scorer.troublesOf(result.campaignId) });
      if (near > 0 || result.outcome === 'scored' || result.matchedRules.length > 0) unread.push({ pair, hash, result, near });
    }
  }
  const candidates = unread.toSorted((a, b) => b.near - a.near).slice(0, most);
  const odds = await readPairs(candidates.map(({ pair }) => pair));
  for (const [at, { pair, hash, result }] of candidates.entries()) {
    const found: Odds | null | undefined = odds[at];
    if (found) read.set(result, { ...scorer.scoreRead(pair.item, result, found), said: { ...found, hash } });
  }
  return looked.map(({ results }) => results.map((result) => read.get(result) ?? result));
}

/** Reads candidates together with their campaigns. */
export interface CandidateReader {
  /** In the order given; results that aren't candidates stay. At most so many are read, the nearest in meaning. */
  read(looked: readonly Looked[], scorer: Scores, most?: number): Promise<ScorerResult[][]>;
  /** Why nothing can be read, so that the cheap stage decides alone; null as long as nothing failed. */
  fault(): string | null;
}

const retryMs = 10 * minuteMs;

/** After a failure, it tries again in ten minutes. `onFault` gets the message of each failure. */
export function createCandidateReader(readPairs: ReadPairs, onFault: (fault: string) => void = () => undefined): CandidateReader {
  let fault: string | null = null;
  let retryAt = 0;
  const nearness = createNearness();
  return {
    async read(looked, scorer, most = Math.ceil(maxShare * Math.max(fewItems, looked.length))) {
      if (fault === null || performance.now() >= retryAt) {
        try {
          const results = await readAll(looked, scorer, { readPairs, nearness, most });
          fault = null;
          return results;
        } catch (error) {
          fault = messageOf(error);
          retryAt = performance.now() + retryMs;
          onFault(fault);
        }
      }
      return looked.map(({ results }) => [...results]);
    },
    fault: () => fault,
  };
}
