import { useEffect, useEffectEvent } from 'react';
import { t } from '#web/lib/language.ts';
import { type Command, focusContextOf } from './keys.tsx';

/** Not a path: opens the list of workspaces. */
export const workspacesChord = 'workspaces';
/** `g`, then a letter. */
export const chords: Readonly<Record<string, string>> = {
  d: '/dashboard',
  l: '/dashboard/leads',
  p: '/dashboard/posts',
  c: '/dashboard/campaigns',
  w: workspacesChord,
};

const waitMs = 1500;

/** Reads each key with its time (ms); returns the path of the chord that it ends. */
export function createChordReader(): (key: string, at: number) => string | undefined {
  let startedAt = -Infinity;
  return (key, at) => {
    const path = at - startedAt < waitMs ? chords[key.toLowerCase()] : undefined;
    startedAt = path === undefined && key.toLowerCase() === 'g' ? at : -Infinity;
    return path;
  };
}

/** Before all other keys, so that the second one isn't a list's. */
export function useChords(go: (path: string) => void): void {
  const follow = useEffectEvent(go);
  useEffect(() => {
    const read = createChordReader();
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event;
      const context = focusContextOf(document.activeElement);
      if (ctrlKey || metaKey || altKey || isComposing || context === 'text' || context === 'float') return;
      const path = read(key, event.timeStamp);
      if (path === undefined) return;
      event.preventDefault();
      follow(path);
    };
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, []);
}

/** `draft1` stands for all three; the field handles `send`, too. */
type Listed = Exclude<Command, 'draft2' | 'draft3' | 'send'>;

const commandLabels: Record<Listed, string> = {
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
