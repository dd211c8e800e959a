import type { TextLanguage } from '#core/text/language.ts';

/** What begins a clause about what isn't offered: "not restaurants", "no transmissions". */
const denials: Record<TextLanguage, string> = {
  en: 'not|no|never|except|excluding|(?:but|just) not|but no',
  de: 'nicht|kein(?:e[nmrs]?)?|außer|aber (?:nicht|keine?)',
  es: 'no|excepto|salvo|pero no',
  fr: 'pas|sauf|hors|mais pas',
  pt: 'não|exceto|mas não',
  nl: 'niet|geen|behalve|maar (?:niet|geen)',
  it: 'non|tranne|escluso|esclus[aei]|ma non',
};
const inClause = String.raw`[^.,;:!?\n()–—]`;
const denied = (words: string): RegExp =>
  new RegExp(String.raw`(?<=\S\s{0,3}[.,;!?\n(–—-]\s{0,3})(?:${words})(?!\p{L})${inClause}{0,200}`, 'giu');

/** A text without the clauses that say what isn't offered. */
export const withoutDenied = (text: string, language: TextLanguage): string => text.replace(denied(denials[language]), ' ');

/** "for dentists", unlike "for rent" and "for $29". */
const forWhom = new RegExp(
  String.raw`(?<=\S\s{0,3})(?<!\p{L})for\s(?!(?:sale|rent|hire|free|you|your|life|less|more|over|up|an?\s(?:flat|fixed|monthly))(?!\p{L})|\P{L})${inClause}{2,200}`,
  'giu',
);

/** What an English text says of the offer, and of those for whom it is. */
export function splitOffer(text: string): { offered: string; audience: string } {
  const offered = text.replace(forWhom, ', ');
  if (!/\p{L}{3}/u.test(offered)) return { offered: text, audience: '' };
  return { offered, audience: [...text.matchAll(forWhom)].map(([clause]) => clause).join(', ') };
}
