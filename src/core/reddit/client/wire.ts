import type { Now } from '#core/platform/clock.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { cleanText, maxTitleLength } from '#core/text/clean.ts';
import type { FailureKind, Stream, Reading } from '../stream.ts';
import { RedditFailure } from './failure.ts';
import { absolutePermalink, webAddress } from './links.ts';

interface Mark {
  failure: FailureKind;
  message: string;
  /** UTC ms at which the name is tried again, alone. */
  until: number;
}

export interface Marks {
  /** Skips a subreddit for some hours, and returns until when (UTC ms); null for searches, which are never skipped. */
  set(stream: Stream, failure: RedditFailure): number | null;
  clear(stream: Stream): void;
  /** The stored failure of a stream that is skipped for now; null if it may be read. */
  storedFailure(stream: Stream): Reading | null;
  /** Whether the last read failed: read it alone, so that it can't make a group fail again. */
  isSuspect(stream: Stream): boolean;
}

const hour = 3_600_000;

/** Subreddits that can't be read. A private one may open again soon; a missing name rarely comes into existence. */
export function createMarks(now: Now): Marks {
  const marks = new Map<string, Mark>();
  /** Null for searches: a search phrase isn't the name of a subreddit. */
  const keyOf = (stream: Stream) => (stream.kind === 'search' ? null : stream.name.toLowerCase());
  const markOf = (stream: Stream) => marks.get(keyOf(stream) ?? '');
  return {
    set(stream, { kind, message }) {
      const key = keyOf(stream);
      if (key === null) return null;
      const until = now() + (kind === 'missing' || kind === 'banned' ? 24 : 6) * hour;
      marks.set(key, { failure: kind, message, until });
      return until;
    },
    clear: (stream) => void marks.delete(keyOf(stream) ?? ''),
    storedFailure(stream) {
      const mark = markOf(stream);
      if (!mark || mark.until <= now()) return null;
      return { stream, state: 'failed', failure: mark.failure, error: mark.message, retryAt: mark.until, isKept: true };
    },
    isSuspect: (stream) => markOf(stream) !== undefined,
  };
}

export const failedReading = (stream: Stream, { kind, message, retryAt, ofStream }: RedditFailure): Reading => ({
  stream,
  state: 'failed',
  failure: kind,
  error: message,
  retryAt,
  ...(!ofStream && { ofTransport: true }),
});

export type Fields = Record<string, unknown>;

export interface ListingPage {
  items: FetchedItem[];
  /** Number of unreadable posts and comments. */
  refused: number;
  /** Cursor of the next page; null on the last one. */
  after: string | null;
}

const deletedMarks = new Set(['[deleted]', '[deleted by user]']);
const removedMarks = new Set(['[removed]', '[ removed by reddit ]', '[removed by reddit]']);
const fullnamePattern = /^t[13]_[0-9a-z]{1,13}$/;
const latestTime = Date.UTC(2100, 0);

/** Reads a page of a listing or of `/api/info`. Throws `RedditFailure` for anything else. */
export function readListing(json: unknown): ListingPage {
  const data = fieldsOf(fieldsOf(json)?.data);
  const children = data?.children;
  if (!data || !Array.isArray(children)) throw notUnderstood();
  return { ...readThings(children), after: textOrNull(data.after) };
}

/** Reads `/comments/<id>`: the post, then the included comments in reading order. Throws `RedditFailure` for anything else. */
export function readThread(json: unknown): ListingPage {
  if (!Array.isArray(json) || json.length < 2) throw notUnderstood();
  const post = readListing(json[0]);
  const answers = readListing(json[1]);
  const title = post.items[0]?.title ?? '';
  const comments = answers.items.map((item) => (item.title === '' && item.gone !== 'deleted' ? { ...item, title } : item));
  return { items: [...post.items, ...comments], refused: post.refused + answers.refused, after: null };
}

/** Reads a list of things, replies flattened. Unreadable ones are skipped and counted. */
export function readThings(things: readonly unknown[]): { items: FetchedItem[]; refused: number } {
  const items: FetchedItem[] = [];
  let refused = 0;
  // A stack instead of recursion: a thread may be nested deeper than the call stack allows.
  const waiting = [...things].reverse();
  while (waiting.length > 0) {
    const thing = fieldsOf(waiting.pop());
    const data = fieldsOf(thing?.data);
    const item = data && (thing?.kind === 't3' || thing?.kind === 't1') ? readThing(thing.kind, data) : null;
    if (item) items.push(item);
    else if (!data || thing?.kind === 't3' || thing?.kind === 't1') refused += 1;
    if (item && data) waiting.push(...repliesOf(data).reverse());
  }
  return { items, refused };
}

