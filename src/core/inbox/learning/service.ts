import type { Learning } from '#shared/learning.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import type { Bus } from '#core/platform/bus.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { isOwnCampaign } from '../posts/queries.ts';
import { evaluateScores, type ScorerFigures } from './evaluate.ts';
import { explainScore, type Explanation } from './explain.ts';
import type { FeatureReader } from './features.ts';
import type { Learner } from './learner.ts';
import { markLearning, markLearningOf } from './mark-queries.ts';
import { findRanking, type LearningDeps, type Ranking, readOwner } from './queries.ts';
import { resumeRule } from './paused-rules.ts';
import { viewLearning } from './view.ts';

interface Deps extends LearningDeps {
  bus: Bus;
  reader: FeatureReader;
  learner: Learner;
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
