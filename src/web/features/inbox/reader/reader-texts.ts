import type { Origin } from '#shared/origin.ts';
import { sourceOf } from '#shared/sources.ts';
import { counted } from '#web/lib/format.ts';

const list = new Intl.ListFormat('en');

/** Not among `texts`, which load with the list. */
export const readerTexts = {
  readOnly: 'You can read this workspace.',
  title: 'Conversation',
  swipeKeep: 'Keep',
  swipeDismiss: 'Dismiss',
  learned: (points: number) =>
    `Your feedback ${points > 0 ? 'raised' : 'lowered'} this score by up to ${counted(Math.abs(points), 'point')}.`,
  learnedWhy: 'See why',
  why: 'Why this score',
  goodMatch: 'Good match',
  badMatch: 'Bad match',
  scoredBy: (scorer: string) => (scorer === 'builtin' ? 'Built-in scorer' : `Built-in scorer and ${scorer}`),
  matchedRules: 'Matched rules',
  noRules: 'Matched by relevance, not by a rule.',
  thread: 'Thread',
  commentIn: 'Comment in',
  inThread: (count: number) => `Thread: ${counted(count, 'comment')} fetched`,
  shownOf: (shown: number, read: number) =>
    shown === read ? `Thread: ${counted(read, 'comment')}` : `Thread: ${String(shown)} of ${counted(read, 'comment')}`,
  readingThread: 'Reading the thread…',
  noComments: 'No comments yet.',
  askerReplied: 'The asker replied',
  pitched: (names: readonly string[]) => `Already named there: ${list.format(names)}.`,
  names: (names: readonly string[]) => `names ${list.format(names)}`,
  otherPosts: (count: number) => `${counted(count, 'other post')} by this person found here.`,
  contacted: 'You contacted this person',
  asker: 'asker',
  points: (count: number) => counted(count, 'point'),
  comments: (count: number) => counted(count, 'comment'),
  gone: (origin: Origin) =>
    `The author deleted this${sourceOf(origin).can.followDeletions ? ` on ${sourceOf(origin).label}` : ''}, so Earshot deleted its copy.`,
  noText: 'This post has a title but no text.',
  showWhole: 'Show the whole post',
  table: 'Table in the post',
  originName: (origin: Origin) => sourceOf(origin).shortLabel,
  openOn: (origin: Origin) => sourceOf(origin).openLabel,
  restore: 'Restore',
  previous: 'Previous',
  next: 'Next',
  back: 'Back to the list',
  loadFailed: "Couldn't load this conversation.",
  postCrashed: "Couldn't show this post.",
  startReply: 'Write a reply',
  draft: 'Draft:',
  replyText: 'Your reply',
  replyPlaceholder: 'Write your reply. It stays on this device until you send it.',
  copy: 'Copy',
  strike: 'Selected words',
  never: 'Never again',
  more: 'More like this',
  openThread: 'Open thread',
  wordCount: (count: number) => counted(count, 'word'),
};

export const strikeTexts = {
  title: 'Teach the campaign',
  text: (campaign: string) => `“${campaign}” looks again at everything it stored.`,
  kinds: { never: 'Never again', more: 'More like this' },
  words: 'Words',
  hint: 'Posts with these words, in this order, are left out.',
  rule: (rule: string) => `New rule: ${rule}`,
  known: { never: 'These words are excluded already', more: 'There is already a rule for these words' },
  submit: { never: 'Exclude words', more: 'Add rule' },
  done: {
    never: (words: string, campaign: string) => `“${words}” excluded from ${campaign}`,
    more: (words: string, campaign: string) => `Rule for “${words}” added to ${campaign}`,
  },
  failed: (message: string) => `Couldn't change the campaign. ${message}`,
};
