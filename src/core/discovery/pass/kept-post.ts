import type { Assessment } from '#shared/scoring.ts';
import type { ItemRow } from '#core/inbox/items/items.ts';
import { listReaders, type ScoredPost, type movePosts, type NamedPost, scoreColumnsOf } from '#core/inbox/posts/scored-queries.ts';
import type { Trx } from '#core/platform/db/connect.ts';
import { indexTexts } from '#core/platform/db/text-search.ts';
import { recencyOf } from '#core/scoring/arithmetic.ts';
import { confidenceAt, type Rank, rankOf } from '#core/scoring/confidence.ts';
import { meritOf } from '#core/scoring/lead-threshold.ts';
import type { ScoredCampaign } from './scored-campaign.ts';
import type { Finding } from './finding.ts';

/** An item that a campaign keeps as a post. */
export interface Kept {
  finding: Finding;
  assessment: Assessment;
  rank: Rank;
  learnedPoints: number;
  merit: number;
  decided: 'lead' | 'post';
  discoveredAt: number;
}

/** Rank of an item in a campaign with its learned points, and with recency as of `at` (UTC ms). */
export function rankFor(
  campaign: ScoredCampaign,
  item: ItemRow,
  { assessment, at }: { assessment: Assessment; at: number },
): Pick<Kept, 'rank' | 'learnedPoints' | 'merit'> & { score: number } {
  const { components, role } = assessment;
  const { kind, subreddit_key: subreddit, title, body, created_at } = item;
  const aged = { ...components, recency: recencyOf(created_at, at) };
  const learnedPoints = campaign.learnedPoints({ components: aged, role, kind, subreddit, title, body });
  const rank = rankOf(components, campaign.scoring.weights, { ...assessment, learnedPoints });
  const merit = meritOf(components, campaign.scoring.weights, { ...assessment, learnedPoints });
  return { rank, learnedPoints, merit, score: confidenceAt(rank, created_at, at) };
}

export const scoredPostOf = ({ finding, discoveredAt, ...scored }: Kept, scoredBy: string): ScoredPost => ({
  ...scoreColumnsOf({ ...scored, scoredBy }),
  campaign_id: finding.campaign.id,
  user_id: finding.campaign.userId,
  item_id: finding.item.id,
  kind: finding.item.kind,
  subreddit_key: finding.item.subreddit_key,
  author_key: finding.item.author?.toLowerCase() ?? null,
  matched_rules: JSON.stringify(finding.result.matchedRules),
  created_at: finding.item.created_at,
  discovered_at: discoveredAt,
  open: 1,
  status: scored.decided === 'lead' && finding.item.author !== null ? 'lead' : 'new',
});

/** Adds kept texts to the search index of every user who has a post of them. */
export async function indexKept(trx: Trx, kept: readonly Kept[]): Promise<void> {
  const items = [...new Map(kept.map(({ finding: { item } }) => [item.id, item])).values()];
  const readers = await listReaders(
    trx,
    items.map(({ id }) => id),
  );
  await indexTexts(
    trx,
    items.map(({ id, title, body, author }) => ({ itemId: id, title, body, author, userIds: readers.get(id) ?? [] })),
  );
}

type Moved = Parameters<typeof movePosts>[1][number];

export const movedTo = (id: number, { id: item_id, subreddit_key, created_at }: ItemRow): Moved => ({
  id,
  item_id,
  subreddit_key,
  created_at,
});

export const postKey = (campaignId: number, itemId: number): string => `${campaignId} ${itemId}`;
const nameKey = (campaignId: number, fullname: string): string => `${campaignId} ${fullname}`;
const isHeld = ({ open, touched }: NamedPost): boolean => open === 1 || touched === 1;

/**
 * The posts that campaigns already have of a batch's items. A post that was both fetched and imported is two items, because an
 * import must not change what others read, but each campaign has a single post of it. The fetched item wins, so that edits and
 * deletions on Reddit apply.
 */
export class HeldPosts {
  readonly existing: Map<string, NamedPost>;
  readonly moves: Moved[] = [];
  /** `campaign item`: the campaign already has this post from another source. */
  readonly known = new Set<string>();
  readonly #named: Map<string, NamedPost[]>;
  readonly #taken = new Set<string>();

  constructor(posts: readonly NamedPost[]) {
    this.existing = new Map(posts.map((post) => [postKey(post.campaign_id, post.item_id), post]));
    this.#named = Map.groupBy(posts, (post) => nameKey(post.campaign_id, post.fullname));
  }

  /** Whether the campaign's post should use this item. Call it for fetched items before imported ones. */
  claim(campaignId: number, item: ItemRow): boolean {
    const name = nameKey(campaignId, item.fullname);
    const key = postKey(campaignId, item.id);
    const twin = this.#named.get(name)?.find((post) => post.item_id !== item.id && isHeld(post));
    const own = this.existing.get(key);
    if (this.#taken.has(name) || (twin && !this.#outranks({ own, twin, item }))) {
      this.known.add(key);
      return false;
    }
    if (twin && !own) {
      this.known.add(key);
      this.#move(twin, item);
    }
    this.#taken.add(name);
    return true;
  }

  #outranks({ own, twin, item }: { own: NamedPost | undefined; twin: NamedPost; item: ItemRow }): boolean {
    if (!own) return item.scope === '';
    if (!isHeld(own)) return false;
    return own.touched === twin.touched ? item.scope === '' || (twin.scope !== '' && own.id < twin.id) : own.touched === 1;
  }

  #move(post: NamedPost, item: ItemRow): void {
    this.existing.delete(postKey(post.campaign_id, post.item_id));
    this.existing.set(postKey(post.campaign_id, item.id), post);
    this.moves.push(movedTo(post.id, item));
  }
}
