import { counted } from '#web/lib/format.ts';

export const checkTexts = {
  title: 'Before you send',
  stops: (count: number) => counted(count, 'blocker'),
  asks: (count: number) => counted(count, 'warning'),
  clear: 'All clear',
  notKnown: (count: number) => `${String(count)} not checked`,
  points: 'Check results',
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
  tone: 'Tone of the drafts',
  tones: { helpful: 'Helpful', short: 'Short', curious: 'Ask first' },
  first: 'Write drafts',
  again: 'Rewrite drafts',
  loading: 'Writing drafts…',
  choose: 'Drafts',
  undo: 'Restore my text',
  failed: "Couldn't write drafts.",
  retry: 'Try again',
  builtIn: 'No AI model is set up, so this is an outline of what they ask. Replace the notes with your reply.',
  byModel: (by: string) => `Written by ${by}. Read it carefully before you send it.`,
};
