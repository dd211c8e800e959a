import type { CampaignInput, Proposal } from '#shared/campaigns.ts';
import type { Trade } from '#core/trades/trades.ts';
import { findSubreddit } from '#core/reddit/catalog/catalog.ts';
import type { ProposedStream } from './elsewhere.ts';
import { promotionRules } from './subreddits.ts';

/** What is known about the trades of an offer, in the parts of a proposal. */
export interface TradeParts {
  customer: string;
  problems: readonly string[];
  rules: readonly { text: string; why: string }[];
  streams: readonly ProposedStream[];
  excludes: readonly string[];
}

const most = { buyers: 3, problems: 12, rules: 8, communities: 7, excludes: 6 };

/** Takes turns: the first of each list, then the second. */
function interleave<T>(lists: readonly (readonly T[])[], max: number): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const mixed = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
  return [...new Set(mixed)].slice(0, max);
}

/** Null without a trade. `competitors`: as the user names them. */
export function partsOf(trades: readonly Trade[], competitors: readonly string[]): TradeParts | null {
  if (trades.length === 0) return null;
  const named = new Intl.ListFormat('en').format(trades.map(({ name }) => lowered(name)));
  const communities = interleave(
    trades.map((trade) => trade.communities),
    most.communities,
  );
  return {
    customer: interleave(
      trades.map(({ buyers }) => buyers),
      most.buyers,
    ).join('. '),
    problems: interleave(
      trades.map(({ problems }) => problems),
      most.problems,
    ),
    rules: [
      ...competitorRules(competitors),
      ...interleave(
        trades.map(({ rules }) => rules),
        most.rules,
      ).map((text) => ({ text, why: `What customers of ${named} write` })),
    ],
    streams: communities.flatMap((name) => {
      const entry = findSubreddit(name);
      if (!entry) return [];
      return [
        {
          stream: { kind: 'subreddit' as const, name: entry.name },
          why: `${entry.about === '' ? `Customers of ${named} ask there` : entry.about.replace(/\.$/, '')}; ${promotionRules[entry.promotion]}`,
        },
      ];
    }),
    excludes: interleave(
      trades.map(({ excludes }) => excludes),
      most.excludes,
    ),
  };
}

const lowered = (name: string): string => (/^\p{Lu}\p{Ll}/u.test(name) ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : name);

const maxCompetitors = 5;
/** People who compare or leave a competitor. */
const competitorRules = (names: readonly string[]) =>
  names.slice(0, maxCompetitors).map((name) => ({
    text: `"${name.replaceAll('"', '')}" (alternative* OR instead OR vs OR versus OR cancel* OR switch* OR expensive OR complain*)`,
    why: `People who compare ${name} or want to leave it`,
  }));

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
