import type { Rule } from '#shared/campaigns.ts';
import type { Learning } from '#shared/learning.ts';
import type { Evidence, SpeakerRole, Weights } from '#shared/scoring.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import type { Bus } from '#core/platform/bus.ts';
import { isoTime } from '#core/platform/clock.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { type Points, pointsOf } from '#core/scoring/points.ts';
import { type ReadComments, findPost, readWeights, isOwnCampaign } from '../posts/queries.ts';
import { postOf, type PostRow } from '../posts/rows.ts';
import { evaluateScores, type ScorerFigures } from './evaluate.ts';
import type { FeatureReader } from './features.ts';
import { minLessons } from './layer.ts';
import type { Learner } from './learner.ts';
import { teaches, reasonsOf } from './lessons.ts';
import { groupByRule, ratedOf, resumeRule } from './paused-rules.ts';
import {
  findLearning,
  type RatedRow,
  type LearnedTerm,
  type ListRated,
  listRuleCounts,
  listPausedRules,
  findLayer,
  type LearningDeps,
  markLearning,
  markLearningOf,
  findRanking,
  type Ranking,
  readOwner,
} from './queries.ts';

const lately = 50;

/**
 * The same figure as on the dashboard. Leads made by hand and replies are left out: they always count as good and would flatter
 * it.
 */
function latelyOf(rows: readonly RatedRow[]): Learning['lately'] {
  const called = rows
    .filter(({ feedback }) => feedback !== null)
    .toSorted((a, b) => b.rated_at - a.rated_at || b.id - a.id)
    .slice(0, lately);
  return { rated: called.length, right: called.filter(({ feedback }) => feedback === 'right').length };
}

function shownReasonsOf(rows: readonly RatedRow[]): Learning['reasons'] {
  const given = rows.flatMap(({ feedback_reason }) => feedback_reason ?? []);
  return [...Map.groupBy(given, (reason) => reason)]
    .map(([reason, all]) => ({ reason, count: all.length }))
    .toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
}

async function rulesOf(
  db: Db,
  { id, rules }: { id: number; rules: readonly Rule[] },
  rows: readonly RatedRow[],
): Promise<Learning['rules']> {
  const counts = await listRuleCounts(db, id);
  const rated = groupByRule(rows);
  const paused = (await listPausedRules(db, [id])).get(id);
  return [...new Set(rules.map(({ text }) => text))].map((text) => {
    const since = paused?.get(text);
    const { matched = 0, leads = 0 } = counts.get(text) ?? {};
    const { right, wrong } = ratedOf(text, rated);
    return { text, matched, leads, right, wrong, pausedSince: isoTime(since) };
  });
}

/** What the campaign page shows about learning. */
async function viewLearning(
  { db, listRated }: { db: Db; listRated: ListRated },
  campaign: { id: number; rules: readonly Rule[] },
): Promise<Learning> {
  const rows = await listRated(campaign.id);
  const row = await findLearning(db, campaign.id);
  const terms = JSON.parse(row?.terms ?? '[]') as LearnedTerm[];
  const lessons = rows.filter(teaches).length;
  return {
    lately: latelyOf(rows),
    lessons,
    needed: Math.max(0, minLessons - lessons),
    isBehind: row !== undefined && row.wanted > row.done,
    learnedAt: row?.layer && row.learned_at !== null ? isoTime(row.learned_at) : null,
    up: terms.filter(({ points }) => points > 0),
    down: terms.filter(({ points }) => points < 0),
    reasons: shownReasonsOf(rows),
    rules: await rulesOf(db, campaign, rows),
  };
}

export interface Explanation {
  id: string;
  title: string;
  confidence: number;
  /** Each known component with its value (0 to 1), its points, and its maximum points. */
  components: (Points & { value: number | null })[];
  /** What the campaign's feedback adds before the cap is applied, and why. */
  learned: { points: number; because: LearnedTerm[] };
  /** Why the score can't exceed `cap`, as shown to the user; empty at 100. */
  limits: string[];
  cap: number;
  role: SpeakerRole;
  evidence: Evidence[];
  matchedRules: string[];
  reason: string;
  scoredBy: string;
}

const limitsOf = (row: PostRow): string[] => [
  ...(row.role === 'seller' ? ['the writer sells'] : []),
  ...(row.solved === 1 ? ['it is solved'] : []),
  ...(row.fit_none === 1 ? ['the offering does not fit'] : []),
];

