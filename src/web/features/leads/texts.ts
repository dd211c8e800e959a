import type { LeadStage, leadSorts, TimelineEntry } from '#shared/leads.ts';
import { foundLabel } from '#web/features/inbox/found-since.ts';
import { counted, fullNumber, subredditName } from '#web/lib/format.ts';
import type { LeadFilterName, LeadFilters } from './filters.ts';

export const stageLabels: Record<LeadStage, string> = {
  new: 'New',
  contacted: 'Contacted',
  replied: 'Replied',
  qualified: 'Qualified',
  won: 'Won',
  lost: 'Lost',
};

export const sortLabels: Record<(typeof leadSorts)[number], string> = {
  '-new': 'New first',
  '-confidence': 'Best first',
  '-createdAt': 'Newest first',
  '-discoveredAt': 'Recently found',
  '-lastActivityAt': 'Recently active',
};

export const filterLabels: { [N in LeadFilterName]: (value: NonNullable<LeadFilters[N]>) => string } = {
  campaignId: () => 'One campaign',
  stage: (stage) => stageLabels[stage],
  minConfidence: (score) => `Score ${score}+`,
  tag: (tag) => `Tag ${tag}`,
  since: foundLabel,
  subreddit: subredditName,
  q: (q) => `“${q}”`,
};

export const timelineLabels: Record<TimelineEntry['kind'], string> = {
  heard: 'Found',
  lead: 'Lead',
  stage: 'Stage',
  note: 'Note',
  tag: 'Tag',
  value: 'Value',
  feedback: 'Feedback',
  status: 'Status',
  'follow-up': 'Follow-up',
  answer: 'Your reply',
  gone: 'Deleted',
};

export const boardTexts = {
  title: 'Leads by stage',
  view: 'View',
  list: 'List',
  board: 'Board',
  failed: "Couldn't load these leads.",
  empty: 'No leads in this stage',
  more: 'Show more',
  count: (count: number, isMore: boolean) => (isMore ? `${fullNumber(count)}+` : fullNumber(count)),
  open: (name: string) => `Open ${name}`,
  handle: (name: string) => `Move ${name} with the arrow keys`,
  moveNamed: (name: string) => `Move ${name} to a stage`,
  moveTo: (stage: string) => `Move to ${stage}`,
  howTo: 'Press Space to pick up a card, the left and right arrow keys to change its stage, Space to drop it, and Escape to cancel.',
  pickedUp: (name: string) => `Picked up ${name}.`,
  over: (name: string, stage: string) => `${name} is over ${stage}.`,
  dropped: (name: string, stage: string) => (stage === '' ? `${name} wasn't moved.` : `${name} moved to ${stage}.`),
  canceled: (name: string) => `Canceled. ${name} wasn't moved.`,
};

export const texts = {
  removed: 'Deleted by its author',
  title: 'Leads',
  noun: 'lead',
  count: (count: number, isMore: boolean) => (isMore ? `${fullNumber(count)}+ leads` : counted(count, 'lead')),
  done: "You're done.",
  nextCheck: (when: string) => `Next check at ${when}.`,
  noNextCheck: 'No campaign is scheduled to run.',
  doneCounts: (counts: string) => `This session: ${counts}.`,
  doneActions: {
    reply: (count: number) => counted(count, 'reply', 'replies'),
    lead: (count: number) => `${String(count)} marked as ${count === 1 ? 'lead' : 'leads'}`,
    dismiss: (count: number) => `${String(count)} dismissed`,
    archive: (count: number) => `${String(count)} archived`,
  },
  allLeads: 'All leads',
  emptyFiltered: 'No leads match these filters.',
  empty: 'No leads yet. They appear here when someone needs what you offer.',
  toPosts: 'All posts',
  clearFilters: 'Clear filters',
  campaign: 'Campaign',
  anyCampaign: 'All campaigns',
  stage: 'Stage',
  anyStage: 'Any stage',
  minScore: 'Score',
  anyScore: 'Any',
  tag: 'Tag',
  since: 'Found',
  anySince: 'Any time',
  subreddit: 'Subreddit',
  search: 'Text or username',
  moved: (name: string, stage: string) => `Moved ${name} to ${stage}`,
  followUp: 'Follow up',
  person: 'Person',
  personOf: (name: string) => `Person: ${name}`,
  otherPosts: (name: string) => `Also by ${name}`,
  notes: 'Notes',
  notesHint: 'Only you can see them.',
  tags: 'Tags',
  tagPlaceholder: 'Add a tag',
  value: 'Value',
  valueHint: 'Estimated value, in your currency',
  valueError: 'Enter a number of 0 or more',
  timeline: 'Timeline',
  timelineEmpty: 'Nothing has happened yet.',
  timelinePart: (shown: number, total: number | null) =>
    total === null ? `The latest ${fullNumber(shown)} entries` : `The latest ${fullNumber(shown)} of ${fullNumber(total)} entries`,
  timelineFailed: "Couldn't load the timeline.",
  saving: 'Saving…',
  saved: 'Saved',
  unsaved: 'Not saved yet',
  notSaved: "Couldn't save.",
  tryAgain: 'Try again',
  failed: "Couldn't load this lead.",
  missing: 'This lead is no longer available.',
  toLeads: 'All leads',
};