/** Reads one post (`t3`) or comment (`t1`); null if it has no name, subreddit, or time. */
export function readThing(kind: 't1' | 't3', data: Fields): FetchedItem | null {
  const fullname = fullnameOf(kind, data);
  const createdAt = timeOf(data.created_utc);
  const subreddit = cleanText(data.subreddit, 100);
  if (!fullname || createdAt === null || subreddit === '') return null;
  const gone = goneOf(kind, data);
  const item = kind === 't3' ? postOf(data) : commentOf(data);
  return { ...blankWhenGone(item, gone, fullname), fullname, subreddit, createdAt, author: gone ? null : authorOf(data), gone };
}

type Part = Omit<FetchedItem, 'fullname' | 'subreddit' | 'createdAt' | 'author' | 'gone'>;

function sharedPart(data: Fields) {
  return {
    score: wholeOrNull(data.score),
    numComments: wholeOrNull(data.num_comments),
    over18: data.over_18 === true,
    locked: data.locked === true,
    distinguished: textOrNull(data.distinguished) !== null,
    permalink: absolutePermalink(data.permalink),
  };
}

function postOf(data: Fields): Part {
  return {
    ...sharedPart(data),
    kind: 'post',
    title: cleanText(data.title, maxTitleLength),
    body: cleanText(data.selftext),
    url: data.is_self === true ? null : webAddress(data.url_overridden_by_dest ?? data.url),
    flair: cleanText(data.link_flair_text, 100) || null,
    parentFullname: null,
    linkFullname: null,
    crosspost: textOrNull(data.crosspost_parent) !== null,
  };
}

function commentOf(data: Fields): Part {
  return {
    ...sharedPart(data),
    kind: 'comment',
    title: cleanText(data.link_title, maxTitleLength),
    body: cleanText(data.body),
    url: null,
    flair: null,
    parentFullname: fullnameOrNull(data.parent_id),
    linkFullname: fullnameOrNull(data.link_id),
    crosspost: false,
  };
}

function goneOf(kind: 't1' | 't3', data: Fields): FetchedItem['gone'] {
  const text = cleanText(kind === 't3' ? data.selftext : data.body, 100).toLowerCase();
  const category = kind === 't3' ? textOrNull(data.removed_by_category) : null;
  if (deletedMarks.has(text) || category === 'deleted' || category === 'author') return 'deleted';
  if (removedMarks.has(text) || category !== null) return 'removed';
  return deletedMarks.has(cleanText(data.author)) ? 'account' : null;
}

/** Nothing of a deleted item may be kept, including the title in its URL. */
function blankWhenGone(part: Part, gone: FetchedItem['gone'], fullname: string): Part {
  if (gone === 'removed') return removedMarks.has(part.body.toLowerCase()) ? { ...part, body: '' } : part;
  if (gone !== 'deleted') return part;
  const thread = part.kind === 'post' ? fullname : part.linkFullname;
  const permalink = thread
    ? absolutePermalink(`/comments/${thread.slice(3)}/${part.kind === 'comment' ? `_/${fullname.slice(3)}/` : ''}`)
    : null;
  return { ...part, title: '', body: '', url: null, flair: null, permalink };
}

function repliesOf(data: Fields): unknown[] {
  const children = fieldsOf(fieldsOf(data.replies)?.data)?.children;
  return Array.isArray(children) ? [...children] : [];
}

/** `name`, or `id` with its prefix; null if neither is a valid fullname. */
export function fullnameOf(kind: 't1' | 't3', data: Fields): string | null {
  const name = fullnameOrNull(data.name) ?? fullnameOrNull(data.id);
  if (name) return name.startsWith(kind) ? name : null;
  return typeof data.id === 'string' ? fullnameOrNull(`${kind}_${data.id}`) : null;
}

export function authorOf(data: Fields): string | null {
  const author = cleanText(data.author, 50);
  return author === '' || deletedMarks.has(author) || removedMarks.has(author) ? null : author;
}

/** UTC ms from Reddit's seconds (a number or a string); null if out of range. */
export function timeOf(value: unknown): number | null {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return null;
  const time = Math.round(seconds * 1000);
  return time > 0 && time < latestTime ? time : null;
}

export function wholeOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(Math.trunc(value)) ? Math.trunc(value) : null;
}

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
export const fieldsOf = (value: unknown): Fields | null => (isFields(value) ? value : null);
const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export function fullnameOrNull(value: unknown): string | null {
  const name = typeof value === 'string' ? value.toLowerCase() : '';
  return fullnamePattern.test(name) ? name : null;
}

const notUnderstood = () => new RedditFailure('Reddit sent something that is not a listing', { kind: 'broken', ofStream: false });
