import type { CampaignInput, Proposal } from '#shared/campaigns.ts';
import { readStackName, stackHostOf } from '#shared/stream-names.ts';
import type { Trade } from '#core/trades/trades.ts';
import { findSubreddit } from '#core/reddit/catalog/catalog.ts';
import type { ProposedStream } from './elsewhere.ts';
import { promotionRules } from './subreddits.ts';

/** What is known about the trades of an offer, in the parts of a proposal. */
export interface TradeParts {
  customer: string;
  problems: readonly string[];
  rules: readonly { text: string; why: string }[];
  subreddits: readonly ProposedStream[];
  /** Of Stack Exchange. */
  sites: readonly ProposedStream[];
  excludes: readonly string[];
}

const maxOf = { buyers: 3, problems: 12, rules: 8, communities: 7, sites: 2, excludes: 6 };

/** The first of each trade, then the second. */
function listOf(trades: readonly Trade[], part: keyof typeof maxOf): string[] {
  const lists = trades.map((trade) => trade[part]);
  const longest = Math.max(...lists.map(({ length }) => length));
  const mixed = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
  return [...new Set(mixed)];
}

/** Null without a trade. */
export function partsOf(trades: readonly Trade[]): TradeParts | null {
  if (trades.length === 0) return null;
  const named = new Intl.ListFormat('en').format(trades.map(({ name }) => lowered(name)));
  const firstOf = <T>(part: keyof typeof maxOf, read: (text: string) => T[]): T[] =>
    listOf(trades, part).flatMap(read).slice(0, maxOf[part]);
  return {
    customer: firstOf('buyers', (text) => [text]).join('. '),
    problems: firstOf('problems', (text) => [text]),
    rules: firstOf('rules', (text) => [{ text, why: `What customers of ${named} write` }]),
    subreddits: firstOf('communities', (name) => subredditOf(name, named)),
    sites: firstOf('sites', (host) => siteOf(host, named)),
    excludes: firstOf('excludes', (text) => [text]),
  };
}

function subredditOf(name: string, trades: string): ProposedStream[] {
  const entry = findSubreddit(name);
  if (!entry) return [];
  const about = entry.about === '' ? asking(trades) : entry.about.replace(/\.$/, '');
  return [{ stream: { kind: 'subreddit', name: entry.name }, why: `${about}; ${promotionRules[entry.promotion]}` }];
}

function siteOf(host: string, trades: string): ProposedStream[] {
  const read = readStackName(host);
  return 'name' in read && stackHostOf(read.name) === host
    ? [{ stream: { kind: 'stackexchange', name: read.name }, why: asking(trades) }]
    : [];
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
