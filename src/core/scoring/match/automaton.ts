import { finish, type Steps } from '#core/platform/slices.ts';
import type { Folded } from '#core/text/fold.ts';
import { growTrie, linkFailures, type Tables } from './tables.ts';

/**
 * Finds every pattern of a fixed set in one pass over folded text (Aho and Corasick, 1975). The time depends only on the text's
 * length.
 */
export interface Automaton {
  /** Calls back for each occurrence; `end` is the index of its last unit in the folded text. */
  scan: (folded: Folded, onHit: (pattern: number, end: number) => void) => void;
  states: number;
}

/**
 * @param patterns distinct folded texts, each with its leading space; without a trailing space a pattern matches prefixes of
 * words.
 */
export function* automatonSteps(patterns: readonly string[]): Steps<Automaton> {
  const tables = yield* linkFailures(yield* growTrie(patterns));
  return { scan: (folded, onHit) => scanWith(tables, folded, onHit), states: tables.states };
}

export const buildAutomaton = (patterns: readonly string[]): Automaton => finish(automatonSteps(patterns));

function scanWith(tables: Tables, folded: Folded, onHit: (pattern: number, end: number) => void): void {
  const { next, firstHit, patternOf, hitAfter, symbols, known } = tables;
  const { codes, length } = folded;
  let state = 0;
  for (let index = 0; index < length; index += 1) {
    const code = codes[index] ?? 0;
    if (code < 128) state = next[(state << 6) | (symbols[code] ?? 0)] ?? 0;
    else state = known[code] ? stepWide(next, state, code) : 0;
    let hit = firstHit[state] ?? 0;
    while (hit !== 0) {
      onHit(patternOf[hit] ?? 0, index);
      hit = hitAfter[hit] ?? 0;
    }
  }
}

/** A unit outside ASCII takes four steps, one per hexadecimal digit. */
function stepWide(next: Uint16Array | Int32Array, from: number, code: number): number {
  let state = from;
  for (let shift = 12; shift >= 0; shift -= 4) state = next[(state << 6) | (40 + ((code >> shift) & 15))] ?? 0;
  return state;
}
