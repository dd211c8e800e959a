import type { SearchHit, SearchSort, SearchTime } from '#shared/search.ts';
import { counted } from '#web/lib/format.ts';

export const sortWords: Record<SearchSort, string> = {
  relevance: 'Best match',
  new: 'Newest',
  top: 'Most points',
  comments: 'Most comments',
  hot: 'Hot',
};
export const timeWords: Record<SearchTime, string> = {
  hour: 'Last hour',
  day: 'Last day',
  week: 'Last week',
  month: 'Last month',
  year: 'Last year',
  all: 'Any time',
};
export const outcomeWords: Record<NonNullable<SearchHit['preview']>['outcome'], string> = {
  lead: 'Would be a lead',
  post: 'Would be a post',
  below: 'Below your floor',
  unmatched: 'No rule matches',
  filtered: 'Filtered',
};

export const texts = {
  title: 'Search Reddit',
  lead: 'Look for conversations at once, beside what your campaigns hear, and keep what fits.',
  q: 'Words to look for',
  placeholder: 'invoicing (tool OR app)',
  search: 'Search',
  subreddit: 'Community',
  anywhere: 'All of Reddit',
  sort: 'Order',
  time: 'When',
  campaign: 'Score for',
  noCampaign: 'No campaign',
  start: 'Search all of Reddit, or one community. “Quotes”, AND, OR, NOT and brackets work.',
  recent: 'Searched lately',
  forget: 'Forget these',
  noRoad: 'There is no way to read Reddit here: the operator has switched listening off, or nothing is configured.',
  noRoadAction: 'Connect Reddit',
  limited: 'Read over Reddit’s feeds: one search a minute, no points or comment counts, no further pages.',
  empty: 'Reddit finds nothing for this.',
  widen: 'Search any time',
  failed: 'Reddit could not be searched.',
  more: 'Show more',
  list: 'What was found',
  found: (count: number, more: boolean) => (more ? `${String(count)} so far` : counted(count, 'conversation')),
  save: 'Keep',
  kept: 'In the campaign',
  saveOf: (title: string) => `Keep “${title}” in the campaign`,
  open: 'Open',
  openOf: (title: string) => `Open “${title}”`,
  saidSaved: (name: string) => `Kept in ${name}`,
  saidAgain: (name: string) => `It is in ${name} already`,
  choose: 'Choose a campaign first: what is kept belongs to one.',
  points: (count: number) => counted(count, 'point'),
  comments: (count: number) => counted(count, 'comment'),
  locked: 'locked',
  noText: 'No text, only the title.',
};
