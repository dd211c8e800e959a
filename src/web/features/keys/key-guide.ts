import { t } from '#web/lib/language.ts';
import type { chords } from './chords.ts';
import type { Command } from './keys.ts';

/** `draft1` stands for all three; the field handles `send`, too. */
type Listed = Exclude<Command, 'draft2' | 'draft3' | 'send'>;

export const commandLabels: Record<Listed, string> = {
  next: t('Next'),
  previous: t('Previous'),
  open: t('Open'),
  reply: t('Write a reply'),
  archive: t('Archive'),
  dismiss: t('Dismiss with a reason'),
  followUp: t('Set a follow-up'),
  snooze: t('Snooze'),
  assign: t('Assign to me, or to nobody'),
  undo: t('Undo the last action'),
  lead: t('Mark as lead'),
  goodMatch: t('Good match'),
  badMatch: t('Bad match'),
  teach: t('Exclude selected words, or find more'),
  select: t('Select'),
  density: t('Rows of one line, or of several'),
  draft1: t('Take draft 1, 2, or 3'),
  schedule: t('Schedule the reply'),
  close: t('Back to the list'),
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
  d: t('Go to Dashboard'),
  l: t('Go to Leads'),
  p: t('Go to Posts'),
  c: t('Go to Campaigns'),
  w: t('Switch workspace'),
};

/** In the order shown. */
export const keyGuide: readonly { title: string; keys: readonly Key[] }[] = [
  {
    title: t('In lists'),
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
      key('density', 'd'),
      key('close', 'Esc'),
    ],
  },
  {
    title: t('In a reply'),
    keys: [{ label: t('Post the reply'), keys: ['Ctrl/Cmd+Enter'] }, key('draft1', '1', '2', '3'), key('schedule', 's')],
  },
  {
    title: t('Everywhere'),
    keys: [
      { label: t('Search and commands'), keys: ['/', 'Ctrl/Cmd+K'] },
      ...Object.entries(chordLabels).map(([letter, label]): Key => ({
        label,
        keys: [`g ${letter}`],
        ...(letter === 'w' && { needs: 'workspaces' }),
      })),
      { label: t('Show or hide the sidebar'), keys: ['Ctrl/Cmd+B'] },
      { label: t('Keyboard shortcuts'), keys: ['?'] },
    ],
  },
];

export const keyTexts = {
  title: t('Keyboard shortcuts'),
  openHelp: t('Open help'),
  hint: t("They work when you aren't typing."),
};
