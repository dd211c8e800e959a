import { describe, expect, it } from 'vitest';
import { describeHearing, failedRuns } from './hearing-words.ts';

describe('failedRuns', () => {
  it('joins neighbours and keeps separate failures apart', () => {
    expect(failedRuns([1, null, null, 0, null, -1])).toEqual([
      { from: 1, length: 2 },
      { from: 4, length: 1 },
    ]);
  });

  it('does not take a quiet or an unplanned half hour for a failure', () => {
    expect(failedRuns([0, -1, 0])).toEqual([]);
  });
});

describe('describeHearing', () => {
  it('tells nothing new from could not read', () => {
    expect(describeHearing(Array.from({ length: 48 }, () => 0))).toBe('Last 24 h: nothing new');
    expect(describeHearing(Array.from({ length: 48 }, () => null))).toBe(
      'Last 24 h: nothing read; could not read for 24 h, the last of it until now',
    );
  });

  it('adds up items and says what failed and what was not planned', () => {
    expect(describeHearing([3, 0, null, 1, -1, -1])).toBe('Last 3 h: 4 items read; could not read for 0.5 h; not planned for 1 h');
  });
});
