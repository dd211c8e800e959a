import type { Assessment } from '#shared/scoring.ts';
import type { Now } from '#core/platform/clock.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { isFunctionWord, languagesOf, textLanguages } from '#core/text/language.ts';
import { finish, inSlices, type Steps } from '#core/platform/slices.ts';
import { exactScoreOf } from './arithmetic.ts';
import { type Background, readBackground } from '#core/text/background.ts';
import { assess, cheapShare } from './assess/assess.ts';
import { listFeatures } from './assess/cheap.ts';
import { listSpoken, type Spoken } from './assess/reason.ts';
import type { About, ReaderName } from './reader/encode.ts';
import type { Read, Said } from './reader/reader.ts';
import { createLanguage, type Language, type Profile, profileSteps } from './assess/profile.ts';
import { type Blacklist, createFilter, type FilterReason } from './filters/filter.ts';
import type { NearDuplicates } from './filters/near-duplicates.ts';
import { decide, type Decision, leastOf, meritOf } from './lead-threshold.ts';
import { type LanguageOf, type Matcher, type MatcherLimits, matcherSteps } from './match/matcher.ts';
import type { ScoringCampaign } from './profile.ts';
import type { Reading } from './assess/reading.ts';

export interface ScorerOptions {
  campaigns: readonly ScoringCampaign[];
  /** Null for an archive, where age and comment counts mean nothing; recency and saturation stay null. */
  now: Now | null;
  /** Default: the shipped table. */
  background?: Background;
  /** Absent: every language is unknown, so `lang:` matches nothing and no language is filtered. */
  languageOf?: LanguageOf;
  blacklist?: Blacklist;
  /** Null or absent: items of any age. */
  maxAgeDays?: number | null;
  /** Receives what passes the filters; without it near-duplicates are kept. */
  duplicates?: NearDuplicates;
  /** Also assesses filtered and unmatched items, as for `scan --all`. Their decision stays `none`. */
  assessAll?: boolean;
  /** Also compares unmatched items with the campaigns, so that a model can read what no rule matched. */
  compareAll?: boolean;
  /** Maximum size of the table of all rules; unlimited if absent. */
  limits?: MatcherLimits;
}

/** The result for one campaign and one item. */
export interface ScorerResult {
  campaignId: string;
  outcome: 'filtered' | 'unmatched' | 'scored';
  /** Why it was filtered; null otherwise. */
  reason: FilterReason | null;
  matchedRules: string[];
  /** The share of such texts that are leads, by the cheap stage alone, 0 to 1; null when it wasn't compared. */
  cheap: number | null;
  /** Null when it wasn't assessed. */
  assessment: Assessment | null;
  /** 0 to 100; null without an assessment. */
  score: number | null;
  /** `score` with two decimals, for ranking; rounds to `score`. */
  exactScore: number | null;
  /** What the built-in model said of it, if it was asked now. */
  said?: Said;
  /** The score by the text alone, which a day's best are chosen by; null without an assessment. */
  merit: number | null;
  decision: Decision;
}

/** A result that a model may change. */
export interface Candidate {
  result: ScorerResult;
  /** Which model reads the item and the campaign. */
  reader: ReaderName;
}

export interface Scorer {
  /** One result per campaign, in their order; only for `wanted` campaigns if given. */
  score(item: FetchedItem, wanted?: ReadonlySet<string>): ScorerResult[];
  /** The results that may be worth reading together with their campaigns: matched by a rule, or compared with the campaign. */
  candidatesOf(item: FetchedItem, results: readonly ScorerResult[]): Candidate[];
  /** A candidate's result after campaign and item were read together. */
  scoreRead(item: FetchedItem, candidate: Candidate, odds: Read): ScorerResult;
  /** The author's sentences, those first that may show a need for what the campaign offers. */
  sentencesOf(item: FetchedItem, campaignId: string): Spoken[];
  /** What a campaign says of itself. */
  aboutOf(campaignId: string): About;
  /** What a campaign says that its customers write. */
  troublesOf(campaignId: string): readonly string[];
  /** Rules that don't parse; they match nothing. */
  broken: { campaignId: string; rule: string }[];
  /** Campaigns whose rules exceed `limits`. If there are any, nothing is scored. */
  tooLarge: string[];
}

