import { t } from '#web/lib/language.ts';

export const texts = {
  title: t('Archived'),
  lead: t('Archived and dismissed posts, most recent first.'),
  search: t('Search archived posts'),
  away: t('All'),
  archived: t('Archived'),
  dismissed: t('Dismissed'),
  show: t('Show'),
  restore: t('Restore'),
  restoreOf: (title: string) => t('Restore “{title}”', { title }),
  restored: (count: number) => t('Restored {count, plural, one {# post} other {# posts}}', { count }),
  undo: t('Undo'),
  more: t('Show more'),
  empty: t('Nothing archived yet. Posts you archive or dismiss are kept here.'),
  emptyFiltered: t('No archived posts match this search.'),
  everything: t('Clear search'),
  toPosts: t('All posts'),
  failed: t("Couldn't load the list."),
  actionFailed: (reason: string) => t("Couldn't do that. {reason}", { reason }),
};
