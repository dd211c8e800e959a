import { expect, test } from 'vitest';
import type { Dashboard } from '#shared/dashboard.ts';
import { judgedShare } from './figures.ts';

const campaign = (right: number | null, judged: number) => ({ right, judged }) as Dashboard['campaigns'][number];

test('a campaign counts by how many of its posts were judged', () => {
  expect(judgedShare({ campaigns: [campaign(1, 30), campaign(0.5, 10), campaign(null, 0)] })).toEqual({ judged: 40, right: 0.875 });
});

test('without a judgement there is no share, not a share of 0', () => {
  expect(judgedShare({ campaigns: [campaign(null, 0)] }).right).toBeNull();
});
