import { authorName, counted, fullNumber } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';

export const texts = {
  title: t('Follow Ups'),
  lead: t('People to get back to. A follow-up closes itself when they reply.'),
  overdue: t('Overdue'),
  today: t('Today'),
  week: t('Next 7 days'),
  later: t('Later'),
  done: t('Done'),
  empty: t('No follow-ups. Press f on a lead to set one.'),
  part: (shown: number, total: number | null) =>
    total === null
      ? t('First {shown}', { shown: fullNumber(shown) })
      : t('{shown} of {total}', { shown: fullNumber(shown), total: fullNumber(total) }),
  toLeads: t('All leads'),
  failed: t("Couldn't load your follow-ups."),
  markDone: t('Mark as done'),
  more: t('More'),
  remove: t('Delete'),
  reopen: t('Reopen'),
  closedByReply: t('They wrote again'),
  late: (days: number) => t('{days, plural, one {# day late} other {# days late}}', { days }),
  dialogTitle: (name: string) => t('Follow up with {name}', { name: authorName(name) }),
  hint: t('It appears under Follow Ups and on the dashboard that day.'),
  when: t('When'),
  whenError: t('Choose a date and time'),
  note: t('Note'),
  notePlaceholder: t('What to ask or check'),
  save: t('Set follow-up'),
  saved: t('Follow-up set'),
  offer: (name: string) => t('Follow up with {name} in 3 days?', { name: authorName(name) }),
  offerAction: t('Set follow-up'),
  add: t('Add'),
  none: t('None yet. Earshot also suggests one when you move a lead to Contacted.'),
  snooze: t('Snooze'),
  snoozeTitle: (name: string) => t('Snooze {name}', { name: authorName(name) }),
  snoozeHint: t('Back among the leads that need a reply, and under Follow Ups, when it is due.'),
  until: t('Until'),
  untilError: t('Try “tomorrow”, “tue 9”, or “in 2 h”'),
  snoozed: (when: string) => t('Snoozed until {when}', { when }),
  markedDone: t('Follow-up done'),
  moved: t('Follow-up moved'),
  removed: t('Follow-up deleted'),
  actionFailed: (reason: string) => t("Couldn't do that. {reason}", { reason }),
  due: t('Follow-ups due'),
  all: t('All follow-ups'),
  noneDue: t('Nothing due today.'),
  count: (count: number) => counted(count, 'follow-up'),
};

export const snoozePresets = [
  { words: 'in 3 h', label: t('In 3 hours') },
  { words: 'tomorrow', label: t('Tomorrow') },
  { words: 'next week', label: t('Monday') },
  { words: '1 week', label: t('In a week') },
] as const;

export const presets = [
  { days: 1, label: t('Tomorrow') },
  { days: 3, label: t('In 3 days') },
  { days: 7, label: t('In a week') },
] as const;
