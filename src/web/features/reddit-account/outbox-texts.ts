import type { OutboxState } from '#shared/outbox.ts';

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
