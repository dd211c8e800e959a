import type { Origin } from '#shared/origin.ts';
import { sourceOf } from '#shared/sources.ts';
import { counted } from '#web/lib/format.ts';

/** Not among `texts`, which load with the list. */
export const readerTexts = {
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
  inThread: (count: number) => `Thread: ${counted(count, 'comment')} fetched`,
  nothingInThread: 'No other comments fetched from this thread.',
  postAuthor: 'author',
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
  replyText: 'Your reply',
  replyPlaceholder: 'Write your reply. It stays on this device until you send it.',
  copy: 'Copy',
  openThread: 'Open thread',
  wordCount: (count: number) => counted(count, 'word'),
};
