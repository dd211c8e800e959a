import { readFileSync } from 'node:fs';
import type { FetchedItem } from '#core/platform/item.ts';
import type { About } from './encode.ts';
import { dimensions, vectorOf, vectorScale } from './sentences.ts';

/** What a campaign says of itself, and what it says that its customers write. */
export interface Sought {
  about: About;
  troubles: readonly string[];
}

interface Wish {
  about: Float32Array;
  troubles: readonly Float32Array[];
  /** How near 95 of 100 general texts are at most. */
  usual: number;
  deviation: number;
}

/** Vectors of 1,200 texts about anything, which training/general-vectors.ts writes. */
let general: readonly Float32Array[] | null = null;

function readGeneral(): readonly Float32Array[] {
  const bytes = new Int8Array(readFileSync(new URL('./general.bin', import.meta.url)));
  return Array.from({ length: bytes.length / dimensions }, (_, at) =>
    Float32Array.from(bytes.subarray(at * dimensions, (at + 1) * dimensions), (value) => value / vectorScale),
  );
}

const usualShare = 0.95;
/** More say the same again. */
const maxTroubles = 20;
const maxWishes = 1000;

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < dimensions; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** Half of the nearest trouble beside their mean: who has one of them has not all. */
function compare({ about, troubles }: Pick<Wish, 'about' | 'troubles'>, text: Float32Array): number {
  const near = troubles.map((trouble) => dot(trouble, text));
  const troubled = near.length === 0 ? 0 : near.reduce((sum, value) => sum + value, 0) / near.length + Math.max(...near) / 2;
  return dot(about, text) + troubled;
}

async function makeWish({ about: { name, offering, customer }, troubles }: Sought): Promise<Wish> {
  general ??= readGeneral();
  const wish = { about: await vectorOf(`${name}. ${offering} For: ${customer}`), troubles: [] as Float32Array[] };
  for (const trouble of troubles.slice(0, maxTroubles)) wish.troubles.push(await vectorOf(trouble));
  const near = general.map((text) => compare(wish, text)).toSorted((a, b) => a - b);
  const mean = near.reduce((sum, value) => sum + value, 0) / near.length;
  const deviation = Math.sqrt(near.reduce((sum, value) => sum + (value - mean) ** 2, 0) / near.length);
  return { ...wish, usual: near[Math.floor(usualShare * near.length)] ?? 0, deviation };
}

/** Compares texts with what campaigns look for, by meaning. */
export interface Nearness {
  /**
   * In standard deviations of texts about anything: 5 in 100 of those are above 0, 17 of what people write to other trades, and 95 of
   * invented needs. The first text takes 10 ms, the first of a campaign 100 ms.
   */
  of(item: Pick<FetchedItem, 'title' | 'body'>): Promise<(sought: Sought) => Promise<number>>;
}

export function createNearness(): Nearness {
  const wishes = new Map<string, Wish>();
  return {
    async of({ title, body }) {
      const text = await vectorOf(`${title}\n${body}`);
      return async (sought) => {
        const key = JSON.stringify(sought);
        let wish = wishes.get(key);
        if (!wish) {
          wish = await makeWish(sought);
          if (wishes.size >= maxWishes) wishes.clear();
          wishes.set(key, wish);
        }
        return (compare(wish, text) - wish.usual) / wish.deviation;
      };
    },
  };
}
