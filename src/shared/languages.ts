/** Languages whose request words and word forms Earshot knows. */
export const customerLanguages = ['en', 'de', 'es', 'fr', 'pt', 'nl', 'it'] as const;
export type CustomerLanguage = (typeof customerLanguages)[number];

/** "German" for "de". */
export const languageName = (code: string, of = 'en'): string => new Intl.DisplayNames(of, { type: 'language' }).of(code) ?? code;
