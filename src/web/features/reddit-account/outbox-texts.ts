import type { OutboxState } from '#shared/outbox.ts';
import { counted } from '#web/lib/format.ts';

export const outboxTexts = {
  post: 'Post to Reddit',
  allow: 'Allow posting',
  failed: 'That did not work.',
  title: 'Your answers here',
  states: {
    queued: 'Waits to be posted',
    sending: 'Is being posted',
    sent: 'Posted',
    failed: 'Not posted',
    unknown: 'Perhaps posted',
  } satisfies Record<OutboxState, string>,
  as: (account: string) => `as u/${account}`,
  view: 'See it on Reddit',
  itIsThere: 'It is there',
  notThere: 'It is not there',
  lookAgain: 'Look again',
};

export const replyTexts = {
  states: {
    removed: 'Removed from the thread',
    hidden: 'Not shown to others',
    deleted: 'Deleted by you on Reddit',
  },
  points: (score: number) => counted(score, 'point'),
  course: (low: number, high: number) => `Points between ${low} and ${high} so far`,
  answers: (count: number) => (count === 0 ? 'no answers yet' : counted(count, 'answer')),
  answersOf: (count: number, names: readonly string[]) => `${counted(count, 'answer')}: ${names.join(', ')}`,
  theyAnswered: 'they answered',
  locked: 'thread is locked',
  own: 'whether others see it is not known',
  firstLook: 'first look',
  lookedAt: 'looked at',
  lookedAtLast: 'looked at for the last time',
  unreadable: 'cannot be read right now',
  unconnected: 'connect Reddit to look again',
};
