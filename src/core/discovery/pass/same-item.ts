import type { ItemRow } from '#core/inbox/items/items.ts';
import type { movePosts, NamedPost } from '#core/inbox/posts/scored-queries.ts';

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
