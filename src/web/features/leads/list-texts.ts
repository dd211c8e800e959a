import type { LeadStage, leadSorts } from '#shared/leads.ts';
import { foundLabel } from '#web/features/inbox/list/found-since.ts';
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
  '-new': 'Best new first',
  '-confidence': 'Best first',
  '-createdAt': 'Newest first',
  '-discoveredAt': 'Recently found',
  '-lastActivityAt': 'Recently active',
};

export const filterLabels: { [N in LeadFilterName]: (value: NonNullable<LeadFilters[N]>) => string } = {
  campaignId: () => 'One campaign',
  stage: (stage) => stageLabels[stage],
  assignee: (who) => (who === 'me' ? 'Mine' : who === 'none' ? 'Unassigned' : 'One person'),
  minConfidence: (score) => `Score ${score}+`,
  tag: (tag) => `Tag ${tag}`,
  since: foundLabel,
  subreddit: subredditName,
  q: (q) => `“${q}”`,
};

/** What the first view shows; `texts` comes with what opens from it. */
export const listTexts = {
  title: 'Leads',
  noun: 'lead',
  count: (count: number, isMore: boolean) => (isMore ? `${fullNumber(count)}+ leads` : counted(count, 'lead')),
  removed: 'Deleted by its author',
  boardTitle: 'Leads by stage',
  view: 'View',
  list: 'List',
  board: 'Board',
};
