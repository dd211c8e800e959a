import type { SearchHit, SearchSort, SearchTime } from '#shared/search.ts';
import { counted } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';

export const sortLabels: Record<SearchSort, string> = {
  relevance: t('Best match'),
  new: t('Newest'),
  top: t('Most points'),
  comments: t('Most comments'),
  hot: t('Hot'),
};
export const timeLabels: Record<SearchTime, string> = {
  hour: t('Last hour'),
  day: t('Last day'),
  week: t('Last week'),
  month: t('Last month'),
  year: t('Last year'),
  all: t('Any time'),
};
export const outcomeLabels: Record<NonNullable<SearchHit['preview']>['outcome'], string> = {
  lead: t('Would be a lead'),
  post: t('Would be a post'),
  below: t('Below your minimum score'),
  unmatched: t('No rule matches'),
  filtered: t('Filtered out'),
};

export const texts = {
  readOnly: t('You can read this workspace. Its members can search Reddit.'),
  title: t('Search Reddit'),
  lead: t('Search Reddit live and save what fits to a campaign.'),
  q: t('Search terms'),
  placeholder: t('invoicing (tool OR app)'),
  search: t('Search'),
  subreddit: t('Subreddit'),
  anywhere: t('All of Reddit'),
  sort: t('Sort by'),
  time: t('When'),
  campaign: t('Score for campaign'),
  noCampaign: t('No campaign'),
  start: t('Search all of Reddit or one subreddit. You can use “quotes”, AND, OR, NOT, and parentheses.'),
  recent: t('Recent searches'),
  forget: t('Clear recent searches'),
  noSource: t("Nothing on this instance reads Reddit, so it can't be searched. Settings → Reddit account says what is open."),
  noSourceAction: t('Connect Reddit'),
  limited: t('Using RSS feeds: one search per minute, no points or comment counts, first page only.'),
  waiting: t('Without an account, only about one search per minute is possible.'),
  searchesAt: (time: string) => t('Next search at {time}.', { time }),
  empty: t('No results on Reddit.'),
  widen: t('Search any time'),
  failed: t("Couldn't search Reddit."),
  more: t('Show more'),
  list: t('Search results'),
  found: (count: number, more: boolean) => (more ? t('{count} so far', { count }) : counted(count, 'conversation')),
  save: t('Save'),
  kept: t('Saved'),
  saveOf: (title: string) => t('Save “{title}” to the campaign', { title }),
  open: t('Open'),
  openOf: (title: string) => t('Open “{title}”', { title }),
  saved: (name: string) => t('Saved to {name}', { name }),
  alreadySaved: (name: string) => t('Already in {name}', { name }),
  choose: t('Choose a campaign to save to.'),
  points: (count: number) => counted(count, 'point'),
  comments: (count: number) => counted(count, 'comment'),
  locked: t('locked'),
  noText: t('No text, title only'),
};
