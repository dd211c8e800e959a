/** Each in its own words. Every language but English has two files in languages/: its texts, and sentences of the server. */
export const languageNames = { en: 'English', de: 'Deutsch' };
export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as [Language, ...Language[]];

/** What English says, and how the language says it. */
export interface Catalog {
  /** By their key: what is asked for with `t`. */
  texts: Readonly<Record<string, string>>;
  /** As they arrive, with their values in them: what is asked for with `sent`. */
  sentences: Readonly<Record<string, string>>;
}
export const noCatalog: Catalog = { texts: {}, sentences: {} };

const isLanguage = (text: string | null | undefined): text is Language =>
  text !== null && text !== undefined && Object.hasOwn(languageNames, text);
export const baseOf = (tag: string): string => tag.split('-')[0] ?? tag;

/** What was chosen, or else the first of the tags (BCP 47) that there is. */
export const languageOf = (choice: string | null | undefined, tags: readonly string[] = []): Language =>
  isLanguage(choice) ? choice : (tags.map(baseOf).find(isLanguage) ?? 'en');

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

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A sentence with values in it: what finds them, and their names. */
interface Pattern {
  key: string;
  start: string;
  shape: RegExp;
  names: string[];
}

/** `{n}` and `{n2}` are numbers, `{said}` is a sentence of its own, and everything else is somebody's words or a name. */
function patternOf(key: string): Pattern {
  const [start = '', ...rest] = key.split(/\{(\w+)\}/);
  const names = rest.filter((_, index) => index % 2 === 0);
  const shape = rest.map((part, index) =>
    index % 2 === 1 ? escaped(part) : /^n\d?$/.test(part) ? String.raw`(\d(?:[\d,.]{0,20}\d)?)` : '([^]{1,500}?)',
  );
  return { key, start, names, shape: new RegExp(`^${escaped(start)}${shape.join('')}$`) };
}

const ends = /(?<=[.!?…]) (?=[“"\p{Lu}])/u;
/** Longer ones are taken apart. */
const maxMatched = 1000;
const figure = /^\d{1,3}(?:,\d{3})+$|^\d+\.(\d+)$/;

/** Sentences of the server in the language: it writes them in English, also where they are stored. */
function createSent({ texts, sentences }: Catalog, { locale }: Way) {
  /** What people write is looked up too: "constructor" is a tag, and no text of ours. */
  const find = (text: string): string | undefined =>
    Object.hasOwn(sentences, text) ? sentences[text] : Object.hasOwn(texts, text) ? texts[text] : undefined;
  let patterns: Pattern[] | null = null;
  const known = new Map<string, string | undefined>();

  /** A figure as the language writes it: "1,284" and "4.5", but "404" and what is no figure as they are. */
  function figureOf(value: string): string {
    const found = figure.exec(value);
    if (!found) return value;
    const digits = found[1]?.length ?? 0;
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    return format.format(Number(value.replaceAll(',', '')));
  }
  const valueOf = (name: string, value: string): string =>
    name.startsWith('said') ? sent(value) : /^n\d?$/.test(name) ? figureOf(value) : value;

  function match(message: string): string | undefined {
    if (message.length > maxMatched) return undefined;
    patterns ??= Object.keys(sentences)
      .filter((key) => key.includes('{'))
      .map(patternOf)
      .sort((one, other) => other.key.length - one.key.length);
    for (const { key, start, shape, names } of patterns) {
      const found = message.startsWith(start) ? shape.exec(message) : null;
      if (!found) continue;
      const values = Object.fromEntries(names.map((name, index) => [name, valueOf(name, found[index + 1] ?? '')]));
      return (sentences[key] ?? key).replaceAll(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
    }
    return undefined;
  }

  /** Where a sentence is put into another one, its period is added or left out. */
  function search(message: string): string | undefined {
    const found = find(message) ?? match(message);
    if (found !== undefined) return found;
    const isEnded = message.endsWith('.');
    const other = isEnded ? message.slice(0, -1) : `${message}.`;
    const near = find(other) ?? match(other);
    return near === undefined ? undefined : isEnded ? `${near}.` : near.replace(/\.$/, '');
  }

  function whole(message: string): string | undefined {
    if (known.size > 2000) known.clear();
    if (!known.has(message)) known.set(message, search(message));
    return known.get(message);
  }

  function sent(message: string): string {
    if (message === '' || Object.keys(sentences).length === 0) return message;
    const found = whole(message);
    if (found !== undefined) return found;
    const parts = message.split(ends);
    return parts.length === 1 ? message : parts.map((part) => whole(part) ?? part).join(' ');
  }
  return sent;
}

/** Texts in a language. `locale`: for numbers, where a person's browser knows more than the language. */
export function createTexts(language: Language, catalog: Catalog, locale: string | undefined = language) {
  const way = { language, locale };
  const find = (text: string): string => (Object.hasOwn(catalog.texts, text) ? (catalog.texts[text] ?? text) : text);
  const sent = createSent(catalog, way);

  /** A text in the language; the English one is its key. */
  function t(text: string, values?: Readonly<Record<string, string | number>>): string {
    return values ? partsOf(find(text), values, way).join('') : find(text);
  }

  return {
    language,
    t,
    /** The same with elements in it, as a list. */
    partsWith: <Value>(text: string, values: Readonly<Record<string, Value>>): (string | Value)[] => partsOf(find(text), values, way),
    /** What the server or a schema says, in the language. */
    sent,
    /** Why a post was found: the scorer's labels in the language, and around them what its author wrote. */
    reason: (reason: string): string =>
      reason
        .split(' · ')
        .map((part) => part.replace(/^[^“:]{1,200}?(?=:? “|$)/, (label) => sent(label)))
        .join(' · ')
        .replaceAll(/“([^”]{0,200})”/g, (_, text: string) => t('“{text}”', { text })),
    /** "Ann, Bo, and Cy". */
    listed: (names: readonly string[], type: Intl.ListFormatOptions['type'] = 'conjunction'): string =>
      new Intl.ListFormat(language, { type }).format(names),
  };
}
export type Texts = ReturnType<typeof createTexts>;
