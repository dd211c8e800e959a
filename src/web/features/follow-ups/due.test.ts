import { expect, test } from 'vitest';
import type { FollowUp } from '#shared/follow-ups.ts';
import { morningIn, splitUpcoming } from './due.ts';

const at = (dueAt: string): FollowUp => ({
  id: dueAt,
  dueAt,
  note: '',
  createdAt: dueAt,
  doneAt: null,
  closedBy: null,
  lead: { id: '1', redditUsername: 'a', campaignId: '1', stage: 'new', title: '', subreddit: '' },
});

test('a reminder is for nine in the morning here, whatever the hour is now', () => {
  const due = new Date(morningIn(3, new Date(2026, 10, 29, 23, 59).getTime()));
  expect([due.getFullYear(), due.getMonth(), due.getDate(), due.getHours(), due.getMinutes()]).toEqual([2026, 11, 2, 9, 0]);
});

test('the week ends after seven times 24 hours', () => {
  const now = Date.parse('2026-11-21T09:00:00.000Z');
  const { week, later } = splitUpcoming([at('2026-11-28T09:00:00.000Z'), at('2026-11-28T09:00:01.000Z')], now);
  expect([week.map(({ id }) => id), later.map(({ id }) => id)]).toEqual([['2026-11-28T09:00:00.000Z'], ['2026-11-28T09:00:01.000Z']]);
});
