import type { FeedContent, FeedEntry } from './content.ts';

const itemOf = ({ id, title, author, url, summary, publishedAt }: FeedEntry) => ({
  id,
  ...(url !== null && { url }),
  title: title.toWellFormed(),
  content_text: summary.toWellFormed(),
  date_published: publishedAt,
  ...(author !== '' && { authors: [{ name: author }] }),
});

/** A JSON Feed, version 1.1 (https://www.jsonfeed.org/version/1.1/). */
export const jsonFeedOf = ({ title, entries }: FeedContent): string =>
  JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: title.toWellFormed(), items: entries.map(itemOf) });
