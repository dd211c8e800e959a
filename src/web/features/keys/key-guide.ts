import type { chords } from './chords.ts';
import type { Command } from './keys.ts';

/** `draft1` stands for all three. */
type Listed = Exclude<Command, 'draft2' | 'draft3'>;

export const commandLabels: Record<Listed, string> = {
  next: 'Next',
  previous: 'Previous',
  open: 'Open',
  reply: 'Write a reply',
  archive: 'Archive',
  dismiss: 'Dismiss with a reason',
  followUp: 'Set a follow-up',
  snooze: 'Snooze',
  assign: 'Assign to me, or to nobody',
  undo: 'Undo the last action',
  lead: 'Mark as lead',
  goodMatch: 'Good match',
  badMatch: 'Bad match',
  teach: 'Exclude selected words, or find more',
  select: 'Select',
  draft1: 'Take draft 1, 2, or 3',
  schedule: 'Schedule the reply',
  close: 'Back to the list',
};

interface Key {
  label: string;
  keys: readonly string[];
  command?: Listed;
  /** Shown only to people who work with others, or in several workspaces. */
  needs?: 'team' | 'workspaces';
}

const key = (command: Listed, ...keys: string[]): Key => ({ command, label: commandLabels[command], keys });
const chordLabels: Record<keyof typeof chords, string> = {
  d: 'Go to Dashboard',
  l: 'Go to Leads',
  p: 'Go to Posts',
  c: 'Go to Campaigns',
  w: 'Switch workspace',
};

/** In the order shown. */
export const keyGuide: readonly { title: string; keys: readonly Key[] }[] = [
  {
    title: 'In lists',
    keys: [
      key('next', 'j', '↓'),
      key('previous', 'k', '↑'),
      key('open', 'Enter'),
      key('reply', 'r'),
      key('archive', 'e'),
      key('dismiss', 'x'),
      key('followUp', 'f'),
      key('snooze', 'h'),
      { ...key('assign', 'a'), needs: 'team' },
      key('undo', 'u'),
      key('lead', 'l'),
      key('goodMatch', '+'),
      key('badMatch', '-'),
      key('teach', 't'),
      key('select', 'v'),
      key('close', 'Esc'),
    ],
  },
  {
    title: 'In a reply',
    keys: [{ label: 'Post the reply', keys: ['Ctrl/Cmd+Enter'] }, key('draft1', '1', '2', '3'), key('schedule', 's')],
  },
  {
    title: 'Everywhere',
    keys: [
      { label: 'Search and commands', keys: ['/', 'Ctrl/Cmd+K'] },
      ...Object.entries(chordLabels).map(([letter, label]): Key => ({
        label,
        keys: [`g ${letter}`],
        ...(letter === 'w' && { needs: 'workspaces' }),
      })),
      { label: 'Show or hide the sidebar', keys: ['Ctrl/Cmd+B'] },
      { label: 'Keyboard shortcuts', keys: ['?'] },
    ],
  },
];

export const keyTexts = {
  title: 'Keyboard shortcuts',
  openHelp: 'Open help',
  hint: "They work when you aren't typing.",
};
