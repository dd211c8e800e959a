import type { ReplyState } from '#shared/outbox.ts';
import { hourMs } from '#shared/time.ts';
import type { FetchedItem } from '#core/platform/item.ts';

/** What one view shows of a comment. `null`: it could not be determined. */
export type View = FetchedItem | 'missing' | null;

export interface Views {
  /** As its author sees it. */
  own: View;
  /** As the app's own token sees it, which belongs to no account. */
  outside: View;
}

const goneOf = (view: View): FetchedItem['gone'] => (view === null || view === 'missing' ? null : view.gone);

/** Reddit's lists lag: what others are not shown this soon may yet come. */
const lagMs = hourMs;

/**
 * The state of a reply, or null if it is unknown now. What moderators remove still looks normal to its author,
 * so only the view from outside can take a removal back.
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
  /** Of direct answers. */
  names: string[];
  /** UTC ms of the first thing that the person said below it. */
  personAt: number | null;
}

interface Branch {
  fullname: string;
  /** Who wrote it. */
  account: string;
  /** Who was answered. */
  person: string | null;
}
const maxNames = 20;
const isSame = (a: string | null, b: string | null): boolean => a !== null && b !== null && a.toLowerCase() === b.toLowerCase();

/** Who answered a comment, from the things of its thread, in any order and with others among them. */
export function answersTo(items: readonly FetchedItem[], { fullname, account, person }: Branch): Answers {
  const childrenOf = Map.groupBy(items, ({ parentFullname }) => parentFullname);
  const below: FetchedItem[] = [];
  const parents = [fullname];
  // Each parent is taken once: circular data must end.
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
  const said = below.filter(({ author }) => isSame(author, person) && !isSame(author, account)).map(({ createdAt }) => createdAt);
  return { count: others.length, names: authors, personAt: said.length > 0 ? Math.min(...said) : null };
}
