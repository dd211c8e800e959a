import type { SearchHit, SearchSort, SearchTime } from '#shared/search.ts';
import { counted } from '#web/lib/format.ts';

export const sortLabels: Record<SearchSort, string> = {
  relevance: 'Best match',
  new: 'Newest',
  top: 'Most points',
  comments: 'Most comments',
  hot: 'Hot',
};
export const timeLabels: Record<SearchTime, string> = {
  hour: 'Last hour',
  day: 'Last day',
  week: 'Last week',
  month: 'Last month',
  year: 'Last year',
  all: 'Any time',
};
export const outcomeLabels: Record<NonNullable<SearchHit['preview']>['outcome'], string> = {
  lead: 'Would be a lead',
  post: 'Would be a post',
  below: 'Below your minimum score',
  unmatched: 'No rule matches',
  filtered: 'Filtered out',
};

export const texts = {
  title: 'Search Reddit',
  lead: 'Search Reddit live and save what fits to a campaign.',
  q: 'Search terms',
  placeholder: 'invoicing (tool OR app)',
  search: 'Search',
  subreddit: 'Subreddit',
  anywhere: 'All of Reddit',
  sort: 'Sort by',
  time: 'When',
  campaign: 'Score for campaign',
  noCampaign: 'No campaign',
  start: 'Search all of Reddit or one subreddit. You can use “quotes”, AND, OR, NOT and parentheses.',
  recent: 'Recent searches',
  forget: 'Clear recent searches',
  noSource: "Earshot can't reach Reddit: monitoring is turned off, or no source is configured. Ask your admin.",
  noSourceAction: 'Connect Reddit',
  limited: "Using Reddit's RSS feeds: one search per minute, no points or comment counts, first page only.",
  empty: 'No results on Reddit.',
  widen: 'Search any time',
  failed: "Couldn't search Reddit.",
  more: 'Show more',
  list: 'Search results',
  found: (count: number, more: boolean) => (more ? `${String(count)} so far` : counted(count, 'conversation')),
  save: 'Save',
  kept: 'Saved',
  saveOf: (title: string) => `Save “${title}” to the campaign`,
  open: 'Open',
  openOf: (title: string) => `Open “${title}”`,
  saved: (name: string) => `Saved to ${name}`,
  alreadySaved: (name: string) => `Already in ${name}`,
  choose: 'Choose a campaign to save to.',
  points: (count: number) => counted(count, 'point'),
  comments: (count: number) => counted(count, 'comment'),
  locked: 'locked',
  noText: 'No text, title only',
};
