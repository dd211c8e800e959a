import type { Catalog } from './language.ts';

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A sentence with values in it: what finds them, and their names. */
interface Pattern {
  key: string;
  start: string;
  shape: RegExp;
  names: string[];
}

/**
 * `{n}` and `{n2}` are numbers, `{day}` is a date, `{list}` is a list of ours, `{said}` is a sentence of its own, and everything else
 * is somebody's words or a name.
 */
function patternOf(key: string): Pattern {
  const [start = '', ...rest] = key.split(/\{(\w+)\}/);
  const names = rest.filter((_, index) => index % 2 === 0);
  const shape = rest.map((part, index) =>
    index % 2 === 1 ? escaped(part) : /^n\d?$/.test(part) ? String.raw`(\d(?:[\d,.]{0,20}\d)?)` : '([^]{1,500}?)',
  );
  return { key, start, names, shape: new RegExp(`^${escaped(start)}${shape.join('')}$`) };
}

const ends = /(?<=[.!?…]) (?=[“"\p{Lu}]|[ru]\/)/u;
/** What may have sentences in it. In a name there is none: what reads like one before or after it is said on its own. */
const free = /^(?:said|list|note|rule|text|title|reason|pain|words|claims|part)/;
/** Longer ones are taken apart. */
const maxMatched = 600;
const figure = /^\d{1,3}(?:,\d{3})+$|^\d+\.(\d+)$/;

type Lines = Readonly<Record<string, string>>;

/** Figures and dates as the language writes them: "1,284", "4.5", and "2026-12-01", but "404" and everything else as it is. */
function createWritten(locale: string) {
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return (name: string, value: string): string => {
    if (name === 'day') return /^\d{4}-\d\d-\d\d$/.test(value) ? days.format(new Date(value)) : value;
    const found = /^n\d?$/.test(name) ? figure.exec(value) : null;
    if (!found) return value;
    const digits = found[1]?.length ?? 0;
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    return format.format(Number(value.replaceAll(',', '')));
  };
}

/** "feeds, “late fees”, and imports" in the language. */
function createListed(locale: string, say: (text: string) => string, quote: (text: string) => string) {
  const between = (type: 'conjunction' | 'disjunction') => new Intl.ListFormat(locale, { type }).format(['', '']);
  const joints: Lines = { and: between('conjunction'), or: between('disjunction') };
  return (list: string): string =>
    list.replaceAll(/“([^”]*)”|,? (and|or) |, |[^“,]+?(?=,| (?:and|or) |$)/g, (part: string, text?: string, joint?: string) =>
      text === undefined ? (joints[joint ?? ''] ?? say(part)) : quote(text),
    );
}

/**
 * A catalog with sentences of the server, which writes them in English, also where they are stored. Apart from language.ts: pages in
 * English don't need it.
 */
export function createCatalog(texts: Lines, sentences: Lines, locale: string): Catalog {
  const find = (text: string): string | undefined =>
    Object.hasOwn(sentences, text) ? sentences[text] : Object.hasOwn(texts, text) ? texts[text] : undefined;
  let patterns: Pattern[] | null = null;
  const known = new Map<string, string | undefined>();

  const written = createWritten(locale);
  const quoted = texts['“{text}”'] ?? '“{text}”';
  const quote = (text: string): string => quoted.replace('{text}', () => text);
  const listed = createListed(locale, (text) => find(text) ?? text, quote);
  const valueOf = (name: string, value: string): string =>
    name.startsWith('said') ? sent(value) : name === 'list' ? listed(value) : written(name, value);

  function match(message: string, isLoose: boolean): string | undefined {
    if (message.length > maxMatched) return undefined;
    patterns ??= Object.keys(sentences)
      .filter((key) => key.includes('{'))
      .map(patternOf)
      .sort((one, other) => other.key.length - one.key.length);
    for (const { key, start, shape, names } of patterns) {
      const found = message.startsWith(start) ? shape.exec(message) : null;
      if (!found || (!isLoose && names.some((name, index) => !free.test(name) && ends.test(found[index + 1] ?? '')))) continue;
      const values = Object.fromEntries(names.map((name, index) => [name, valueOf(name, found[index + 1] ?? '')]));
      return (sentences[key] ?? key).replaceAll(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
    }
    return undefined;
  }

  /** Where a sentence is put into another one, its period is added or left out. */
  function search(message: string, isLoose = false): string | undefined {
    const found = find(message) ?? match(message, isLoose);
    if (found !== undefined) return found;
    const isEnded = message.endsWith('.');
    const other = isEnded ? message.slice(0, -1) : `${message}.`;
    const near = find(other) ?? match(other, isLoose);
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
    const said = parts.map(whole);
    if (said.every((part) => part === undefined)) return search(message, true) ?? message;
    return parts.map((part, index) => said[index] ?? part).join(' ');
  }
  return {
    texts,
    sent,
    reason: (reason) =>
      reason
        .split(' · ')
        .map((part) => part.replace(/^[^“:]{1,200}?(?=:? “|$)/, (label) => sent(label)))
        .join(' · ')
        .replaceAll(/“([^”]{0,200})”/g, (_, text: string) => quote(text)),
  };
}
