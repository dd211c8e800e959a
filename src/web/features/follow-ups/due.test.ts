import { expect, test } from 'vitest';
import type { FollowUp } from '#shared/follow-ups.ts';
import { dueLabel, morningIn, splitUpcoming } from './due.ts';

const at = (dueAt: string): FollowUp => ({
  id: dueAt,
  dueAt,
  note: '',
  setAt: dueAt,
  createdAt: dueAt,
  doneAt: null,
  closedBy: null,
  lead: { id: '1', redditUsername: 'a', campaignId: '1', campaigns: ['One'], stage: 'new', title: '', subreddit: '' },
});

test('is due at 9 AM local time whatever the current hour', () => {
  const due = new Date(morningIn(3, new Date(2026, 10, 29, 23, 59).getTime()));
  expect([due.getFullYear(), due.getMonth(), due.getDate(), due.getHours(), due.getMinutes()]).toEqual([2026, 11, 2, 9, 0]);
});

test('ends the week after seven times 24 hours', () => {
  const now = Date.parse('2026-11-21T09:00:00.000Z');
  const { week, later } = splitUpcoming([at('2026-11-28T09:00:00.000Z'), at('2026-11-28T09:00:01.000Z')], now);
  expect([week.map(({ id }) => id), later.map(({ id }) => id)]).toEqual([['2026-11-28T09:00:00.000Z'], ['2026-11-28T09:00:01.000Z']]);
});

test.each([
  ['2026-11-18T23:00:00.000Z', '2 days late', true],
  ['2026-11-20T18:15:00.000Z', '09:15', false],
  ['2026-11-20T04:00:00.000Z', '1 day late', true],
  ['2026-11-22T18:00:00.000Z', 'Sun 09:00', false],
  ['2026-12-24T20:00:00.000Z', '24 Dec', false],
  ['2027-12-24T20:00:00.000Z', '24 Dec 2027', false],
])('shows a follow-up due at %s as "%s" in Alaska on the evening of the 20th', (dueAt, label, isLate) => {
  const clock = { now: Date.parse('2026-11-21T05:00:00.000Z'), zone: 'America/Anchorage', locale: 'en-GB' };
  expect(dueLabel(dueAt, clock)).toEqual({ label, isLate });
});
