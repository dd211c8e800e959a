import type { Command } from './keys.ts';

export const commandWords: Record<Command | 'search', string> = {
  next: 'Next',
  previous: 'Previous',
  open: 'Read',
  lead: 'Make it a lead',
  dismiss: 'Dismiss, with a reason',
  archive: 'Archive',
  reply: 'Write an answer',
  followUp: 'Come back to this person later',
  select: 'Select for a bulk action',
  right: 'The score is right',
  wrong: 'The score is wrong',
  undo: 'Undo the last action',
  search: 'Search',
  help: 'All keys',
  close: 'Back to the list',
};

/** What the help shows, in its order. `/` belongs to the page header. */
export const keyGuide: readonly { command: Command | 'search'; keys: readonly string[] }[] = [
  { command: 'next', keys: ['j', '↓'] },
  { command: 'previous', keys: ['k', '↑'] },
  { command: 'open', keys: ['Enter'] },
  { command: 'lead', keys: ['l'] },
  { command: 'dismiss', keys: ['x'] },
  { command: 'archive', keys: ['e'] },
  { command: 'followUp', keys: ['f'] },
  { command: 'reply', keys: ['r'] },
  { command: 'select', keys: ['s'] },
  { command: 'right', keys: ['+'] },
  { command: 'wrong', keys: ['-'] },
  { command: 'undo', keys: ['u'] },
  { command: 'search', keys: ['/'] },
  { command: 'help', keys: ['?'] },
  { command: 'close', keys: ['Esc'] },
];
