import { createHash } from 'node:crypto';
import { AppError } from '#core/platform/errors.ts';
import { earliestTime, type FetchedItem, unknownTime } from '#core/platform/item.ts';
import { absolutePermalink, parseRedditLink } from '#core/reddit/client/links.ts';
import { cleanText } from '#core/text/clean.ts';
import { type Fields, fieldsOf, fullnameOf, fullnameOrNull, readThing } from '#core/reddit/client/wire.ts';
import type { Source } from '../source.ts';

const falsy = new Set(['', 'false', '0', 'no', 'none', 'null']);

/**
 * Reads an item with Reddit's field names, any of which may be missing; numbers and flags may be JSON or CSV text. Returns the
 * item, or why it is invalid. An item without a time keeps none.
 */
export function itemOfRecord(record: unknown): FetchedItem | string {
  const outer = fieldsOf(record);
  // Saved API responses wrap each item as `{kind, data}`.
  const given = outer && typeof outer.kind === 'string' ? (fieldsOf(outer.data) ?? outer) : outer;
  if (!given) return 'Not an object with fields';
  if (outer?.kind !== undefined && outer !== given && outer.kind !== 't1' && outer.kind !== 't3') return 'Neither a post nor a comment';
  const kind = kindOf(given);
  const text = given.selftext || given.body;
  const words = [given.title, given.link_title, text].map((part) => cleanText(part)).join('\n');
  if (words.trim() === '') return 'Neither a title nor a text';
  const name = fullnameOf(kind, given) ?? nameOfAddress(kind, given);
  const wire = {
    ...typed(given),
    [kind === 't3' ? 'selftext' : 'body']: text,
    name: name ?? `${kind}_0`,
    subreddit: 'x',
    // Replaced below: the reader of Reddit's answers refuses what has no time.
    created_utc: 1,
  };
  const item = readThing(kind, wire);
  if (!item) return 'Not readable as a post or comment';
  const stream = { subreddit: subredditOf(given), permalink: item.permalink ?? permalinkOf(item, name) };
  const createdAt = timeOf(given.created_utc);
  return { ...item, ...stream, createdAt, fullname: name ?? textFullname(words), url: isOwnPage(item.url) ? null : item.url };
}

/** A fullname for text that has none on Reddit; the same text always gets the same one. */
export const textFullname = (text: string): string => `t3_x${createHash('sha256').update(text).digest('hex').slice(0, 20)}`;

/** A file without ids still says which post it means by its address. */
function nameOfAddress(kind: 't1' | 't3', { permalink, url }: Fields): string | null {
  const link = [permalink, url]
    .flatMap((value) => parseRedditLink(absolutePermalink(value) ?? '') ?? [])
    .find((one) => one.kind === 'thread');
  if (link?.kind !== 'thread') return null;
  if (kind === 't1') return link.commentId === null ? null : `t1_${link.commentId}`;
  return link.commentId === null ? `t3_${link.postId}` : null;
}

function kindOf(fields: Fields): 't1' | 't3' {
  const name = fullnameOrNull(fields.name) ?? fullnameOrNull(fields.id);
  if (name) return name.startsWith('t1') ? 't1' : 't3';
  const isAnswer = Boolean(fields.link_id || fields.parent_id || fields.link_title) || (Boolean(fields.body) && !fields.title);
  return isAnswer ? 't1' : 't3';
}

/** CSV values are strings, but the wire reader expects numbers and flags. */
function typed(fields: Fields): Fields {
  const flag = (value: unknown) => (typeof value === 'string' ? !falsy.has(value.trim().toLowerCase()) : value === true || value === 1);
  const number = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value);
  const absent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  return {
    ...absent,
    over_18: flag(fields.over_18),
    locked: flag(fields.locked),
    is_self: flag(fields.is_self),
    score: number(fields.score),
    num_comments: number(fields.num_comments),
  };
}

/** A later time is a typing error. */
export const latestTime = Date.UTC(2100, 0);

/** UTC ms from seconds, milliseconds, or a date as text, which is UTC if it names no zone. */
function timeOf(value: unknown): number {
  const given = typeof value === 'string' && value.trim() !== '' ? value.trim() : value;
  const number = typeof given === 'string' ? Number(given) : given;
  const time = typeof number === 'number' && Number.isFinite(number) ? millisecondsOf(number) : dateOf(given);
  return time >= earliestTime && time < latestTime ? Math.round(time) : unknownTime;
}

const millisecondsOf = (number: number): number => (number > 1e14 ? number / 1000 : number > 1e11 ? number : number * 1000);

function dateOf(value: unknown): number {
  // Without a year, the engine makes a date of nearly any text with a number in it.
  if (typeof value !== 'string' || !/\b\d{4}\b/.test(value)) return Number.NaN;
  const isBare = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/.test(value);
  const time = Date.parse(isBare ? `${value.replace(' ', 'T')}Z` : value);
  return Number.isNaN(time) ? Date.parse(value.replace(/ UTC$/, 'Z').replace(' ', 'T')) : time;
}

function subredditOf(fields: Fields): string {
  const given = cleanText(fields.subreddit, 100).replace(/^\/?r\//i, '');
  return given || (/\/r\/([A-Za-z0-9_]+)/.exec(`${cleanText(fields.permalink)} ${cleanText(fields.url)}`)?.[1] ?? '');
}

function permalinkOf(item: FetchedItem, name: string | null): string | null {
  if (isOwnPage(item.url)) return absolutePermalink(item.url);
  if (!name) return null;
  if (item.kind === 'post') return absolutePermalink(`/comments/${name.slice(3)}/`);
  return item.linkFullname ? absolutePermalink(`/comments/${item.linkFullname.slice(3)}/_/${name.slice(3)}/`) : null;
}

/** The URL of a text post is its own page. */
const isOwnPage = (url: string | null): boolean => url !== null && parseRedditLink(url)?.kind === 'thread';

export interface Paste {
  /** Items of a pasted link (the linked item first, then its thread) or of pasted text. Throws AppErrors that may be shown. */
  read(pasted: { text?: string | undefined; url?: string | undefined }, signal: AbortSignal): Promise<FetchedItem[]>;
}

const longestTitle = 300;

/** Reads links over `transport`; without one only text can be pasted. */
export function createPaste({ transport }: { transport: Pick<Source, 'lookup'> | null }): Paste {
  return {
    async read({ text = '', url = '' }, signal) {
      const link = url.trim() || (parseRedditLink(text) ? text.trim() : '');
      if (!link) return [itemOfText(text)];
      if (!parseRedditLink(link)) throw new AppError('invalid', 'That is not a link to a Reddit post or comment');
      if (!transport?.lookup) throw new AppError('unavailable', "This instance can't read Reddit. Paste the text instead.");
      return transport.lookup(link, signal);
    },
  };
}

/** A short first line followed by more text is the title. */
function itemOfText(text: string): FetchedItem {
  const [first = '', ...rest] = text.trim().split(/\r?\n/);
  const body = rest.join('\n').trim();
  const split = body !== '' && first.length <= longestTitle;
  const item = itemOfRecord(split ? { title: first, selftext: body } : { title: '', selftext: text });
  if (typeof item === 'string') throw new AppError('invalid', 'Paste a link or a text');
  return { ...item, kind: 'post' };
}
