import { expect, test } from 'vitest';
import { newestOf, timeOf, unknownTime } from './item.ts';

const now = Date.UTC(2026, 10, 20, 12);

test.each([
  [now, now],
  [now - 0.5, now - 1],
  ['2026-11-20T11:00:00Z', now - 3_600_000],
  [now + 86_400_000, now + 86_400_000],
  [now + 86_400_001, unknownTime],
  [1000, unknownTime],
  ['1601-01-01T00:00:00Z', unknownTime],
  ['tomorrow', unknownTime],
  ['', unknownTime],
  [null, unknownTime],
  [Number.NaN, unknownTime],
])('takes %j as the time %d', (given, time) => expect(timeOf(given, now)).toBe(time));

test('finds the newest time up to now, and none where there is none', () => {
  const items = (...times: number[]) => times.map((createdAt) => ({ createdAt }));
  expect(newestOf(items(now - 2, now - 1, now + 1, unknownTime), null, now)).toBe(now - 1);
  expect(newestOf(items(now - 2), now - 1, now)).toBe(now - 1);
  expect(newestOf(items(unknownTime), null, now)).toBeNull();
});
