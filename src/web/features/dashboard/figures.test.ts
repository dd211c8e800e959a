import { expect, test } from 'vitest';
import type { Dashboard } from '#shared/dashboard.ts';
import { trendFigures } from './figures.ts';

const campaign = (right: number | null, judged: number) => ({ right, judged }) as Dashboard['campaigns'][number];

test('a campaign counts by how many of its posts were judged', () => {
  const figures = trendFigures({ trend: [], campaigns: [campaign(1, 30), campaign(0.5, 10), campaign(null, 0)] });
  expect(figures).toMatchObject({ judged: 40, right: 0.875 });
});

test('without a judgement there is no share, not a share of 0', () => {
  expect(trendFigures({ trend: [], campaigns: [campaign(null, 0)] }).right).toBeNull();
});

test('the days add up', () => {
  const trend = [
    { day: '2026-11-20', leads: 3, answered: 1 },
    { day: '2026-11-21', leads: 4, answered: 2 },
  ];
  expect(trendFigures({ trend, campaigns: [] })).toMatchObject({ leads: 7, answered: 3 });
});
