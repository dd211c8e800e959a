import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFolder, foldToString } from '#core/text/fold.ts';
import { buildAutomaton } from './automaton.ts';

function found(patterns: readonly string[], text: string): string[] {
  const hits: string[] = [];
  buildAutomaton(patterns).scan(createFolder()(text), (pattern, end) => hits.push(`${pattern}@${end}`));
  return hits.toSorted();
}

function foundSlowly(patterns: readonly string[], text: string): string[] {
  const folded = foldToString(text);
  return patterns
    .flatMap((pattern, index) => {
      const hits: string[] = [];
      for (let at = folded.indexOf(pattern); at !== -1; at = folded.indexOf(pattern, at + 1))
        hits.push(`${index}@${at + pattern.length - 1}`);
      return hits;
    })
    .toSorted();
}

const letters = fc.constantFrom('a', 'b', ' ', 'é', 'ж', '文');

test('finds exactly what searching for each pattern separately finds', () => {
  const pattern = fc.string({ unit: letters, minLength: 1, maxLength: 5 }).map((text) => foldToString(text));
  const prefix = pattern.map((text) => text.trimEnd()).filter((text) => text.trim() !== '');
  const patterns = fc.uniqueArray(
    fc.oneof(pattern, prefix).filter((text) => text.trim() !== ''),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(patterns, fc.string({ unit: letters, maxLength: 60 }), (all, text) => {
      expect(found(all, text)).toEqual(foundSlowly(all, text));
    }),
    { numRuns: 300 },
  );
});

test("doesn't find a whole word inside another, but does find a prefix", () => {
  expect(found([' cat '], 'category')).toEqual([]);
  expect(found([' cat'], 'category')).toEqual(['0@3']);
});

test('finds nothing without patterns', () => {
  expect(found([], 'anything')).toEqual([]);
});

test('limits the hits at one position by the words of the longest pattern, not by the number of patterns', () => {
  const patterns = Array.from({ length: 200 }, (_, length) => ` ${'a'.repeat(length + 1)}`);
  let hits = 0;
  buildAutomaton(patterns).scan(createFolder()('a'.repeat(10_000)), () => (hits += 1));
  expect(hits).toBe(200);
});
