import { type Fields, isFields } from '#core/reddit/client/wire.ts';

/**
 * What escaping makes of a character. Reddit's API without `raw_json`, and dumps of it, escape `&`, `<`, and `>`; other tools
 * also quotes.
 */
const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", '#039': "'", '#x27': "'" };
const names = Object.keys(characters).join('|');
const escaped = new RegExp(`&(${names});`, 'g');
/** What no escaped text contains. */
const bare = new RegExp(`[<>]|&(?!(?:${names});)`);

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
export function withoutEscapes(record: unknown): unknown {
  if (!isFields(record)) return record;
  return isFields(record['data']) ? { ...record, data: decodedFields(record['data']) } : decodedFields(record);
}
