import type { ThreadComment } from '#core/sources/source.ts';

const maxShown = 10;
/** The asker's newest, whatever others think of them. */
const maxOfAsker = 3;

type Placed = ThreadComment & { depth: number };

const isSamePerson = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one.toLowerCase() === other.toLowerCase();

export const isBy =
  (asker: string | null) =>
  ({ author }: Pick<ThreadComment, 'author'>): boolean =>
    isSamePerson(author, asker);

/** The comments that matter most, each below the one that it replies to if that is among them. Depth 1 is a reply to the post. */
export function pickComments(all: readonly ThreadComment[], asker: string | null): Placed[] {
  const own = all.filter(isBy(asker)).toSorted((a, b) => b.createdAt - a.createdAt);
  // Where no points are given, as they come.
  const best = all.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
  const names = new Set([...new Set([...own.slice(0, maxOfAsker), ...best])].slice(0, maxShown).map(({ fullname }) => fullname));
  const picked = all.filter(({ fullname }) => names.has(fullname));
  const below = Map.groupBy(picked, ({ parentFullname }) => (parentFullname !== null && names.has(parentFullname) ? parentFullname : null));
  const placed: Placed[] = [];
  const place = (parent: string | null, depth: number): void => {
    for (const comment of below.get(parent) ?? []) {
      placed.push({ ...comment, depth });
      place(comment.fullname, depth + 1);
    }
  };
  place(null, 1);
  return placed;
}
