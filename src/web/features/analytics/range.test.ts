import { expect, test } from 'vitest';
import { dateIn, rangeOf } from './range.ts';

const today = '2026-11-21';
const of = (query: string) => rangeOf(new URLSearchParams(query), today);

test('an empty address is the last 30 days, today among them', () => {
  expect(of('')).toEqual({ preset: '30', from: '2026-10-23', to: today, campaignId: undefined });
  expect(of('days=7')).toMatchObject({ from: '2026-11-15', to: today });
  expect(of('days=365&campaign=12')).toMatchObject({ from: '2025-11-22', campaignId: '12' });
});

test('chosen days come before a preset, and stand the right way round', () => {
  expect(of('from=2026-01-05&to=2026-02-01&days=7')).toMatchObject({ preset: 'custom', from: '2026-01-05', to: '2026-02-01' });
  expect(of('from=2026-02-01&to=2026-01-05')).toMatchObject({ from: '2026-01-05', to: '2026-02-01' });
  expect(of('to=2026-01-30')).toMatchObject({ from: '2026-01-01', to: '2026-01-30' });
});

test('what cannot be read counts as not given', () => {
  expect(of('days=12&from=yesterday&campaign=x')).toMatchObject({ preset: '30', campaignId: undefined });
});

test('today is the date where the user is', () => {
  const now = Date.parse('2026-11-20T18:20:00Z');
  expect([dateIn('Asia/Kathmandu', now), dateIn('America/New_York', now)]).toEqual(['2026-11-21', '2026-11-20']);
});
