import type { bulkActions } from '#shared/posts.ts';
import { counted, dateFormat } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';
import { spans } from '#web/lib/url-params.ts';

export type BulkAction = (typeof bulkActions)[number];

const doneTexts: Record<BulkAction, (items: string, count: number) => string> = {
  lead: (items, count) => t('{count, plural, one {Marked as lead} other {Marked {items} as leads}}', { count, items }),
  dismiss: (items) => t('Dismissed {items}', { items }),
  archive: (items) => t('Archived {items}', { items }),
  restore: (items) => t('Restored {items}', { items }),
  seen: (items) => t('Marked {items} as seen', { items }),
  unseen: (items) => t('Marked {items} as unseen', { items }),
};

export const texts = {
  done: (action: BulkAction, count: number, noun: string) => doneTexts[action](counted(count, noun), count),
  undone: t('Undone'),
  nothingToUndo: t('Nothing to undo.'),
  undo: t('Undo'),
  failed: (reason: string) => t("Couldn't do that. {reason}", { reason }),
  goodMatchSaved: t('Thanks. Marked as a good match.'),
  badMatchSaved: t('Thanks. Marked as a bad match.'),
  feedbackRemoved: t('Feedback removed'),
  comment: t('comment'),
  sample: t('sample'),
  sampleHint: t('A made-up post that shows how Earshot works'),
  lead: t('Mark as lead'),
  isLead: t('Lead'),
  archive: t('Archive'),
  dismiss: t('Dismiss'),
  more: t('More'),
  markUnseen: t('Mark as unseen'),
  nothingOpen: t('Select a conversation to read it here.'),
  listFailed: t("Couldn't load the list."),
  itemCrashed: (noun: string) => t("Couldn't show this {noun}.", { noun: t(noun) }),
  listCrashed: t("Couldn't show the list."),
  select: (title: string) => t('Select “{title}”', { title }),
  selected: (count: number) => t('{count} selected', { count }),
  clear: t('Clear'),
  selectShown: t('Select all shown'),
  markSeen: t('Mark as seen'),
  waiting: (count: number, max: number) => t('{value} new', { value: count >= max ? `${max}+` : count }),
  showWaiting: t('Show them'),
  arrived: (count: number) => t('{count} new in the list', { count }),
  export: t('Export this list'),
  exportCsv: t('CSV (spreadsheet)'),
  exportJson: t('JSON'),
  views: t('View'),
  customFilters: t('Custom filters'),
  saveView: t('Save this view'),
  saveViewHint: t('Saves the current filters and sort order. A view with the same name is replaced.'),
  viewName: t('Name'),
  save: t('Save'),
  deleteView: (name: string) => t('Delete “{name}”', { name }),
  filter: t('Filter'),
  filters: t('Filters'),
  removeFilter: (name: string) => t('Remove filter: {name}', { name }),
  clearFilters: t('Clear filters'),
  sort: t('Sort'),
  unseen: t('Unseen'),
  matchedRule: t('Matched rule'),
  campaign: t('Campaign'),
  assignedTo: (name: string) => t('Assigned to {name}', { name }),
};

const labels: Record<string, string> = { '1d': t('Last 24 hours'), '7d': t('Last 7 days'), '30d': t('Last 30 days') };

/** A span, a day, or a moment of the address, as people read it. */
export function foundLabel(since: string): string {
  const clock = since.includes('T') ? { hour: '2-digit', minute: '2-digit' } : {};
  const moment = dateFormat({ day: 'numeric', month: 'short', ...clock } as Intl.DateTimeFormatOptions);
  return labels[since] ?? t('Since {format}', { format: moment.format(new Date(since)) });
}

export const foundOptions = spans.map((span) => ({ value: span, label: foundLabel(span) }));
