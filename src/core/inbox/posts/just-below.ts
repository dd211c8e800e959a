import type { BelowPost } from '#shared/posts.ts';
import { leadMinimum } from '#shared/scoring.ts';
import { dayMs } from '#shared/time.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { confidenceAt } from '#core/scoring/confidence.ts';
import { placesIn } from './calling.ts';
import { type Calling, findCalling, listBelow } from './calling-queries.ts';
import type { PostDeps } from './changing.ts';
import { type PostRow, postOf, rankOfRow } from './rows.ts';

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
