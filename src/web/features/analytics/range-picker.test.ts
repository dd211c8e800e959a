import { expect, test } from 'vitest';
import { dateIn, rangeOf } from './range-picker.tsx';

const today = '2026-11-21';
const of = (query: string) => rangeOf(new URLSearchParams(query), today);

test('defaults to the last 30 days, including today', () => {
  expect(of('')).toEqual({ preset: '30', from: '2026-10-23', to: today, campaignId: undefined });
  expect(of('days=7')).toMatchObject({ from: '2026-11-15', to: today });
  expect(of('days=365&campaign=12')).toMatchObject({ from: '2025-11-22', campaignId: '12' });
});

test('prefers custom dates to a preset and puts them in order', () => {
  expect(of('from=2026-01-05&to=2026-02-01&days=7')).toMatchObject({ preset: 'custom', from: '2026-01-05', to: '2026-02-01' });
  expect(of('from=2026-02-01&to=2026-01-05')).toMatchObject({ from: '2026-01-05', to: '2026-02-01' });
  expect(of('to=2026-01-30')).toMatchObject({ from: '2026-01-01', to: '2026-01-30' });
});

test('ignores invalid parameters', () => {
  expect(of('days=12&from=yesterday&campaign=x')).toMatchObject({ preset: '30', campaignId: undefined });
});

test("takes today from the user's time zone", () => {
  const now = Date.parse('2026-11-20T18:20:00Z');
  expect([dateIn('Asia/Kathmandu', now), dateIn('America/New_York', now)]).toEqual(['2026-11-21', '2026-11-20']);
});
