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

/** What the whole instance excludes. */
export interface Blacklist {
  subreddits: readonly string[];
  authors: readonly string[];
  words: readonly string[];
  domains: readonly string[];
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
  const termsIn = compileWordSets([blacklist.words, ...campaigns.map((campaign) => campaign.excludes)]);
  const subreddits = lowerSet(blacklist.subreddits.map((name) => name.replace(/^\/?r\//i, '')));
  const authors = lowerSet(blacklist.authors.map((name) => name.replace(/^\/?u\//i, '')));
  const domains = blacklist.domains.map((domain) => domain.toLowerCase());
  let words: ReadonlySet<number> = new Set();
  return {
    forAll: (item) => {
      words = termsIn(item);
      if (subreddits.has(item.subreddit.toLowerCase())) return 'blacklisted subreddit';
      if (item.author !== null && authors.has(item.author.toLowerCase())) return 'blacklisted author';
      if (words.has(0)) return 'blacklisted word';
      if (isFrom(hostOf(item.url), domains)) return 'blacklisted domain';
      const state = stateReason(item);
      if (state) return state;
      if (now && maxAgeDays !== null && item.createdAt !== unknownTime && now() - item.createdAt > maxAgeDays * day) return 'too old';
      return duplicates?.add(item) ? 'near-duplicate' : null;
    },
    forCampaign: (index, item) => {
      const campaign = campaigns[index];
      if (!campaign) return null;
      if (item.kind === 'comment' && !campaign.includeComments) return 'comment';
      if (words.has(index + 1)) return 'excluded word';
      if (campaign.languages.length === 0) return null;
      const language = languageOf(item);
      return language !== null && !campaign.languages.includes(language) ? 'language' : null;
    },
  };
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
