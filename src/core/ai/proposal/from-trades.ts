import type { CampaignInput, Proposal } from '#shared/campaigns.ts';
import type { Trade } from '#core/trades/trades.ts';
import { placesOf } from '#core/trades/places.ts';
import { streamKindOf, type CampaignStreamKind, streamKinds } from '#shared/sources.ts';
import { type CatalogEntry, findSubreddit } from '#core/reddit/catalog/catalog.ts';
import type { CustomerLanguage } from '#shared/languages.ts';
import type { CampaignStream } from '#shared/streams.ts';
import { isElsewhere } from './countries.ts';
import { promotionRules, type ChosenSubreddit } from './subreddits.ts';

/** A stream of a proposed campaign, with its reason. */
export interface ProposedStream {
  stream: CampaignStream;
  why: string;
}

const minSubreddits = 2;

/** Whether target customers meet there: at least half of the fitting subreddits are about its topics. */
function isAskedAt(
  { topics, exceptTopics }: NonNullable<CampaignStreamKind['suggestion']>,
  subreddits: readonly ChosenSubreddit[],
): boolean {
  const fitting = subreddits.filter(({ isFitting }) => isFitting);
  const shared = fitting.filter(
    ({ entry }) => entry.topics.some((topic) => topics.includes(topic)) && !entry.topics.some((topic) => exceptTopics.includes(topic)),
  );
  return shared.length >= minSubreddits && shared.length * 2 >= fitting.length;
}

/** Streams outside Reddit that fit customers who read these subreddits. */
export const streamsBeside = (subreddits: readonly ChosenSubreddit[]): ProposedStream[] =>
  streamKinds.flatMap(({ kind, only, suggestion }) =>
    only !== undefined && suggestion && isAskedAt(suggestion, subreddits) ? [{ stream: { kind, name: only }, why: suggestion.why }] : [],
  );

/** What is known about the trades of an offer, in the parts of a proposal. */
export interface TradeParts {
  customer: string;
  problems: readonly string[];
  rules: readonly { text: string; why: string }[];
  subreddits: readonly ProposedStream[];
  /** Of Stack Exchange, forums, searches on GitHub, and Bluesky. */
  sites: readonly ProposedStream[];
  excludes: readonly string[];
}

const maxOf = { buyers: 3, problems: 12, rules: 8, communities: 7, excludes: 6 };
/** Of each kind, so that products' forums don't crowd out the sites where everybody asks. */
const maxPlaces = 2;

/** The first of each trade, then the second. */
function listOf(trades: readonly Trade[], part: keyof typeof maxOf | 'brands'): string[] {
  const lists = trades.map((trade) => trade[part]);
  const longest = Math.max(...lists.map(({ length }) => length));
  const mixed = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
  return [...new Set(mixed)];
}

interface Surroundings {
  competitors: readonly string[];
  regions: readonly string[];
  language: CustomerLanguage;
  /** Subreddits about what the offer itself says: they come first. */
  own: readonly CatalogEntry[];
}

/** Null without a trade. Forums and searches on GitHub are in English: customers who write another language aren't there. */
export function partsOf(trades: readonly Trade[], { competitors, regions, language, own }: Surroundings): TradeParts | null {
  if (trades.length === 0) return null;
  const named = new Intl.ListFormat('en').format(trades.map(({ name }) => (language === 'de' ? name : lowered(name))));
  const firstOf = <T>(part: keyof typeof maxOf, read: (text: string) => T[]): T[] =>
    listOf(trades, part).flatMap(read).slice(0, maxOf[part]);
  const isNear = (entry: CatalogEntry): boolean => !isElsewhere(language, entry, regions);
  const known = firstOf('communities', (name) => [findSubreddit(name)].filter((entry) => entry !== undefined).filter(isNear));
  const communities = [...new Set([...own.filter(isNear), ...known])];
  return {
    customer: firstOf('buyers', (text) => [`${text.charAt(0).toUpperCase()}${text.slice(1)}`]).join('. '),
    problems: firstOf('problems', (text) => [text]),
    rules: firstOf('rules', (text) => [{ text, why: `What customers of ${named} write` }]),
    subreddits: communities.map((entry) => subredditOf(entry, named)),
    sites: [...(language === 'en' ? [...sitesOf(trades, named), ...searchesOf(trades, competitors)] : []), ...liveOf(trades, named)],
    excludes: firstOf('excludes', (text) => [text]),
  };
}

function subredditOf(entry: CatalogEntry, trades: string): ProposedStream {
  const about = entry.about === '' ? asking(trades) : entry.about.replace(/\.$/, '');
  return { stream: { kind: 'subreddit', name: entry.name }, why: `${about}; ${promotionRules[entry.promotion]}` };
}

/** Open forums and sites, of each trade by turns. */
function sitesOf(trades: readonly Trade[], named: string): ProposedStream[] {
  const lists = trades.map(placesOf);
  const longest = Math.max(...lists.map(({ length }) => length));
  const mixed = new Set(Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat());
  return (['stackexchange', 'discourse'] as const).flatMap((kind) =>
    [...mixed]
      .filter((place) => place.kind === kind)
      .slice(0, maxPlaces)
      .map(({ name, title }) => ({
        stream: { kind, name },
        why: title === '' ? asking(named) : `${asking(named)}: the forum of ${title}`,
      })),
  );
}

const askedAt = (trades: readonly Trade[], host: string): Trade[] => trades.filter(({ sites }) => sites.includes(host));

/** On GitHub, for what people look for in place of the user's competitors, or of the products that the trades know. */
function searchesOf(trades: readonly Trade[], competitors: readonly string[]): ProposedStream[] {
  const asked = askedAt(trades, 'github.com');
  if (asked.length === 0) return [];
  return [...new Set([...competitors, ...listOf(asked, 'brands')])]
    .flatMap((product): ProposedStream[] => {
      const read = streamKindOf('githubsearch').readName(`${product} alternative`);
      if ('problem' in read) return [];
      return [{ stream: { kind: 'githubsearch', name: read.name }, why: `People on GitHub ask for something in place of ${product}` }];
    })
    .slice(0, maxPlaces);
}

function liveOf(trades: readonly Trade[], named: string): ProposedStream[] {
  const { only = '' } = streamKindOf('bluesky');
  const why = `Customers of ${named} write here; what a rule matches is kept`;
  return askedAt(trades, 'bsky.app').length === 0 ? [] : [{ stream: { kind: 'bluesky', name: only }, why }];
}

const asking = (trades: string): string => `Customers of ${trades} ask here`;
const lowered = (name: string): string => (/^\p{Lu}\p{Ll}/u.test(name) ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : name);

/** What the description can't tell. */
export function questionsOf(
  trades: readonly Trade[],
  { regions }: Pick<CampaignInput, 'regions'>,
  answered: { regions: boolean; competitors: boolean },
): Proposal['questions'] {
  return [
    ...(trades.some(({ local }) => local) && regions.length === 0 && !answered.regions ? (['regions'] as const) : []),
    ...(trades.length > 0 && !answered.competitors ? (['competitors'] as const) : []),
  ];
}
