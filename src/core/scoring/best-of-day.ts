import { dayMs } from '#shared/time.ts';

/** A post that can be a lead. */
export interface Entrant {
  /** When it was posted (UTC ms). */
  at: number;
  author: string;
  merit: number;
}

const isBetter = (one: Entrant, other: Entrant): boolean => one.merit > other.merit || (one.merit === other.merit && one.at < other.at);

interface Counting<T> {
  /** Places after this one aren't counted. */
  last?: number;
  /** Whose places; all by default. */
  isWanted?: (entrant: T) => boolean;
}

/**
 * The place of each entrant among all authors of the 24 hours up to its time, 1 for the best. What is posted later never changes it,
 * so a day's best are as many on average as a place is low, and none of them stops being one.
 */
export function ranksOf<T extends Entrant>(entrants: readonly T[], { last = 100, isWanted }: Counting<T> = {}): Map<T, number> {
  const ordered = entrants.toSorted((a, b) => a.at - b.at);
  const places = new Map<T, number>();
  for (const [index, own] of ordered.entries()) {
    if (isWanted?.(own) === false) continue;
    let newest = index;
    while (ordered[newest + 1]?.at === own.at) newest += 1;
    const better = new Set<string>();
    for (let at = newest; at >= 0 && better.size < last; at -= 1) {
      const other = ordered[at];
      if (!other || other.at <= own.at - dayMs) break;
      if (other.author !== own.author && isBetter(other, own)) better.add(other.author);
    }
    places.set(own, better.size + 1);
  }
  return places;
}

/** So many are held before those that aren't among the best are dropped. */
const roomFor = 1000;

/** Chooses the best of each day out of items in any order, and holds little more than these. */
export class BestOfDay<T> {
  readonly #perDay: number;
  readonly #entrants: Entrant[] = [];
  #held: { one: T; entrant: Entrant }[] = [];
  constructor(perDay: number) {
    this.#perDay = perDay;
  }
  /** Returns what can't be among the best any more. */
  add(one: T, entrant: Entrant): T[] {
    this.#entrants.push(entrant);
    this.#held.push({ one, entrant });
    return this.#held.length % roomFor === 0 ? this.#drop() : [];
  }
  /** In the order that they were added; `others` are those that `add` didn't return. */
  end(): { best: T[]; others: T[] } {
    const others = this.#drop();
    return { best: this.#held.map(({ one }) => one), others };
  }
  /** A place only gets worse with what is added. */
  #drop(): T[] {
    const held = new Set(this.#held.map(({ entrant }) => entrant));
    const places = ranksOf(this.#entrants, { last: this.#perDay, isWanted: (entrant) => held.has(entrant) });
    const isBest = ({ entrant }: { entrant: Entrant }): boolean => (places.get(entrant) ?? Infinity) <= this.#perDay;
    const dropped = this.#held.filter((one) => !isBest(one));
    this.#held = this.#held.filter(isBest);
    return dropped.map(({ one }) => one);
  }
}
