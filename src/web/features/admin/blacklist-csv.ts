import type { BlacklistEntry } from '#shared/blacklist.ts';

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** In the import's format. */
export const blacklistCsv = (entries: readonly BlacklistEntry[]): string =>
  [
    'kind,value,note',
    ...entries.map(({ kind, value, note }) => [kind, quoted(value), quoted(note.replaceAll(/\s+/g, ' '))].join(',')),
  ].join('\n');
