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
  /** Null: an archive is read, in which fresh and crowded mean nothing; recency and saturation stay null. */
  now: Now | null;
  /** The shipped table when absent. */
  background?: Background;
  /** The shipped weights when absent. */
  model?: Model;
  /** Absent: every language is unknown, so `lang:` matches nothing and no language is filtered. */
  languageOf?: LanguageOf;
  blacklist?: Blacklist;
  /** Null or absent: items of any age. */
  maxAgeDays?: number | null;
  /** Fed with what passes the filters; absent: near-duplicates are kept. */
  duplicates?: NearDuplicates;
  /** Assesses filtered and unmatched items too, as `scan --all` prints them. Their decision stays `none`. */
  assessAll?: boolean;
  /** Compares unmatched items with the campaigns' requests too, so that a model can be asked about what no rule found. */
  compareAll?: boolean;
  /** How large the table of all rules may become; absent: as large as it gets. */
  limits?: MatcherLimits;
}

/** What one campaign makes of one item. */
export interface FilterResult {
  campaignId: string;
  outcome: 'filtered' | 'unmatched' | 'scored';
  /** Why it was filtered; null otherwise. */
  reason: FilterReason | null;
  matchedRules: string[];
  /**
   * How much more like the campaign's requests it is than texts at large, in standard deviations; null when it was
   * not compared.
   */
  likeness: number | null;
  /** Null when it was not assessed. */
  assessment: Assessment | null;
  /** 0 to 100; null with the assessment. */
  score: number | null;
  /** `score` with two decimals, for ranking; rounds to it. */
  exactScore: number | null;
  decision: Decision;
}

export interface Scorer {
  /** One verdict a campaign, in their order; of the `wanted` campaigns alone where they are named. */
  scoringPass(item: FetchedItem, wanted?: ReadonlySet<string>): FilterResult[];
  /** Rules that do not parse; they match nothing. */
  broken: { campaignId: string; rule: string }[];
  /** Campaigns whose rules are more than `limits` allows. If there are any, nothing is scored. */
  tooLarge: string[];
}

/** A campaign without rules leaves out what is less like its requests than this. */
const leastLikeness = 1;

/**
 * A text at least this much like a campaign's requests is worth showing to a model, whatever the built-in scorer makes
 * of it. Together with what rules match and with titles that ask, this holds nearly all leads; see docs/scoring.md.
 */
const gateLikeness = 2;

export const isLikeRequests = ({ likeness }: Pick<FilterResult, 'likeness'>): boolean => likeness !== null && likeness >= gateLikeness;

/** Filters, rules and the built-in scorer for some campaigns. Build it once per change of campaigns. */
export const createScorer = (options: ScorerOptions): Scorer => finish(scorerSteps(options));

/** The same, built in short slices: for a server, which answers others meanwhile. Throws the signal's reason. */
export const createScorerInSlices = (options: ScorerOptions, signal?: AbortSignal): Promise<Scorer> =>
  inSlices(scorerSteps(options), signal);

function* scorerSteps(options: ScorerOptions): Steps<Scorer> {
  const { campaigns, now, background = readBackground(), model = readModel(), languageOf = () => null } = options;
  const language = createLanguage(background);
  const matcher = yield* matcherSteps(campaigns, { languageOf, limits: options.limits });
  const { broken, tooLarge } = matcher;
  if (tooLarge.length > 0) return { broken, tooLarge, scoringPass: () => [] };
  const profiles: Profile[] = [];
  for (const campaign of campaigns) {
    profiles.push(yield* profileSteps(campaign, language));
  }
  const filter = createFilter({ ...options, languageOf });
  return {
    broken,
    tooLarge,
    scoringPass: (item, wanted) => {
      const rejected = filter.forAll(item);
      const matches = new Map(
        rejected && !options.assessAll ? [] : matcher.match(item).map(({ campaignId, rules }) => [campaignId, rules]),
      );
      let reading: Reading | null = null;
      return profiles.flatMap((profile, index) => {
        const { id } = profile.campaign;
        if (wanted && !wanted.has(id)) return [];
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

function unscored(
  campaignId: string,
  { reason, matchedRules, likeness }: Pick<FilterResult, 'reason' | 'matchedRules' | 'likeness'>,
): FilterResult {
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

interface Findings extends Pick<FilterResult, 'reason' | 'matchedRules'> {
  isCandidate: boolean;
  likeness: number;
  assessment: Assessment;
}

function resultOf({ campaign }: Profile, { reason, isCandidate, likeness, matchedRules, assessment }: Findings): FilterResult {
  const relevant = matchedRules.length > 0 || (isCandidate && likeness >= leastLikeness);
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

/** One rule that asks for no more than this score is enough. */
function meetsRule({ rules }: ScoringCampaign, matched: readonly string[], score: number): boolean {
  if (matched.length === 0) return true;
  return rules.some(({ text, minScore = 0 }) => score >= minScore && matched.includes(text));
}
