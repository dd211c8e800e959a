import { type Actor, ownerOf } from '../actor.ts';
import { transact } from '../db/connect.ts';
import { AppError } from '../errors.ts';
import { isOwnCampaign } from '../posts/queries.ts';
import { evaluateScores, type ScorerFigures } from './evaluate.ts';
import { explainScore, type Explanation } from './explain.ts';
import type { FeatureReader } from './features.ts';
import type { Learner } from './learner.ts';
import { markLearningOf } from './marks.ts';
import { findRanking, type LearningDeps, listJudged, mostJudged } from './queries.ts';

interface Deps extends LearningDeps {
  reader: FeatureReader;
  learner: Learner;
}

async function evaluate({ db, reader }: Deps, actor: Actor, id: string): Promise<ScorerFigures[]> {
  const isOwn = await isOwnCampaign(db, ownerOf(actor), id);
  const ranking = isOwn ? await findRanking(db, Number(id)) : null;
  if (!ranking) throw new AppError('not_found', 'There is no such campaign');
  return evaluateScores(await listJudged(db, Number(id), mostJudged), ranking, reader);
}

/** What judgements teach, and how good the scores are by them. Everything throws `not_found` for what is not the actor's. */
export function createLearning(deps: Deps) {
  const { db, learner } = deps;
  return {
    /** How a post came to its score, in the present weights of its campaign. */
    explain: (actor: Actor, postId: string): Promise<Explanation> => explainScore(deps, actor, postId),
    /** A row for each scorer that scored judged posts of the campaign. */
    evaluate: (actor: Actor, campaignId: string): Promise<ScorerFigures[]> => evaluate(deps, actor, campaignId),
    /** An answer that was sent says that its post was right. */
    async noteAnswered(postId: number): Promise<void> {
      await transact(db, (trx) => markLearningOf(trx, [postId]));
      learner.learnSoon();
    },
    learnSoon: learner.learnSoon,
    learnDue: learner.learnDue,
    learned: learner.settled,
  };
}
