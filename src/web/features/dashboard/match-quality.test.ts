import { expect, test } from 'vitest';
import type { Dashboard } from '#shared/dashboard.ts';
import { matchQuality } from './overview.tsx';

const campaign = (right: number | null, rated: number) => ({ right, rated }) as Dashboard['campaigns'][number];

test('weights each campaign by its number of ratings', () => {
  expect(matchQuality({ campaigns: [campaign(1, 30), campaign(0.5, 10), campaign(null, 0)] })).toEqual({ rated: 40, right: 0.875 });
});

test('is null rather than 0 without any ratings', () => {
  expect(matchQuality({ campaigns: [campaign(null, 0)] }).right).toBeNull();
});
