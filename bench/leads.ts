// Quality of lead finding: rankings compared with the best published ranker, precision of leads, calibration, and the gate.
// Neither weights nor calibration were fitted on the campaign they are measured on.
import { exactScoreOf } from '#core/scoring/arithmetic.ts';
import { assess, requestLikeness } from '#core/scoring/assess/assess.ts';
import { readModel } from '#core/scoring/assess/model.ts';
import type { Calibration } from '#core/scoring/calibration.ts';
import { compileMatcher } from '#core/scoring/match/matcher.ts';
import { isLikeRequests } from '#core/scoring/scorer.ts';
import { defaultWeights } from '#shared/scoring.ts';
import { fitCalibration } from './fit/calibrate.ts';
import {
  inventedAsks,
  inventedComments,
  inventedLanguages,
  type Rated,
  readRated,
  secondEvaluation,
  thirdEvaluation,
  withShuffledRules,
} from './fit/rated.ts';
import { readOfferedTitles } from './fit/title-fields.ts';
import { type Matched, matchAll, matchLeftOut } from './fit/left-out.ts';
import { bestPublished, errorOf, meanQuality } from './fit/best-published.ts';
import { measure, type Quality } from './fit/measure.ts';
import type { Figure } from './generated-data.ts';

interface Scored {
  post: Rated;
  score: number;
  isLead: boolean;
}

const leadThreshold = 70;
const ruleOrders = 5;
const callSize = 8;

const shareOf = <T>(list: readonly T[], holds: (one: T) => boolean): number => list.filter(holds).length / list.length;
const isGood = ({ post }: Pick<Scored, 'post'>): boolean => post.label >= 2;
const byCampaign = (posts: readonly Scored[]): Map<string, Scored[]> => Map.groupBy(posts, ({ post }) => post.campaign);
const two = (value: number): string => value.toFixed(2);
const three = (value: number): string => value.toFixed(3);

function scoreAll(posts: readonly Matched[], calibration: Calibration): Scored[] {
  const { grades } = readModel();
  return posts.map(({ post, weights }) => {
    const assessment = assess(post.profile, post.reading, { model: { features: weights, grades, calibration }, now: null });
    const score = exactScoreOf(assessment.components, defaultWeights, assessment) ?? 0;
    return { post, score, isLead: Math.round(score) >= leadThreshold && assessment.role !== 'seller' };
  });
}

/** Each campaign's scores, calibrated on all the others. */
function scoreLeftOut(posts: readonly Matched[]): Scored[] {
  return [...Map.groupBy(posts, ({ post }) => post.campaign)].flatMap(([campaign, own]) =>
    scoreAll(own, fitCalibration(posts.filter(({ post }) => post.campaign !== campaign))),
  );
}

const qualityOf = (posts: readonly Scored[]): Quality => measure(posts.map(({ post, score }) => ({ label: post.label, score })));

const rankingOf = (posts: readonly Matched[]): Quality =>
  meanQuality(
    [...Map.groupBy(posts, ({ post }) => post.campaign).values()].map((own) =>
      measure(own.map(({ post, match }) => ({ label: post.label, score: match }))),
    ),
  );

const calledOf = (posts: readonly Scored[]): { precision: number; recall: number; count: number } => {
  const called = posts.filter(({ isLead }) => isLead);
  return { precision: shareOf(called, isGood), recall: shareOf(posts.filter(isGood), ({ isLead }) => isLead), count: called.length };
};

function printCampaigns(name: string, posts: readonly Scored[]): void {
  console.log(`\n${name}\ncampaign            leads   nDCG@20  AP     called  precision  recall`);
  for (const [campaign, own] of byCampaign(posts)) {
    const { ndcg, precision } = qualityOf(own);
    const called = calledOf(own);
    const cells = [
      campaign.padEnd(18),
      `${String(own.filter(isGood).length).padStart(3)}/${own.length}`,
      ` ${three(ndcg)}   ${three(precision)}`,
      `${String(called.count).padStart(6)}  ${two(called.precision).padStart(8)}    ${two(called.recall)}`,
    ];
    console.log(cells.join('  '));
  }
}

const closed = (value: number, best: number): string => two((value - best) / (1 - best));

function rankingFigures(name: string, posts: readonly Scored[], orders: readonly Quality[]): Figure[] {
  printCampaigns(name, posts);
  const each = [...byCampaign(posts).values()].map(qualityOf);
  const mean = meanQuality(each);
  const best = bestPublished(posts.map(({ post }) => post));
  const error = `± ${two(errorOf(each.map(({ ndcg }) => ndcg)))} / ${two(errorOf(each.map(({ precision }) => precision)))}`;
  const spread = (of: (quality: Quality) => number): string => three(Math.max(...orders.map(of)) - Math.min(...orders.map(of)));
  const recalls = [...byCampaign(posts).values()].map((own) => calledOf(own).recall);
  const called = calledOf(posts);
  return [
    {
      figure: `${name}: nDCG@20 / AP, standard error over campaigns`,
      ours: `${three(mean.ndcg)} / ${three(mean.precision)}, ${error}`,
      yardstick: `${three(best.ndcg)} / ${three(best.precision)}`,
      ratio: `closed ${closed(mean.ndcg, best.ndcg)} / ${closed(mean.precision, best.precision)}`,
      target: 'lead-eval 0.41 / 0.37, lead-eval-2 0.42 / 0.47',
    },
    {
      figure: `${name}: largest difference between ${orders.length} orders of the rules`,
      ours: `${spread(({ ndcg }) => ndcg)} / ${spread(({ precision }) => precision)}`,
      yardstick: '',
      ratio: '',
      target: '0',
    },
    {
      figure: `${name}: precision / recall of leads (${leadThreshold} or more), lowest recall of a campaign`,
      ours: `${two(called.precision)} / ${two(called.recall)}, ${two(Math.min(...recalls))}`,
      yardstick: '',
      ratio: '',
      target: '0.85 / 0.45, 0.15',
    },
  ];
}

