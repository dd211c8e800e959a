import type { OutboxState } from '#shared/outbox.ts';
import { counted } from '#web/lib/format.ts';

export const outboxTexts = {
  post: 'Post to Reddit',
  allow: 'Allow posting',
  failed: "Couldn't post to Reddit.",
  title: 'Your replies here',
  states: {
    queued: 'Waiting to be posted',
    sending: 'Being posted',
    sent: 'Posted',
    failed: 'Not posted',
    unknown: 'Possibly posted',
  } satisfies Record<OutboxState, string>,
  as: (account: string) => `as u/${account}`,
  view: 'View on Reddit',
  itIsThere: 'It was posted',
  notThere: "It wasn't posted",
  lookAgain: 'Check again',
};

export const replyTexts = {
  states: {
    removed: 'Removed from the thread',
    hidden: 'Not visible to others',
    deleted: 'Deleted by you on Reddit',
  },
  points: (score: number) => counted(score, 'point'),
  course: (low: number, high: number) => `Between ${low} and ${high} points so far`,
  answers: (count: number) => (count === 0 ? 'no responses yet' : counted(count, 'response')),
  answersOf: (count: number, names: readonly string[]) => `${counted(count, 'response')}: ${names.join(', ')}`,
  theyAnswered: 'they responded',
  locked: 'thread is locked',
  own: 'visibility to others unknown',
  firstLook: 'first check',
  lookedAt: 'checked',
  lookedAtLast: 'last checked',
  unreadable: "can't be read right now",
  unconnected: 'reconnect Reddit to check again',
};
