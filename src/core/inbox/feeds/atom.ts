import { XMLBuilder } from 'fast-xml-parser';
import type { FeedContent, FeedEntry } from './content.ts';

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: true });

/** XML 1.0 can't represent these characters, not even escaped. */
const clean = (text: string): string =>
  [...text.toWellFormed()]
    .filter((char) => char >= ' ' || char === '\n' || char === '\t')
    .join('')
    .replaceAll(/[\uFFFE\uFFFF]/g, '');

const entryOf = ({ id, title, author, url, summary, publishedAt }: FeedEntry) => ({
  id,
  title: clean(title),
  published: publishedAt,
  updated: publishedAt,
  author: { name: clean(author === '' ? 'unknown' : author) },
  ...(url !== null && { link: { '@href': clean(url) } }),
  summary: clean(summary),
});

/** An Atom feed (RFC 4287). */
export function atomOf({ id, title, entries }: FeedContent, updated: string): string {
  const feed = { '@xmlns': 'http://www.w3.org/2005/Atom', id, title: clean(title), updated, entry: entries.map(entryOf) };
  return `<?xml version="1.0" encoding="utf-8"?>${builder.build({ feed })}`;
}
