import { isoTime } from '#core/platform/clock.ts';
import type { Preview } from '#shared/campaigns.ts';
import type { ItemRow } from '#core/inbox/items/items.ts';
import { type FetchedItem, unknownTime } from '#core/platform/item.ts';
import { itemFieldsOf } from '#core/inbox/posts/rows.ts';
import type { CandidateReader } from '#core/scoring/reader/read-candidates.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';
import type { Scorer, ScorerResult } from '#core/scoring/scorer.ts';
import { BestOfDay } from '#core/scoring/best-of-day.ts';
import { createEarlierTexts } from '../pass/earlier-texts.ts';
import { isFirstOf } from '../pass/open-items.ts';

/** An item that isn't stored. */
export const rowOfFetched = (item: FetchedItem): ShownItem => ({
  ...item,
  created_at: item.createdAt,
  points: item.score,
  num_comments: item.numComments,
});

export type ShownItem = Parameters<typeof itemFieldsOf>[0] & Pick<ItemRow, 'author'>;
export interface Hit {
  item: FetchedItem;
  row: ShownItem;
  /** Of a stored item. */
  stored: ItemRow | null;
  result: ScorerResult;
}

/** Reading one takes about 20 ms, and somebody waits. */
export const maxRead = 60;
/** As many are compared by meaning, each in about 7 ms, to find those that are worth reading. */
const comparedPerRead = 3;

/** By the cheap stage: what a rule matched, and what may be a lead. */
const promise = ({ result: { matchedRules, cheap } }: Hit): number => (matchedRules.length > 0 ? 1 : 0) + (cheap ?? 0);

/** Hits that were read together with the campaign, as all are where nothing is read, and others. */
export interface ReadHits {
  read: Hit[];
  unread: Hit[];
}

/** Reads the best as a run would; what a run wouldn't read, and all where the model can't be used, is decided by the cheap stage alone. */
export async function readBest(
  hits: readonly Hit[],
  { scorer, candidates, most = maxRead }: { scorer: Scorer; candidates: CandidateReader | null; most?: number },
): Promise<ReadHits> {
  if (!candidates) return { read: [...hits], unread: [] };
  const open = new Set(hits.filter(({ item, result }) => scorer.candidatesOf(item, [result]).length > 0));
  const ordered = [...open].toSorted((a, b) => promise(b) - promise(a));
  const compared = ordered.slice(0, comparedPerRead * most);
  const results = await candidates.read(
    compared.map(({ item, result }) => ({ item, results: [result] })),
    scorer,
    most,
  );
  if (candidates.fault() !== null) return { read: [...hits], unread: [] };
  const looked = compared.map((hit, at) => ({ ...hit, result: results[at]?.[0] ?? hit.result }));
  const isRead = ({ result }: Hit): boolean => result.said !== undefined;
  return {
    read: [...hits.filter((hit) => !open.has(hit)), ...looked.filter(isRead)],
    unread: [...looked.filter((hit) => !isRead(hit)), ...ordered.slice(compared.length)],
  };
}

/** Of what wasn't read, it isn't known whether it is a lead, so these are posts below all that were. */
function rankedOf({ read, unread }: ReadHits): Hit[] {
  const least = read.reduce((lowest, { result }) => Math.min(lowest, result.exactScore ?? 0), Infinity);
  return [...read, ...unread.map((hit) => ({ ...hit, result: belowRead(hit.result, least) }))];
}

function belowRead(result: ScorerResult, most: number): ScorerResult {
  const exactScore = Math.min(most, result.exactScore ?? 0);
  return { ...result, exactScore, score: Math.round(exactScore), decision: result.decision === 'lead' ? 'post' : result.decision };
}

/** The run keeps the first of several texts that are nearly the same. */
function withoutCopies(hits: readonly Hit[]): Hit[] {
  const firstLike = createEarlierTexts();
  const kept = new Set<string>();
  return hits
    .toSorted((a, b) => (a.stored?.seq ?? 0) - (b.stored?.seq ?? 0))
    .filter(({ stored }) => {
      if (stored === null) return true;
      const isFirst = isFirstOf(firstLike(stored), kept);
      if (isFirst) kept.add(stored.fullname);
      return isFirst;
    });
}

/** Of those that can be leads, the best of each day are; without a date, of the day on which they are found. */
function callBest(hits: readonly Hit[], { leadsPerDay, now }: { leadsPerDay: number; now: number }): Hit[] {
  const day = new BestOfDay<Hit>(leadsPerDay);
  for (const hit of hits)
    if (hit.result.decision === 'lead' && hit.row.author !== null)
      day.add(hit, { at: dayTimeOf(hit, now), author: hit.row.author.toLowerCase(), merit: hit.result.merit ?? 0 });
  const leads = new Set(day.end().best);
  return hits.map((hit) =>
    hit.result.decision === 'lead' && !leads.has(hit) ? { ...hit, result: { ...hit.result, decision: 'post' as const } } : hit,
  );
}

const dayTimeOf = ({ item, stored }: Hit, now: number): number =>
  item.createdAt === unknownTime ? (stored?.fetched_at ?? now) : item.createdAt;

/** What a run would keep. */
export function keptOf(
  hits: ReadHits,
  { leadThreshold, leadsPerDay }: Pick<ScoringCampaign, 'leadThreshold' | 'leadsPerDay'>,
  now: number,
): Hit[] {
  const kept = withoutCopies(rankedOf(hits)).filter(({ result }) => result.decision !== 'none');
  return leadThreshold === null ? callBest(kept, { leadsPerDay, now }) : kept;
}

export function shown(
  { row, result }: Pick<Hit, 'row' | 'result'>,
  { now, isSample }: { now: number; isSample: boolean },
): Preview['best'][number] {
  const assessment = result.assessment;
  return {
    ...itemFieldsOf(row),
    discoveredAt: isoTime(now),
    matchedRules: result.matchedRules,
    confidence: result.score ?? 0,
    learnedPoints: 0,
    components: assessment?.components ?? {
      intent: null,
      fit: null,
      relevance: null,
      urgency: null,
      reachability: null,
      recency: null,
      saturation: null,
    },
    evidence: assessment?.evidence ?? [],
    reason: assessment?.reason ?? '',
    scoredBy: 'builtin',
    status: result.decision === 'lead' ? 'lead' : 'new',
    seen: false,
    feedback: null,
    leadId: null,
    goneAt: null,
    sample: isSample,
  };
}
