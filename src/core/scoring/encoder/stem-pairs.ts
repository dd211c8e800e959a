/** Looks up the row of two adjacent stems by open addressing in a typed array, which uses a third of a Map's memory. */
export class StemPairs {
  /** Left and right stem of each pair, alternating. */
  readonly list: Uint32Array;
  readonly #first: number;
  readonly #slots: Int32Array;
  readonly #mask: number;

  /** @param first number of the first pair's row. */
  constructor(list: Uint32Array, first: number) {
    this.list = list;
    this.#first = first;
    const bits = Math.max(1, Math.ceil(Math.log2(list.length + 1)));
    this.#mask = 2 ** bits - 1;
    this.#slots = new Int32Array(2 ** bits).fill(-1);
    for (let pair = 0; pair < this.size; pair += 1) this.#slots[this.#slotOf(list[2 * pair] ?? 0, list[2 * pair + 1] ?? 0)] = pair;
  }

  get size(): number {
    return this.list.length / 2;
  }

  /** -1 when the pair has no row. */
  rowOf(left: number, right: number): number {
    const pair = this.#slots[this.#slotOf(left, right)] ?? -1;
    return pair < 0 ? -1 : this.#first + pair;
  }

  /** The slot that contains the pair, or the free slot for it. */
  #slotOf(left: number, right: number): number {
    let slot = (Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & this.#mask;
    for (;;) {
      const pair = this.#slots[slot] ?? -1;
      if (pair < 0 || (this.list[2 * pair] === left && this.list[2 * pair + 1] === right)) return slot;
      slot = (slot + 1) & this.#mask;
    }
  }
}
