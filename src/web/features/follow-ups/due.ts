import type { FollowUp } from '#shared/follow-ups.ts';

const weekMs = 7 * 86_400_000;
const morning = 9;

/** Nine in the morning here, so many days from now. */
export function morningIn(days: number, now: number): string {
  const day = new Date(now);
  day.setDate(day.getDate() + days);
  day.setHours(morning, 0, 0, 0);
  return day.toISOString();
}

/** What comes within seven days, and what comes after them. */
export function splitUpcoming(upcoming: readonly FollowUp[], now: number): { week: FollowUp[]; later: FollowUp[] } {
  const { week = [], later = [] } = Object.groupBy(upcoming, ({ dueAt }) => (Date.parse(dueAt) - now <= weekMs ? 'week' : 'later'));
  return { week, later };
}

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
