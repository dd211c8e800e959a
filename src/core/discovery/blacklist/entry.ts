import type { BlacklistKind, NewBlacklistEntry } from '#shared/blacklist.ts';
import { blacklistKindSchema } from '#shared/blacklist.ts';
import { AppError } from '#core/platform/errors.ts';

const decorations: Record<BlacklistKind, RegExp> = {
  subreddit: /^\/?r\//,
  author: /^\/?u(?:ser)?\//,
  word: /^$/,
  domain: /^(?:https?:\/\/)?(?:www\.)?/,
};

/** Letters and digits; a character that is a word of its own counts for two. */
const weightOf = (text: string): number =>
  [...text].reduce(
    (sum, char) =>
      sum +
      (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(char) ? 2 : /[\p{L}\p{N}]/u.test(char) ? 1 : 0),
    0,
  );

/** Why a value would hide nearly every post; null if it wouldn't. */
function tooBroad(kind: BlacklistKind, value: string): string | null {
  if (kind === 'word' && weightOf(value) < 2)
    return `"${value.slice(0, 60)}" would hide nearly every post. Enter a word of at least two letters or digits.`;
  if (kind === 'domain' && !/[^.]\.[^.]/.test(value)) return `"${value.slice(0, 60)}" is no domain. Enter one such as spam.example.com.`;
  return null;
}

/** Normalizes a value for comparison. Throws `invalid`. */
export function cleanValue(kind: BlacklistKind, text: string): string {
  const value = text.trim().toLowerCase().replace(decorations[kind], '');
  const bare = kind === 'domain' ? (value.split(/[/?#:]/)[0] ?? '') : value;
  const isName = kind === 'word' || /^[\p{L}\p{N}._-]+$/u.test(bare);
  const isInvalid = bare === '' || bare.length > 200 || !isName;
  const message = isInvalid ? `Invalid ${kind}: ${text.slice(0, 60)}` : tooBroad(kind, bare);
  if (message !== null) {
    throw new AppError('invalid', message, { details: [{ path: 'value', message }] });
  }
  return bare;
}

function guessKind(value: string): BlacklistKind {
  if (/^\/?r\//i.test(value)) return 'subreddit';
  if (/^\/?u(?:ser)?\//i.test(value)) return 'author';
  return /^https?:\/\//i.test(value) || /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/i.test(value) ? 'domain' : 'word';
}

const unquote = (text: string): string =>
  text
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"');

function entryOf(line: string): NewBlacklistEntry {
  const [first = '', value, ...note] = line.match(/(?:"(?:[^"]|"")*"|[^,])+/g)?.map(unquote) ?? [];
  const kind = blacklistKindSchema.safeParse(first.toLowerCase());
  if (kind.success && value !== undefined) return { kind: kind.data, value, note: note.join(', ') };
  return { kind: guessKind(line.trim()), value: line.trim() };
}

/**
 * Parses one entry per line: `kind,value,note`, or a value that implies its kind (r/name, u/name, a host). Skips empty lines,
 * comments (#), and a header.
 */
export function parseEntries(text: string): NewBlacklistEntry[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#') && !/^"?kind"?,"?value"?/i.test(line.trim()))
    .map(entryOf);
}
