import type { Now } from '#core/platform/clock.ts';
import type { FetchedItem } from '#core/platform/item.ts';

const keptMs = 30 * 60_000;
const maxKept = 3000;

/** Recent search results, so that saving one needs no request. Kept in memory only, because they were never saved by a user. */
export function createFound(now: Now) {
  const kept = new Map<string, { item: FetchedItem; at: number }>();
  const keyOf = (userId: number, fullname: string) => `${userId} ${fullname}`;
  return {
    remember(userId: number, items: readonly FetchedItem[]): void {
      for (const item of items) {
        // Deleted first, so that reinserting makes it the newest.
        kept.delete(keyOf(userId, item.fullname));
        kept.set(keyOf(userId, item.fullname), { item, at: now() });
      }
      for (const key of kept.keys()) {
        if (kept.size <= maxKept) break;
        kept.delete(key);
      }
    },
    recall(userId: number, fullname: string): FetchedItem | null {
      const one = kept.get(keyOf(userId, fullname));
      return one && one.at > now() - keptMs ? one.item : null;
    },
  };
}
