import type { Command } from './keys.ts';

export const commandLabels: Record<Command | 'search' | 'send', string> = {
  next: 'Next',
  previous: 'Previous',
  open: 'Open',
  lead: 'Mark as lead',
  dismiss: 'Dismiss with a reason',
  archive: 'Archive',
  reply: 'Write a reply',
  send: 'Post the reply',
  followUp: 'Set a follow-up',
  select: 'Select',
  goodMatch: 'Good match',
  badMatch: 'Bad match',
  undo: 'Undo the last action',
  search: 'Search',
  help: 'Keyboard shortcuts',
  close: 'Back to the list',
};

/** In the order shown. `/` is handled by the page header, and sending by the reply's text field. */
export const keyGuide: readonly { command: keyof typeof commandLabels; keys: readonly string[] }[] = [
  { command: 'next', keys: ['j', '↓'] },
  { command: 'previous', keys: ['k', '↑'] },
  { command: 'open', keys: ['Enter'] },
  { command: 'lead', keys: ['l'] },
  { command: 'dismiss', keys: ['x'] },
  { command: 'archive', keys: ['e'] },
  { command: 'followUp', keys: ['f'] },
  { command: 'reply', keys: ['r'] },
  { command: 'send', keys: ['Ctrl/Cmd+Enter'] },
  { command: 'select', keys: ['s'] },
  { command: 'goodMatch', keys: ['+'] },
  { command: 'badMatch', keys: ['-'] },
  { command: 'undo', keys: ['u'] },
  { command: 'search', keys: ['/'] },
  { command: 'help', keys: ['?'] },
  { command: 'close', keys: ['Esc'] },
];

export const keyTexts = {
  title: 'Keyboard shortcuts',
  openHelp: 'Open help',
  hint: "They work when you aren't typing.",
};
