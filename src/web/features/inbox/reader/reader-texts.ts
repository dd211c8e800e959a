import type { Origin } from '#shared/origin.ts';
import { sourceOf } from '#shared/sources.ts';
import { counted } from '#web/lib/format.ts';
import { t, listed } from '#web/lib/language.ts';

/** Not among `texts`, which load with the list. */
export const readerTexts = {
  readOnly: t('You can read this workspace.'),
  title: t('Conversation'),
  swipeKeep: t('Keep'),
  swipeDismiss: t('Dismiss'),
  learned: (points: number) =>
    points > 0
      ? t('Your feedback raised this score by up to {points, plural, one {# point} other {# points}}.', { points: Math.abs(points) })
      : t('Your feedback lowered this score by up to {points, plural, one {# point} other {# points}}.', { points: Math.abs(points) }),
  learnedWhy: t('See why'),
  why: t('Why this score'),
  goodMatch: t('Good match'),
  badMatch: t('Bad match'),
  scoredBy: (scorer: string) => (scorer === 'builtin' ? t('Built-in scorer') : t('Built-in scorer and {scorer}', { scorer })),
  matchedRules: t('Matched rules'),
  noRules: t('Matched by relevance, not by a rule.'),
  thread: t('Thread'),
  commentIn: t('Comment in'),
  inThread: (count: number) => t('Thread: {count, plural, one {# comment} other {# comments}} fetched', { count }),
  shownOf: (shown: number, read: number) =>
    shown === read
      ? t('Thread: {read, plural, one {# comment} other {# comments}}', { read })
      : t('Thread: {shown} of {read, plural, one {# comment} other {# comments}}', { shown, read }),
  readingThread: t('Reading the thread…'),
  noComments: t('No comments yet.'),
  askerReplied: t('The asker replied'),
  pitched: (names: readonly string[]) => t('Already named there: {names}.', { names: listed(names) }),
  names: (names: readonly string[]) => t('names {names}', { names: listed(names) }),
  otherPosts: (count: number) => t('{count, plural, one {# other post} other {# other posts}} by this person found here.', { count }),
  contacted: t('You contacted this person'),
  asker: t('asker'),
  points: (count: number) => counted(count, 'point'),
  comments: (count: number) => counted(count, 'comment'),
  gone: (origin: Origin) =>
    sourceOf(origin).can.followDeletions
      ? t('The author deleted this on {source}, so Earshot deleted its copy.', { source: t(sourceOf(origin).label) })
      : t('The author deleted this, so Earshot deleted its copy.'),
  noText: t('This post has a title but no text.'),
  showWhole: t('Show the whole post'),
  table: t('Table in the post'),
  originName: (origin: Origin) => t(sourceOf(origin).shortLabel),
  openOn: (origin: Origin) => t(sourceOf(origin).openLabel),
  restore: t('Restore'),
  previous: t('Previous'),
  next: t('Next'),
  back: t('Back to the list'),
  loadFailed: t("Couldn't load this conversation."),
  postCrashed: t("Couldn't show this post."),
  replying: (names: readonly string[]) =>
    names.length === 1 ? t('{name} is replying', { name: names[0] ?? '' }) : t('{names} are replying', { names: names.join(', ') }),
  startReply: t('Write a reply'),
  draft: t('Draft:'),
  replyText: t('Your reply'),
  replyPlaceholder: t('Write your reply. It stays on this device until you send it.'),
  copy: t('Copy'),
  strike: t('Selected words'),
  never: t('Never again'),
  more: t('More like this'),
  openThread: t('Open thread'),
  wordCount: (count: number) => counted(count, 'word'),
};

export const strikeTexts = {
  title: t('Teach the campaign'),
  text: (campaign: string) => t('“{campaign}” looks again at everything it stored.', { campaign }),
  kinds: { never: t('Never again'), more: t('More like this') },
  words: t('Words'),
  hint: t('Posts with these words, in this order, are left out.'),
  rule: (rule: string) => t('New rule: {rule}', { rule }),
  known: { never: t('These words are excluded already'), more: t('There is already a rule for these words') },
  submit: { never: t('Exclude words'), more: t('Add rule') },
  done: {
    never: (words: string, campaign: string) => t('“{words}” excluded from {campaign}', { words, campaign }),
    more: (words: string, campaign: string) => t('Rule for “{words}” added to {campaign}', { words, campaign }),
  },
  failed: (message: string) => t("Couldn't change the campaign. {message}", { message }),
};
