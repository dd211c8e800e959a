import type { DismissReason } from '#shared/posts.ts';
import type { FollowUpRequest } from '#web/features/follow-ups/follow-up-request.ts';
import { restoreItems } from '../list/items.ts';
import type { Listing } from '../list/use-listing.ts';
import type { Position } from '../list/position.ts';
import type { BulkAction } from '../texts.ts';
import { prepareTriage, triage } from './triage.ts';

/** What can be done with an item of a list. */
export interface ItemActions<T> {
  canLead: boolean;
  /** The ids of the posts an item represents. */
  postIdsOf: (item: T) => string[];
  /** The item after the action, or null if it leaves the list. */
  apply: (item: T, action: BulkAction, reason?: DismissReason) => T | null;
  /** The lead to set a follow-up for; null if the item has no lead. */
  personOf: (item: T) => FollowUpRequest | null;
}

interface Deps<T> extends Pick<ItemActions<T>, 'postIdsOf' | 'apply'> {
  listing: Listing<T>;
  noun: string;
  position: Pick<Position, 'leave' | 'returnTo'>;
}

interface Triage<T> {
  act: (items: readonly T[], action: BulkAction, reason?: DismissReason) => void;
  /** Like `act`, but without a toast or undo: for changes the user didn't ask for. */
  actQuietly: (items: readonly T[], action: BulkAction) => void;
}

/** Optimistic: updates the screen first, then the server, and rolls back if the server refuses. */
export function createTriage<T extends { id: string }>({ listing, noun, position, postIdsOf, apply }: Deps<T>): Triage<T> {
  const show = (chosen: readonly T[], action: BulkAction, reason?: DismissReason) => {
    const before = listing.items ?? [];
    const after = new Map(chosen.map((item) => [item.id, apply(item, action, reason)]));
    const leaving = new Set([...after].filter(([, item]) => item === null).map(([id]) => id));
    if (leaving.size > 0) position.leave(leaving);
    void listing.patch((now) => now.flatMap((item) => (after.has(item.id) ? (after.get(item.id) ?? []) : [item])));
    return async () => {
      await listing.patch((now) => restoreItems(now, before, new Set(after.keys())));
      if (leaving.size > 0) position.returnTo([...leaving]);
    };
  };
  return {
    act: (chosen, action, reason) => {
      if (chosen.length === 0) return;
      const restore = show(chosen, action, reason);
      void triage({ postIds: chosen.flatMap(postIdsOf), action, reason, count: chosen.length, noun, restore });
    },
    actQuietly: (chosen, action) => {
      if (chosen.length === 0) return;
      const restore = show(chosen, action);
      prepareTriage(chosen.flatMap(postIdsOf), action).send().catch(restore);
    },
  };
}
