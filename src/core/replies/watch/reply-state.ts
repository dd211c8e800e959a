import type { ReplyState } from '#shared/outbox.ts';
import { hourMs } from '#shared/time.ts';
import type { FetchedItem } from '#core/platform/item.ts';

/** A comment as seen in one view; null if unknown. */
export type View = FetchedItem | 'missing' | null;

export interface Views {
  /** The author's view. */
  own: View;
  /** The view with the app's own token, which belongs to no account. */
  outside: View;
}

const goneOf = (view: View): FetchedItem['gone'] => (view === null || view === 'missing' ? null : view.gone);

/** Reddit's caches lag: a comment that is missing so soon may still appear. */
const lagMs = hourMs;

/**
 * The state of a reply; null if unknown. A removed comment still looks normal to its author, so only the outside view can
 * show that it is visible again.
 */
export function standingOf({ own, outside }: Views, { before, ageMs }: { before: ReplyState; ageMs: number }): ReplyState | null {
  const gone = new Set([goneOf(own), goneOf(outside)]);
  if (gone.has('deleted') || gone.has('account')) return 'deleted';
  if (gone.has('removed')) return 'removed';
  if (own === 'missing' ? outside === 'missing' || outside === null : outside === 'missing') return ageMs < lagMs ? before : 'hidden';
  if (outside !== null) return 'shown';
  if (own === null) return null;
  return before === 'removed' || before === 'hidden' ? before : 'own';
}

export interface Answers {
  count: number;
  /** Authors of direct replies. */
  names: string[];
  /** Time (UTC ms) of the person's first comment below the reply. */
  personAt: number | null;
}

interface Branch {
  fullname: string;
  /** Author of the reply. */
  account: string;
  /** The person replied to. */
  person: string | null;
}
const maxNames = 20;
const isSame = (a: string | null, b: string | null): boolean => a !== null && b !== null && a.toLowerCase() === b.toLowerCase();

/** Finds the answers to a comment among the items of its thread, in any order. */
export function answersTo(items: readonly FetchedItem[], { fullname, account, person }: Branch): Answers {
  const childrenOf = Map.groupBy(items, ({ parentFullname }) => parentFullname);
  const below: FetchedItem[] = [];
  const parents = [fullname];
  // Visit each parent once, so that circular data can't loop forever.
  for (let name = parents.shift(); name; name = parents.shift()) {
    const children = childrenOf.get(name) ?? [];
    childrenOf.delete(name);
    below.push(...children);
    parents.push(...children.map((child) => child.fullname));
  }
  const others = below.filter(
    ({ author, gone, parentFullname }) => parentFullname === fullname && gone === null && !isSame(author, account),
  );
  const authors = [...new Set(others.flatMap(({ author }) => author ?? []))].slice(0, maxNames);
  const times = below.filter(({ author }) => isSame(author, person) && !isSame(author, account)).map(({ createdAt }) => createdAt);
  return { count: others.length, names: authors, personAt: times.length > 0 ? Math.min(...times) : null };
}
