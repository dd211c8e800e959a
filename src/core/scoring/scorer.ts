import type { Assessment } from '#shared/scoring.ts';
import type { Now } from '#core/platform/clock.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { finish, inSlices, type Steps } from '#core/platform/slices.ts';
import { exactScoreOf, decide, type Decision } from './arithmetic.ts';
import { assess, requestLikeness } from './assess/assess.ts';
import { createLanguage } from './assess/language.ts';
import { type Model, readModel } from './assess/model.ts';
import { type Profile, profileSteps } from './assess/profile.ts';
import { type Background, readBackground } from './background.ts';
import { type Blacklist, createFilter } from './filters/filter.ts';
import type { NearDuplicates } from './filters/near-duplicates.ts';
import type { FilterReason } from './filters/reasons.ts';
import { type LanguageOf, type MatcherLimits, matcherSteps } from './match/matcher.ts';
import type { ScoringCampaign } from './profile.ts';
import type { Reading } from './reading/reading.ts';

export interface ScorerOptions {
  campaigns: readonly ScoringCampaign[];
  /** Null for an archive, where age and comment counts mean nothing; recency and saturation stay null. */
  now: Now | null;
  /** Default: the shipped table. */
  background?: Background;
  /** Default: the shipped weights. */
  model?: Model;
  /** Absent: every language is unknown, so `lang:` matches nothing and no language is filtered. */
  languageOf?: LanguageOf;
  blacklist?: Blacklist;
  /** Null or absent: items of any age. */
  maxAgeDays?: number | null;
  /** Receives what passes the filters; without it near-duplicates are kept. */
  duplicates?: NearDuplicates;
  /** Also assesses filtered and unmatched items, as for `scan --all`. Their decision stays `none`. */
  assessAll?: boolean;
  /**
   * Also compares unmatched items with the campaigns' requests, so that a model can be asked about items that no rule matched.
   */
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
  /**
   * How much more similar it is to the campaign's requests than texts in general, in standard deviations; null when it wasn't
   * compared.
   */
  likeness: number | null;
  /** Null when it wasn't assessed. */
  assessment: Assessment | null;
  /** 0 to 100; null without an assessment. */
  score: number | null;
  /** `score` with two decimals, for ranking; rounds to `score`. */
  exactScore: number | null;
  decision: Decision;
}

export interface Scorer {
  /** One result per campaign, in their order; only for `wanted` campaigns if given. */
  score(item: FetchedItem, wanted?: ReadonlySet<string>): ScorerResult[];
  /** Rules that don't parse; they match nothing. */
  broken: { campaignId: string; rule: string }[];
  /** Campaigns whose rules exceed `limits`. If there are any, nothing is scored. */
  tooLarge: string[];
}

/** A campaign without rules excludes items less similar to its requests than this. */
const minLikeness = 1;

/**
 * A text at least this similar to a campaign's requests is worth asking a model, whatever the built-in scorer decides. Together
 * with rule matches and titles that ask, this covers nearly all leads; see docs/scoring.md.
 */
const gateLikeness = 2;

export const isLikeRequests = ({ likeness }: Pick<ScorerResult, 'likeness'>): boolean => likeness !== null && likeness >= gateLikeness;

/** Filters, rules, and the built-in scorer for a set of campaigns. Create it once per change of campaigns. */
export const createScorer = (options: ScorerOptions): Scorer => finish(scorerSteps(options));

/** The same, built in short slices so that a server can respond to other requests meanwhile. Throws the signal's reason. */
export const createScorerInSlices = (options: ScorerOptions, signal?: AbortSignal): Promise<Scorer> =>
  inSlices(scorerSteps(options), signal);

function* scorerSteps(options: ScorerOptions): Steps<Scorer> {
  const { campaigns, now, background = readBackground(), model = readModel(), languageOf = () => null } = options;
  const language = createLanguage(background);
  const matcher = yield* matcherSteps(campaigns, { languageOf, limits: options.limits });
  const { broken, tooLarge } = matcher;
  if (tooLarge.length > 0) return { broken, tooLarge, score: () => [] };
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
        const isCandidate = rules.length > 0 || matcher.ruleless.has(id);
        const isScored = options.assessAll || (!reason && isCandidate);
        if (!isScored && (reason || !options.compareAll)) return unscored(id, { reason, matchedRules: rules, likeness: null });
        reading ??= language.reader.read(item);
        const likeness = requestLikeness(profile, reading);
        if (!isScored) return unscored(id, { reason, matchedRules: rules, likeness });
        return resultOf(profile, {
          reason,
          isCandidate,
          likeness,
          matchedRules: rules,
          assessment: assess(profile, reading, { model, now: now?.() ?? null }),
        });
      });
    },
  };
}

/** Of an item that was filtered, or that no rule of the campaign matched. */
export function unscored(
  campaignId: string,
  { reason, matchedRules, likeness }: Pick<ScorerResult, 'reason' | 'matchedRules' | 'likeness'>,
): ScorerResult {
  return {
    campaignId,
    outcome: reason ? 'filtered' : 'unmatched',
    reason,
    matchedRules,
    likeness,
    assessment: null,
    score: null,
    exactScore: null,
    decision: 'none',
  };
}

interface Findings extends Pick<ScorerResult, 'reason' | 'matchedRules'> {
  isCandidate: boolean;
  likeness: number;
  assessment: Assessment;
}

function resultOf({ campaign }: Profile, { reason, isCandidate, likeness, matchedRules, assessment }: Findings): ScorerResult {
  const relevant = matchedRules.length > 0 || (isCandidate && likeness >= minLikeness);
  const exact = exactScoreOf(assessment.components, campaign.weights, assessment) ?? 0;
  const score = Math.round(exact);
  const outcome = reason ? 'filtered' : relevant ? 'scored' : 'unmatched';
  const passes = outcome === 'scored' && meetsRule(campaign, matchedRules, score);
  return {
    campaignId: campaign.id,
    outcome,
    reason,
    matchedRules,
    likeness,
    assessment,
    score,
    exactScore: Math.round(exact * 100) / 100,
    decision: passes ? decide(score, assessment.role, campaign) : 'none',
  };
}

/** One rule with a threshold no higher than this score is enough. */
function meetsRule({ rules }: ScoringCampaign, matched: readonly string[], score: number): boolean {
  if (matched.length === 0) return true;
  return rules.some(({ text, minScore = 0 }) => score >= minScore && matched.includes(text));
}
