import { type Db, transact } from '#core/platform/db/connect.ts';
import { itemOf } from '#core/inbox/items/items.ts';
import { mergeLeads } from '#core/inbox/leads/merge.ts';
import { type Blacklist, createFilter } from '#core/scoring/filters/filter.ts';
import { setBlacklisted } from '#core/inbox/posts/scored-queries.ts';
import { listShown, type StoredPost } from './queries.ts';

const pageSize = 1000;

export interface Applied {
  /** Number of posts removed from the lists; the next one is the number returned to them. */
  hidden: number;
  restored: number;
}

/** A post that its user archived in the meantime stays out of the lists. */
const openOnceAllowed = ({ status }: StoredPost): 0 | 1 => (status === 'new' || status === 'lead' ? 1 : 0);

/**
 * Applies the blacklist to stored posts with the same filter that new items go through: matching posts leave the lists, others
 * return. Works page by page, so that other writes get their turn.
 */
export async function applyBlacklist(db: Db, blacklist: Blacklist, now: () => number): Promise<Applied> {
  const filter = createFilter({ campaigns: [], blacklist, now: null, languageOf: () => null });
  const isListed = (post: StoredPost): boolean => filter.forAll(itemOf(post))?.startsWith('blacklisted') ?? false;
  const done: Applied = { hidden: 0, restored: 0 };
  for (let after = 0; ;) {
    const page = await listShown(db, after, pageSize);
    const listed = page.filter((post) => post.blacklisted === 0 && isListed(post));
    const allowed = page.filter((post) => post.blacklisted === 1 && !isListed(post));
    if (listed.length + allowed.length > 0) {
      await transact(db, async (trx) => {
        await setBlacklisted(trx, [
          ...listed.map(({ post_id }) => ({ id: post_id, blacklisted: 1 as const, open: 0 as const })),
          ...allowed.map((post) => ({ id: post.post_id, blacklisted: 0 as const, open: openOnceAllowed(post) })),
        ]);
        await mergeLeads(
          trx,
          [...listed, ...allowed].map(({ post_id }) => post_id),
          now(),
        );
      });
    }
    done.hidden += listed.length;
    done.restored += allowed.length;
    after = page.at(-1)?.post_id ?? after;
    if (page.length < pageSize) return done;
  }
}
