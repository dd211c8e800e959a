import type { CustomerLanguage } from '#shared/languages.ts';
import { findSubreddit } from '#core/reddit/catalog/catalog.ts';
import { stemOf } from '#core/text/stems.ts';
import { termsIn } from '#core/text/tokens.ts';
import { deniedIn, isForBusinessesOnly, isPeople, withoutDenied } from '#core/trades/offered.ts';
import { type Nearness, openNearness, saidStems } from '#core/trades/nearness.ts';
import type { Trade } from '#core/trades/trades.ts';
import { isPlain } from './head.ts';
import { readLanguage } from './language.ts';
import { aloneOf, readOwnWords } from './own-words.ts';

/** Of an offer: its text without what it denies, and that text whole. */
export interface Narrowing {
  said: string;
  text: string;
  language: CustomerLanguage;
  isOff: boolean;
}

const maxRead = 800;

/** Words for children in the languages of trades; "no kids" leaves out "my son", too. */
const children =
  /(?<!\p{L})(?:kids?|child(?:ren)?|toddlers?|bab(?:y|ies)|teens?|teenagers?|sons?|daughters?|kinder[ns]?|kind|sohn|tochter|niñ[oa]s?|hij[oa]s?|enfants?|fils|fille|criança?s?|filh[oa]s?|kinderen|zoon|dochter|bambin[oaie]|figli[oae]?)(?!\p{L})/iu;
/** Those who buy for their work. */
const businesses =
  /business|compan(?:y|ies)|firms?\b|agenc|shops?\b|stores?\b|restaurant|caf[eé]|hotel|clinic|cl[ií]nica|dentist|practices?\b|praxis|school|office|warehouse|manufactur|wholesal|retail|landlord|contractor|charit|nonprofit|startup|founder|farm|salon|studio|delis?\b|chefs?\b|betrieb|firma|unternehm|händler|geschäft|empresa|tienda|negocio|entreprise|commerce|magasin|loja|bedrij|winkel|aziend|negozi|impres/iu;

/** Whether a text names somebody or something that the offer denies. */
function denialTest({ text, language }: Narrowing): (part: string) => boolean {
  const clauses = deniedIn(text.slice(0, maxRead), language);
  const isOfChildren = clauses.some((clause) => children.test(clause));
  const offered = saidStems(withoutDenied(text.slice(0, maxRead), language), language);
  const stems = new Set(
    clauses.flatMap((clause) => {
      const first = termsIn(clause).find((word) => !isPlain(word, language));
      // "No cosigner" is what customers don't need.
      return first === undefined || (language === 'en' && !isPeople(first)) ? [] : [...saidStems(first, language)];
    }),
  ).difference(offered);
  return (part) => (isOfChildren && children.test(part)) || [...saidStems(part, language)].some((stem) => stems.has(stem));
}

const alternatives = /\(([^()]{1,600})\)/g;
/** A rule without the alternatives that are denied; null if nothing is left of one of its words. */
function withoutAlternatives(rule: string, isDenied: (part: string) => boolean): string | null {
  let isEmptied = false;
  const kept = rule.replaceAll(alternatives, (group, inner: string) => {
    if (!inner.includes(' OR ')) return group;
    const rest = inner.split(' OR ').filter((one) => !isDenied(one));
    isEmptied ||= rest.length === 0;
    return `(${rest.join(' OR ')})`;
  });
  return isEmptied || isDenied(kept) ? null : kept;
}

