import type { Post, BelowPost } from '#shared/posts.ts';
import type { CoreContext } from '#core/context.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { addEvents, type NewEvent } from '../leads/event-queries.ts';
import { mergeAskedLeads, mergeLeads, type MergedLead } from '../leads/merge.ts';
import { markLearning } from '../learning/queries.ts';
import { findPost, writeStates, type ReadComments } from './queries.ts';
import { postOf, type PostRow, type PostState, rankOfRow } from './rows.ts';
import type { Fact } from '#shared/events.ts';
import { leadMinimum } from '#shared/scoring.ts';
import { dayMs } from '#shared/time.ts';
import { confidenceAt } from '#core/scoring/confidence.ts';
import { type Calling, findCalling, listBelow } from './calling-queries.ts';
import { placesIn } from './calling.ts';

const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const ordinal = (place: number): string => `${place}${suffixes[ordinals.select(place)] ?? 'th'}`;

function whyNotLead(post: PostRow, place: number | undefined, { lead_threshold, leads_per_day }: Calling): string {
  if (post.decided === 'lead') return "Your plan's leads for this month are used up";
  if (lead_threshold !== null) {
    const score = confidenceAt(rankOfRow(post), post.created_at, post.discovered_at);
    return `Scored ${score} when it was found; leads start at ${lead_threshold}`;
  }
  if (place !== undefined && place > leads_per_day) return `${ordinal(place)} best in 24 hours; the best ${leads_per_day} are leads`;
  if (Math.round(post.merit) >= leadMinimum) return 'Others were better when it was found';
  return `Below the minimum: its text scores ${Math.round(post.merit)}, and a lead needs ${leadMinimum}`;
}

/** What a campaign found in the last 24 hours and didn't call a lead, best first, each with the reason. */
export async function listJustBelow(
  { readDb, now }: PostDeps,
  actor: Actor,
  { campaignId, limit }: { campaignId: string; limit: number },
): Promise<{ items: BelowPost[] }> {
  const campaign = await findCalling(readDb, ownerOf(actor), Number(campaignId));
  if (!campaign) throw new AppError('not_found', 'Campaign not found');
  const posts = await listBelow(readDb, campaign, { since: now() - dayMs, limit });
  const places = posts.length > 0 ? await placesIn(readDb, campaign.id, { posts, last: 1000 }) : new Map<number, number>();
  return { items: posts.map((post) => ({ ...postOf(post, now()), notLead: whyNotLead(post, places.get(post.id), campaign) })) };
}

export interface PostDeps extends Pick<CoreContext, 'db' | 'readDb' | 'readCache' | 'bus' | 'now'> {
  readComments: ReadComments;
}

export const missingPost = () => new AppError('not_found', 'Post not found');
/** What changes for a user when they decide about a post. */
export const postFacts: Fact[] = ['posts-changed', 'leads-changed'];

const statusTexts: Record<Post['status'], string> = {
  new: 'Put back among the posts',
  lead: 'Marked as a lead',
  dismissed: 'Dismissed',
  archived: 'Archived',
};
const feedbackTexts = { right: 'Marked as a good match', wrong: 'Marked as a bad match' } as const;

interface Change {
  before: readonly PostRow[];
  after: readonly PostState[];
  /** Who decided. */
  by: number | null;
  now: number;
  /** Whether a lead beyond the plan's limit refuses the change; otherwise its post stays in Posts. */
  needsLead?: boolean;
}

function eventsOf({ before, after, by }: Change): NewEvent[] {
  const changed = new Map(after.map((state) => [state.id, state]));
  return before.flatMap((post) => {
    const next = changed.get(post.id);
    if (!next || post.lead_id === null) return [];
    const event = { leadId: post.lead_id, postId: post.id, by };
    const status = next.status === post.status ? [] : [{ ...event, kind: 'status' as const, text: statusTexts[next.status] }];
    if (next.feedback === post.feedback && next.feedback_reason === post.feedback_reason) return status;
    const text = next.feedback === null ? 'Feedback removed' : feedbackTexts[next.feedback];
    return [...status, { ...event, kind: 'feedback' as const, text }];
  });
}

/** Campaigns that have something to learn or unlearn. */
function taughtBy(before: readonly PostRow[], after: readonly PostState[]): number[] {
  const changed = new Map(after.map((state) => [state.id, state]));
  return before.flatMap((post) => {
    const next = changed.get(post.id);
    if (!next) return [];
    const isSame = next.feedback === post.feedback && next.feedback_reason === post.feedback_reason && next.kept_at === post.kept_at;
    return isSame ? [] : [post.campaign_id];
  });
}

/** Saves a user's decision, adds it to the timelines, and updates leads. Returns the new leads. */
export async function writeChange(trx: Trx, change: Change): Promise<MergedLead[]> {
  const { before, after, now, needsLead = true } = change;
  await writeStates(trx, after);
  await addEvents(trx, eventsOf(change), now);
  await markLearning(trx, taughtBy(before, after));
  const ids = after.map(({ id }) => id);
  return needsLead ? mergeAskedLeads(trx, ids, now) : mergeLeads(trx, ids, now);
}

type ChangeOne = (trx: Trx, post: PostRow) => Promise<unknown>;

/** Changes one of the actor's posts. Throws `not_found`. */
export async function changePost(
  { db, bus, now }: PostDeps,
  { actor, id }: { actor: Actor; id: string },
  change: ChangeOne,
): Promise<Post> {
  const owner = ownerOf(actor);
  const row = await transact(db, async (trx) => {
    const post = await findPost(trx, owner, id);
    if (!post) throw missingPost();
    await change(trx, post);
    return findPost(trx, owner, id);
  });
  if (!row) throw missingPost();
  bus.emit('posts:decided', {});
  bus.announce(String(row.user_id), postFacts);
  return postOf(row, now());
}
