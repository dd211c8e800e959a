/**
 * Builds src/core/reddit/catalog/listed.json: names, sizes, topics, and languages of subreddits in public lists.
 * Usage: node training/catalog.ts CATEGORIES.csv RANKED.json
 * CATEGORIES: github.com/orionmelt/sherlock, subreddits.csv (MIT License, 2017-05-11): names and categories.
 * RANKED: one JSON array of the entries of output/pages/page_*.json in github.com/genevrahenrike/subreddit-scrapper at commit
 * 215935f0 (2025-09-05): names, subscribers, and descriptions, of which only distinctive single words are used.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { eld } from 'eld/extrasmall';
import { createNameSplitter } from './split-names.ts';

interface Ranked {
  name: string;
  subscribers_count: number | null;
  description: string | null;
}
interface Candidate {
  name: string;
  /** The words of the name. */
  parts: readonly string[];
  text: string;
  subscribers: number;
  levels: readonly string[] | undefined;
  language: string;
}

const [categoriesFile = '', rankedFile = ''] = process.argv.slice(2);
const folder = new URL('../src/core/reddit/catalog/', import.meta.url);

/** Smaller ones are often abandoned. */
const minSubscribers = 4000;
/** For subreddits that no list of categories vouches for. */
const minUnlisted = 12_000;
const minUnexplained = 30_000;
const minLocal = 8000;
const minForeign = 3000;
const maxTerms = 6;
const maxTopics = 10;

/** Fan communities, and subreddits where selling would be inappropriate or without conversations. */
const leftOut =
  /^(?:adult and nsfw|news and politics|meta|entertainment|gaming|music|sports|general)$|^(?:drugs|guns|gifts and charity|lgbt|religion and spirituality|shopping)$/i;
const keptAnyway = /^(?:books|podcasts|board\/card games)$/i;
const unsafe =
  /nsfw|porn|sex|nude|naked|hentai|fetish|onlyfans|hot girls|boobs|adult content|18\+|gore|cocaine|trump|conspira|escort|kink|bdsm|milf|thirst|cuck|femboy|celeb/i;
const unsafeForeign =
  /buceta|mamada|rabuda|infiel|famos[ao]|guapa|hermosa|novinha|er[oó]tic|caliente|punhet|calcinha|\bculos?\b|morbo|schwanz|titten|salope|chicas|soycu/i;
const fans =
  /\b(?:gam(?:e|es|ing|ers?|eplay)|anime|manga|fans?|fandom|episodes?|season|tv|television|series|movies?|film franchise|album|singer|rapper|band|streamer|youtuber|memes?|funny|pictures?|pics|pok[eé]mon|minecraft|roblox|football|soccer|basketball|hockey|baseball|nba|nfl|nhl|mlb|actor|politic\w*|trading cards?|snark|circlejerk|crypto\w*|bitcoin|coin|token|stonks?|giveaways?|lore|cosplay|characters?|idols?|k-?pop)\b/i;
const places = /\b(?:city|town|county|region|residents?|locals|metro(?:politan)? area|province|capital)\b/i;
/** What people elsewhere ask about: trades, work, money, home, family, learning, travel, and their city. */
const foreignTopics =
  /\b(?:finan\w*|negoci\w*|neg[oó]cio\w*|emprend\w*|empreend\w*|entreprend\w*|aut[oó]nom\w*|emple\w*|empreg\w*|emploi|trabaj\w*|trabalh\w*|travail|program\w*|legal\w*|derecho|direito|droit|juridi\w*|recht\w*|viviend\w*|imobili\w*|immobili\w*|recet\w*|receit\w*|recette\w*|cocina\w*|cozinha\w*|cuisine|kochen|backen|mascota\w*|perr[oa]s?|cachorr\w*|chiens?|hund\w*|gat[oa]s|chats|katze\w*|coches|autos?|carros|voiture\w*|fahrr\w*|rennrad|v[eé]lo\w*|fiets\w*|motorr\w*|viaj\w*|viagen\w*|voyag\w*|reise\w*|salud|sa[uú]de|sant[eé]|gesundheit|educa\w*|estudi\w*|estudant\w*|[eé]tudi\w*|studi\w*|ausbildung|idiomas?|l[ií]ngua\w*|langue\w*|sprach\w*|fotogra\w*|photograph\w*|dise[ñn]\w*|design\w*|marketing|ciudad|cidade|ville|stadt|stad|pregunt\w*|pergunt\w*|questions?|fragen?|vragen|conseils?|consejos?|conselhos?|ratschl\w*|advies|steuer\w*|impuest\w*|impost\w*|imp[oô]t\w*|belasting\w*|geld\w*|dinero|dinheiro|argent|inver\w*|invest\w*|haus\w*|garten|jardin\w*|huis\w*|klus\w*|brico\w*|handwerk\w*|eltern|padres|parents|ouders|hochzeit|boda|casamento|mariage|bruiloft|inform[aá]tica|informatique|tecnolog\w*|beruf\w*|job\w*|arbeit\w*|werk\w*|unternehm\w*|selbstst\w*|ondernem\w*)\b/iu;
const asks =
  /\b(?:advice|ask|help|questions?|discuss(?:ions?)?|tips|support|learn\w*|beginners?|owners?|professionals?|recommendations?)\b/i;