/** A rule as a text: its words. */
const spokenRule = (rule: string): string =>
  rule
    .replaceAll(/[()"*]|\bOR\b/g, ' ')
    .replaceAll(/\s{2,40}/g, ' ')
    .trim();

interface Limit {
  /** Of the nearest one's nearness: parts below it say something else. */
  leastShare: number;
  /** So many stay, however far they are. */
  least: number;
  /** Says what the offer is about in its very words. */
  isSaid?: (part: string) => boolean;
}
const limits = {
  buyers: { leastShare: 0.4, least: 2 },
  problems: { leastShare: 0.1, least: 8 },
  rules: { leastShare: 0, least: 8 },
} as const satisfies Record<string, Limit>;
/** What a place in the trade's own order counts. */
const placeWorth = 0.01;
const saidWorth = 0.1;
/** Words in fewer discussions say by themselves what an offer is about. */
const tellingShare = 0.004;

const tellingIn = (text: string, language: CustomerLanguage): Set<string> => {
  const { shareOf } = readLanguage();
  return new Set([...saidStems(text, language)].filter((stem) => language === 'en' && shareOf(stem) < tellingShare));
};

/** Whether a text has a telling word of the offer, or of the trade's name: of one that names two things, only the one offered. */
function coreTest({ said, language }: Narrowing, { name }: Trade): (part: string) => boolean {
  const offered = tellingIn(said.slice(0, maxRead), language);
  const named = tellingIn(name, language);
  const core = offered.union(offered.isDisjointFrom(named) ? named : new Set<string>());
  return (part) => !saidStems(part, language).isDisjointFrom(core);
}

async function nearestOf(parts: readonly string[], near: Nearness, { leastShare, least, isSaid = () => false }: Limit): Promise<string[]> {
  const measured = await Promise.all(
    parts.map(async (part) => {
      const spoken = spokenRule(part);
      return { part, isSaid: isSaid(spoken), nearness: await near.of(spoken) };
    }),
  );
  const best = Math.max(0, ...measured.map(({ nearness }) => nearness));
  const ranked = measured
    .map((one, at) => ({ ...one, points: one.nearness + (one.isSaid ? saidWorth : 0) - at * placeWorth }))
    .toSorted((a, b) => b.points - a.points);
  const isFar = (nearness: number): boolean => near.isByMeaning && nearness < leastShare * best;
  return ranked.filter((one, at) => at < least || one.isSaid || !isFar(one.nearness)).map(({ part }) => part);
}

function describeSubreddit(name: string): string {
  const entry = findSubreddit(name);
  const parts = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return entry ? `${parts}. ${entry.about} ${entry.topics.join(', ')}` : parts;
}

async function nearestCommunities(names: readonly string[], near: Nearness): Promise<string[]> {
  const measured = await Promise.all(
    names.map(async (name, at) => ({ name, points: (await near.of(describeSubreddit(name))) - at * placeWorth })),
  );
  return measured.toSorted((a, b) => b.points - a.points).map(({ name }) => name);
}

/** What is left of a trade when only businesses buy: nothing, if it knows none that do. */
function forBusinesses(trade: Trade): Trade {
  const buyers = trade.buyers.filter((buyer) => businesses.test(buyer));
  return buyers.length > 0 ? { ...trade, buyers } : { ...trade, buyers, problems: [], rules: [], communities: [], excludes: [] };
}

/** A trade that is farther is beside the offer if the offer names what the trade doesn't know. */
const besideNearness = 0.45;
/** What is sold is named first. */
const clauseEnd = /[,.;:]\s/u;
const besideRules = { leastShare: 0.9, least: 3 };

/** For a trade beside the offer: whether a part names what only the trade's rules name, "sax" for bagpipes. */
async function varietyTest(trade: Trade, near: Nearness, { said, language }: Narrowing): Promise<((part: string) => boolean) | null> {
  if (!near.isByMeaning || (await near.of(`${trade.name}. ${trade.sellers.join(', ')}`)) >= besideNearness) return null;
  const statistics = readLanguage();
  const own = aloneOf(
    readOwnWords([trade], { text: said.split(clauseEnd)[0] ?? '', speech: language, except: new Set() }, statistics),
    language,
  );
  const known = saidStems(Object.values(trade).flat().join(' '), language);
  if (own.every(({ text }) => known.has(stemOf(text)))) return null;
  const offered = saidStems(said.slice(0, maxRead), language);
  const others = saidStems(trade.rules.map(spokenRule).join(' '), language).difference(offered);
  const telling = new Set([...others].filter((stem) => statistics.shareOf(stem) < tellingShare));
  return (part) => !saidStems(part, language).isDisjointFrom(telling);
}

/** Trades with the parts that are nearest to an offer first, and without those that it denies or that are about something else. */
export async function narrowTrades(trades: readonly Trade[], narrowing: Narrowing): Promise<Trade[]> {
  if (trades.length === 0) return [];
  const { text, language } = narrowing;
  const near = await openNearness(narrowing.said.slice(0, maxRead), narrowing);
  const isDenied = denialTest(narrowing);
  const notDenied = (parts: readonly string[]): string[] => parts.filter((part) => !isDenied(part));
  const isOnly = isForBusinessesOnly(text.slice(0, maxRead), language);
  return Promise.all(
    trades.map(async (whole) => {
      const trade = isOnly ? forBusinesses(whole) : whole;
      const isVariety = await varietyTest(trade, near, narrowing);
      const rules = trade.rules.flatMap((rule) => withoutAlternatives(rule, isDenied) ?? []);
      const problems = notDenied(trade.problems).filter((problem) => !isVariety?.(problem));
      return {
        ...trade,
        buyers: await nearestOf(notDenied(trade.buyers), near, limits.buyers),
        problems: await nearestOf(problems, near, limits.problems),
        rules: await nearestOf(rules, near, isVariety ? besideRules : { ...limits.rules, isSaid: coreTest(narrowing, trade) }),
        communities: await nearestCommunities(trade.communities, near),
      };
    }),
  );
}
