import type { Now } from '#core/platform/clock.ts';
import { unknownTime, type FetchedItem } from '#core/platform/item.ts';
import { hostOf, type LanguageOf } from '../match/matcher.ts';
import type { ScoringCampaign } from '../profile.ts';
import type { NearDuplicates } from './near-duplicates.ts';
import { compileWordSets } from './term-sets.ts';

/** Why an item was filtered before scoring; counted for each run. */
export const filterReasons = [
  'blacklisted subreddit',
  'blacklisted author',
  'blacklisted word',
  'blacklisted domain',
  'excluded word',
  'over 18',
  'language',
  'too old',
  'bot',
  'moderator',
  'deleted',
  'crosspost',
  'comment',
  'near-duplicate',
] as const;
export type FilterReason = (typeof filterReasons)[number];

interface Exclusions {
  subreddits: readonly string[];
  authors: readonly string[];
  words: readonly string[];
  domains: readonly string[];
}

/** What the whole instance excludes, and by its owner's ID, what a workspace does. */
export interface Blacklist extends Exclusions {
  workspaces?: Readonly<Record<string, Exclusions>>;
}

export interface FilterOptions {
  campaigns: readonly ScoringCampaign[];
  blacklist?: Blacklist;
  /** Filters older items; null keeps all. */
  maxAgeDays?: number | null;
  now: Now | null;
  languageOf: LanguageOf;
  /** Receives every item that passes; without it duplicates are kept. */
  duplicates?: NearDuplicates;
}

export interface ItemFilter {
  /** Why the item is filtered for all campaigns, or null. */
  forAll(item: FetchedItem): FilterReason | null;
  /** Why the item is filtered for the campaign at this index, or null. Call after `forAll` with the same item. */
  forCampaign(index: number, item: FetchedItem): FilterReason | null;
}

const day = 86_400_000;
const nothing: Blacklist = { subreddits: [], authors: [], words: [], domains: [] };

export function createFilter({
  campaigns,
  blacklist = nothing,
  maxAgeDays = null,
  now,
  languageOf,
  duplicates,
}: FilterOptions): ItemFilter {
  const own = Object.entries(blacklist.workspaces ?? {});
  const firstOwn = campaigns.length + 1;
  const termsIn = compileWordSets([
    blacklist.words,
    ...campaigns.map((campaign) => campaign.excludes),
    ...own.map(([, exclusions]) => exclusions.words),
  ]);
  const ofInstance = exclusionOf(blacklist);
  const ofOwner = new Map(own.map(([owner, exclusions], at) => [owner, { reasonFor: exclusionOf(exclusions), words: firstOwn + at }]));
  let words: ReadonlySet<number> = new Set();
  return {
    forAll: (item) => {
      words = termsIn(item);
      const excluded = ofInstance(item, words.has(0)) ?? stateReason(item);
      if (excluded) return excluded;
      if (now && maxAgeDays !== null && item.createdAt !== unknownTime && now() - item.createdAt > maxAgeDays * day) return 'too old';
      return duplicates?.add(item) ? 'near-duplicate' : null;
    },
    forCampaign: (index, item) => {
      const campaign = campaigns[index];
      if (!campaign) return null;
      const list = ofOwner.get(campaign.owner ?? '');
      const excluded = list?.reasonFor(item, words.has(list.words));
      if (excluded) return excluded;
      if (item.kind === 'comment' && !campaign.includeComments) return 'comment';
      if (words.has(index + 1)) return 'excluded word';
      if (campaign.languages.length === 0) return null;
      const language = languageOf(item);
      return language !== null && !campaign.languages.includes(language) ? 'language' : null;
    },
  };
}

/** Why an item is excluded, or null. */
function exclusionOf(given: Exclusions): (item: FetchedItem, hasWord: boolean) => FilterReason | null {
  const subreddits = lowerSet(given.subreddits.map((name) => name.replace(/^\/?r\//i, '')));
  const authors = lowerSet(given.authors.map((name) => name.replace(/^\/?u\//i, '')));
  const domains = given.domains.map((domain) => domain.toLowerCase());
  return (item, hasWord) => {
    if (subreddits.has(item.subreddit.toLowerCase())) return 'blacklisted subreddit';
    if (item.author !== null && authors.has(item.author.toLowerCase())) return 'blacklisted author';
    if (hasWord) return 'blacklisted word';
    return isFrom(hostOf(item.url), domains) ? 'blacklisted domain' : null;
  };
}

/** Whether the instance or the workspace of this owner excludes an item. */
export function createBlacklistTest(blacklist: Blacklist): (item: FetchedItem, owner: string) => boolean {
  const testOf = (list: Exclusions) => {
    const [reasonFor, termsIn] = [exclusionOf(list), compileWordSets([list.words])];
    return (item: FetchedItem): boolean => reasonFor(item, termsIn(item).has(0)) !== null;
  };
  const ofInstance = testOf(blacklist);
  const ofOwner = new Map(Object.entries(blacklist.workspaces ?? {}).map(([owner, list]) => [owner, testOf(list)]));
  return (item, owner) => ofInstance(item) || ofOwner.get(owner)?.(item) === true;
}

function stateReason(item: FetchedItem): FilterReason | null {
  if (item.gone !== null || /^\[(?:deleted|removed)\]$/.test(item.body.trim())) return 'deleted';
  if (item.over18) return 'over 18';
  if (item.author !== null && isBot(item.author)) return 'bot';
  if (item.distinguished) return 'moderator';
  return item.crosspost ? 'crosspost' : null;
}

const knownBots = new Set([
  'automoderator',
  'remindmebot',
  'sneakpeekbot',
  'wikitextbot',
  'repostsleuthbot',
  'gifreversingbot',
  'converter-bot',
  'savevideo',
]);

/** Accounts whose name identifies them as bots. */
export function isBot(author: string): boolean {
  const name = author.toLowerCase();
  return knownBots.has(name) || name.endsWith('_bot') || name.endsWith('-bot') || /[a-z]Bot$/.test(author);
}

const lowerSet = (names: readonly string[]): ReadonlySet<string> => new Set(names.map((name) => name.toLowerCase()));
const isFrom = (host: string, domains: readonly string[]): boolean =>
  host !== '' && domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
