import type { LeadStage, leadSorts, TimelineEntry } from '#shared/leads.ts';
import { counted } from '#web/lib/format.ts';
import type { LeadFilterName, LeadFilters } from './filters.ts';

export const stageWords: Record<LeadStage, string> = {
  new: 'New',
  contacted: 'Contacted',
  replied: 'Replied',
  qualified: 'Qualified',
  won: 'Won',
  lost: 'Lost',
};

export const sortWords: Record<(typeof leadSorts)[number], string> = {
  '-confidence': 'Best first',
  '-createdAt': 'Newest first',
  '-discoveredAt': 'Last heard first',
  '-lastActivityAt': 'Last active first',
};

export const filterWords: { [N in LeadFilterName]: (value: NonNullable<LeadFilters[N]>) => string } = {
  campaignId: () => 'One campaign',
  stage: (stage) => stageWords[stage],
  minConfidence: (score) => `Score ${score} and up`,
  tag: (tag) => `Tag ${tag}`,
  q: (q) => `“${q}”`,
};

export const timelineWords: Record<TimelineEntry['kind'], string> = {
  heard: 'Heard',
  lead: 'Lead',
  stage: 'Stage',
  note: 'Note',
  tag: 'Tag',
  value: 'Value',
  feedback: 'Judgement',
  status: 'Status',
  'follow-up': 'Follow-up',
  answer: 'Your answer',
  gone: 'Gone',
};

export const boardTexts = {
  title: 'Leads by stage',
  view: 'View',
  list: 'List',
  board: 'Board',
  failed: 'These leads could not be read.',
  empty: 'Nobody here.',
  more: 'More',
  count: (count: number, isMore: boolean) => (isMore ? `${String(count)}+` : String(count)),
  open: (name: string) => `Open ${name}`,
  handle: (name: string) => `Move ${name} with the arrow keys`,
  moveNamed: (name: string) => `Move ${name} to a stage`,
  moveTo: (stage: string) => `To ${stage}`,
  howTo:
    'Press space to pick up, the left and right arrows to go from stage to stage, space again to put down, escape to leave it where it was.',
  pickedUp: (name: string) => `${name} is picked up.`,
  over: (name: string, stage: string) => `${name} is over ${stage}.`,
  dropped: (name: string, stage: string) => (stage === '' ? `${name} is back.` : `${name} is in ${stage}.`),
  cancelled: (name: string) => `${name} stays where it was.`,
};

export const texts = {
  title: 'Leads',
  noun: 'lead',
  count: (count: number, isMore: boolean) => (isMore ? `${String(count)}+ leads` : counted(count, 'lead')),
  emptyFiltered: 'No lead matches these filters.',
  empty: 'No leads yet. They appear here as soon as somebody needs what you offer.',
  toPosts: 'All posts',
  clearFilters: 'Clear filters',
  campaign: 'Campaign',
  anyCampaign: 'All campaigns',
  stage: 'Stage',
  anyStage: 'Any stage',
  minScore: 'Score',
  anyScore: 'Any',
  tag: 'Tag',
  search: 'Words or name',
  followUp: 'Follow up',
  person: 'Person',
  personOf: (name: string) => `Person: everything about ${name}`,
  otherPosts: (name: string) => `Also by ${name}`,
  conversations: 'Conversations',
  notes: 'Notes',
  notesHint: 'Only you see them.',
  tags: 'Tags',
  tagPlaceholder: 'Add a tag',
  value: 'Value',
  valueHint: 'What it may be worth, in your currency.',
  valueError: 'A number of 0 or more',
  timeline: 'Timeline',
  timelineEmpty: 'Nothing has happened yet.',
  timelineFailed: 'The timeline could not be loaded.',
  more: 'Earlier',
  saving: 'Saving',
  saved: 'Saved',
  unsaved: 'Not saved yet',
  notSaved: 'Not saved.',
  tryAgain: 'Try again',
  failed: 'The lead could not be loaded.',
  missing: 'This lead is not there any more.',
  toLeads: 'All leads',
  noName: 'Account gone',
};
