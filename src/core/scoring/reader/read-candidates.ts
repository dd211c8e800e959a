import type { FetchedItem } from '#core/platform/item.ts';
import { messageOf } from '#core/platform/errors.ts';
import { minuteMs } from '#shared/time.ts';
import type { Candidate, Scorer, ScorerResult } from '../scorer.ts';
import { hashOf, type Pair, type ReaderName } from './encode.ts';
import { listMoving } from './moving.ts';
import { createNearness, type Nearness } from './nearness.ts';
import type { Odds, PairReader, Said } from './reader.ts';

/** An item with its results from the cheap stage, one per campaign. */
export interface Looked {
  item: FetchedItem;
  results: readonly ScorerResult[];
  /** What was said of it before, by campaign; absent where it isn't stored, so that what moved the model isn't found out. */
  said?: Readonly<Record<string, Said>> | undefined;
}

type Scores = Pick<Scorer, 'candidatesOf' | 'aboutOf' | 'troublesOf' | 'sentencesOf' | 'scoreRead'>;
type ReadPairs = PairReader['read'];

/** A text below this score is no lead, and not listed just below them. */
const minMerit = 33;
/** Most readings for each item, on average: a rule that matches everything must not hold up other campaigns. */
const maxShare = 0.6;
const fewItems = 100;

/** Half of the texts with a share of .7 are leads, as with a nearness of 3.5. */
const cheapWorth = 5;
/** What the cheap stage gives this share is read even if it isn't near in meaning, as a short comment in a thread. */
export const worthReading: Readonly<Record<ReaderName, number>> = { english: 0.2, languages: 0.1 };

interface Reading {
  readPairs: ReadPairs;
  nearness: Nearness;
  /** Most readings. */
  most: number;
}

interface Unread {
  pair: Pair & { item: FetchedItem };
  candidate: Candidate;
  hash: string;
  isStored: boolean;
}

async function readAll(looked: readonly Looked[], scorer: Scores, { readPairs, nearness, most }: Reading): Promise<ScorerResult[][]> {
  const read = new Map<ScorerResult, ScorerResult>();
  const unread: (Unread & { promise: number; near: number })[] = [];
  async function take({ pair, candidate, isStored }: Unread, said: Said): Promise<ScorerResult> {
    const scored = scorer.scoreRead(pair.item, candidate, said);
    if (!isStored || said.moved || (scored.merit ?? 0) < minMerit) return scored;
    const sentences = scorer.sentencesOf(pair.item, candidate.result.campaignId);
    const moving = { ...said, moved: await listMoving(readPairs, pair, { sentences, lead: said.lead }) };
    return { ...scorer.scoreRead(pair.item, candidate, moving), said: moving };
  }
  for (const { item, results, said } of looked) {
    let nearOf: Awaited<ReturnType<Nearness['of']>> | null = null;
    for (const candidate of scorer.candidatesOf(item, results)) {
      const { result, reader } = candidate;
      const pair = { about: scorer.aboutOf(result.campaignId), reader, item };
      const troubles = reader === 'english' ? scorer.troublesOf(result.campaignId) : [];
      const one = { pair, candidate, hash: hashOf(pair, troubles), isStored: said !== undefined };
      const known = said?.[result.campaignId];
      if (known?.hash === one.hash) {
        read.set(result, await take(one, known));
        continue;
      }
      const cheap = result.cheap ?? 0;
      let near = 0;
      // The vectors are of English.
      if (reader === 'english') {
        nearOf ??= await nearness.of(item);
        near = await nearOf({ about: pair.about, troubles });
      }
      if (near > 0 || cheap >= worthReading[reader] || result.matchedRules.length > 0)
        unread.push({ ...one, near, promise: Math.max(near, cheapWorth * cheap) });
    }
  }
  const candidates = unread.toSorted((a, b) => b.promise - a.promise).slice(0, most);
  const odds = await readPairs(candidates.map(({ pair }) => pair));
  for (const [at, one] of candidates.entries()) {
    const found: Odds | null | undefined = odds[at];
    if (!found) continue;
    const said = { ...found, near: one.near, hash: one.hash };
    read.set(one.candidate.result, { said, ...(await take(one, said)) });
  }
  return looked.map(({ results }) => results.map((result) => read.get(result) ?? result));
}

/** Reads candidates together with their campaigns. */
export interface CandidateReader {
  /** In the order given; results that aren't candidates stay. At most so many are read, those that promise most. */
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