const emptyText = new Set(
  `about above after also anything because been before being below best between both community communities content dedicated discuss discussion discussions
  does doing down each enjoy everything feel find following free from general have having here home into just like links looking love make many more most much
  need news official only other others ours over place please post posts questions reddit redditors related rules same share sharing should some stuff sub
  subreddit such than that their them then there these they thing things this those through together under until very want welcome were what when where which
  while will with wiki within work world would your yours things people anyone everyone show help talk topics join images pictures photos memes funny videos
  video photo picture dont please whatever around back even good great hello icon know latest left life made making never open part really right side specific
  take them time used users using visit well without year years young para este todo como mais apenas algo aqui nossa lugar pour avec dans aussi propos tout hier alles auch alle oder nicht ihren dies auf und
  hate allow doesn thanks banned removed become encouraged towards forum comment debate modern helpful discord check asking questions answers allowed feel friendly members interested including whether ideas information resources first creating support learn learning advice tips beginner beginners subscribe read`.split(
    /\s+/,
  ),
);

const termsOf = (text: string): string[] => [
  ...new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => !emptyText.has(word) && !/^https?|reddit/.test(word))),
];
const plainOf = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

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
  if (text.replaceAll(/[^\p{L}]/gu, '').length < 40) return 'en';
  const found = eld.detect(text);
  return found.isReliable() && ['de', 'es', 'fr', 'pt', 'nl', 'it'].includes(found.language) ? found.language : 'en';
}

const isLeftOut = (levels: readonly string[]): boolean =>
  levels.some((level) => leftOut.test(level)) && !levels.some((level) => keptAnyway.test(level));

/** Words of the topics that were chosen by hand: what people sell, do, and own. */
function knownTopics(): Set<string> {
  const own = JSON.parse(readFileSync(new URL('subreddits.json', folder), 'utf8')) as { topics: string[] }[];
  const vague = 'news questions community game games gaming players culture politics life everyday talk help';
  const none = new Set(vague.split(' '));
  return new Set(own.flatMap(({ topics }) => topics).filter((topic) => !none.has(topic)));
}

function isWanted({ name, parts, text, subscribers, levels, language }: Candidate, topics: ReadonlySet<string>): boolean {
  const whole = `${name} ${text}`;
  if (!/^[A-Za-z0-9_]{2,21}$/.test(name) || unsafe.test(whole)) return false;
  if (levels) return subscribers >= minSubscribers && !isLeftOut(levels);
  if (fans.test(whole)) return false;
  if (language !== 'en') return subscribers >= minForeign && foreignTopics.test(text) && !unsafeForeign.test(whole);
  if (places.test(text)) return subscribers >= minLocal;
  const isTopic = (word: string): boolean => topics.has(word) || topics.has(word.replace(/s$/, ''));
  const isNamed = parts.some((word) => word.length > 2 && isTopic(word));
  const others = termsOf(text).filter((word) => !parts.includes(word) && isTopic(word));
  if (isNamed) return subscribers >= (asks.test(text) || others.length > 0 ? minUnlisted : minUnexplained);
  return subscribers >= minUnexplained && others.length > 2 && asks.test(text);
}

function build(): unknown[] {
  const categories = readCategories();
  const all = JSON.parse(readFileSync(rankedFile, 'utf8')) as Ranked[];
  const ranked = all.filter(({ subscribers_count: subscribers }) => (subscribers ?? 0) >= minForeign);
  const textOf = ({ description }: Ranked): string => (description ?? '').replaceAll(/\/?\br\/\w+|https?:\S+/g, ' ');
  const texts = ranked.map(textOf);
  const seen = new Map<string, number>();
  for (const text of all.map(textOf))
    for (const word of new Set(text.toLowerCase().match(/\p{L}+/gu))) seen.set(word, (seen.get(word) ?? 0) + 1);
  const split = createNameSplitter(seen);
  const maxSeen = all.length * 0.012;
  const known = knownTopics();
  const fits = ranked
    .map(({ name: path, subscribers_count: subscribers }, index): Candidate => {
      const [name, text] = [path.replace(/^r\//, ''), texts[index] ?? ''];
      const levels = categories.get(name.toLowerCase());
      return { name, parts: split(name), text, subscribers: subscribers ?? 0, levels, language: languageOf(text) };
    })
    .filter((candidate) => isWanted(candidate, known));
  const taken = new Set<string>();
  return fits
    .toSorted((a, b) => b.subscribers - a.subscribers)
    .filter(({ name }) => !taken.has(name.toLowerCase()) && taken.add(name.toLowerCase()))
    .map(({ name, parts: every, text, subscribers, levels = [], language }) => {
      const parts = every.filter((word) => word.length > 2 && !emptyText.has(word));
      const named = levels.slice(1).flatMap((level) => termsOf(plainOf(level)));
      const topics = [...new Set([...parts, ...named])].filter((topic) => /^[a-z0-9]+$/.test(topic)).slice(0, maxTopics);
      const own = termsOf(text)
        .filter((word) => (seen.get(word) ?? 0) <= maxSeen && (seen.get(word) ?? 0) >= 15 && !topics.includes(word))
        .toSorted((a, b) => (seen.get(b) ?? 0) - (seen.get(a) ?? 0) || a.localeCompare(b))
        .slice(0, maxTerms);
      const entry = { name, size: sizeOf(subscribers), topics, words: own };
      return language === 'en' ? entry : Object.assign(entry, { language });
    })
    .filter(({ topics, words }) => topics.length + words.length > 0)
    .toSorted((a, b) => a.name.toLowerCase().localeCompare(b.name.toLowerCase()));
}

const entries = build();
writeFileSync(new URL('listed.json', folder), `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`);
process.stdout.write(`${entries.length} subreddits\n`);
