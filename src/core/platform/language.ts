import { createTexts, type Language, noCatalog, type Texts } from '#shared/language.ts';
import { createCatalog } from '#shared/sentences.ts';
import german from '#shared/languages/de.json' with { type: 'json' };
import germanSentences from '#shared/languages/de-sentences.json' with { type: 'json' };

const texts: Record<Language, Texts> = {
  en: createTexts('en', noCatalog),
  de: createTexts('de', createCatalog(german, germanSentences, 'de')),
};

/** What the server writes to a person: emails, notifications, messages. Everything else is English, and the web app says it. */
export const textsIn = (language: Language | undefined): Texts => texts[language ?? 'en'];
