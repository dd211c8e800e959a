import type { postSorts, postStatuses } from '#shared/posts.ts';
import { foundLabel } from '#web/features/inbox/texts.ts';
import { counted, fullNumber, subredditName } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';
import type { PostFilterName, PostFilters } from './filters.ts';

export const statusLabels: Record<(typeof postStatuses)[number] | 'all', string> = {
  new: t('New'),
  lead: t('Leads'),
  dismissed: t('Dismissed'),
  archived: t('Archived'),
  all: t('All, including archived'),
};

export const sortLabels: Record<(typeof postSorts)[number], string> = {
  '-confidence': t('Best first'),
  '-createdAt': t('Newest first'),
  '-discoveredAt': t('Recently found'),
};

export const filterLabels: { [N in PostFilterName]: (value: NonNullable<PostFilters[N]>) => string } = {
  campaignId: () => t('One campaign'),
  minScore: (score) => t('Score {score}+', { score }),
  subreddit: subredditName,
  kind: (kind) => (kind === 'post' ? t('Posts only') : t('Comments only')),
  status: (status) => statusLabels[status],
  since: foundLabel,
  rule: (rule) => rule,
  q: (q) => `“${q}”`,
  unseen: () => t('Unseen'),
};

export const texts = {
  title: t('Posts'),
  noun: 'post',
  count: (count: number, isMore: boolean) => (isMore ? t('{count}+ posts', { count: fullNumber(count) }) : counted(count, 'post')),
  emptyFiltered: t('No posts match these filters.'),
  empty: t('No posts yet. They appear here when a campaign finds a match.'),
  toCampaigns: t('Go to campaigns'),
  clearFilters: t('Clear filters'),
  person: t('Person'),
  campaign: t('Campaign'),
  anyCampaign: t('All campaigns'),
  minScore: t('Score'),
  anyScore: t('Any'),
  subreddit: t('Subreddit'),
  kind: t('Type'),
  anyKind: t('Posts and comments'),
  status: t('Status'),
  defaultStatus: t('New and leads'),
  since: t('Posted'),
  anySince: t('Any time'),
  rule: t('Matched rule'),
  unseen: t('Only unseen posts'),
  search: t('Text'),
};
