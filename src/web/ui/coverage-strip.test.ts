import { describe, expect, it } from 'vitest';
import { describeCoverage, failedRuns } from './coverage-strip.tsx';

describe('failedRuns', () => {
  it('merges consecutive failures and keeps others apart', () => {
    expect(failedRuns([1, null, null, 0, null, -1])).toEqual([
      { from: 1, length: 2 },
      { from: 4, length: 1 },
    ]);
  });

  it("doesn't count a quiet or unscheduled half hour as a failure", () => {
    expect(failedRuns([0, -1, 0])).toEqual([]);
  });
});

describe('describeCoverage', () => {
  it('distinguishes nothing new from a failure', () => {
    expect(describeCoverage(Array.from({ length: 48 }, () => 0))).toBe('Last 24 h: nothing new');
    expect(describeCoverage(Array.from({ length: 48 }, () => null))).toBe("Last 24 h: nothing read; couldn't read for 24 h, still failing");
  });

  it('sums the items and reports failed and unscheduled time', () => {
    expect(describeCoverage([3, 0, null, 1, -1, -1])).toBe("Last 3 h: 4 items read; couldn't read for 0.5 h; not scheduled for 1 h");
  });
});
