import { parse as parseCsv } from 'csv-parse/sync';
import { plainName } from '#shared/imports.ts';
import { readAddress, readSubredditName } from '#shared/stream-names.ts';
import type { CampaignStream } from '#shared/streams.ts';
import { lineOf } from '#core/text/clean.ts';
import { parseRule } from '#core/scoring/rules/parse.ts';
import { literalRule, looksLikeQuery, type QueryReading, readQuery } from './foreign-query.ts';

/** What another tool looked for, as far as it was recognized. */
export interface KeywordList {
  /** "F5Bot"; null for a list of any other tool. */
  tool: string | null;
  /** Name of its only group, such as an audience. */
  group: string | null;
  /** `was`: as the tool has it. */
  rules: { text: string; was: string }[];
  streams: { stream: CampaignStream; why: string }[];
  excludes: string[];
  /** Lines that say nothing Earshot can look for. */
  leftOut: string[];
}

/** A row of the list by what its columns hold. */
interface Row {
  keyword?: string;
  exclude?: string;
  place?: string;
  feed?: string;
  group?: string;
  flags?: string;
  whole?: string;
  enabled?: string;
}
type Column = keyof Row;

const columnNames: Record<Column, readonly string[]> = {
  keyword:
    'keyword keywords trackedkeyword term terms phrase phrases query queries search searchterm searchquery searches filter filters rule rules alert alerts alertname mention topic'.split(
      ' ',
    ),
  exclude:
    'exclude excludes excluded excludekeywords excludedkeywords exclusion exclusions negative negativekeyword negativekeywords ignore'.split(
      ' ',
    ),
  place: 'subreddit subreddits subredditname community communities'.split(' '),
  feed: 'feed feeds feedurl rss rssurl rssfeed deliverto xmlurl'.split(' '),
  group: 'audience audiencename audiences group groupname list listname campaign project folder'.split(' '),
  flags: ['flags', 'flag'],
  whole: ['wholeword', 'wholewordonly', 'wholewords'],
  enabled: ['enabled', 'active', 'status'],
};
const columnOf = (header: string): Column | undefined =>
  (Object.keys(columnNames) as Column[]).find((column) => columnNames[column].includes(plainName(header)));

const maxRows = 5000;
const off = /^(?:false|no|0|off|disabled|paused|inactive)$/i;

/** Rows of a table whose header names columns that are known; null if it has none. */
function tableRows(text: string): Row[] | null {
  const header = text.split('\n', 1)[0] ?? '';
  const delimiter = [',', ';', '\t'].reduce((best, mark) => (header.split(mark).length > header.split(best).length ? mark : best));
  const columns = header.split(delimiter).map((name) => columnOf(name));
  if (!columns.some((column) => column === 'keyword' || column === 'place' || column === 'feed')) return null;
  const rows = cellsOf(text, delimiter);
  if (!rows) return lineRows(text.slice(header.length));
  return rows.map((row) => Object.fromEntries(columns.flatMap((column, at) => (column === undefined ? [] : [[column, row[at] ?? '']]))));
}

