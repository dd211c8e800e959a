import { readSubredditName } from '#shared/stream-names.ts';
import type { CampaignStream } from '#shared/streams.ts';
import { parseRule } from '#core/scoring/rules/parse.ts';
import { itemFields, textFields } from '#core/scoring/rules/tree.ts';

/** A search of another tool in the rule language. */
export interface QueryReading {
  /** Empty if nothing is left to look for. */
  rule: string;
  /** What the search was limited to. */
  streams: CampaignStream[];
  /** False if the rule says something else than the search. */
  isWhole: boolean;
}

const bare = (text: string): string =>
  text
    .replaceAll(/["“”„`]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
const quoted = (text: string): string => (bare(text) === '' ? '' : `"${bare(text)}"`);

/** What is looked for exactly as it is written: more than a word stands in quotes, as do words that the rule language reads as its own. */
export function literalRule(text: string, { isWhole = true }: { isWhole?: boolean } = {}): string {
  const phrase = bare(text);
  const isWord = /^[\p{L}\p{M}\p{N}]+$/u.test(phrase) && !/^(?:OR|AND|NOT)$/.test(phrase);
  if (!isWord) return quoted(phrase);
  return isWhole || phrase.length < 2 ? phrase : `${phrase}*`;
}

/** Whether a text is a search with operators. Of tools with a search language, more than one word is one, too. */
export const looksLikeQuery = (text: string, hasLanguage: boolean): boolean =>
  hasLanguage || /["“”„`()|*]|\b(?:AND|OR|NOT)\b|(?:^|\s)[-+]\S|(?:^|\s)[$a-z]{2,20}:\S/i.test(text.replaceAll(/https?:/gi, ''));

/** Instructions for a model, and limits of a search engine, which a rule can't express: without them, it finds more. */
const dropped = new Set(['$accept', '$reject', 'inurl', 'allinurl', 'filetype', 'ext', 'intext', 'allintext', 'source', 'location', 'tag']);
const fieldNames: Record<string, string> = { intitle: 'title', allintitle: 'title', text: 'body', user: 'author', language: 'lang' };
const known = new Set<string>([...textFields, ...itemFields]);

/** `site:` of another tool: a part of a rule, and what to monitor. */
function readSite(value: string): { part: string; stream: CampaignStream | null } {
  const site = value
    .replace(/^https?:\/\//i, '')
    .replace(/^(?:www|old)\./i, '')
    .replace(/\/+$/, '');
  const [, name] = /^reddit\.com\/r\/(\w{2,24})/i.exec(site) ?? [];
  if (name !== undefined && 'name' in readSubredditName(name)) return { part: `subreddit:${name}`, stream: { kind: 'subreddit', name } };
  if (/^reddit\.com$/i.test(site)) return { part: '', stream: { kind: 'search', name: 'Reddit' } };
  if (/^news\.ycombinator\.com$/i.test(site))
    return { part: 'site:news.ycombinator.com', stream: { kind: 'hackernews', name: 'Hacker News' } };
  return { part: `site:${site.split('/')[0]}`, stream: null };
}

/** A word or phrase in the rule language, which has stars only at the end of words. */
function operand(text: string, field: string): string {
  const isPhrase = /^["`]/.test(text);
  const inner = bare(text);
  const of = field === '' ? '' : `${field}:`;
  if (inner.replaceAll(/[^\p{L}\p{N}]/gu, '') === '') return '';
  if (!inner.includes('*')) return isPhrase ? `${of}"${inner}"` : `${of}${inner}`;
  const words = inner.split(' ').map((word) => word.replace(/^\*+/, '').replace(/\*(?!$)/g, ''));
  // A phrase can't have an ending left open: all of its words must stand in the text.
  return words.map((word) => `${of}${word}`).join(' ');
}

const tokens = /-?\(|\)|([-+]?)((?:\$?[a-z]{2,20}:)?)("[^"]{0,500}"|`[^`]{0,500}`|[^\s()"`]{1,500})/gi;
const maxLength = 1000;

/** The parts of a search, in the rule language. */
class Parts {
  readonly parts: string[] = [];
  readonly sites: string[] = [];
  readonly streams: CampaignStream[] = [];

  /** `not`: "-" or nothing. */
  add({ prefix, value, not }: { prefix: string; value: string; not: string }): void {
    const field = prefix.slice(0, -1).toLowerCase();
    if (field === 'site') return this.#site(bare(value), not);
    if (dropped.has(field)) return undefined;
    const name = fieldNames[field] ?? field;
    const own = name === '' || known.has(name) ? operand(value, name) : quoted(`${prefix}${value}`);
    if (own !== '') this.parts.push(`${not}${own}`);
    return undefined;
  }

  #site(value: string, not: string): void {
    const { part, stream } = readSite(value);
    if (part !== '') (not === '' ? this.sites : this.parts).push(`${not}${part}`);
    if (stream && not === '') this.streams.push(stream);
  }
}

/** Reads a search of Syften, Google, and others, whose operators are nearly those of the rule language. */
export function readQuery(text: string): QueryReading {
  const read = new Parts();
  const { parts, sites, streams } = read;
  if (text.length > maxLength) return { rule: '', streams, isWhole: false };
  const plain = text
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/\|\|?/g, ' OR ')
    .replaceAll('&&', ' AND ')
    .replaceAll(/\bAROUND\(\d{1,3}\)/gi, ' ');
  let isNext = false;
  for (const [whole, sign = '', prefix = '', value = ''] of plain.matchAll(tokens)) {
    const isNot = sign === '-' || whole === '-(' || isNext;
    isNext = whole === 'NOT';
    if (whole === '(' || whole === '-(') parts.push(isNot ? '-(' : '(');
    else if (whole === ')' || whole === 'OR' || whole === 'AND') parts.push(whole);
    else if (!isNext) read.add({ prefix, value, not: isNot ? '-' : '' });
  }
  const rule = tidied(parts);
  const places = sites.length > 1 ? `(${sites.join(' OR ')})` : sites.join('');
  const joined = [places !== '' && /(?:^| )OR(?: |$)/.test(rule) ? `(${rule})` : rule, places].filter((part) => part !== '').join(' ');
  // With several words left out, it may be no rule: then its words are looked for, if that says the same.
  if (parseRule(joined).ok) return { rule: joined, streams, isWhole: true };
  const literal = [literalRule(text.replaceAll(/\b(?:AND|OR|NOT)\b|[()|*]|\$?[a-z]{2,20}:/g, ' ')), places].join(' ').trim();
  return { rule: literal, streams, isWhole: !/\b(?:OR|NOT)\b|[|]/.test(text) && sites.length === streams.length };
}

/** Without operators whose words were left out. */
function tidied(parts: readonly string[]): string {
  let left = parts.join(' ').replaceAll(/\( /g, '(').replaceAll(/ \)/g, ')');
  for (let before = ''; before !== left;) {
    before = left;
    left = left
      .replaceAll(/-?\(\s*\)/g, ' ')
      .replaceAll(/\b(OR|AND)(?:\s+(?:OR|AND))+\b/g, '$1')
      .replaceAll(/\(\s*(?:OR|AND)\s+/g, '(')
      .replaceAll(/\s+(?:OR|AND)\s*\)/g, ')')
      .replace(/^\s*(?:OR|AND)\s+/, '')
      .replace(/\s+(?:OR|AND)\s*$/, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
  }
  return left;
}
