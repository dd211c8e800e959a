import type { Quote } from '#shared/own-reports.ts';
import type { OwnItem } from '../activity/rows.ts';

const longest = 220;

/** A one-line excerpt around the first occurrence of one of `words`, or the start of the text. */
export function excerptOf(text: string, words: readonly string[] = []): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const lower = line.toLowerCase();
  const found = words.map((word) => lower.indexOf(word)).filter((index) => index >= 0);
  const from = Math.max(0, Math.min(...found, line.length) - 80);
  const start = found.length === 0 || from === 0 ? 0 : line.indexOf(' ', from) + 1;
  const cut = line.slice(start, start + longest).toWellFormed();
  return `${start > 0 ? '…' : ''}${cut.trim()}${start + longest < line.length ? '…' : ''}`;
}

export const textOf = ({ kind, title, body }: OwnItem): string => (kind === 'post' ? `${title}\n${body}` : body);

/** Quotes of the items that still exist. */
export function quotesOf(
  fullnames: readonly string[],
  { items, words }: { items: ReadonlyMap<string, OwnItem>; words?: readonly string[] },
): Quote[] {
  return fullnames.flatMap((fullname) => {
    const item = items.get(fullname);
    if (!item) return [];
    const { kind, subreddit, permalink, createdAt } = item;
    return [{ fullname, kind, subreddit, permalink, createdAt: new Date(createdAt).toISOString(), text: excerptOf(textOf(item), words) }];
  });
}
