import { type CustomerLanguage, languageName } from '#shared/languages.ts';
import { type CatalogEntry, findSubreddit, listSubreddits } from '#core/reddit/catalog/catalog.ts';
import { foldToString } from '#core/text/fold.ts';
import { stemOf } from '#core/text/stems.ts';
import { isElsewhere } from './countries.ts';
import { isGeneric, type Language } from './language.ts';

type Role = 'offer' | 'audience' | 'topic';
/** A word that fitting subreddits talk about. */
interface Wanted {
  word: string;
  role: Role;
  /** Says by its own what the subreddit is about: "espresso", not "machine". */
  isDistinct: boolean;
}

const keyLength = 7;
/** "photography" and "photographer" have the same key. */
const keyOf = (word: string): string => stemOf(word).slice(0, keyLength);

/** Words in names that don't change what a subreddit is about. */
const neutral =
  'advice ask best big budget business buy buying care club community custom daily deals diy energy for group groups help home info learn learning life managers my new of online owner owners planning prep pro questions review reviews small support the tips to uk us usa canada web women men making'.split(
    ' ',
  );
const endings = '(?:s|es|ers?|ing|ings|y|ies|ion|ist|ists)?';
/** Shorter stems have other words that begin with them: "hats" for "hate". */
const longStem = 5;
const escaped = (word: string): string => word.replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Words of a name as written in camel case or with underscores. */
const namePartsOf = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((part) => part.length > 1);

/** Tests whether a name consists of distinct wanted words and neutral words only: "WeddingPlanning", not "watch_dogs". */
function explanationTest(wanted: readonly Wanted[]): (name: string) => boolean {
  const formsOf = ({ word }: Wanted): string => {
    const stem = escaped(stemOf(word));
    const forms = [`${escaped(word)}s?`, ...(word.endsWith('s') ? [escaped(word).slice(0, -1)] : [])];
    return `(?:${[...forms, ...(stem.length >= longStem ? [`${stem}${endings}`] : [])].join('|')})`;
  };
  const usable = wanted.filter(({ word }) => escaped(word).length > 2);
  const distinct = usable.filter(({ isDistinct, role }) => isDistinct && role !== 'topic').map(formsOf);
  if (distinct.length === 0) return () => false;
  const other = [...usable.map(formsOf), ...neutral].join('|');
  const whole = new RegExp(`^(?:${other})*(?:${distinct.join('|')})(?:${other})*$`);
  return (name) => whole.test(name.toLowerCase().replaceAll(/[^a-z]/g, ''));
}

interface Mention {
  entry: CatalogEntry;
  /** In the topics or the name; else in words of the description. */
  isTopic: boolean;
}

interface TopicIndex {
  /** Entries by the keys of their words. */
  mentions: ReadonlyMap<string, readonly Mention[]>;
  /** High for words that few subreddits are about. */
  rarityOf(key: string): number;
}

function indexTopics(entries: readonly CatalogEntry[]): TopicIndex {
  const mentions = new Map<string, Mention[]>();
  for (const entry of entries) {
    const topics = new Set([...entry.topics, ...namePartsOf(entry.name)].map(keyOf));
    const others = new Set(entry.words.map(keyOf).filter((key) => !topics.has(key)));
    for (const [keys, isTopic] of [
      [topics, true],
      [others, false],
    ] as const) {
      for (const key of keys) mentions.set(key, [...(mentions.get(key) ?? []), { entry, isTopic }]);
    }
  }
  return { mentions, rarityOf: (key) => Math.log(1 + entries.length / (mentions.get(key)?.length ?? 1)) };
}

export const promotionRules: Record<CatalogEntry['promotion'], string> = {
  none: 'does not allow promotion',
  low: 'allows little promotion',
  'weekly-thread': 'has a thread for promotion',
  ok: 'allows promotion',
  unknown: 'check its rules first',
};

export interface SubredditQuery {
  /** Words that name the offer. */
  offered: readonly string[];
  /** Other words of the text. */
  topics: readonly string[];
  /** The target customer. */
  audience: string;
  /** Where the offer is available. */
  regions: readonly string[];
  language: CustomerLanguage;
  /** Done for customers, who don't do it themselves. */
  isService: boolean;
}

/** A subreddit for a campaign. */
export interface ChosenSubreddit {
  entry: CatalogEntry;
  /** Why target customers are there. */
  why: string;
  /** About the offer or its customers, not just in the right language or city. */
  isFitting: boolean;
}

const maxSuggestions = 8;
/** Kept for subreddits about the offer if target customers alone would fill the list. */
const minAboutOffer = 3;
const maxLocal = 2;
const fewFitting = 3;
const roleWeights = { offer: 1, audience: 0.9, topic: 0.35 };
const descriptionWeight = 0.3;
const meaningWeight = 8;
const explainedBonus = 1.5;
/** For subreddits whose topics were chosen by hand: people ask for help there. */
const chosenBonus = 1.25;
const audienceBonus = 1.4;
const tradePenalty = 0.3;
const elsewherePenalty = 0.5;
const sizeWeights = { s: 0.85, m: 1, l: 1.1, xl: 1.1 };
const maxListed = 3;
/** For people who sell themselves, or for fun. */
export const unsuited = /for_?hire|hiring|jobs|memes?|_irl|porn|jerk|pics|humor|(\p{L}{4,})\1/iu;
/** A fit with a smaller share of the best one's points isn't suggested. */
const leastShare = 0.22;
/** Words in more ordinary discussions than this have several meanings. */
const ambiguousShare = 0.004;
const rareTopic = 12;

