import type { Steps } from '#core/platform/slices.ts';

/** Symbols that lead from a state: ASCII letters and digits, space, plus, hash, and 16 digits to spell everything else. */
const fanOut = 64;
const wideBase = 40;

export interface Tables {
  states: number;
  /** `state * 64 + symbol` → state. */
  next: Uint16Array | Int32Array;
  /** The pattern that ends in a state, if `firstHit` or `hitAfter` points to it. */
  patternOf: Int32Array;
  /** The nearest state, the same or by failure links, in which a pattern ends; 0 for none. */
  firstHit: Int32Array;
  /** From a state in which a pattern ends to the next such state; 0 for none. */
  hitAfter: Int32Array;
  /** ASCII code → symbol. */
  symbols: Uint8Array;
  /** Units outside ASCII that occur in patterns. */
  known: Uint8Array;
}

const symbols = new Uint8Array(128);
for (const [index, char] of ' abcdefghijklmnopqrstuvwxyz0123456789+#'.split('').entries()) symbols[char.charCodeAt(0)] = index + 1;

/** Patterns and states per step: a few milliseconds of work. */
const patternsPerStep = 200;
const statesPerStep = 5_000;

export function* growTrie(patterns: readonly string[]): Steps<Tables> {
  const maxStates = patterns.reduce((sum, pattern) => sum + spelledLength(pattern), 1);
  const next = new Int32Array(maxStates * fanOut);
  const patternOf = new Int32Array(maxStates).fill(-1);
  const known = new Uint8Array(65_536);
  let states = 1;
  for (const [index, pattern] of patterns.entries()) {
    if (index % patternsPerStep === 0) yield;
    let state = 0;
    for (const symbol of spell(pattern)) {
      const slot = state * fanOut + symbol;
      if (next[slot] === 0) {
        next[slot] = states;
        states += 1;
      }
      state = next[slot] ?? 0;
    }
    patternOf[state] = index;
    for (let at = 0; at < pattern.length; at += 1) known[pattern.charCodeAt(at)] = 1;
  }
  const hits = new Int32Array(states);
  return {
    states,
    next: narrow(next.subarray(0, states * fanOut), states),
    patternOf: patternOf.slice(0, states),
    firstHit: hits,
    hitAfter: hits.slice(),
    symbols,
    known,
  };
}

/** Uses 16 bits where they suffice: the table is fast only while it fits the processor's cache. */
const narrow = (next: Int32Array, states: number): Uint16Array | Int32Array => (states < 65_536 ? new Uint16Array(next) : next);

/** Replaces missing edges with those of the longest suffix that has them, breadth first. */
export function* linkFailures(tables: Tables): Steps<Tables> {
  const { next, patternOf, firstHit, hitAfter, states } = tables;
  const failure = new Int32Array(states);
  const queue = new Int32Array(states);
  let tail = 0;
  for (let symbol = 0; symbol < fanOut; symbol += 1) {
    const child = next[symbol] ?? 0;
    if (child !== 0) queue[tail++] = child;
  }
  for (let head = 0; head < tail; head += 1) {
    if (head % statesPerStep === 0) yield;
    const state = queue[head] ?? 0;
    const fallback = failure[state] ?? 0;
    const inherited = firstHit[fallback] ?? 0;
    const ends = (patternOf[state] ?? -1) >= 0;
    firstHit[state] = ends ? state : inherited;
    if (ends) hitAfter[state] = inherited;
    for (let symbol = 0; symbol < fanOut; symbol += 1) {
      const slot = state * fanOut + symbol;
      const child = next[slot] ?? 0;
      const other = next[fallback * fanOut + symbol] ?? 0;
      if (child === 0) next[slot] = other;
      else {
        failure[child] = other;
        queue[tail++] = child;
      }
    }
  }
  return tables;
}

/** Upper limit of a pattern's states; those of its prefix may be shared. */
export function spelledLength(pattern: string): number {
  let length = 0;
  for (let at = 0; at < pattern.length; at += 1) length += pattern.charCodeAt(at) < 128 ? 1 : 4;
  return length;
}

function spell(pattern: string): number[] {
  const spelled: number[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const code = pattern.charCodeAt(at);
    if (code < 128) spelled.push(symbols[code] ?? 0);
    else for (let shift = 12; shift >= 0; shift -= 4) spelled.push(wideBase + ((code >> shift) & 15));
  }
  return spelled;
}