/** What the cheap stage gives this share is worth asking a model; with rule matches and titles that ask, that covers nearly all leads. */
const gateShare = 0.3;

export const mayBeLead = ({ cheap }: Pick<ScorerResult, 'cheap'>): boolean => cheap !== null && cheap >= gateShare;

/** Of leads, two in a thousand have less; of texts about anything, half. */
const minCheap = 0.03;

const isCandidate = ({ reason, cheap }: ScorerResult): boolean => reason === null && cheap !== null && cheap >= minCheap;

/** In English, this share of the words of a text are function words; of a title, at least one of this many words is. */
const functionShare = 0.15;
const titleWords = 16;
const fewWords = 8;

/** What isn't clearly English is left to the other model, if the campaign's customers write one of its languages. */
function readerFor(campaign: ScoringCampaign, reading: Reading): ReaderName | null {
  const asked = campaign.languages.length > 0 ? campaign.languages : languagesOf(campaign);
  const english = isEnglish(reading);
  if (english && asked.includes('en')) return 'english';
  if (english && reading.tokens.length >= fewWords) return null;
  return textLanguages.some((language) => language !== 'en' && asked.includes(language)) ? 'languages' : null;
}

/** Texts without a clear language count as English elsewhere. */
function isEnglish({ language, tokens }: Reading): boolean {
  if (language !== 'en') return false;
  const found = tokens.filter(({ text }) => isFunctionWord('en', text)).length;
  return tokens.length < fewWords || found >= (tokens.length < titleWords ? 1 : functionShare * tokens.length);
}

const scoresNothing: Omit<Scorer, 'broken' | 'tooLarge'> = {
  score: () => [],
  candidatesOf: () => [],
  scoreRead: (_, { result }) => result,
  sentencesOf: () => [],
  aboutOf: () => ({ name: '', offering: '', customer: '' }),
  troublesOf: () => [],
};

/** What a campaign says of itself. */
export const aboutOf = ({ name = '', offering, description, idealCustomer }: ScoringCampaign): About => ({
  name,
  offering: offering === '' ? description : offering,
  customer: idealCustomer,
});

/** Filters, rules, and the built-in scorer for a set of campaigns. Create it once per change of campaigns. */
export const createScorer = (options: ScorerOptions): Scorer => finish(scorerSteps(options));

/** The same, built in short slices so that a server can respond to other requests meanwhile. Throws the signal's reason. */
export const createScorerInSlices = (options: ScorerOptions, signal?: AbortSignal): Promise<Scorer> =>
  inSlices(scorerSteps(options), signal);

function* scorerSteps(options: ScorerOptions): Steps<Scorer> {
  const { campaigns, now, background = readBackground(), languageOf = () => null } = options;
  const language = createLanguage(background);
  const matcher = yield* matcherSteps(campaigns, { languageOf, limits: options.limits });
  const { broken, tooLarge } = matcher;
  if (tooLarge.length > 0) return { broken, tooLarge, ...scoresNothing };
  const profiles: Profile[] = [];
  for (const campaign of campaigns) {
    profiles.push(yield* profileSteps(campaign, language));
  }
  const filter = createFilter({ ...options, languageOf });
  const indexOf = new Map(campaigns.map(({ id }, index) => [id, index]));
  const everywhere = new Set(indexOf.values());
  return {
    broken,
    tooLarge,
    ...createReadings({ profiles, ruleless: matcher.ruleless, language, options }),
    score: (item, wanted) => {
      const indexes = wanted ? new Set([...wanted].flatMap((id) => indexOf.get(id) ?? []).sort((a, b) => a - b)) : everywhere;
      const rejected = filter.forAll(item);
      const matches = new Map(
        rejected && !options.assessAll ? [] : matcher.match(item, indexes).map(({ campaignId, rules }) => [campaignId, rules]),
      );
      let reading: Reading | null = null;
      return [...indexes].flatMap((index) => {
        const profile = profiles[index];
        if (!profile) return [];
        const { id } = profile.campaign;
        const reason = rejected ?? filter.forCampaign(index, item);
        const rules = matches.get(id) ?? [];
        const isRuleless = matcher.ruleless.has(id);
        const isScored = options.assessAll || (!reason && (rules.length > 0 || isRuleless));
        if (!isScored && (reason || !options.compareAll)) return unscored(id, { reason, matchedRules: rules, cheap: null });
        reading ??= language.reader.read(item);
        const features = listFeatures(profile, reading, rules.length);
        const cheap = cheapShare(features);
        if (!isScored) return unscored(id, { reason, matchedRules: rules, cheap });
        return resultOf(profile, {
          reason,
          least: isRuleless ? profile.campaign.postFloor : Infinity,
          cheap,
          matchedRules: rules,
          assessment: assess(profile, reading, { features, now: now?.() ?? null }),
        });
      });
    },
  };
}

