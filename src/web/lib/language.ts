import { baseOf, type Catalog, createTexts, type Language, languageOf, noCatalog, shortNumber as shortNumberIn } from '#shared/language.ts';

const loaders = {
  en: null,
  de: () =>
    Promise.all([
      import('../../shared/languages/de.json', { with: { type: 'json' } }),
      import('../../shared/languages/de-sentences.json', { with: { type: 'json' } }),
      import('../../shared/sentences.ts'),
    ]),
};

const languageKey = 'language';

/** Storage throws where site data is blocked. */
function kept(): string | null {
  try {
    return localStorage.getItem(languageKey);
  } catch {
    return null;
  }
}

const isPage = typeof document !== 'undefined';
const wanted = isPage ? navigator.languages : [];

/** The language of the page. */
export const uiLanguage = languageOf(isPage ? kept() : null, wanted);
/** For dates and numbers: as the browser writes them in this language. Undefined outside of a browser. */
export const locale = isPage ? (wanted.find((tag) => baseOf(tag) === uiLanguage) ?? uiLanguage) : undefined;
if (isPage) document.documentElement.lang = uiLanguage;

async function fetchCatalog(): Promise<Catalog> {
  const loaded = await loaders[uiLanguage]?.().catch(() => null);
  if (!loaded) return noCatalog;
  const [texts, sentences, { createCatalog }] = loaded;
  return createCatalog(texts.default, sentences.default, locale ?? uiLanguage);
}

let said = createTexts(uiLanguage, noCatalog, locale);

/** Texts are constants of modules: call it before any of them is loaded. Without a catalog, the page is in English. */
export async function loadCatalog(): Promise<void> {
  said = createTexts(uiLanguage, await fetchCatalog(), locale);
}

/** Chooses a language for this device, and loads the page again in it. */
export function chooseLanguage(next: Language): void {
  try {
    localStorage.setItem(languageKey, next);
  } catch {
    return;
  }
  location.reload();
}

export const shortNumber = (value: number, where = locale): string => shortNumberIn(value, where);

/** A text in the chosen language; the English one is its key. */
export const t = (text: string, values?: Readonly<Record<string, string | number>>): string => said.t(text, values);
/** The same with elements in it, as a list. */
export const partsWith = <Value>(text: string, values: Readonly<Record<string, Value>>): (string | Value)[] => said.partsWith(text, values);
/** What the server or a schema says. */
export const tSent = (message: string): string => said.sent(message);
/** Why a post was found. */
export const reasonText = (reason: string): string => said.reason(reason);
/** "Ann, Bo, and Cy". */
export const listed = (names: readonly string[], type: Intl.ListFormatOptions['type'] = 'conjunction'): string => said.listed(names, type);

/** A label within a sentence: German keeps the capitals of its nouns. */
export const inSentence = (label: string): string => (uiLanguage === 'en' ? label.toLowerCase() : label);
