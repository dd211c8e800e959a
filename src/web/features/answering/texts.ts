import { counted } from '#web/lib/format.ts';

export const checkTexts = {
  title: 'Before you send',
  stops: (count: number) => (count === 1 ? '1 stops it' : `${String(count)} stop it`),
  asks: (count: number) => `${String(count)} to ask`,
  clear: 'In order',
  notKnown: (count: number) => `${String(count)} not known`,
  points: 'What speaks for and against it',
  unknown: (count: number) => `${counted(count, 'point')} could not be told`,
  failed: 'The check did not work.',
  retry: 'Check again',
  loading: 'Checking',
  askTitle: 'Post it all the same?',
  askText: 'These points speak against it. You decide.',
  confirm: 'Post to Reddit',
  back: 'Back to the text',
};

export const draftTexts = {
  tone: 'Tone of the drafts',
  tones: { helpful: 'Helpful', short: 'Short', curious: 'Ask first' },
  first: 'Write drafts',
  again: 'New drafts',
  loading: 'Writing drafts',
  choose: 'Drafts',
  undo: 'Put my text back',
  failed: 'No drafts came.',
  retry: 'Try again',
  builtIn: 'Put together from the post and your offering, without a model. Read every word before you send it.',
  byModel: (by: string) => `Written by ${by}. Read every word before you send it.`,
};