/** People who run a business, whatever they sell. */
const owners =
  /\b(?:business(?:es)?|compan(?:y|ies)|firms?|agenc(?:y|ies)|shops?|stores?|startups?|restaurants?|teams|coaches|contractors|practices|clinics|studios)\b/i;
const termsOf = (text: string): string[] =>
  foldToString(text)
    .trim()
    .split(' ')
    .filter((word) => word.length > 2);

/** What a fitting subreddit talks about; each word once, in its strongest role. */
function wantedOf({ offered, topics, audience }: SubredditQuery, language: Language): Wanted[] {
  const wanted = new Map<string, Wanted>();
  const add = (words: readonly string[], role: Wanted['role']): void => {
    for (const word of words) {
      const isKnown = wanted.has(keyOf(word)) || language.isFunctionWord(word);
      if (!isKnown)
        wanted.set(keyOf(word), { word, role, isDistinct: !isGeneric(word) && !language.isSalesTalk(stemOf(word)) && word.length > 2 });
    }
  };
  add(offered, 'offer');
  add(termsOf(audience), 'audience');
  add(topics, 'topic');
  return [...wanted.values()];
}

interface Fit {
  entry: CatalogEntry;
  /** Wanted words among its topics, strongest first. */
  hits: Wanted[];
  points: number;
}

let shared: TopicIndex | undefined;
const openIndex = (): TopicIndex => (shared ??= indexTopics(listSubreddits()));

/** Subreddits with a wanted word among their topics, and the points for it. */
function findFits(wanted: readonly Wanted[], language: string): Fit[] {
  const { mentions, rarityOf } = openIndex();
  const fits = new Map<string, Fit>();
  for (const one of wanted) {
    const key = keyOf(one.word);
    const weight = roleWeights[one.role] * rarityOf(key) * (one.isDistinct ? 1 : 0.5);
    for (const { entry, isTopic } of mentions.get(key) ?? []) {
      if (entry.language !== language) continue;
      const fit = fits.get(entry.name) ?? { entry, hits: [], points: 0 };
      fit.points += weight * (isTopic ? 1 : descriptionWeight);
      if (isTopic) fit.hits.push(one);
      fits.set(entry.name, fit);
    }
  }
  return [...fits.values()].filter(({ hits }) => hits.length > 0);
}

/**
 * Whether a subreddit is about the offer or its customers rather than about another sense of one of the words: two of the words
 * meet there, or it is about the thing itself, or about a word with one meaning.
 */
function fitTest(wanted: readonly Wanted[], language: Language): (fit: Fit) => boolean {
  const isExplained = explanationTest(wanted);
  const isClear = ({ word, role, isDistinct }: Wanted): boolean =>
    role !== 'topic' &&
    isDistinct &&
    language.shareOf(stemOf(word)) < ambiguousShare &&
    (openIndex()
      .mentions.get(keyOf(word))
      ?.filter(({ isTopic }) => isTopic).length ?? 0) <= rareTopic;
  const offered = wanted.filter(({ role, isDistinct }) => role === 'offer' && isDistinct);
  return ({ entry, hits }) => {
    const distinct = hits.filter(({ isDistinct }) => isDistinct);
    if (distinct.every(({ role }) => role === 'topic')) return false;
    const isThing = (offered.length > 0 && offered.every((word) => distinct.includes(word))) || distinct.some(isClear);
    if (isExplained(entry.name)) return distinct.length > 1 || isThing;
    return (
      entry.chosen && (distinct.length > 1 || hits.some((hit) => hit.role === 'offer' && isClear(hit) && isMainTopic(entry, hit.word)))
    );
  };
}

const mainTopics = 3;
const isMainTopic = ({ topics }: CatalogEntry, word: string): boolean =>
  topics.slice(0, mainTopics).some((topic) => keyOf(topic) === keyOf(word));

/**
 * Subreddits where target customers ask, people who need the offer before those who provide it. For a language other than English,
 * only subreddits in that language; if few fit, general ones.
 */
export function chooseSubreddits(query: SubredditQuery, language: Language): ChosenSubreddit[] {
  const wanted = wantedOf(query, language);
  const fitting = query.language === 'en' ? chooseEnglish(query, wanted, language) : chooseForeign(query, wanted);
  const local = query.regions
    .flatMap((region) => localOf(region).map((entry) => ({ entry, why: `People in ${region} ask here`, isFitting: false })))
    .filter(({ entry }) => fitting.every((other) => other.entry.name !== entry.name))
    .slice(0, maxLocal);
  return [...fitting.slice(0, maxSuggestions - local.length), ...local];
}