function printCalibration(posts: readonly Scored[]): void {
  console.log('\nscore   posts  leads  share');
  for (let from = 0; from < 100; from += 10) {
    const own = posts.filter(({ score }) => score >= from && (score < from + 10 || from === 90));
    const good = own.filter(isGood).length;
    console.log(
      `${String(from).padStart(2)}–${String(from + 10).padEnd(3)} ${String(own.length).padStart(6)} ${String(good).padStart(6)}   ${two(good / own.length)}`,
    );
  }
  for (const threshold of [60, 65, 70, 75, 80]) {
    const at = calledOf(posts.map((one) => ({ ...one, isLead: one.score >= threshold })));
    console.log(`${threshold} or more: precision ${two(at.precision)}, recall ${two(at.recall)}`);
  }
}

/** A title-only post that asks for something. */
const isTitleAsk = ({ item, asking }: Rated['reading']): boolean => item.body.trim() === '' && asking.length > 0;

/** What a model would be asked about. */
function gateFigure(posts: readonly Scored[]): Figure {
  const passing = [...byCampaign(posts).values()].flatMap((own) => {
    const matcher = compileMatcher(own.slice(0, 1).map(({ post }) => post.profile.campaign));
    return own.filter(
      ({ post: { item, profile, reading } }) =>
        matcher.match(item).length > 0 || isTitleAsk(reading) || isLikeRequests({ likeness: requestLikeness(profile, reading) }),
    );
  });
  const share = passing.length / posts.length;
  return {
    figure: `gate: share of grades 2 and 3 that a model is asked about; share of all posts, calls a post at ${callSize} posts a call`,
    ours: `${three(passing.filter(isGood).length / posts.filter(isGood).length)}; ${two(share)}, ${two(share / callSize)}`,
    yardstick: '',
    ratio: '',
    target: '≥ 0.98 at ≤ 0.25 calls a post',
  };
}

function leadsFigure(name: string, posts: readonly Scored[], target: string): Figure {
  const { precision, recall } = calledOf(posts);
  return { figure: `${name}: precision / recall of leads`, ours: `${two(precision)} / ${two(recall)}`, yardstick: '', ratio: '', target };
}

/** Ranking, and what is called a lead, where few who write need the offering. Of the scorer, only constants of the match were chosen on it. */
function rareLeadFigures(posts: readonly Matched[], calibration: Calibration): Figure[] {
  const name = 'lead-eval-3, 120 further campaigns';
  const withLeads = new Set(posts.filter(isGood).map(({ post }) => post.campaign));
  const { ndcg, precision } = rankingOf(posts.filter(({ post }) => withLeads.has(post.campaign)));
  return [
    {
      figure: `${name}: nDCG@20 / AP where there are leads`,
      ours: `${three(ndcg)} / ${three(precision)}`,
      yardstick: '',
      ratio: '',
      target: '',
    },
    leadsFigure(name, scoreAll(posts, calibration), ''),
  ];
}

export async function run(): Promise<Figure[]> {
  const { features } = readModel();
  const [first, second] = [readRated(), readRated(secondEvaluation)];
  const both = scoreLeftOut([...matchLeftOut(first), ...matchAll(second, features)]);
  const isFirst = new Set(first.map(({ campaign }) => campaign));
  const sets = [both.filter(({ post }) => isFirst.has(post.campaign)), both.filter(({ post }) => !isFirst.has(post.campaign))] as const;
  const orders = Array.from({ length: ruleOrders }, (_, seed) => [
    rankingOf(matchLeftOut(withShuffledRules(first, seed + 1))),
    rankingOf(matchAll(withShuffledRules(second, seed + 1), features)),
  ]);
  const figures = [
    ...rankingFigures(
      'lead-eval, left out',
      sets[0],
      orders.flatMap(([quality]) => quality ?? []),
    ),
    ...rankingFigures(
      'lead-eval-2',
      sets[1],
      orders.flatMap(([, quality]) => quality ?? []),
    ),
  ];
  printCalibration(both);
  const { calibration } = readModel();
  return Promise.resolve([
    ...figures,
    leadsFigure('both sets', both, '0.85 / 0.45'),
    ...rareLeadFigures(matchAll(readRated(thirdEvaluation), features), calibration),
    gateFigure(both),
    leadsFigure(
      'comments, invented, test split',
      scoreAll(matchAll(readRated(inventedComments, 'test'), features), calibration),
      '0.90 / 0.70',
    ),
    leadsFigure(
      'short asks, invented, test split',
      scoreAll(matchAll(readRated(inventedAsks, 'test'), features), calibration),
      '0.85 / 0.90',
    ),
    leadsFigure(
      'real titles graded for invented fields, test split',
      scoreAll(matchAll(readOfferedTitles('test'), features), calibration),
      '',
    ),
    leadsFigure('five other languages, invented', scoreAll(matchAll(readRated(inventedLanguages), features), calibration), '0.85 / 0.45'),
  ]);
}

if (import.meta.main) console.table(await run());
