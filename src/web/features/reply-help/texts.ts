import { counted } from '#web/lib/format.ts';

export const checkTexts = {
  title: 'Before you send',
  as: (account: string) => `as u/${account}`,
  stops: (count: number, first: string) => `${counted(count, 'blocker')}: ${first}`,
  asks: (count: number, first: string) => `${counted(count, 'warning')}: ${first}`,
  ready: (unknown: number) => (unknown === 0 ? 'Ready' : `Ready, ${String(unknown)} not checked`),
  unknown: (count: number) => `Couldn't check ${counted(count, 'thing')}`,
  failed: "Couldn't check this reply.",
  retry: 'Check again',
  loading: 'Checking…',
  askTitle: 'Post it anyway?',
  askText: 'The check found these problems. Posting is up to you.',
  confirm: 'Post to Reddit',
  back: 'Back to editing',
};

export const draftTexts = {
  first: 'Write drafts',
  again: 'Rewrite drafts',
  choose: 'Drafts',
  undo: 'Restore my text',
  failed: "Couldn't write drafts.",
  nothing: 'The model wrote nothing usable.',
  retry: 'Try again',
  tab: 'Tab',
  takes: 'uses this draft,',
  escape: 'Esc',
  hides: 'hides it.',
  own: 'You wrote this before. Change it to fit: the same text twice looks like spam.',
  byModel: (by: string) => `Written by ${by}. Read it carefully before you send it.`,
};
