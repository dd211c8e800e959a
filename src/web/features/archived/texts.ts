import { counted } from '#web/lib/format.ts';

export const texts = {
  title: 'Archived',
  lead: 'Everything put away, the last heard first.',
  search: 'Search what was put away',
  away: 'All',
  archived: 'Archived',
  dismissed: 'Dismissed',
  show: 'Show',
  restore: 'Restore',
  restoreOf: (title: string) => `Restore “${title}”`,
  restored: (count: number) => `Restored ${counted(count, 'post')}`,
  undo: 'Undo',
  more: 'Show more',
  empty: 'Nothing has been put away. What you archive or dismiss is kept here.',
  emptyFiltered: 'Nothing that was put away matches.',
  everything: 'Everything put away',
  toPosts: 'All posts',
  failed: 'The list could not be loaded.',
  worked: (what: string) => `That did not work: ${what}`,
};
