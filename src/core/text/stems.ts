import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { foldToString } from './fold.ts';
import type { TextLanguage } from './language.ts';

const unchanged = new Set([
  'news',
  'lens',
  'series',
  'always',
  'perhaps',
  'sometimes',
  'besides',
  'whereas',
  'his',
  'hers',
  'ours',
  'yours',
  'theirs',
  'its',
  'was',
  'has',
  'does',
  'yes',
  'gas',
  'bus',
  'this',
  'thus',
  'plus',
]);

/** A folded word without its plural ending, based on spelling alone. */
export function singularOf(word: string): string {
  if (word.length <= 3 || !word.endsWith('s') || unchanged.has(word) || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:x|ss|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** The folded word and its other forms of number. */
export function numberForms(word: string): string[] {
  const single = singularOf(word);
  const forms = new Set([word, single]);
  if (single.length < 2 || unchanged.has(word)) return [...forms];
  if (/(?:[sxz]|ch|sh)$/.test(single)) forms.add(`${single}es`);
  else if (/[^aeiou]y$/.test(single)) forms.add(`${single.slice(0, -1)}ies`);
  else forms.add(`${single}s`);
  return [...forms];
}

/** A light English stem of a folded word: only plural, -ing, -ed, and a final e are removed. */
export function stemOf(word: string): string {
  let stem = singularOf(word);
  if (stem.length > 5 && stem.endsWith('ing')) stem = undouble(stem.slice(0, -3));
  else if (stem.length > 4 && stem.endsWith('ed') && !stem.endsWith('eed')) stem = undouble(stem.slice(0, -2));
  if (stem.length > 5 && stem.endsWith('er')) stem = undouble(stem.slice(0, -2));
  if (stem.length > 3 && stem.endsWith('e')) stem = stem.slice(0, -1);
  if (stem.length > 3 && stem.endsWith('y')) stem = `${stem.slice(0, -1)}i`;
  return stem;
}

function undouble(stem: string): string {
  const last = stem.at(-1) ?? '';
  return stem.length > 3 && last === stem.at(-2) && !'lsz'.includes(last) ? stem.slice(0, -1) : stem;
}

type Foreign = Exclude<TextLanguage, 'en'>;

const stemmers: Record<Foreign, (word: string) => string> = { de: german, es: spanish, fr: french, pt: portuguese, nl: dutch, it: italian };

/** Endings that Snowball only recognizes with accents, which folding removed, or in another gender. */
const accented: Partial<Record<Foreign, readonly (readonly [RegExp, string])[]>> = {
  es: [[/([cs])ion$/, '$1ión']],
  pt: [
    [/cao$/, 'ção'],
    [/coes$/, 'ções'],
  ],
  it: [[/tric[ei]$/, 'tore']],
};

/** Possible endings of a word's inflected forms. A form is kept only if its stem is that of the word, or the word itself. */
const endings: Record<Foreign, string> = {
  de: 'e en er es em n s ern ens in innen ung ungen',
  es: 's es a as o os ar ando ado ada ados adas amos an cion ciones e en er ir',
  fr: 's e es x er ez ent ee ees ant ations ation eur eurs ement',
  pt: 's es a as o os ar ando ado ada ados adas am em er ir cao coes amos',
  nl: 's en e n t er ers je jes tje tjes',
  it: 'a e i o he hi are ere ire ato ata ati ate ando iamo zione zioni',
};

/** An accountant ("commercialista") is nothing commercial. */
const profession = /ist[aei]$/;

/** The stem of a folded word in a language, also folded. */
export function stemIn(language: TextLanguage, word: string): string {
  if (language === 'en') return stemOf(word);
  if (word.length < 4) return word;
  if (language === 'it' && profession.test(word)) return word.slice(0, -1);
  const spelled = (accented[language] ?? []).reduce((text, [ending, whole]) => text.replace(ending, whole), word);
  return foldToString(stemmers[language](spelled)).trim() || word;
}

const minBase = 3;

/** Forms of a folded word that share its stem, the word itself first. */
export function inflectedForms(language: Exclude<TextLanguage, 'en'>, word: string): string[] {
  const stem = stemIn(language, word);
  const bases = new Set([word, stem]);
  for (const ending of endings[language].split(' ')) if (word.endsWith(ending)) bases.add(word.slice(0, -ending.length));
  const forms = new Set([word]);
  for (const base of bases) {
    if (base.length < minBase) continue;
    for (const form of [base, ...endings[language].split(' ').map((ending) => base + ending)])
      if (stemIn(language, form) === stem || stemIn(language, form) === word) forms.add(form);
  }
  return [...forms];
}
