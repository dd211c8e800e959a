import { type Db } from '#core/platform/db/connect.ts';
import { eachQuarter, type Piece } from './days.ts';
import { addCounts, addLatency, newFacts, countOf, type Durations, quantileOf } from './facts.ts';
import { readBriefPieces } from './pieces.ts';
import { bucketDays, type Range, rangeBefore } from './range.ts';
import { sumUp } from './sums.ts';
import { dateOf } from '#shared/time-zone.ts';

interface Figures {
  leads: number;
  /** Counted on the day of first contact, including leads found earlier. */
  answered: number;
  right: number;
  wrong: number;
}
/** Figures of a user's last days, today included. */
export interface Recent {
  /** Dates in the user's time zone, oldest first. */
  days: string[];
  leads: number[];
  answered: number[];
  /** Leads per day by campaign id. */
  byCampaign: ReadonlyMap<number, readonly number[]>;
  now: Figures;
  /** The same number of days before, up to the same time of day. */
  before: Figures;
  /** Median minutes from posting to first view; null if none of these days' leads was seen. `seen` is the sample size. */
  seenMinutes: number | null;
  seen: number;
}

function figuresOf(pieces: readonly Piece[]): Figures & { seen: Durations } {
  const facts = newFacts();
  let answered = 0;
  for (const piece of pieces) {
    addCounts(facts, piece.facts);
    addLatency(facts.latency, piece.facts.latency);
    eachQuarter(piece.facts.answered, (_, count) => void (answered += count));
  }
  return { leads: facts.leads, answered, right: facts.right, wrong: facts.wrong, seen: facts.latency.seen };
}

/** Reads what the dashboard shows from the stored figures. */
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
