import type { DismissReason } from '#shared/posts.ts';
import type { FollowUpRequest } from '#web/features/follow-ups/follow-up-request.ts';
import { restoreItems } from '../list/items.ts';
import type { Listing } from '../list/use-listing.ts';
import type { Position } from '../list/position.ts';
import type { BulkAction } from '../texts.ts';
import { prepareTriage, triage } from './triage.ts';

/** A reply to it was sent or scheduled, or it was put off. */
export type Handled = 'replied' | 'snoozed';

/** What can be done with an item of a list. */
export interface ItemActions<T> {
  canLead: boolean;
  /** The ids of the posts an item represents. */
  postIdsOf: (item: T) => string[];
  /** The item after the action, or null if it leaves the list. */
  apply: (item: T, action: BulkAction, reason?: DismissReason) => T | null;
  /** The item once nothing needs to be done with it for now, or null if it leaves the list. */
  afterHandling: (item: T, how: Handled) => T | null;
  /** The lead to set a follow-up for; null if the item has no lead. */
  personOf: (item: T) => FollowUpRequest | null;
}

interface Deps<T> extends Pick<ItemActions<T>, 'postIdsOf' | 'apply' | 'afterHandling'> {
  listing: Listing<T>;
  noun: string;
  position: Pick<Position, 'leave' | 'moveOn' | 'returnTo'>;
  /** The user dealt with this item. */
  onDone: (id: string) => void;
}

interface Triage<T> {
  act: (items: readonly T[], action: BulkAction, reason?: DismissReason) => void;
  /** Like `act`, but without a toast or undo: for changes the user didn't ask for. */
  actQuietly: (items: readonly T[], action: BulkAction) => void;
  /** Moves on to the next item. Returns what brings this one back. */
  handle: (item: T, how: Handled) => () => void;
}

/** Optimistic: updates the screen first, then the server, and rolls back if the server refuses. */
export function createTriage<T extends { id: string }>({
  listing,
  noun,
  position,
  onDone,
  postIdsOf,
  apply,
  afterHandling,
}: Deps<T>): Triage<T> {
  const show = (chosen: readonly T[], change: (item: T) => T | null) => {
    const before = listing.items ?? [];
    const after = new Map(chosen.map((item) => [item.id, change(item)]));
    const leaving = new Set([...after].filter(([, item]) => item === null).map(([id]) => id));
    if (leaving.size > 0) position.leave(leaving);
    void listing.patch((now) => now.flatMap((item) => (after.has(item.id) ? (after.get(item.id) ?? []) : [item])));
    return async () => {
      const shown = listing.patch((now) => restoreItems(now, before, new Set(after.keys())));
      // At once: a key pressed in between would go to the item that is open instead.
      if (leaving.size > 0) position.returnTo([...leaving]);
      await shown;
    };
  };
  return {
    act: (chosen, action, reason) => {
      if (chosen.length === 0) return;
      for (const { id } of chosen) onDone(id);
      const restore = show(chosen, (item) => apply(item, action, reason));
      void triage({ postIds: chosen.flatMap(postIdsOf), action, reason, count: chosen.length, noun, restore });
    },
    actQuietly: (chosen, action) => {
      if (chosen.length === 0) return;
      const restore = show(chosen, (item) => apply(item, action));
      prepareTriage(chosen.flatMap(postIdsOf), action).send().catch(restore);
    },
    handle: (item, how) => {
      onDone(item.id);
      const after = afterHandling(item, how);
      const restore = show([item], () => after);
      if (after) position.moveOn();
      return () => {
        void restore();
        if (after) position.returnTo([item.id]);
      };
    },
  };
}
