import { expect, test } from 'vitest';
import { findCircle } from '../vite.chunks.ts';

test('finds chunks that import each other, and no others', () => {
  const graph = (...entries: [string, string[]][]) => findCircle(new Map(entries));
  expect(graph(['page', ['list', 'parts']], ['list', ['parts']], ['parts', []])).toEqual([]);
  expect(graph(['page', ['list']], ['list', ['inside']], ['inside', ['parts', 'list']], ['parts', []])).toEqual(['list', 'inside', 'list']);
});
