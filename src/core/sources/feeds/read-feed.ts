import { createHash } from 'node:crypto';
import { authorAt, feedLabel, fullnameAt } from '#shared/origin.ts';
import { textOfHtml } from '#core/text/html-text.ts';
import { type FetchedItem, textOnly, timeOf } from '#core/platform/item.ts';
import { cleanText, lineOf, maxTitleLength } from '#core/text/clean.ts';
import type { FailureKind } from '#core/reddit/stream.ts';
import { type FeedEntry, readFeedDocument } from './feed-document.ts';
import { SourceFailure } from '../failure.ts';

interface From {
  /** URL of the document, for resolving relative links. */
  url: string;
  /** Name that its items are shown under. */
  label: string;
  now: number;
}

const maxAuthorLength = 80;
const maxLabelLength = 80;

const lineOfHtml = (html: string, max: number): string => lineOf(textOfHtml(html), max);

/** A feed's own title, short enough for a row. */
function labelOf(title: string, feedUrl: string): string {
  const line = lineOfHtml(title, 1000);
  const short = line.length <= maxLabelLength ? line : `${line.slice(0, maxLabelLength - 1).trimEnd()}…`;
  return feedLabel(short.toWellFormed(), new URL(feedUrl).host);
}

function linkOf(link: string, base: string): string | null {
  const url = link === '' || link.length > 4000 ? null : URL.parse(link, base);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

const hashOf = (...parts: string[]): string => createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 24);

/** The same entry always gets the same fullname; the same text in two feeds is two items. */
const fullnameOf = ({ id, link, title, content }: FeedEntry, feedUrl: string): string =>
  fullnameAt('feed', hashOf(feedUrl, id || link || `${title}\n${content}`));

/** Null for an entry without text. */
function feedItemOf(entry: FeedEntry, feedUrl: string, { url, label, now }: From): FetchedItem | null {
  const title = lineOfHtml(entry.title, maxTitleLength);
  const body = cleanText(textOfHtml(entry.content));
  if (title === '' && body === '') return null;
  const author = lineOfHtml(entry.author, maxAuthorLength);
  return {
    ...textOnly,
    fullname: fullnameOf(entry, feedUrl),
    kind: 'post',
    subreddit: label,
    author: author === '' ? null : authorAt(author, new URL(url).host),
    title,
    body,
    permalink: linkOf(entry.link, url),
    createdAt: timeOf(entry.date, now),
  };
}

export interface FeedText {
  text: string;
  /** As the user gave it. */
  feedUrl: string;
  /** After redirects. */
  url: string;
  now: number;
}

export type FeedReading = { label: string; items: (FetchedItem | null)[] } | { failure: string; kind: FailureKind };

/** The items of a feed; null for an entry without text. */
export function readFeed({ text, feedUrl, url, now }: FeedText): FeedReading {
  try {
    const { title, entries } = readFeedDocument(text);
    const label = labelOf(title, feedUrl);
    return { label, items: entries.map((entry) => feedItemOf(entry, feedUrl, { url, label, now })) };
  } catch (error) {
    if (error instanceof SourceFailure) return { failure: error.message, kind: error.kind };
    throw error;
  }
}