/** Explains a post's score by its campaign's current weights. Throws `not_found`. */
async function explainScore(
  { db, now, reader, readComments }: Pick<LearningDeps, 'db' | 'now'> & { reader: FeatureReader; readComments: ReadComments },
  actor: Actor,
  id: string,
): Promise<Explanation> {
  const row = await findPost(db, ownerOf(actor), id);
  if (!row) throw new AppError('not_found', 'Post not found');
  const post = postOf(row, now());
  const weights = JSON.parse(await readWeights(db, row.campaign_id)) as Weights;
  const layer = await findLayer(db, row.campaign_id);
  const { title, confidence, components, evidence, matchedRules, reason, scoredBy } = post;
  const points = pointsOf({ components, evidence, createdAt: row.created_at, ...(await readComments(row)) }, weights, now());
  const values = new Map<string, number | null>(Object.entries(components));
  const because = layer && row.learned_points !== 0 ? reasonsOf(layer, { ...row, subreddit_key: row.subreddit.toLowerCase() }, reader) : [];
  return {
    id: post.id,
    title,
    confidence,
    learned: { points: row.learned_points, because },
    limits: limitsOf(row),
    cap: row.cap,
    role: row.role,
    evidence,
    matchedRules,
    reason,
    scoredBy,
    components: points.map((part) => Object.assign(part, { value: values.get(part.name) ?? null })),
  };
}

interface Deps extends LearningDeps {
  bus: Bus;
  reader: FeatureReader;
  learner: Learner;
  readComments: ReadComments;
}

async function getRanking(db: Db, actor: Actor, id: string): Promise<Ranking> {
  const isOwn = await isOwnCampaign(db, ownerOf(actor), id);
  const ranking = isOwn ? await findRanking(db, Number(id)) : null;
  if (!ranking) throw new AppError('not_found', 'Campaign not found');
  return ranking;
}

async function evaluate({ db, reader, listRated }: Deps, actor: Actor, id: string): Promise<ScorerFigures[]> {
  const ranking = await getRanking(db, actor, id);
  return evaluateScores(await listRated(Number(id)), ranking, reader);
}

async function view({ db, listRated }: Deps, actor: Actor, id: string): Promise<Learning> {
  const { rules } = await getRanking(db, actor, id);
  return viewLearning({ db, listRated }, { id: Number(id), rules });
}

async function wake(deps: Deps, actor: Actor, { id, rule }: { id: string; rule: string }): Promise<Learning> {
  const { db, bus, now } = deps;
  await getRanking(db, actor, id);
  const userId = await transact(db, async (trx) => {
    if (!(await resumeRule(trx, Number(id), { rule, now: now() }))) throw new AppError('conflict', 'This rule is not paused');
    await markLearning(trx, [Number(id)]);
    return readOwner(trx, Number(id));
  });
  bus.emit('campaign:changed', { userId: String(userId), campaignId: id });
  bus.announce(String(userId), ['posts-changed', 'leads-changed']);
  return view(deps, actor, id);
}

/** What was learned from feedback, and how accurate scores are by it. Throws `not_found` for other users' campaigns. */
export function createLearning(deps: Deps) {
  const { db, learner, listRated } = deps;
  return {
    /** The rated posts of a campaign, for evaluating scorers. */
    listRated,
    /** Explains a post's score by its campaign's current weights. */
    explain: (actor: Actor, postId: string): Promise<Explanation> => explainScore(deps, actor, postId),
    /** Figures for each scorer that scored rated posts of the campaign. */
    evaluate: (actor: Actor, campaignId: string): Promise<ScorerFigures[]> => evaluate(deps, actor, campaignId),
    /** What the campaign learned, and how many matches each rule has. */
    view: (actor: Actor, campaignId: string): Promise<Learning> => view(deps, actor, campaignId),
    /** Resumes a paused rule and matches what was fetched meanwhile. Throws `conflict` for a rule that isn't paused. */
    wake: (actor: Actor, id: string, { rule }: { rule: string }): Promise<Learning> => wake(deps, actor, { id, rule }),
    /** Counts a sent reply as a good match. */
    async noteAnswered(postId: number): Promise<void> {
      await transact(db, (trx) => markLearningOf(trx, [postId]));
      learner.learnSoon();
    },
    learnSoon: learner.learnSoon,
    learnDue: learner.learnDue,
    learned: learner.settled,
  };
}
