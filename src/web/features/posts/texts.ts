import type { postSorts, postStatuses } from '#shared/posts.ts';
import { counted, subredditName } from '#web/lib/format.ts';
import type { PostFilterName, PostFilters } from './filters.ts';

export const statusWords: Record<(typeof postStatuses)[number] | 'all', string> = {
  new: 'New',
  lead: 'Leads',
  dismissed: 'Dismissed',
  archived: 'Archived',
  all: 'All, also put away',
};

export const sortWords: Record<(typeof postSorts)[number], string> = {
  '-confidence': 'Best first',
  '-createdAt': 'Newest first',
  '-discoveredAt': 'Last heard first',
};

export const sinceWords = (since: NonNullable<PostFilters['since']>): string => {
  if (since === '1d') return 'Last 24 hours';
  if (since === '7d') return 'Last 7 days';
  if (since === '30d') return 'Last 30 days';
  return `Since ${new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', ...(since.includes('T') && { hour: '2-digit', minute: '2-digit' }) }).format(new Date(since))}`;
};

/** What a chip says. */
export const filterWords: { [N in PostFilterName]: (value: NonNullable<PostFilters[N]>) => string } = {
  campaignId: () => 'One campaign',
  minScore: (score) => `Score ${score} and up`,
  subreddit: subredditName,
  kind: (kind) => (kind === 'post' ? 'Posts only' : 'Comments only'),
  status: (status) => statusWords[status],
  since: sinceWords,
  rule: (rule) => rule,
  q: (q) => `“${q}”`,
  unseen: () => 'Not seen',
};

export const texts = {
  title: 'Posts',
  noun: 'post',
  count: (count: number, isMore: boolean) => (isMore ? `${String(count)}+ posts` : counted(count, 'post')),
  emptyFiltered: 'Nothing matches these filters.',
  empty: 'Nothing heard yet. Posts appear here as soon as a campaign hears something that fits.',
  toCampaigns: 'Campaigns',
  clearFilters: 'Clear filters',
  person: 'Person',
  campaign: 'Campaign',
  anyCampaign: 'All campaigns',
  minScore: 'Score',
  anyScore: 'Any',
  subreddit: 'Subreddit',
  kind: 'Kind',
  anyKind: 'Any kind',
  status: 'Status',
  usualStatus: 'New and leads',
  since: 'Heard',
  anySince: 'Any time',
  rule: 'Matched rule',
  unseen: 'Only what I have not seen',
  search: 'Words',
};
