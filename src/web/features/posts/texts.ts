import type { postSorts, postStatuses } from '#shared/posts.ts';
import { foundLabel } from '#web/features/inbox/list/found-since.ts';
import { counted, fullNumber, subredditName } from '#web/lib/format.ts';
import type { PostFilterName, PostFilters } from './filters.ts';

export const statusLabels: Record<(typeof postStatuses)[number] | 'all', string> = {
  new: 'New',
  lead: 'Leads',
  dismissed: 'Dismissed',
  archived: 'Archived',
  all: 'All, including archived',
};

export const sortLabels: Record<(typeof postSorts)[number], string> = {
  '-confidence': 'Best first',
  '-createdAt': 'Newest first',
  '-discoveredAt': 'Recently found',
};

export const filterLabels: { [N in PostFilterName]: (value: NonNullable<PostFilters[N]>) => string } = {
  campaignId: () => 'One campaign',
  minScore: (score) => `Score ${score}+`,
  subreddit: subredditName,
  kind: (kind) => (kind === 'post' ? 'Posts only' : 'Comments only'),
  status: (status) => statusLabels[status],
  since: foundLabel,
  rule: (rule) => rule,
  q: (q) => `“${q}”`,
  unseen: () => 'Unseen',
};

export const texts = {
  title: 'Posts',
  noun: 'post',
  count: (count: number, isMore: boolean) => (isMore ? `${fullNumber(count)}+ posts` : counted(count, 'post')),
  emptyFiltered: 'No posts match these filters.',
  empty: 'No posts yet. They appear here when a campaign finds a match.',
  toCampaigns: 'Go to campaigns',
  clearFilters: 'Clear filters',
  person: 'Person',
  campaign: 'Campaign',
  anyCampaign: 'All campaigns',
  minScore: 'Score',
  anyScore: 'Any',
  subreddit: 'Subreddit',
  kind: 'Type',
  anyKind: 'Posts and comments',
  status: 'Status',
  defaultStatus: 'New and leads',
  since: 'Posted',
  anySince: 'Any time',
  rule: 'Matched rule',
  unseen: 'Only unseen posts',
  search: 'Text',
};
