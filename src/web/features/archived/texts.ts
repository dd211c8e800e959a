import { counted } from '#web/lib/format.ts';

export const texts = {
  title: 'Archived',
  lead: 'Archived and dismissed posts, most recent first.',
  search: 'Search archived posts',
  away: 'All',
  archived: 'Archived',
  dismissed: 'Dismissed',
  show: 'Show',
  restore: 'Restore',
  restoreOf: (title: string) => `Restore “${title}”`,
  restored: (count: number) => `Restored ${counted(count, 'post')}`,
  undo: 'Undo',
  more: 'Show more',
  empty: 'Nothing archived yet. Posts you archive or dismiss are kept here.',
  emptyFiltered: 'No archived posts match this search.',
  everything: 'Clear search',
  toPosts: 'All posts',
  failed: "Couldn't load the list.",
  actionFailed: (reason: string) => `Couldn't do that. ${reason}`,
};
