import { XMLParser, XMLValidator } from 'fast-xml-parser';
import * as z from 'zod';
import type { FetchedItem } from '#core/platform/item.ts';
import { RedditFailure } from './failure.ts';
import { readEntryHtml } from '#core/text/html-text.ts';
import { absolutePermalink, parseRedditLink, webAddress } from './links.ts';
import { cleanText, maxTitleLength } from '#core/text/clean.ts';
import { authorOf, fullnameOrNull } from './wire.ts';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  isArray: (name) => name === 'entry' || name === 'link' || name === 'category',
});

const contentSchema = z
  .union([z.string(), z.object({ '#text': z.string().default('') }).transform((content) => content['#text'])])
  .catch('');
const entrySchema = z.object({
  id: z.string(),
  title: contentSchema,
  content: contentSchema,
  author: z.object({ name: z.string() }).catch({ name: '' }),
  category: z.array(z.object({ term: z.string() })).catch([]),
  link: z.array(z.object({ href: z.string() })).catch([]),
  published: z.string().nullish(),
  updated: z.string().nullish(),
});
const feedSchema = z.object({ feed: z.union([z.literal(''), z.object({ entry: z.array(z.unknown()).default([]) })]) });

/**
 * Reads a feed of posts, comments, or one thread. Throws `RedditFailure` for a truncated feed, which must not be mistaken
 * for a subreddit without new items (a complete feed without entries). `refused` counts unreadable entries.
 */
export function readFeed(xml: string): { items: FetchedItem[]; refused: number } {
  const feed = feedSchema.safeParse(parsedXml(xml));
  if (!feed.success) throw notAFeed('something that is not a feed');
  const entries = feed.data.feed === '' ? [] : feed.data.feed.entry;
  const items = entries.map(readEntry).filter((item) => item !== null);
  return { items, refused: entries.length - items.length };
}

/** Needs both: the parser accepts truncated XML, and the validator accepts some XML that the parser can't read. */
function parsedXml(xml: string): unknown {
  try {
    if (XMLValidator.validate(xml) === true) return parser.parse(xml);
  } catch {
    // Handled like invalid XML, below.
  }
  throw notAFeed('a feed that breaks off');
}

const notAFeed = (what: string) => new RedditFailure(`Reddit sent ${what}`, { kind: 'broken', ofStream: false, passing: true });

function readEntry(entry: unknown): FetchedItem | null {
  const parsed = entrySchema.safeParse(entry);
  const fullname = parsed.success ? fullnameOrNull(parsed.data.id) : null;
  // `updated` changes with edits and votes, but comments have no other time.
  const createdAt = parsed.success ? Date.parse(parsed.data.published ?? parsed.data.updated ?? '') : Number.NaN;
  if (!parsed.success || !fullname || Number.isNaN(createdAt)) return null;
  return itemOf(parsed.data, { fullname, createdAt });
}

function itemOf(entry: z.infer<typeof entrySchema>, { fullname, createdAt }: { fullname: string; createdAt: number }): FetchedItem | null {
  const isPost = fullname.startsWith('t3');
  const permalink = absolutePermalink(entry.link[0]?.href);
  const subreddit = cleanText(entry.category[0]?.term ?? /\/r\/([^/]+)/.exec(permalink ?? '')?.[1], 100);
  if (subreddit === '') return null;
  const { text, link } = readEntryHtml(entry.content);
  const thread = parseRedditLink(permalink ?? '');
  const ownPage = link === null || parseRedditLink(link)?.kind === 'thread';
  return {
    fullname,
    kind: isPost ? 'post' : 'comment',
    subreddit,
    author: authorOf({ author: entry.author.name.replace(/^\/?u\//, '') }),
    title: cleanText(isPost ? entry.title : entry.title.replace(/^\/?u\/\S+ on /, ''), maxTitleLength),
    body: cleanText(text),
    url: isPost && !ownPage ? webAddress(link) : null,
    permalink,
    createdAt,
    score: null,
    numComments: null,
    over18: false,
    flair: null,
    parentFullname: null,
    linkFullname: !isPost && thread?.kind === 'thread' ? `t3_${thread.postId}` : null,
    locked: false,
    crosspost: false,
    distinguished: false,
    gone: null,
  };
}
