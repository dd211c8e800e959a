import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { foldToString } from './fold.ts';
import { stemOf } from './stem.ts';
import type { TextLanguage } from './text-language.ts';

type Foreign = Exclude<TextLanguage, 'en'>;

const stemmers: Record<Foreign, (word: string) => string> = { de: german, es: spanish, fr: french, pt: portuguese, nl: dutch };

/** Endings that Snowball only recognizes with accents, which folding removed. */
const accented: Partial<Record<Foreign, readonly (readonly [RegExp, string])[]>> = {
  es: [[/([cs])ion$/, '$1ión']],
  pt: [
    [/cao$/, 'ção'],
    [/coes$/, 'ções'],
  ],
};

/** Possible endings of a word's inflected forms. A form is kept only if its stem is that of the word, or the word itself. */
const endings: Record<Foreign, string> = {
  de: 'e en er es em n s ern ens in innen ung ungen',
  es: 's es a as o os ar ando ado ada ados adas amos an cion ciones e en er ir',
  fr: 's e es x er ez ent ee ees ant ations ation eur eurs ement',
  pt: 's es a as o os ar ando ado ada ados adas am em er ir cao coes amos',
  nl: 's en e n t er ers je jes tje tjes',
};

/** The stem of a folded word in a language, also folded. */
export function stemIn(language: TextLanguage, word: string): string {
  if (language === 'en') return stemOf(word);
  if (word.length < 4) return word;
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
