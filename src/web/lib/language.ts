/** Every language but English has a file in ../languages: what English says, and how the language says it. */
const loaders = {
  en: null,
  de: () => import('../languages/de.json', { with: { type: 'json' } }),
};
export type Language = keyof typeof loaders;
/** Each in its own words. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' };

const languageKey = 'language';
const isLanguage = (text: string | null | undefined): text is Language =>
  text !== null && text !== undefined && Object.hasOwn(languageNames, text);
const baseOf = (tag: string): string => tag.split('-')[0] ?? tag;

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

/** What was chosen on this device, or else the first of the browser's languages that there is. */
export function languageOf(choice: string | null, tags: readonly string[]): Language {
  return isLanguage(choice) ? choice : (tags.map(baseOf).find(isLanguage) ?? 'en');
}

/** The language of the page. */
export const uiLanguage = languageOf(isPage ? kept() : null, wanted);
/** For dates and numbers: as the browser writes them in this language. Undefined outside of a browser. */
export const locale = isPage ? (wanted.find((tag) => baseOf(tag) === uiLanguage) ?? uiLanguage) : undefined;
if (isPage) document.documentElement.lang = uiLanguage;

let catalog: Record<string, string> = {};
/** What people write is looked up too: "constructor" is a tag, and no text of ours. */
const find = (text: string): string | undefined => (Object.hasOwn(catalog, text) ? catalog[text] : undefined);

/** Texts are constants of modules: call it before any of them is loaded. Without a catalog, the page is in English. */
export async function loadCatalog(): Promise<void> {
  catalog = (await loaders[uiLanguage]?.().catch(() => null))?.default ?? {};
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

const branch = String.raw`\w+ \{(?:[^{}]|\{\w+\})*\} ?`;
const place = new RegExp(String.raw`\{(\w+)(?:, plural, ((?:${branch})+))?\}`, 'g');

/** "1,284" and, from ten thousand, "12.4k" and "1.2M". */
export function shortNumber(value: number, where = locale): string {
  if (Math.abs(value) < 10_000) return new Intl.NumberFormat(where).format(value);
  const [size, unit] = Math.abs(value) < 999_950 ? [1000, 'k'] : [1_000_000, 'M'];
  return new Intl.NumberFormat(where, { maximumFractionDigits: 1 }).format(value / size) + unit;
}

/** The parts of a message in a small part of ICU's format: `{name}`, and `{count, plural, one {# lead} other {# leads}}`. */
function partsOf<Value>(message: string, values: Readonly<Record<string, Value>>): (string | Value)[] {
  const parts: (string | Value)[] = [];
  let end = 0;
  for (const { 0: whole, 1: name = '', 2: branches, index } of message.matchAll(place)) {
    const value = values[name];
    if (value === undefined) continue;
    parts.push(message.slice(end, index));
    end = index + whole.length;
    if (branches === undefined) parts.push(value);
    else {
      const count = Number(value);
      const rule = new Intl.PluralRules(uiLanguage).select(count);
      const said = Object.fromEntries([...branches.matchAll(/(\w+) \{((?:[^{}]|\{\w+\})*)\}/g)].map(([, key, text]) => [key, text]));
      parts.push(...partsOf((said[rule] ?? said['other'] ?? '').replaceAll('#', shortNumber(count)), values));
    }
  }
  return [...parts, message.slice(end)];
}

/** A text in the chosen language; the English one is its key. */
export function t(text: string, values?: Readonly<Record<string, string | number>>): string {
  const said = find(text) ?? text;
  return values ? partsOf(said, values).join('') : said;
}

/** The same with elements in it, as a list. */
export const partsWith = <Value>(text: string, values: Readonly<Record<string, Value>>): (string | Value)[] =>
  partsOf(find(text) ?? text, values);

/** What the server or a schema says, where the catalog has it: as it is, or with its numbers as {n}, {n2}, and so on. */
export function tSent(message: string): string {
  const values: Record<string, string> = {};
  const key = message.replaceAll(/\d+/g, (digits) => {
    const name = `n${Object.keys(values).length === 0 ? '' : String(Object.keys(values).length + 1)}`;
    values[name] = digits;
    return `{${name}}`;
  });
  return find(message) === undefined && find(key) !== undefined ? t(key, values) : t(message);
}

/** A label within a sentence: German keeps the capitals of its nouns. */
export const inSentence = (label: string): string => (uiLanguage === 'en' ? label.toLowerCase() : label);

/** "Ann, Bo, and Cy". */
export const listed = (names: readonly string[], type: Intl.ListFormatOptions['type'] = 'conjunction'): string =>
  new Intl.ListFormat(uiLanguage, { type }).format(names);
