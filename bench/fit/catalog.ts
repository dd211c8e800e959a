/**
 * Builds src/core/reddit/catalog/listed.json: names, sizes, topics, and languages of subreddits in two public lists.
 * Usage: node bench/fit/catalog.ts CATEGORIES.csv COUNTS.json
 * CATEGORIES: github.com/orionmelt/sherlock, subreddits.csv (MIT License, 2017-05-11): names and categories.
 * COUNTS: github.com/ihiggins/reddit-scrape, data-out.json (ISC License, 2021-03-11): subscribers and descriptions, of which only
 * distinctive single words are used.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { eld } from 'eld/extrasmall';

interface Counted {
  over18: boolean | number;
  public_description: string;
  subscribers: string;
}

const [categoriesFile = '', countsFile = ''] = process.argv.slice(2);
const target = new URL('../../src/core/reddit/catalog/listed.json', import.meta.url);

/** Subreddits where selling would be inappropriate, or without conversations. */
const leftOut =
  /^(?:adult and nsfw|news and politics|meta)$|^(?:drugs|celebrities|memes|pictures|videos|humor and parody|guns|discussion|gifts and charity)$/i;
const unsafe = /nsfw|porn|sex|nude|naked|hentai|fetish|onlyfans|hot girls|boobs|adult content|18\+|gore|cocaine|trump|conspira/i;
const emptyText = new Set(
  `about above after also anything because been before being below best between both community communities content dedicated discuss discussion discussions
  does doing down each enjoy everything feel find following free from general have having here home into just like links looking love make many more most much
  need news official only other others ours over place please post posts questions reddit redditors related rules same share sharing should some stuff sub
  subreddit such than that their them then there these they thing things this those through together under until very want welcome were what when where which
  while will with wiki within work world would your yours things people anyone everyone show help talk topics join images pictures photos memes funny videos
  video photo picture dont please whatever around back even good great hello icon know latest left life made making never open part really right side specific
  take them time used users using visit well without year years young para este todo como mais apenas algo aqui nossa lugar pour avec dans aussi propos tout hier alles auch alle oder nicht ihren dies auf und
  hate allow doesn thanks banned removed become encouraged towards forum comment debate modern helpful`.split(/\s+/),
);

const termsOf = (text: string): string[] => [
  ...new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => !emptyText.has(word) && !/^https?|reddit/.test(word))),
];

function readCategories(): Map<string, string[]> {
  const rows = readFileSync(categoriesFile, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(','));
  return new Map(
    rows.flatMap(([name = '', ...levels]) => (name === '' ? [] : [[name.toLowerCase(), levels.filter((level) => level !== '')]])),
  );
}

const sizeOf = (subscribers: number): string =>
  subscribers < 50_000 ? 's' : subscribers < 500_000 ? 'm' : subscribers < 5_000_000 ? 'l' : 'xl';

function languageOf(text: string): string {
  if (text.replaceAll(/[^\p{L}]/gu, '').length < 60) return 'en';
  const found = eld.detect(text);
  return found.isReliable() && ['de', 'es', 'fr', 'pt', 'nl', 'it'].includes(found.language) ? found.language : 'en';
}

const maxOwnText = 6;

function build(): unknown[] {
  const categories = readCategories();
  const counts = Object.entries(JSON.parse(readFileSync(countsFile, 'utf8')) as Record<string, Counted>);
  const known = counts.map(([name, { over18, public_description, subscribers }]) => ({
    name,
    isAdult: over18 === true || over18 === 1,
    text: public_description,
    subscribers: Number(subscribers.replaceAll(',', '')),
    levels: categories.get(name.toLowerCase()) ?? [],
    language: languageOf(public_description),
  }));
  const seen = new Map<string, number>();
  for (const { text } of known) for (const word of termsOf(text)) seen.set(word, (seen.get(word) ?? 0) + 1);
  const fits = known.filter(
    ({ name, isAdult, text, levels, language }) =>
      !isAdult &&
      /^[A-Za-z0-9_]{2,21}$/.test(name) &&
      !unsafe.test(`${name} ${text}`) &&
      !levels.some((level) => leftOut.test(level)) &&
      (levels.length > 0 || language !== 'en'),
  );
  return fits
    .map(({ name, subscribers, text, levels, language }) => {
      const own = termsOf(text)
        .filter((word) => (seen.get(word) ?? 0) <= known.length * 0.02)
        .toSorted((a, b) => (seen.get(b) ?? 0) - (seen.get(a) ?? 0) || a.localeCompare(b))
        .slice(0, maxOwnText);
      const topics = [...new Set(levels.slice(1).flatMap((level) => termsOf(level)))];
      const words = own.filter((word) => !topics.includes(word));
      const entry = { name, size: sizeOf(subscribers), topics, words };
      return language === 'en' ? entry : Object.assign(entry, { language });
    })
    .filter(({ topics, words }) => topics.length + words.length > 0)
    .toSorted((a, b) => a.name.toLowerCase().localeCompare(b.name.toLowerCase()));
}

const entries = build();
writeFileSync(target, `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`);
process.stdout.write(`${entries.length} subreddits\n`);
