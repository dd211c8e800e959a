import { createHash } from 'node:crypto';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { authorAt, feedLabel, fullnameAt } from '#shared/origin.ts';
import { textOfHtml } from '#core/text/html-text.ts';
import { type FetchedItem, textOnly, timeOf } from '#core/platform/item.ts';
import { cleanText, lineOf, maxTitleLength } from '#core/text/clean.ts';
import type { FailureKind } from '#core/reddit/stream.ts';
import { SourceFailure } from '../failure.ts';

/** An unprocessed entry of a feed. */
interface FeedEntry {
  /** The entry's id in its feed; empty when it has none. */
  id: string;
  title: string;
  /** HTML or plain text. */
  content: string;
  link: string;
  author: string;
  /** Unparsed; empty when absent. */
  date: string;
}
interface FeedDocument {
  title: string;
  entries: FeedEntry[];
}

type Element = Readonly<Record<string, unknown>>;

/** More than feeds usually list, but few enough to process at once. */
const maxEntries = 500;
const textKey = '#text';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
});

const elementOf = (value: unknown): Element | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Element) : null;
const listOf = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

/** The text of an element and its descendants. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join(' ');
  const element = elementOf(value);
  if (!element) return '';
  return Object.entries(element)
    .flatMap(([name, inner]) => (name.startsWith('@') ? [] : [textOf(inner)]))
    .join(' ');
}

/** The first nonempty text among these elements. */
function firstText(element: Element, names: readonly string[]): string {
  for (const name of names) {
    const text = textOf(listOf(element[name])[0]).trim();
    if (text !== '') return text;
  }
  return '';
}

/** RSS gives the URL as text, Atom as an attribute of one of several links. */
function linkOf(element: Element): string {
  const links = listOf(element['link']);
  const attributes = links.map(elementOf).filter((link) => link !== null);
  const own = attributes.find((link) => (link['@rel'] ?? 'alternate') === 'alternate' && typeof link['@href'] === 'string');
  const href = own?.['@href'] ?? links.map(textOf).find((text) => text.trim() !== '');
  return typeof href === 'string' ? href.trim() : '';
}

/** A guid that is a URL replaces a missing link. */
function entryOf(element: Element): FeedEntry {
  const id = firstText(element, ['id', 'guid', '@rdf:about']);
  return {
    id,
    title: firstText(element, ['title']),
    content: firstText(element, ['content:encoded', 'content', 'description', 'summary']),
    link: linkOf(element) || (/^https?:\/\//i.test(id) ? id : ''),
    author: authorOf(element),
    date: firstText(element, ['published', 'pubDate', 'dc:date', 'issued', 'updated']),
  };
}

/** RSS has "ann@example.com (Ann Lee)"; the email address must not be stored. */
function authorOf(element: Element): string {
  const author = listOf(element['author'])[0];
  const person = elementOf(author);
  const given = firstText(element, ['dc:creator']) || (person ? firstText(person, ['name', textKey]) : textOf(author));
  const named = /\(([^()]+)\)\s*$/.exec(given)?.[1] ?? given;
  return /\S@\S/.test(named) ? '' : named.trim();
}

/** The feed in a document, in any supported format. */
function feedOf(root: Element): { head: Element; entries: unknown } | null {
  const atom = elementOf(root['feed']);
  if (atom) return { head: atom, entries: atom['entry'] };
  const channel = elementOf(elementOf(root['rss'])?.['channel']);
  if (channel) return { head: channel, entries: channel['item'] };
  const rdf = elementOf(root['rdf:RDF']);
  return rdf && { head: elementOf(rdf['channel']) ?? {}, entries: rdf['item'] };
}

function rootOf(xml: string): Element {
  try {
    const root: unknown = XMLValidator.validate(xml) === true ? parser.parse(xml) : null;
    if (elementOf(root)) return root as Element;
  } catch {
    // The parser throws on some documents that the validator accepts.
  }
  throw new SourceFailure("The feed breaks off, or isn't valid XML.", 'broken');
}

/**
 * Reads RSS 2.0, RSS 1.0, and Atom. Throws `SourceFailure` for a truncated document, which must never count as a feed without new
 * entries.
 */
function readFeedDocument(text: string): FeedDocument {
  const xml = text.replace(/^\uFEFF/, '').trimStart();
  if (/^(?:<!doctype html|<html)/i.test(xml)) throw new SourceFailure('This address is a web page, not a feed.', 'broken');
  if (!xml.startsWith('<')) throw new SourceFailure("This address isn't an RSS or Atom feed.", 'broken');
  // Custom entities can expand without limit, and feeds need only those of XML.
  if (/<!ENTITY/i.test(xml)) throw new SourceFailure("The feed declares its own entities, which Earshot doesn't read.", 'broken');
  const feed = feedOf(rootOf(xml));
  if (!feed) throw new SourceFailure("This address isn't an RSS or Atom feed.", 'broken');
  const entries = listOf(feed.entries).slice(0, maxEntries);
  return {
    title: firstText(feed.head, ['title']),
    entries: entries
      .map(elementOf)
      .filter((entry) => entry !== null)
      .map(entryOf),
  };
}

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

function linkAt(link: string, base: string): string | null {
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
    permalink: linkAt(entry.link, url),
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
