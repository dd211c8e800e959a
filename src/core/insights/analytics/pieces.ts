import type { Db } from '#core/platform/db/connect.ts';
import { countFacts } from './count-facts.ts';
import { mapInSlices } from '#core/platform/slices.ts';
import { listed, type ListedFacts, parseDay } from './days.ts';
import { dayMs } from '#shared/time.ts';
import { listBriefDays, listDays } from './queries.ts';

export interface Wanted {
  userId: number;
  campaignId: number | null;
  /** UTC ms; `to` is exclusive. */
  from: number;
  to: number;
}
/** Figures of a campaign for a UTC day, or for the part of one at an end of the range. */
export interface Piece {
  campaignId: number;
  /** Start in UTC ms. */
  at: number;
  facts: ListedFacts;
}

/** Partial UTC days at the ends of the range: midnight in most time zones isn't midnight UTC, and stored days are whole. */
function edgesOf({ from, to }: Wanted): { from: number; to: number }[] {
  const first = Math.ceil(from / dayMs) * dayMs;
  const last = Math.floor(to / dayMs) * dayMs;
  if (first > last) return [{ from, to }];
  return [
    { from, to: first },
    { from: last, to },
  ].filter((edge) => edge.from < edge.to);
}

async function readEdges(db: Db, wanted: Wanted): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const { from, to } of edgesOf(wanted)) {
    for (const [campaignId, facts] of await countFacts(db, { userId: wanted.userId, from, to }))
      if (wanted.campaignId === null || wanted.campaignId === campaignId) pieces.push({ campaignId, at: from, facts: listed(facts) });
  }
  return pieces;
}

const daysOf = ({ userId, campaignId, from, to }: Wanted) => ({
  userId,
  campaignId,
  from: Math.ceil(from / dayMs),
  to: Math.floor(to / dayMs) - 1,
});

async function readDays(rows: Promise<{ json: string }[]>): Promise<Piece[]> {
  return mapInSlices(await rows, ({ json }) => {
    const { campaignId, day, facts } = parseDay(json);
    return { campaignId, at: day * dayMs, facts };
  });
}

/** Whole UTC days from the stored figures, partial days at the ends counted now. */
export async function readPieces(db: Db, wanted: Wanted): Promise<Piece[]> {
  return (await Promise.all([readDays(listDays(db, daysOf(wanted))), readEdges(db, wanted)])).flat();
}

/** The same without subreddits, rules, and hours of writing. */
export async function readBriefPieces(db: Db, wanted: Wanted): Promise<Piece[]> {
  return (await Promise.all([readDays(listBriefDays(db, daysOf(wanted))), readEdges(db, wanted)])).flat();
}
