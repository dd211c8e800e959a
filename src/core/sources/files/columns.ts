import { guessMapping, type ImportMapping } from '#shared/imports.ts';
import { type Fields, isFields } from '#core/reddit/client/wire.ts';

/**
 * What escaping makes of a character. Reddit's API without `raw_json`, and dumps of it, escape `&`, `<`, and `>`; other tools
 * also quotes.
 */
const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", '#039': "'", '#x27': "'" };
const escapeNames = Object.keys(characters).join('|');
const escaped = new RegExp(`&(${escapeNames});`, 'g');
/** What no escaped text contains. */
const bare = new RegExp(`[<>]|&(?!(?:${escapeNames});)`);

const decoded = (text: string): string => text.replace(escaped, (whole, name: string) => characters[name] ?? whole);

const textFields = ['title', 'selftext', 'body', 'link_title', 'link_flair_text'];

function isEscaped(fields: Fields, among: readonly string[]): boolean {
  const texts = among.flatMap((name) => (typeof fields[name] === 'string' ? [fields[name]] : []));
  return texts.some((text) => text.includes('&')) && !texts.some((text) => bare.test(text));
}

function decodedFields(fields: Fields): Fields {
  // Whether a record is escaped is not written anywhere, but every bare character proves that it isn't.
  const groups = [textFields, ['url'], ['url_overridden_by_dest']].filter((among) => isEscaped(fields, among));
  if (groups.length === 0) return fields;
  const among = new Set(groups.flat());
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, among.has(name) && typeof value === 'string' ? decoded(value) : value]),
  );
}

/** A record with Reddit's names whose entities are decoded once, if it is escaped. */
function withoutEscapes(record: unknown): unknown {
  if (!isFields(record)) return record;
  return isFields(record['data']) ? { ...record, data: decodedFields(record['data']) } : decodedFields(record);
}

/** Reddit's own names: what has them is read as it is. */
const ownNames = ['selftext', 'created_utc', 'link_id', 'parent_id', 'link_title'];
const isReddit = (record: Fields): boolean => ownNames.some((name) => name in record);

/** Columns of our own exports. Their IDs are those of our database, and their CSV carries apostrophes against formulas. */
const isOwnExport = (record: Fields): boolean => 'campaignId' in record && 'discoveredAt' in record;
const unescaped = (value: unknown): unknown => (typeof value === 'string' && /^'[=+\-@\t\r＝＋－＠]/.test(value) ? value.slice(1) : value);

function ofOwnExport(record: Fields, isCsv: boolean): Fields {
  const read = (name: string) => (isCsv ? unescaped(record[name]) : record[name]);
  const isComment = record['kind'] === 'comment';
  const text = read('body');
  return {
    name: record['fullname'] || nameIn(record['permalink']),
    // Of a comment, the title is that of its thread.
    ...(isComment
      ? { link_title: read('title'), body: text, link_id: threadIn(record['permalink']) }
      : { title: read('title'), selftext: text }),
    author: read('author'),
    subreddit: record['subreddit'],
    url: record['url'],
    permalink: record['permalink'],
    created_utc: record['createdAt'],
    score: record['score'],
    num_comments: record['numComments'],
  };
}

/** Of anything but text and numbers, such as an object, nothing. */
const plainText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const partsOf = (permalink: unknown) => /\/comments\/([a-z0-9]+)\/(?:[^/]*\/([a-z0-9]+))?/i.exec(plainText(permalink));
const threadIn = (permalink: unknown): string | null => {
  const [, post] = partsOf(permalink) ?? [];
  return post === undefined ? null : `t3_${post}`;
};
function nameIn(permalink: unknown): string | null {
  const [, post, comment] = partsOf(permalink) ?? [];
  if (comment !== undefined) return `t1_${comment}`;
  return post === undefined ? null : `t3_${post}`;
}

/** IDs that are only row numbers would make the same post of rows in different files. */
function idOf(value: unknown): string | undefined {
  const id = plainText(value).trim();
  return /^t[13]_[0-9a-z]+$/i.test(id) || (/^[0-9a-z]{5,8}$/i.test(id) && /[a-z]/i.test(id) && /\d/.test(id)) ? id : undefined;
}

/** A record of comments: it says so, or it has a body and no title. */
function isCommentIn(record: Fields, { title, text }: ImportMapping): boolean {
  const kind = record['kind'] ?? record['type'] ?? record['Type'];
  if (typeof kind === 'string') return /^(?:t1|comment|reply)$/i.test(kind);
  return title === undefined && text !== undefined && /^body$|comment/i.test(text);
}

function ofMapping(record: Fields, mapping: ImportMapping): Fields {
  const read = (column: string | undefined) => (column === undefined ? undefined : record[column]);
  const link = read(mapping.url);
  const name = nameIn(link);
  const [title, text] = [read(mapping.title), read(mapping.text)];
  const isComment = name?.startsWith('t1') ?? isCommentIn(record, mapping);
  return {
    name: name ?? undefined,
    id: idOf(read(mapping.id)),
    ...(isComment ? { link_title: title, body: text, link_id: threadIn(link) } : { title, selftext: text }),
    author: plainText(read(mapping.author)).replace(/^\/?u\//i, ''),
    subreddit: read(mapping.subreddit),
    ...(name === null ? { url: link } : { permalink: link }),
    created_utc: read(mapping.date),
    score: read(mapping.score),
    num_comments: read(mapping.comments),
    link_flair_text: read(mapping.flair),
  };
}

/** The format by which a record is read without a mapping. */
export function formatOf(record: Fields): 'reddit' | 'export' | 'columns' {
  if (isWrapped(record) || isReddit(record)) return 'reddit';
  return isOwnExport(record) ? 'export' : 'columns';
}

/** Saved API responses wrap each item as `{kind, data}`. */
const isWrapped = (record: Fields): boolean => typeof record['kind'] === 'string' && isFields(record['data']);

/**
 * Makes of a record with any columns one with Reddit's names. With a mapping, that alone counts; without one, records that
 * look like Reddit's or ours are read as they are, and of others the columns are guessed.
 */
export function createColumnReader({ mapping, isCsv }: { mapping?: ImportMapping | undefined; isCsv: boolean }) {
  const guesses = new Map<string, ImportMapping>();
  return (record: unknown): unknown => {
    if (!isFields(record)) return record;
    if (mapping) return withoutEscapes(ofMapping(record, mapping));
    const format = formatOf(record);
    // Our own exports escape nothing: what looks like an escape was written by the author.
    if (format === 'export') return ofOwnExport(record, isCsv);
    if (format === 'reddit') return withoutEscapes(record);
    const names = Object.keys(record);
    const key = names.join('\n');
    const guess = guesses.get(key) ?? guessMapping(names);
    if (guesses.size < 100) guesses.set(key, guess);
    return withoutEscapes(ofMapping(record, guess));
  };
}

/** The names of a header. Of Reddit's own names, the case doesn't matter. */
export function namesOf(header: readonly string[]): string[] {
  const names = header.map((name) => name.trim());
  const lower = names.map((name) => name.toLowerCase());
  return ownNames.some((name) => lower.includes(name)) ? lower : names;
}
