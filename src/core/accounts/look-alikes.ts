import { AppError } from '#core/platform/errors.ts';

/** Normalizes names and addresses, so that those that look the same count as equal. */
export const keyOf = (text: string): string => text.trim().normalize('NFKC').toLowerCase();

/** The scripts in common use (UAX #31, table 5), apart from Latin and those that are written together with others. */
const scripts = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Hebrew',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
];
/** Japanese, Chinese, and Korean use several scripts, and Latin beside them ("highly restrictive" in UTS #39). */
const together = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

const only = (names: readonly string[]): RegExp =>
  new RegExp(`^[${[...names, 'Common', 'Inherited'].map((name) => String.raw`\p{Script_Extensions=${name}}`).join('')}]*$`, 'u');
const readable = [...together, ...scripts.map((script) => [script])].map(only);
/** Also letters without a shape, such as the Hangul filler. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u;

const refused = (message: string) => new AppError('invalid', message, { details: [{ path: 'username', message }] });

/** Throws `invalid` for a name that can pass for another one: "аdmin" with a Cyrillic first letter. */
export function refuseLookAlike(username: string): void {
  if (invisible.test(username)) throw refused('This name contains invisible characters. Type it without them.');
  const shown = username.normalize('NFKC');
  if (readable.some((form) => form.test(shown))) return;
  throw refused('This name mixes letters of different alphabets, so it can look like another one. Use the letters of one alphabet.');
}

/** Letters that look like a Latin one in lowercase or uppercase, written in lowercase (confusables of UTS #39). */
const latinLike: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['авсԁеһіјкӏмнорԛѕтуѵԝхү', 'abcdehijklmhopqstyvwxy'],
    ['αβεζηικμνορτυχϲϳ', 'abezhikmvoptuxcj'],
    ['օցհոսզ', 'oghnuq'],
  ].flatMap(([from = '', to = '']) => [...from].map((letter, at) => [letter, to.charAt(at)])),
);

/**
 * Names with the same key are the same: in other widths and cases, full case folding included ("Straße", "STRASSE"), and in letters
 * of another alphabet that look alike ("сосо" in Cyrillic, "coco").
 */
export const usernameKeyOf = (username: string): string =>
  [...keyOf(username.normalize('NFKC').toUpperCase())].map((letter) => latinLike[letter] ?? letter).join('');
