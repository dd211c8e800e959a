import type { LeadStage, leadSorts } from '#shared/leads.ts';
import { foundLabel } from '#web/features/inbox/texts.ts';
import { counted, fullNumber, subredditName } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';
import type { LeadFilterName, LeadFilters } from './filters.ts';

export const stageLabels: Record<LeadStage, string> = {
  new: t('New'),
  contacted: t('Contacted'),
  replied: t('Replied'),
  qualified: t('Qualified'),
  won: t('Won'),
  lost: t('Lost'),
};

export const sortLabels: Record<(typeof leadSorts)[number], string> = {
  '-new': t('Best new first'),
  '-confidence': t('Best first'),
  '-createdAt': t('Newest first'),
  '-discoveredAt': t('Recently found'),
  '-lastActivityAt': t('Recently active'),
};

export const filterLabels: { [N in LeadFilterName]: (value: NonNullable<LeadFilters[N]>) => string } = {
  campaignId: () => t('One campaign'),
  stage: (stage) => stageLabels[stage],
  assignee: (who) => (who === 'me' ? t('Mine') : who === 'none' ? t('Unassigned') : t('One person')),
  minConfidence: (score) => t('Score {score}+', { score }),
  tag: (tag) => t('Tag {tag}', { tag }),
  since: foundLabel,
  subreddit: subredditName,
  q: (q) => `“${q}”`,
};

/** What the first view shows; `texts` comes with what opens from it. */
export const listTexts = {
  title: t('Leads'),
  noun: 'lead',
  count: (count: number, isMore: boolean) => (isMore ? t('{count}+ leads', { count: fullNumber(count) }) : counted(count, 'lead')),
  removed: t('Deleted by its author'),
  clients: t('Clients'),
  view: t('View'),
  list: t('List'),
  board: t('Board'),
};
