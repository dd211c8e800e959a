import type { FetchedItem } from '#core/platform/item.ts';
import { createFolder, type Folded } from '#core/text/fold.ts';

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
/** Slots per member in the table of buckets: chains of about four entries. */
const slotsPerMember = 8;

/**
 * Finds nearly identical texts (Jaccard ≥ 0.85 over character 5-grams) by one-permutation MinHash (Li, Owen, and Zhang, 2012). An
 * item joins a group only if it is similar to all its members. Everything but names is in typed arrays, 0.4 kB per text.
 */
export class NearDuplicates {
  readonly #capacity: number;
  readonly #fold = createFolder();
  readonly #names: string[] = [];
  /** 8 of the 24 bits of each value (Li and König, 2010): two values that differ look equal once in 255. */
  readonly #signatures: Uint8Array;
  /** First member of each member's group, and of groups with several, the members that are compared. */
  readonly #firsts: Int32Array;
  readonly #groups = new Map<number, number[]>();
  /** Slot → its first entry, and per entry the next one, in the order they were added; 0 is none. An entry is a band of a member. */
  readonly #heads: Int32Array;
  readonly #next: Int32Array;

  /** The arrays take memory as they are written to. */
  constructor(capacity = 50_000) {
    this.#capacity = capacity;
    this.#signatures = new Uint8Array(capacity * bins);
    this.#firsts = new Int32Array(capacity);
    this.#heads = new Int32Array(2 ** Math.ceil(Math.log2(capacity * slotsPerMember)));
    this.#next = new Int32Array(capacity * bands + 1);
  }

  /** Adds the item. Returns the fullname of an earlier, nearly identical one, or null. */
  add(item: Pick<FetchedItem, 'fullname' | 'kind' | 'title' | 'body'>): string | null {
    const folded = this.#fold(`${item.kind === 'post' ? item.title : ''} ${item.body}`);
    if (folded.length < minUnits) return null;
    const full = signatureOf(folded);
    const hashes = bandHashes(full);
    const signature = Uint8Array.from(full, shorten);
    const first = this.#findGroup(hashes, signature);
    const name = first < 0 ? null : (this.#names[first] ?? null);
    this.#remember({ name: item.fullname, hashes, signature, first });
    return name === item.fullname ? null : name;
  }

  /** First member of the first group that is similar throughout; -1 for none. */
  #findGroup(hashes: readonly BandHash[], signature: Uint8Array): number {
    const seen = new Set<number>();
    for (const { band, hash } of hashes) {
      for (let entry = this.#heads[this.#slotOf(hash)] ?? 0; entry !== 0; entry = this.#next[entry] ?? 0) {
        const first = this.#firsts[memberOf(entry)] ?? 0;
        if (seen.has(first) || !this.#isSameBand(entry, band, signature)) continue;
        seen.add(first);
        if ((this.#groups.get(first) ?? [first]).every((member) => this.#similarity(member, signature) >= similar)) return first;
      }
    }
    return -1;
  }

  #remember({ name, hashes, signature, first }: Added): void {
    const isFull = this.#names.length >= this.#capacity;
    if (isFull) this.#clear();
    const member = this.#names.push(name) - 1;
    this.#signatures.set(signature, member * bins);
    const isAlone = first < 0 || isFull;
    this.#firsts[member] = isAlone ? member : first;
    if (!isAlone) {
      const group = this.#groups.get(first) ?? [first];
      if (group.length < comparedMembers) group.push(member);
      this.#groups.set(first, group);
    }
    for (const { band, hash } of hashes) this.#put(entryOf(member, band), { band, hash }, signature);
  }

  #put(added: number, { band, hash }: BandHash, signature: Uint8Array): void {
    const slot = this.#slotOf(hash);
    let last = 0;
    let same = 0;
    for (let entry = this.#heads[slot] ?? 0; entry !== 0; entry = this.#next[entry] ?? 0) {
      if (this.#isSameBand(entry, band, signature)) same += 1;
      last = entry;
    }
    if (same >= fullBucket) return;
    this.#next[added] = 0;
    if (last === 0) this.#heads[slot] = added;
    else this.#next[last] = added;
  }

  #slotOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.#heads.length - 1);
  }

  /** Bands that share a slot by chance differ. */
  #isSameBand(entry: number, band: number, signature: Uint8Array): boolean {
    if (bandOf(entry) !== band) return false;
    const at = memberOf(entry) * bins + band * rows;
    for (let row = 0; row < rows; row += 1) if (this.#signatures[at + row] !== signature[band * rows + row]) return false;
    return true;
  }

  #clear(): void {
    this.#names.length = 0;
    this.#groups.clear();
    this.#heads.fill(0);
  }

  #similarity(member: number, signature: Uint8Array): number {
    let same = 0;
    let used = 0;
    for (let bin = 0, at = member * bins; bin < bins; bin += 1, at += 1) {
      const value = signature[bin] ?? shortEmpty;
      if (this.#signatures[at] === shortEmpty && value === shortEmpty) continue;
      used += 1;
      if (this.#signatures[at] === value) same += 1;
    }
    return used === 0 ? 0 : same / used;
  }
}

interface BandHash {
  band: number;
  hash: number;
}
interface Added {
  name: string;
  hashes: readonly BandHash[];
  signature: Uint8Array;
  first: number;
}

/** Entries are numbered from 1. */
const entryOf = (member: number, band: number): number => member * bands + band + 1;
const memberOf = (entry: number): number => Math.floor((entry - 1) / bands);
const bandOf = (entry: number): number => (entry - 1) % bands;

const shortEmpty = 0xff;
const shorten = (value: number): number => (value === empty ? shortEmpty : value % shortEmpty);

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

/** Texts with an equal band are compared. Bands of empty bins carry no information and are left out. */
function bandHashes(signature: Uint32Array): BandHash[] {
  const hashes: BandHash[] = [];
  for (let band = 0; band < bands; band += 1) {
    let hash = Math.imul(band + 1, 0x9e3779b1);
    let filled = 0;
    for (let row = 0; row < rows; row += 1) {
      const value = signature[band * rows + row] ?? empty;
      if (value !== empty) filled += 1;
      hash = Math.imul(hash ^ value, 0x85ebca6b) ^ (hash >>> 13);
    }
    if (filled > 1) hashes.push({ band, hash: hash >>> 0 });
  }
  return hashes;
}
