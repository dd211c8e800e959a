/** Each in its own words. Every language but English has two files in languages/: its texts, and sentences of the server. */
export const languageNames = { en: 'English', de: 'Deutsch' };
export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as [Language, ...Language[]];

/** What English says, and how the language says it. */
export interface Catalog {
  /** By their key: what is asked for with `t`. */
  texts: Readonly<Record<string, string>>;
  /** What the server or a schema says, in the language. */
  sent: (message: string) => string;
  /** Why a post was found: the scorer's labels in the language, and around them what its author wrote. */
  reason: (reason: string) => string;
}
const asItIs = (text: string): string => text;
export const noCatalog: Catalog = { texts: {}, sent: asItIs, reason: asItIs };

const isLanguage = (text: string | null | undefined): text is Language =>
  text !== null && text !== undefined && Object.hasOwn(languageNames, text);
export const baseOf = (tag: string): string => tag.split('-')[0] ?? tag;

/** Of the tags (BCP 47) of a browser's languages, the first that there is. */
export const firstLanguage = (tags: readonly string[]): Language | undefined =>
  tags.map((tag) => baseOf(tag).toLowerCase()).find(isLanguage);
/** What was chosen, or else that. */
export const languageOf = (choice: string | null | undefined, tags: readonly string[] = []): Language =>
  isLanguage(choice) ? choice : (firstLanguage(tags) ?? 'en');

const branch = String.raw`\w+ \{(?:[^{}]|\{\w+\})*\} ?`;
const place = new RegExp(String.raw`\{(\w+)(?:, plural, ((?:${branch})+))?\}`, 'g');

/** "1,284" and, from ten thousand, "12.4k" and "1.2M". */
export function shortNumber(value: number, locale: string | undefined): string {
  if (Math.abs(value) < 10_000) return new Intl.NumberFormat(locale).format(value);
  const [size, unit] = Math.abs(value) < 999_950 ? [1000, 'k'] : [1_000_000, 'M'];
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value / size) + unit;
}

interface Way {
  language: Language;
  locale: string | undefined;
}

/** The parts of a message in a small part of ICU's format: `{name}`, and `{count, plural, one {# lead} other {# leads}}`. */
function partsOf<Value>(message: string, values: Readonly<Record<string, Value>>, way: Way): (string | Value)[] {
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
      const rule = new Intl.PluralRules(way.language).select(count);
      const said = Object.fromEntries([...branches.matchAll(/(\w+) \{((?:[^{}]|\{\w+\})*)\}/g)].map(([, key, text]) => [key, text]));
      parts.push(...partsOf((said[rule] ?? said['other'] ?? '').replaceAll('#', shortNumber(count, way.locale)), values, way));
    }
  }
  return [...parts, message.slice(end)];
}

/** Texts in a language. `locale`: for numbers, where a person's browser knows more than the language. */
export function createTexts(language: Language, { texts, sent, reason }: Catalog, locale: string | undefined = language) {
  const way = { language, locale };
  /** What people write is looked up too: "constructor" is a tag, and no text of ours. */
  const find = (text: string): string => (Object.hasOwn(texts, text) ? (texts[text] ?? text) : text);

  /** A text in the language; the English one is its key. */
  function t(text: string, values?: Readonly<Record<string, string | number>>): string {
    return values ? partsOf(find(text), values, way).join('') : find(text);
  }

  return {
    language,
    t,
    /** The same with elements in it, as a list. */
    partsWith: <Value>(text: string, values: Readonly<Record<string, Value>>): (string | Value)[] => partsOf(find(text), values, way),
    sent,
    reason,
    /** "Ann, Bo, and Cy". */
    listed: (names: readonly string[], type: Intl.ListFormatOptions['type'] = 'conjunction'): string =>
      new Intl.ListFormat(language, { type }).format(names),
  };
}
export type Texts = ReturnType<typeof createTexts>;
