import { type Db } from '#core/platform/db/connect.ts';
import { countOf, type Durations, quantileOf } from './durations.ts';
import { addCounts, addLatency, newFacts } from './facts.ts';
import { type Piece, readBriefPieces } from './pieces.ts';
import { bucketDays, type Range, rangeBefore } from './range.ts';
import { sumUp } from './sums.ts';
import { dateOf } from '#shared/time-zone.ts';

interface Figures {
  leads: number;
  /** By the day they were answered on, whenever they were found. */
  answered: number;
  right: number;
  wrong: number;
}
/** The last days of a user, the newest of them today. */
export interface Recent {
  /** Dates of the user's zone, oldest first. */
  days: string[];
  leads: number[];
  answered: number[];
  /** Campaign → leads by day. */
  byCampaign: ReadonlyMap<number, readonly number[]>;
  now: Figures;
  /** Of as many days before, up to the same time of day. */
  before: Figures;
  /** Median minutes from posted to seen of the leads of these days, and of how many; null without one. */
  seenMinutes: number | null;
  seen: number;
}

const sum = (counts: Iterable<number>): number => Iterator.from(counts).reduce((total, count) => total + count, 0);

function figuresOf(pieces: readonly Piece[]): Figures & { seen: Durations } {
  const facts = newFacts();
  let answered = 0;
  for (const piece of pieces) {
    addCounts(facts, piece.facts);
    addLatency(facts.latency, piece.facts.latency);
    answered += sum(piece.facts.answered.values());
  }
  return { leads: facts.leads, answered, right: facts.right, wrong: facts.wrong, seen: facts.latency.seen };
}

/** What the dashboard shows of the kept figures. */
export async function readRecent(db: Db, { userId, range, now }: { userId: number; range: Range; now: number }): Promise<Recent> {
  const pieces = await readBriefPieces(db, { userId, campaignId: null, from: range.from, to: range.to });
  const before = await readBriefPieces(db, { userId, campaignId: null, ...rangeBefore(range, now) });
  const sums = sumUp(pieces, range);
  const { seen, ...figures } = figuresOf(pieces);
  const { seen: _, ...figuresBefore } = figuresOf(before);
  return {
    days: bucketDays(range).map(dateOf),
    leads: sums.found,
    answered: sums.answered,
    byCampaign: new Map([...sums.campaigns].map(([id, { found }]) => [id, found])),
    now: figures,
    before: figuresBefore,
    seenMinutes: quantileOf(seen, 0.5),
    seen: countOf(seen),
  };
}
