import type { DismissReason, bulkActions } from '#shared/posts.ts';
import type { ComponentName } from '#shared/scoring.ts';
import { counted } from '#web/lib/format.ts';
import type { Command } from './keys.ts';

export type BulkAction = (typeof bulkActions)[number];

export const reasonWords: Record<DismissReason, string> = {
  'not-my-customer': 'Not my customer',
  'no-need': 'No need',
  seller: 'Sells',
  'wrong-place': 'Wrong place',
  old: 'Old',
};

export const componentWords: Record<ComponentName, string> = {
  intent: 'Intent',
  fit: 'Fit',
  relevance: 'Relevance',
  urgency: 'Urgency',
  reachability: 'Reachability',
  recency: 'Recency',
  saturation: 'Saturation',
};

/** What each component asks, for those who see it for the first time. */
export const componentHints: Record<ComponentName, string> = {
  intent: 'Does somebody look for a solution?',
  fit: 'Is it your customer and your offering?',
  relevance: 'Is it about your subject?',
  urgency: 'Is it needed soon?',
  reachability: 'Can you still answer there?',
  recency: 'How young is it?',
  saturation: 'How much room have other answers left?',
};

export const commandWords: Record<Command | 'search', string> = {
  next: 'Next',
  previous: 'Previous',
  open: 'Read',
  lead: 'Make it a lead',
  dismiss: 'Dismiss, with a reason',
  archive: 'Archive',
  reply: 'Write an answer',
  select: 'Select for a bulk action',
  right: 'The score is right',
  wrong: 'The score is wrong',
  undo: 'Undo the last action',
  search: 'Search',
  help: 'All keys',
  close: 'Back to the list',
};

const done: Record<BulkAction, string> = {
  lead: 'Made leads',
  dismiss: 'Dismissed',
  archive: 'Archived',
  restore: 'Restored',
  seen: 'Marked as seen',
  unseen: 'Marked as not seen',
};

export const texts = {
  title: 'Conversation',
  askDismiss: 'Why dismiss it?',
  askDismissMany: (count: number) => `Why dismiss these ${count}?`,
  askWrong: 'Why is it wrong?',
  noReason: 'No reason',
  done: (action: BulkAction, count: number, noun: string) =>
    action === 'lead' && count === 1 ? 'Made it a lead' : `${done[action]} ${counted(count, noun)}`,
  undone: 'Undone',
  nothingToUndo: 'Nothing to undo.',
  undo: 'Undo',
  failed: (what: string) => `That did not work: ${what}`,
  judgedRight: 'Thank you. This one counts as right.',
  judgedWrong: 'Thank you. This one counts as wrong.',
  judgementTaken: 'Judgement taken back.',
  copied: 'Copied',
  copyFailed: 'The browser did not allow copying. Select the text and copy it by hand.',
  why: 'Why this score',
  right: 'Right',
  rightTip: 'The score is right',
  wrong: 'Wrong',
  wrongTip: 'The score is wrong',
  verdict: (score: number) => (score >= 85 ? 'Strong lead' : score >= 70 ? 'Lead' : score >= 50 ? 'Worth a look' : 'On the subject'),
  scoredBy: (scorer: string) => (scorer === 'builtin' ? 'Built-in scorer' : `Built-in and ${scorer}`),
  matchedRules: 'Matched rules',
  noRules: 'Matched by relevance, not by a rule.',
  inThread: (count: number) => `In the thread, ${counted(count, 'comment')} heard`,
  nothingInThread: 'Nothing else was heard in this thread.',
  postAuthor: 'author',
  points: (count: number) => counted(count, 'point'),
  comments: (count: number) => counted(count, 'comment'),
  comment: 'comment',
  sample: 'sample',
  sampleHint: 'Invented by us, to show how Earshot works',
  gone: 'The author has taken this down on Reddit, so Earshot has forgotten it.',
  noText: 'There is no text, only the title.',
  openOnReddit: 'Open on Reddit',
  openLink: 'Open the link',
  lead: 'Make lead',
  isLead: 'Lead',
  archive: 'Archive',
  restore: 'Restore',
  dismiss: 'Dismiss',
  dismissed: 'Dismissed',
  archived: 'Archived',
  previous: 'Previous',
  next: 'Next',
  back: 'Back to the list',
  more: 'More',
  markUnseen: 'Mark as not seen',
  answer: 'Answer',
  answerPlaceholder: 'Write your answer here. It stays on this device until you send it.',
  copy: 'Copy',
  openThread: 'Open thread',
  words: (count: number) => counted(count, 'word'),
  reply: 'Reply',
  nothingOpen: 'Choose a conversation to read it here.',
  loadFailed: 'The conversation could not be loaded.',
  listFailed: 'The list could not be loaded.',
  select: (title: string) => `Select “${title}”`,
  selected: (count: number) => `${count} selected`,
  clear: 'Clear',
  selectShown: 'Select all shown',
  markSeen: 'Mark as seen',
  waiting: (count: number, most: number) => `${count >= most ? `${most}+` : count} new`,
  showWaiting: 'Show them',
  arrived: (count: number) => `${count} new in the list`,
  keys: 'Keys',
  keysHint: 'They work wherever nothing is being typed.',
  filter: 'Filter',
  filters: 'Filters',
  removeFilter: (name: string) => `Remove the filter ${name}`,
  clearFilters: 'Clear filters',
  sort: 'Sort',
  notSeen: 'Not seen yet',
  matchedRule: 'Matched rule',
  loadingMore: 'Loading more',
};

export const reasonKeys = ['1', '2', '3', '4', '5'] as const;