function chooseEnglish({ audience, regions, isService }: SubredditQuery, wanted: readonly Wanted[], language: Language): ChosenSubreddit[] {
  const isFitting = fitTest(wanted, language);
  const isExplained = explanationTest(wanted);
  const stems = wanted.map(({ word }) => stemOf(word));
  const ranked = findFits(wanted, 'en')
    .filter((fit) => isFitting(fit) && !unsuited.test(fit.entry.name))
    .map((fit) => {
      const { entry, hits } = fit;
      const reaches = hits.some(({ role, isDistinct }) => role === 'audience' && isDistinct);
      const meaning = Math.max(0, language.likenessOf(stems, stemsOf(entry)));
      const factor =
        (isExplained(entry.name) ? explainedBonus : 1) *
        (entry.chosen ? chosenBonus : 1) *
        (reaches ? audienceBonus : 1) *
        (entry.trade && isService && !reaches ? tradePenalty : 1) *
        (isAbroad(entry.name, regions) ? elsewherePenalty : 1) *
        sizeWeights[entry.size];
      return Object.assign(fit, { points: (fit.points + meaningWeight * meaning) * factor });
    })
    .toSorted((a, b) => b.points - a.points);
  const least = (ranked[0]?.points ?? 0) * leastShare;
  const fitting = ranked
    .filter(({ points }) => points >= least)
    .map(({ entry, hits }) => ({
      entry,
      why: whyOf(entry, hits),
      isFitting: true,
      isAboutOffer: hits.some(({ role, isDistinct }) => role === 'offer' && isDistinct),
    }));
  const buyers = fitting.filter(({ entry }) => !entry.trade || !isService);
  const tooMany = new Set(fitting.filter(({ entry }) => !entry.chosen).slice(maxListed));
  const ordered = (buyers.length > fewFitting ? buyers : fitting).filter((one) => !tooMany.has(one));
  const first = new Set(ordered.slice(0, maxSuggestions - minAboutOffer));
  const about = new Set(ordered.filter((one) => one.isAboutOffer && !first.has(one)).slice(0, minAboutOffer));
  const kept = [...first, ...about, ...ordered.filter((one) => !first.has(one) && !about.has(one))];
  const shop = owners.test(audience) ? findSubreddit('smallbusiness') : undefined;
  if (!shop) return kept;
  const others = kept.filter(({ entry }) => entry.name !== shop.name);
  const small = { entry: shop, why: 'Small-business owners ask here what to use and who to hire', isFitting: true };
  return [...others.slice(0, 1), small, ...others.slice(1)];
}

/** "UKweddings" for an offer that isn't from there. */
const isAbroad = (name: string, regions: readonly string[]): boolean =>
  /UK|uk$|^uk|US$|USA|India|Canada|Australia/.test(name) &&
  !regions.some((region) => /UK|United|England|London|Canada|Australia/i.test(region));

function chooseForeign({ language, regions }: SubredditQuery, wanted: readonly Wanted[]): ChosenSubreddit[] {
  const ranked = findFits(wanted, language)
    .filter(
      ({ entry, hits }) => entry.chosen && !isElsewhere(language, entry, regions) && hits.filter(({ isDistinct }) => isDistinct).length > 1,
    )
    .toSorted((a, b) => b.points - a.points)
    .map(({ entry, hits }) => ({ entry, why: whyOf(entry, hits), isFitting: true }));
  if (ranked.length >= fewFitting) return ranked;
  const general = listSubreddits()
    .filter(
      (entry) =>
        entry.general &&
        entry.language === language &&
        !isElsewhere(language, entry, regions) &&
        ranked.every((one) => one.entry.name !== entry.name),
    )
    .toSorted((a, b) => sizeWeights[b.size] - sizeWeights[a.size])
    .map((entry) => ({
      entry,
      why: `A general community in ${languageName(language)} where people ask for all kinds of recommendations`,
      isFitting: false,
    }));
  return [...ranked, ...general.slice(0, fewFitting)];
}

const maxNamed = 3;
/** "Owners of shops … compare notes. Talks about “invoicing” and “freelancers”" */
function whyOf({ about }: CatalogEntry, hits: readonly Wanted[]): string {
  const words = new Intl.ListFormat('en').format(hits.slice(0, maxNamed).map(({ word }) => `“${word}”`));
  const fits = `Talks about ${words}`;
  return about === '' ? fits : `${about} ${fits}`;
}

/** The subreddits of a city or state, where people ask for services nearby. */
function localOf(region: string): CatalogEntry[] {
  const [city = ''] = region.split(',');
  const folded = foldToString(city).replaceAll(' ', '');
  const own = listSubreddits().filter(({ topics }) => topics.includes('local') && topics.includes(folded));
  const named = [findSubreddit(folded), findSubreddit(`ask${folded}`)].flatMap((entry) => entry ?? []);
  return [...new Set([...named, ...own])];
}

const stemsOf = ({ name, topics, words, about }: CatalogEntry): string[] =>
  [...namePartsOf(name), ...topics, ...words, ...termsOf(about)].map(stemOf);
