import { dayMs } from '#shared/time.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { mapInSlices } from '#core/platform/slices.ts';
import { addLead, countFacts, countFactsByDay } from './count-facts.ts';
import { type ListedFacts, listed, type Piece, parseDay } from './days.ts';
import { type LeadStep, listAnswers, listFoundLeads, type Stretch, listBriefDays, listDays } from './queries.ts';
import { addTo, countNames, entryOf, type Facts, newFacts, quarterMs, type Durations } from './facts.ts';

/** No campaign: what is subtracted from all of them together. */
const noCampaign = 0;

const negative = (durations: Durations): Durations => durations.map((count) => -count);
const negativeQuarters = (list: readonly number[]): number[] => list.map((value, at) => (at % 2 === 0 ? value : -value));

function negated(facts: Facts): ListedFacts {
  const { found, answered, written, latency } = listed(facts);
  const streams = facts.subreddits
    .entries()
    .map(([name, { leads, replied, seen }]) => [name, 0, 0, 0, -leads, -replied, 0, 0, negative(seen)] as const);
  return {
    ...(Object.fromEntries(countNames.map((name) => [name, -facts[name]])) as Record<(typeof countNames)[number], number>),
    found: negativeQuarters(found),
    answered: negativeQuarters(answered),
    written: negativeQuarters(written),
    subreddits: [...streams],
    // A rule is one campaign's, and so are its figures.
    rules: [],
    latency: { found: negative(latency.found), seen: negative(latency.seen), answered: negative(latency.answered) },
  };
}

/** Campaigns count whom they found. Together they count a person once: this takes away whom another campaign found before. */
async function readRepeated(db: Db, stretch: Stretch): Promise<Piece[]> {
  const days = new Map<number, Facts>();
  const factsAt = (at: number): Facts => entryOf(days, Math.floor(at / dayMs), newFacts);
  for (const lead of await listFoundLeads(db, stretch, { isRepeated: true })) addLead(factsAt(lead.first_seen_at), lead);
  for (const { contacted_at } of await listAnswers(db, stretch, { isRepeated: true }))
    addTo(factsAt(Number(contacted_at)).answered, Math.floor(Number(contacted_at) / quarterMs));
  return [...days].map(([day, facts]) => ({ campaignId: noCampaign, at: day * dayMs, facts: negated(facts) }));
}

export interface Wanted {
  userId: number;
  campaignId: number | null;
  /** UTC ms; `to` is exclusive. */
  from: number;
  to: number;
  step?: LeadStep | undefined;
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

const readTwice = async (db: Db, { userId, campaignId, from, to, step }: Wanted): Promise<Piece[]> =>
  campaignId === null ? readRepeated(db, { userId, from, to, step }) : [];

/** Which leads reached a step isn't stored by day: they are counted now. */
async function readReached(db: Db, wanted: Wanted): Promise<Piece[]> {
  const days = await countFactsByDay(db, wanted);
  return [...days].flatMap(([day, campaigns]) =>
    [...campaigns].map(([campaignId, facts]) => ({ campaignId, at: Math.max(wanted.from, day * dayMs), facts: listed(facts) })),
  );
}

/** Whole UTC days from the stored figures, partial days at the ends counted now. */
export async function readPieces(db: Db, wanted: Wanted): Promise<Piece[]> {
  if (wanted.step) return (await Promise.all([readReached(db, wanted), readTwice(db, wanted)])).flat();
  return (await Promise.all([readDays(listDays(db, daysOf(wanted))), readEdges(db, wanted), readTwice(db, wanted)])).flat();
}

/** The same without subreddits, rules, and hours of writing. */
export async function readBriefPieces(db: Db, wanted: Wanted): Promise<Piece[]> {
  if (wanted.step) return readPieces(db, wanted);
  return (await Promise.all([readDays(listBriefDays(db, daysOf(wanted))), readEdges(db, wanted), readTwice(db, wanted)])).flat();
}
