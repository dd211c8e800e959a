import { type Db, transact } from '#core/platform/db/connect.ts';
import { itemOf } from '#core/inbox/items/items.ts';
import { mergeLeads } from '#core/inbox/leads/merge.ts';
import { type Blacklist, createFilter } from '#core/scoring/filters/filter.ts';
import { listShown, type StoredPost, writeBlacklisted } from './queries.ts';

const pageSize = 1000;

export interface Barred {
  /** Posts that left their lists, and posts that came back. */
  hidden: number;
  restored: number;
}

/** A post that its user archived meanwhile stays away when the bar is lifted. */
const openOnceLifted = ({ status }: StoredPost): 0 | 1 => (status === 'new' || status === 'lead' ? 1 : 0);

/**
 * Brings what is stored in line with the blacklist by the very filter that new items pass: what is named
 * leaves the lists, what is named no longer comes back. A page at a time, so that others get their turns.
 */
export async function barPosts(db: Db, blacklist: Blacklist, now: () => number): Promise<Barred> {
  const filter = createFilter({ campaigns: [], blacklist, now: null, languageOf: () => null });
  const isNamed = (post: StoredPost): boolean => filter.forAll(itemOf(post))?.startsWith('blacklisted') ?? false;
  const done: Barred = { hidden: 0, restored: 0 };
  for (let after = 0; ;) {
    const page = await listShown(db, after, pageSize);
    const named = page.filter((post) => post.blacklisted === 0 && isNamed(post));
    const lifted = page.filter((post) => post.blacklisted === 1 && !isNamed(post));
    if (named.length + lifted.length > 0) {
      await transact(db, async (trx) => {
        await writeBlacklisted(trx, [
          ...named.map(({ post_id }) => ({ id: post_id, blacklisted: 1 as const, open: 0 as const })),
          ...lifted.map((post) => ({ id: post.post_id, blacklisted: 0 as const, open: openOnceLifted(post) })),
        ]);
        await mergeLeads(
          trx,
          [...named, ...lifted].map(({ post_id }) => post_id),
          now(),
        );
      });
    }
    done.hidden += named.length;
    done.restored += lifted.length;
    after = page.at(-1)?.post_id ?? after;
    if (page.length < pageSize) return done;
  }
}
