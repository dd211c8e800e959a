import type { FetchedItem } from '#core/platform/item.ts';
import { createFolder, type Folded } from '../text/fold.ts';

const bins = 256;
const bands = 32;
const rows = bins / bands;
const gram = 5;
/** Short texts are similar by chance: two people can ask the same short question. */
const minUnits = 60;
const similar = 0.85;
const empty = 0xffffffff;
/** Commonly pasted phrases fill a bucket; comparing only its first members keeps the work linear. */
const fullBucket = 64;
const comparedMembers = 8;

interface Member {
  fullname: string;
  signature: Uint32Array;
  cluster: Member[];
}

/**
 * Finds nearly identical texts (Jaccard ≥ 0.85 over character 5-grams) by one-permutation MinHash (Li, Owen, and Zhang, 2012). An
 * item joins a group only if it is similar to all its members.
 */
export class NearDuplicates {
  readonly #capacity: number;
  readonly #fold = createFolder();
  #buckets = new Map<number, Member[]>();
  #size = 0;
  constructor(capacity = 50_000) {
    this.#capacity = capacity;
  }

  /** Adds the item. Returns the fullname of an earlier, nearly identical one, or null. */
  add(item: Pick<FetchedItem, 'fullname' | 'kind' | 'title' | 'body'>): string | null {
    const folded = this.#fold(`${item.kind === 'post' ? item.title : ''} ${item.body}`);
    if (folded.length < minUnits) return null;
    const signature = signatureOf(folded);
    const keys = bandKeys(signature);
    const seen = new Set<Member[]>();
    for (const key of keys) {
      for (const { cluster } of this.#buckets.get(key) ?? []) {
        if (seen.has(cluster)) continue;
        seen.add(cluster);
        const [first] = cluster;
        if (first && cluster.slice(0, comparedMembers).every((member) => similarity(member.signature, signature) >= similar)) {
          this.#remember(keys, { fullname: item.fullname, signature, cluster });
          return first.fullname === item.fullname ? null : first.fullname;
        }
      }
    }
    this.#remember(keys, { fullname: item.fullname, signature, cluster: [] });
    return null;
  }

  #remember(keys: readonly number[], member: Member): void {
    if (this.#size >= this.#capacity) {
      this.#buckets = new Map();
      this.#size = 0;
    }
    this.#size += 1;
    member.cluster.push(member);
    for (const key of keys) {
      const bucket = this.#buckets.get(key);
      if (bucket && bucket.length < fullBucket) bucket.push(member);
      else if (!bucket) this.#buckets.set(key, [member]);
    }
  }
}

/** One hash per 5-gram; the minimum of each of 256 ranges is kept. */
function signatureOf({ codes, length }: Folded): Uint32Array {
  const signature = new Uint32Array(bins).fill(empty);
  for (let at = 0; at + gram <= length; at += 1) {
    let hash = 0x811c9dc5;
    for (let unit = 0; unit < gram; unit += 1) hash = Math.imul(hash ^ (codes[at + unit] ?? 0), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
    hash = (hash ^ (hash >>> 15)) >>> 0;
    const bin = hash >>> 24;
    const rest = hash & 0xffffff;
    if (rest < (signature[bin] ?? empty)) signature[bin] = rest;
  }
  return signature;
}

function similarity(a: Uint32Array, b: Uint32Array): number {
  let same = 0;
  let used = 0;
  for (let bin = 0; bin < bins; bin += 1) {
    if (a[bin] === empty && b[bin] === empty) continue;
    used += 1;
    if (a[bin] === b[bin]) same += 1;
  }
  return used === 0 ? 0 : same / used;
}

/** Texts with an equal key are compared. Bands of empty bins carry no information and are left out. */
function bandKeys(signature: Uint32Array): number[] {
  const keys: number[] = [];
  for (let band = 0; band < bands; band += 1) {
    let hash = Math.imul(band + 1, 0x9e3779b1);
    let filled = 0;
    for (let row = 0; row < rows; row += 1) {
      const value = signature[band * rows + row] ?? empty;
      if (value !== empty) filled += 1;
      hash = Math.imul(hash ^ value, 0x85ebca6b) ^ (hash >>> 13);
    }
    if (filled > 1) keys.push(hash >>> 0);
  }
  return keys;
}
