import { leadMinimum } from '#shared/scoring.ts';
import { dayMs } from '#shared/time.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import { type Entrant, ranksOf } from '#core/scoring/best-of-day.ts';
import { type Callable, dayTimeOf, type Entry, listCallable, listEntries, saveCalls } from './calling-queries.ts';

/** Merits are compared rounded. */
export const leastMerit = leadMinimum - 0.5;

type Ranked = Entrant & { id: number };

const canBeCalled = ({ merit, author_key }: Entry): boolean => author_key !== null && Math.round(merit) >= leadMinimum;

/** The places of a campaign's posts among those of the 24 hours up to each, by id; without posts that can't be leads. */
export async function placesIn(
  db: Db,
  campaignId: number,
  { posts, last }: { posts: readonly Pick<Entry, 'id' | 'created_at' | 'discovered_at'>[]; last: number },
): Promise<Map<number, number>> {
  const wanted = new Set(posts.map(({ id }) => id));
  const times = posts.map(dayTimeOf);
  const span = { after: Math.min(...times) - dayMs, until: Math.max(...times) };
  const entries = await listEntries(db, { campaignId, least: leastMerit, ...span });
  const ranked = entries
    .filter(canBeCalled)
    .map((entry): Ranked => ({ id: entry.id, author: entry.author_key ?? '', at: dayTimeOf(entry), merit: entry.merit }));
  return new Map([...ranksOf(ranked, { last, isWanted: ({ id }) => wanted.has(id) })].map(([{ id }, place]) => [id, place]));
}

interface Called {
  /** Posts of campaigns that call the best of a day, and whether each is one of them. */
  leads: ReadonlyMap<number, boolean>;
  /** Posts whose status changed. */
  turned: number[];
}

function callOf(post: Callable, place: number | undefined, anew: boolean): Pick<Callable, 'id' | 'decided' | 'status'> {
  const isBest = place !== undefined && (place <= post.leads_per_day || (!anew && post.decided === 'lead'));
  const decided = isBest ? ('lead' as const) : ('post' as const);
  const stays = post.touched === 1 || (post.held === 1 && !isBest);
  return { id: post.id, decided, status: stays ? post.status : isBest ? 'lead' : 'new' };
}

/**
 * Decides which of these posts are leads, where their campaign calls the best of a day. What was one stays one, whatever else is
 * found, as long as it is good enough; `anew` chooses again, after its user changed how the campaign ranks. What its user did
 * something with stays in any case.
 */
export async function callBest(trx: Trx, ids: readonly number[], { anew = false } = {}): Promise<Called> {
  const posts = await listCallable(trx, ids);
  const leads = new Map<number, boolean>();
  const turned: number[] = [];
  for (const [campaignId, own] of Map.groupBy(posts, ({ campaign_id }) => campaign_id)) {
    const places = await placesIn(trx, campaignId, { posts: own, last: own[0]?.leads_per_day ?? 0 });
    const calls = own.map((post) => ({ post, call: callOf(post, places.get(post.id), anew) }));
    for (const { call } of calls) leads.set(call.id, call.decided === 'lead');
    const changed = calls.filter(({ post, call }) => post.decided !== call.decided || post.status !== call.status);
    await saveCalls(
      trx,
      changed.map(({ call }) => call),
    );
    turned.push(...changed.filter(({ post, call }) => post.status !== call.status).map(({ call }) => call.id));
  }
  return { leads, turned };
}