/** Rows without the header; null if quotes don't close. */
function cellsOf(text: string, delimiter: string): string[][] | null {
  try {
    const options = { bom: true, delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true };
    return parseCsv(text, { ...options, from: 2, to: maxRows + 1 });
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(textOf)
    : isRecord(value)
      ? textOf(value['name'] ?? value['keyword'])
      : typeof value === 'string' || typeof value === 'boolean'
        ? [String(value)]
        : [];

/** Rows of a saved object: its records with known keys, however deep. */
function jsonRows(value: unknown, group = '', depth = 0): Row[] {
  if (depth > 6) return [];
  if (Array.isArray(value)) return value.slice(0, maxRows).flatMap((each) => jsonRows(each, group, depth + 1));
  if (!isRecord(value)) return typeof value === 'string' ? [{ keyword: value }] : [];
  const named = typeof value['name'] === 'string' ? value['name'] : group;
  const own: Partial<Record<Column, string[]>> = {};
  const inner: Row[] = [];
  for (const [key, held] of Object.entries(value)) {
    const column = columnOf(key);
    if (column === 'group' && typeof held === 'string') own.group = [held];
    else if (column === undefined || column === 'group') inner.push(...(typeof held === 'object' ? jsonRows(held, named, depth + 1) : []));
    else if (holdsRecords(held, column))
      inner.push(
        ...jsonRows(
          held.map((each) => recordOf(each, key)),
          named,
          depth + 1,
        ),
      );
    else own[column] = [...(own[column] ?? []), ...textOf(held)];
  }
  return [...recordRows(own, { named, isWhole: depth === 0 }), ...inner];
}

/** Whether what stands under a known key says more than names. */
const holdsRecords = (held: unknown, column: Column): held is unknown[] =>
  Array.isArray(held) &&
  held.some(
    (each) =>
      isRecord(each) && Object.entries(each).some(([key, inner]) => Array.isArray(inner) || ![undefined, column].includes(columnOf(key))),
  );

/** With its name under the key that it stands under, unless it holds a list: then this is the name of a group. */
function recordOf(value: unknown, key: string): unknown {
  if (!isRecord(value)) return { [key]: value };
  const { name, ...rest } = value;
  const isNamed =
    name !== undefined && Object.entries(rest).every(([own, held]) => columnOf(own) !== columnOf(key) && !Array.isArray(held));
  return isNamed ? { ...rest, [key]: name } : value;
}

/** A row for each keyword of a record, to which all else in it belongs; what a whole list excludes stands by itself. */
function recordRows(
  { keyword = [], place = [], feed = [], group, ...rest }: Partial<Record<Column, string[]>>,
  { named, isWhole }: { named: string; isWhole: boolean },
): Row[] {
  const joined = Object.fromEntries(Object.entries(rest).map(([column, texts]) => [column, texts.join('\n')]));
  const { exclude, ...shared }: Row = { ...joined, group: group?.join() ?? named };
  const isApart = exclude !== undefined && (isWhole || keyword.length === 0);
  return [
    ...keyword.map((text) => ({ ...shared, keyword: text, ...(exclude !== undefined && !isApart && { exclude }) })),
    ...place.map((text) => ({ ...shared, place: text })),
    ...feed.map((text) => ({ ...shared, feed: text })),
    ...(isApart ? [{ ...shared, exclude }] : []),
  ];
}

function parsedJson(text: string): unknown {
  try {
    return /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

const flagWords = /^(?:(?:no|only)-[a-z]+(?:=\S*)?)$/i;

/** A line that is one keyword, place, or feed; F5Bot's flags stand at its end. */
function lineRow(line: string): Row {
  const words = line.split(/\s+/);
  const flags = words.filter((word) => flagWords.test(word));
  if (/^https?:\/\//i.test(line)) return { feed: line };
  if (/^\/?r\/\w+\/?$/i.test(line)) return { place: line };
  return { keyword: flags.length > 0 ? words.filter((word) => !flagWords.test(word)).join(' ') : line, flags: flags.join(' ') };
}

const lineRows = (text: string): Row[] =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*[-*•]\s+/, '').trim())
    .filter((line) => line !== '')
    .slice(0, maxRows)
    .map(lineRow);

const googleFeed = /^https?:\/\/(?:www\.)?google\.[a-z.]{2,6}\/alerts\/feeds\//i;

/** Which tool writes lists of this shape. */
function toolOf(text: string, rows: readonly Row[]): string | null {
  const header = (text.split('\n', 1)[0] ?? '').toLowerCase();
  if (/\baudience/.test(header) || /"audiences"/.test(text.slice(0, 4000))) return 'GummySearch';
  if (/\bflags?\b|whole.?word/.test(header) || rows.some(({ flags = '' }) => flags !== '')) return 'F5Bot';
  if (rows.some(({ feed = '' }) => googleFeed.test(feed))) return 'Google Alerts';
  if (/\$(?:accept|reject):|`[^`]{1,300}`|\bsite:(?:reddit\.com\/r\/|news\.ycombinator\.com)/.test(text) || /^"?filter\b/.test(header))
    return 'Syften';
  return rows.some(({ keyword = '' }) => /\b(?:all)?in(?:title|text|url):/i.test(keyword)) ? 'Google Alerts' : null;
}

const everywhere: Record<string, readonly CampaignStream[]> = {
  F5Bot: [
    { kind: 'search', name: 'Reddit' },
    { kind: 'hackernews', name: 'Hacker News' },
  ],
};

/** Collects a list without saying anything twice. */
class Collected {
  readonly list: KeywordList;
  constructor(tool: string | null) {
    this.list = { tool, group: null, rules: [], streams: [], excludes: [], leftOut: [] };
  }

  stream(stream: CampaignStream, why: string): void {
    const isThere = this.list.streams.some(
      ({ stream: one }) => one.kind === stream.kind && one.name.toLowerCase() === stream.name.toLowerCase(),
    );
    if (!isThere) this.list.streams.push({ stream, why });
  }

  place(text: string, why: string): void {
    for (const name of text.split(/[,;\s]+/).filter((part) => part !== '')) {
      const read = readSubredditName(name);
      if ('name' in read) this.stream({ kind: 'subreddit', name: read.name }, why);
      else this.leave(name);
    }
  }

  feed(text: string, why: string): void {
    const read = readAddress(text, '');
    if ('name' in read && (googleFeed.test(read.name) || /rss|feed|atom|\.xml/i.test(read.name)))
      this.stream({ kind: 'feed', name: read.name }, why);
    else if (!/^(?:email|rss)?$/i.test(text.trim())) this.leave(text);
  }

  rule({ rule, streams, isWhole }: QueryReading, was: string): void {
    if (!isWhole || rule === '' || !parseRule(rule).ok) return this.leave(was);
    for (const stream of streams) this.stream(stream, `In “${lineOf(was, 80)}”`);
    if (!this.list.rules.some(({ text }) => text.toLowerCase() === rule.toLowerCase())) this.list.rules.push({ text: rule, was });
    return undefined;
  }

  leave(text: string): void {
    if (!this.list.leftOut.includes(text)) this.list.leftOut.push(text);
  }
}

/** Words of a row that must not stand in the text. */
const excludedIn = ({ exclude = '' }: Row): string[] =>
  exclude.split(/[,;\n]/).flatMap((part) => lineOf(part.replaceAll(/["“”„]/g, ''), 120) || []);

/** What a row excludes, and F5Bot's flags, as parts of its rule. */
function withExclusions(rule: string, row: Row): string {
  const communities = [...(row.flags ?? '').matchAll(/\bno-url=\S{0,80}?\br\/(\w{2,24})/gi)].map(([, name]) => `-subreddit:${name}`);
  const words = excludedIn(row).map((word) => `-${literalRule(word)}`);
  return [words.length > 0 && / OR /.test(rule) ? `(${rule})` : rule, ...new Set([...communities, ...words])].join(' ');
}

function readKeyword(row: Row, tool: string | null): QueryReading {
  const { keyword = '', whole = '' } = row;
  // F5Bot and GummySearch look for exactly what is written.
  const isLiteral = tool === 'F5Bot' || tool === 'GummySearch' || !looksLikeQuery(keyword, tool !== null);
  const literal = { rule: literalRule(keyword, { isWhole: !off.test(whole.trim()) }), streams: [], isWhole: true };
  const read = isLiteral ? literal : readQuery(keyword);
  return read.rule === '' ? read : { ...read, rule: withExclusions(read.rule, row) };
}

/** Reads what somebody exported or copied from another tool, which is recognized by its shape. Accepts any text; never throws. */
export function readKeywordList(given: string): KeywordList {
  const text = given
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .trim();
  const json = parsedJson(text);
  const rows = json === undefined ? (tableRows(text) ?? lineRows(text)) : jsonRows(json);
  const tool = toolOf(text, rows);
  const collected = new Collected(tool);
  const { list } = collected;
  const wanted = rows.filter(({ enabled = '' }) => !off.test(enabled.trim()));
  for (const row of wanted) {
    const { keyword = '', place = '', feed = '', group = '' } = row;
    const why = group.trim() === '' ? `In your list${tool === null ? '' : ` from ${tool}`}` : `In “${lineOf(group, 80)}”`;
    if (place.trim() !== '') collected.place(place, why);
    if (feed.trim() !== '') collected.feed(feed.trim(), why);
    if (keyword.trim() !== '') collected.rule(readKeyword(row, tool), lineOf(keyword, 1000));
    else list.excludes = [...new Set([...list.excludes, ...excludedIn(row)])];
  }
  const flagged = wanted.map(({ flags = '' }) => flags).join(' ');
  const others = list.rules.length === 0 ? [] : (everywhere[tool ?? ''] ?? []);
  for (const stream of others.filter(({ kind }) => isSearched(kind, flagged, wanted.length)))
    collected.stream(stream, `${tool} searched there`);
  const groups = new Set(wanted.flatMap(({ group = '' }) => (group.trim() === '' ? [] : [lineOf(group, 100)])));
  return { ...list, group: groups.size === 1 ? ([...groups][0] ?? null) : null };
}

/** Whether one of the keywords was looked for there. */
function isSearched(kind: CampaignStream['kind'], flags: string, rows: number): boolean {
  const [own, other] = kind === 'search' ? ['reddit', 'hackernews|lobsters'] : ['hackernews', 'reddit|lobsters'];
  const elsewhere = flags.match(new RegExp(`\\bno-${own}\\b|\\bonly-(?:${other})\\b`, 'gi'))?.length ?? 0;
  return elsewhere < rows;
}
