import { findSubreddit } from '#core/reddit/catalog/catalog.ts';
import { parseRule } from '#core/scoring/rules/parse.ts';
import type { RuleNode } from '#core/scoring/rules/tree.ts';
import { isFunctionWord } from '#core/text/language.ts';
import { termsIn } from '#core/text/tokens.ts';
import type { SpokenTrade } from '#core/trades/trades.ts';
import { saysNothing, type TradeLanguage } from '#core/trades/words-in-language.ts';

const maxWays = 5000;
/** What must occur for a rule to match: a list of leaves for each way. */
function waysOf(node: RuleNode): string[][] {
  if (node.kind === 'or') return node.nodes.flatMap(waysOf);
  if (node.kind === 'words') return [[node.words]];
  if (node.kind !== 'and') return [[]];
  return node.nodes
    .map(waysOf)
    .reduce<string[][]>((all, ways) => all.flatMap((one) => ways.map((way) => [...one, ...way])).slice(0, maxWays), [[]]);
}

/** A word that stands alone must be at least this long, and at most so many trades may talk of it. */
const [minAlone, maxTrades] = [3, 4];

/** Rules of trades that don't parse, or would match everyday talk. */
function faultsOfRules(language: TradeLanguage, trades: readonly SpokenTrade[]): string[] {
  const talk = new Map<string, number>();
  for (const { sellers, customers, buyers, problems, symptoms } of trades)
    for (const word of new Set([...sellers, ...customers, ...buyers, ...problems, ...symptoms].flatMap(termsIn)))
      talk.set(word, (talk.get(word) ?? 0) + 1);
  const isCommon = (word: string): boolean => word.length < minAlone || saysNothing(language, word) || (talk.get(word) ?? 0) > maxTrades;
  const isEmpty = (words: string): boolean => words.split(' ').every((word) => isFunctionWord(language, word) || /^\d{1,2}$/.test(word));
  return trades.flatMap(({ id, rules }) =>
    rules.flatMap((rule) => {
      const parsed = parseRule(rule);
      if (!parsed.ok) return [`${id}: ${rule} ${parsed.errors.map(({ message }) => message).join(' ')}`];
      const wide = waysOf(parsed.tree).find(
        ([word = '', ...more]) => (more.length === 0 && !word.includes(' ') && isCommon(word)) || [word, ...more].every(isEmpty),
      );
      return wide ? [`${id}: ${rule} matches ${wide.join(' ')}`] : [];
    }),
  );
}

/** What is wrong with the trades of a language. `known`: IDs of the English ones. */
export const faultsOfTrades = (language: TradeLanguage, trades: readonly SpokenTrade[], known: ReadonlySet<string>): string[] =>
  [
    ...trades
      .filter(({ id }, at) => !known.has(id) || trades.findIndex((other) => other.id === id) !== at)
      .map(({ id }) => `${id} is unknown`),
    ...trades.flatMap(({ id, communities }) =>
      communities.filter((name) => !isCommunityIn(language, name)).map((name) => `${id}: r/${name} isn't known`),
    ),
    ...faultsOfRules(language, trades),
  ].map((fault) => `${language} ${fault}`);

/** Whether a subreddit is in the catalog, spelled so, and its people write the language, or live in a city. */
export function isCommunityIn(language: TradeLanguage, name: string): boolean {
  const entry = findSubreddit(name);
  return entry?.name === name && (entry.language === language || entry.topics.includes('local'));
}
