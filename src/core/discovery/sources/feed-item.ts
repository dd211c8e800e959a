import { createHash } from 'node:crypto';
import { authorAt, fullnameAt } from '#shared/origin.ts';
import { dayMs } from '#shared/time.ts';
import { textOfHtml } from '#core/platform/html-text.ts';
import { type FetchedItem, unknownTime } from '#core/platform/item.ts';
import { cleanText, maxTitleLength } from '#core/reddit/client/text.ts';
import type { FeedEntry } from './feed-document.ts';

interface From {
  /** Where the document was found, for links that are relative to it. */
  url: string;
  /** What its items are shown under. */
  label: string;
  now: number;
}

const maxAuthorLength = 80;
/** Feeds are younger; an earlier time is a mistake. */
const earliest = Date.UTC(1995, 0);
/** Marks that turn the direction of a text around, and characters that can't be seen. */
const unseen = /[\p{Cc}\p{Cf}]+/gu;

/** One line of plain text. */
export const lineOf = (html: string, max: number): string =>
  cleanText(textOfHtml(html).replaceAll(/\s+/g, ' ').replaceAll(unseen, ''), max);

/** Nobody knows when an entry was written that has no time, one before there were feeds, or one that is still to come. */
function timeOf(date: string, now: number): number {
  const time = Date.parse(date);
  return time >= earliest && time <= now + dayMs ? time : unknownTime;
}

function linkOf(link: string, base: string): string | null {
  const url = link === '' || link.length > 4000 ? null : URL.parse(link, base);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

const hashOf = (...parts: string[]): string => createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 24);

/** The same entry gets the same name at each reading; the same text in two feeds is two items. */
const fullnameOf = ({ id, link, title, content }: FeedEntry, feedUrl: string): string =>
  fullnameAt('feed', hashOf(feedUrl, id || link || `${title}\n${content}`));

/** Null for an entry that says nothing. */
export function feedItemOf(entry: FeedEntry, feedUrl: string, { url, label, now }: From): FetchedItem | null {
  const title = lineOf(entry.title, maxTitleLength);
  const body = cleanText(textOfHtml(entry.content));
  if (title === '' && body === '') return null;
  const author = lineOf(entry.author, maxAuthorLength);
  return {
    fullname: fullnameOf(entry, feedUrl),
    kind: 'post',
    subreddit: label,
    author: author === '' ? null : authorAt(author, new URL(url).host),
    title,
    body,
    url: null,
    permalink: linkOf(entry.link, url),
    createdAt: timeOf(entry.date, now),
    score: null,
    numComments: null,
    over18: false,
    flair: null,
    parentFullname: null,
    linkFullname: null,
    locked: false,
    crosspost: false,
    distinguished: false,
    gone: null,
  };
}
