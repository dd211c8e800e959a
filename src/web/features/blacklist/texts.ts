import type { BlacklistKind } from '#shared/blacklist.ts';
import { t } from '#web/lib/language.ts';

export const blacklistKindTexts: Record<BlacklistKind, { label: string; many: string; placeholder: string }> = {
  subreddit: { label: t('Subreddit'), many: t('Subreddits'), placeholder: 'r/name' },
  author: { label: t('Author'), many: t('Authors'), placeholder: 'u/name' },
  word: { label: t('Word or phrase'), many: t('Words'), placeholder: t('free giveaway') },
  domain: { label: t('Domain'), many: t('Domains'), placeholder: 'example.com' },
};
export const blacklistTexts = {
  title: t('Manage Blacklist'),
  lead: t('Hidden from everyone on this instance. Stored posts that match come back when you remove the entry.'),
  ownLead: t('Hidden in this workspace. Stored posts that match come back when you remove the entry.'),
  kind: t('Kind'),
  value: t('Exclude'),
  note: t('Note (optional)'),
  add: t('Add entry'),
  filter: t('Kind'),
  all: t('All'),
  find: t('Find an entry'),
  caption: t('Blacklist'),
  columns: { kind: t('Kind'), value: t('Excluded'), note: t('Note'), since: t('Since'), actions: t('Remove') },
  empty: t('Nothing is excluded. Add a subreddit, author, word, or domain above.'),
  emptyToRead: t('Nothing is excluded.'),
  noneFound: t('No matching entries.'),
  remove: (value: string) => t('Remove {value}', { value }),
  removed: (value: string, restored: number) =>
    restored > 0
      ? t('{value} removed from the blacklist, {restored, plural, one {# post} other {# posts}} restored', { value, restored })
      : t('{value} removed from the blacklist', { value }),
  added: (added: number, hidden: number) =>
    added === 0
      ? t('Already on the blacklist')
      : t('{added, plural, one {# entry} other {# entries}} added, {hidden, plural, one {# stored post} other {# stored posts}} hidden', {
          added,
          hidden,
        }),
  import: t('Import'),
  importTitle: t('Import entries'),
  importHint: t('One per line: “kind,value,note”, or just r/name, u/name, a domain, or words.'),
  importLabel: t('Entries'),
  export: t('Export'),
};