/** Of an item that was filtered, or that no rule of the campaign matched. */
export function unscored(
  campaignId: string,
  { reason, matchedRules, cheap }: Pick<ScorerResult, 'reason' | 'matchedRules' | 'cheap'>,
): ScorerResult {
  return {
    campaignId,
    outcome: reason ? 'filtered' : 'unmatched',
    reason,
    matchedRules,
    cheap,
    assessment: null,
    score: null,
    exactScore: null,
    merit: null,
    decision: 'none',
  };
}

interface ReadingDeps extends Pick<Matcher, 'ruleless'> {
  profiles: readonly Profile[];
  language: Language;
  options: ScorerOptions;
}

/** The part of a scorer that prepares and takes in what the reader says. */
function createReadings({
  profiles,
  ruleless,
  language,
  options,
}: ReadingDeps): Pick<Scorer, 'aboutOf' | 'troublesOf' | 'sentencesOf' | 'candidatesOf' | 'scoreRead'> {
  const { now, assessAll } = options;
  const byId = new Map(profiles.map((profile) => [profile.campaign.id, profile]));
  const profileOf = (id: string): Profile => {
    const profile = byId.get(id);
    if (!profile) throw new Error(`Campaign ${id} isn't scored here`);
    return profile;
  };
  return {
    aboutOf: (id) => aboutOf(profileOf(id).campaign),
    troublesOf: (id) => profileOf(id).campaign.painPoints,
    sentencesOf: (item, id) => listSpoken(profileOf(id), language.reader.read(item)),
    candidatesOf: (item, results) => {
      const found = results.filter(isCandidate);
      if (found.length === 0) return [];
      const reading = language.reader.read(item);
      return found.flatMap((result) => {
        const reader = readerFor(profileOf(result.campaignId).campaign, reading);
        return reader === null ? [] : [{ result, reader }];
      });
    },
    scoreRead: (item, { result, reader }, odds) => {
      const profile = profileOf(result.campaignId);
      const reading = language.reader.read(item);
      const features = listFeatures(profile, reading, result.matchedRules.length);
      const assessment = assess(profile, reading, { features, now: now?.() ?? null, odds, reader });
      const { id, postFloor } = profile.campaign;
      const least = ruleless.has(id) ? postFloor : leastOf(profile.campaign);
      const read = resultOf(profile, { ...result, least, assessment });
      return read.outcome === 'unmatched' && !assessAll ? result : read;
    },
  };
}

interface Findings extends Pick<ScorerResult, 'reason' | 'matchedRules'> {
  /** From this score by the text alone on, it needs no rule. */
  least: number;
  cheap: number | null;
  assessment: Assessment;
}

function resultOf({ campaign }: Profile, { reason, least, cheap, matchedRules, assessment }: Findings): ScorerResult {
  const exact = exactScoreOf(assessment.components, campaign.weights, assessment) ?? 0;
  const score = Math.round(exact);
  // A text is a lead without a rule today or never.
  const merit = meritOf(assessment.components, campaign.weights, assessment);
  const relevant = matchedRules.length > 0 || Math.round(merit) >= least;
  const outcome = reason ? 'filtered' : relevant ? 'scored' : 'unmatched';
  const passes = outcome === 'scored' && meetsRule(campaign, matchedRules, score);
  return {
    campaignId: campaign.id,
    outcome,
    reason,
    matchedRules,
    cheap,
    assessment,
    score,
    exactScore: Math.round(exact * 100) / 100,
    merit,
    decision: passes ? decide({ score, merit, role: assessment.role }, campaign) : 'none',
  };
}

/** One rule with a threshold no higher than this score is enough. */
function meetsRule({ rules }: ScoringCampaign, matched: readonly string[], score: number): boolean {
  if (matched.length === 0) return true;
  return rules.some(({ text, minScore = 0 }) => score >= minScore && matched.includes(text));
}
