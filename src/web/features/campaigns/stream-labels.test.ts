import { expect, test } from 'vitest';
import { groupProblems } from './stream-labels.ts';

const failed = (name: string, reason: string) => ({ name, reason, state: 'failed' as const });

test('groups streams that fail for the same reason into one line', () => {
  const problems = ['a', 'b', 'c', 'd', 'e'].map((name) => failed(`r/${name}`, 'Reddit could not be reached'));
  expect(groupProblems(problems)).toEqual([{ names: 'r/a, r/b and 3 more', reason: 'Reddit could not be reached', state: 'failed' }]);
});

test('names every stream of a small group', () => {
  expect(groupProblems([failed('r/a', 'x'), failed('r/b', 'x'), failed('r/c', 'x')])[0]?.names).toBe('r/a, r/b and r/c');
  expect(groupProblems([failed('r/a', 'x'), failed('r/b', 'x')])[0]?.names).toBe('r/a and r/b');
  expect(groupProblems([failed('r/a', 'x')])[0]?.names).toBe('r/a');
});

test('lists failed streams before rate-limited ones and never mixes them', () => {
  const groups = groupProblems([{ name: 'r/a', reason: 'x', state: 'limited' }, failed('r/b', 'x')]);
  expect(groups.map(({ names, state }) => [names, state])).toEqual([
    ['r/b', 'failed'],
    ['r/a', 'limited'],
  ]);
});

test('returns no lines without problems', () => {
  expect(groupProblems([])).toEqual([]);
});
