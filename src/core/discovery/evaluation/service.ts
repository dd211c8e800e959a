import type { Assessment } from '#shared/scoring.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import { builtInResult, type Candidate } from '#core/ai/score/candidate.ts';
import type { ModelRun } from '#core/ai/score-with-model.ts';
import { findCampaign } from '#core/inbox/campaigns/queries.ts';
import { type CampaignRow, fieldsOf, scoringOf } from '#core/inbox/campaigns/rows.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { itemOf } from '#core/inbox/items/items.ts';
import { findItem } from '#core/inbox/items/queries.ts';
import { AppError } from '#core/platform/errors.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { gradeAssessments, type Figures } from '#core/inbox/learning/evaluate.ts';
import { findRanking, type ListRated, type RatedRow } from '#core/inbox/learning/queries.ts';
import type { ScoreItems } from '../search/preview.ts';

interface Deps {
  db: Db;
  listRated: ListRated;
  /** The built-in scorer for a campaign; it also scores items that match no rule. */
  scorerFor: (row: CampaignRow) => Promise<ScoreItems>;
  scoreWithModel: (candidates: readonly Candidate[], signal: AbortSignal) => Promise<ModelRun>;
}

/** How accurate a scorer would be if it scored the rated posts again today. */
export interface Grade extends Figures {
  /** Rated posts without an answer of the model: they count with the score of the built-in scorer. */
  notAsked: number;
  /** Of these, posts that it couldn't be asked about: the provider didn't answer, or the budget was used up. */
  unreached: number;
}

interface Rated {
  row: RatedRow;
  item: FetchedItem;
  assessment: Assessment;
}

/** Evaluates scorers against a campaign's feedback. Stores nothing, but uses the model's tokens. */
export function createGrading({ db, listRated, scorerFor, scoreWithModel }: Deps) {
  async function getRow(actor: Actor, id: string): Promise<CampaignRow> {
    const row = await findCampaign(db, ownerOf(actor), id);
    if (!row) throw new AppError('not_found', 'Campaign not found');
    return row;
  }

  async function listAssessed(campaign: CampaignRow): Promise<Rated[]> {
    const score = await scorerFor(campaign);
    const rows = (await listRated(campaign.id)).filter(({ gone }) => gone === null);
    const rated: Rated[] = [];
    for (const row of rows) {
      const stored = await findItem(db, { id: row.item_id });
      const item = stored && itemOf(stored);
      const [result] = item ? await score([item]) : [];
      const assessment = item && result?.assessment;
      if (assessment) rated.push({ row, item, assessment });
    }
    return rated;
  }

  return async function grade(actor: Actor, id: string, { byModel, signal }: { byModel: boolean; signal: AbortSignal }): Promise<Grade> {
    const campaign = await getRow(actor, id);
    const ranking = await findRanking(db, campaign.id);
    if (!ranking) throw new AppError('not_found', 'Campaign not found');
    const rated = await listAssessed(campaign);
    const scoring = scoringOf(String(campaign.id), fieldsOf(campaign));
    const candidates = rated.map(({ item, assessment }) => ({ campaign: scoring, userId: String(campaign.user_id), item, assessment }));
    const answers = byModel ? (await scoreWithModel(candidates, signal)).results : [];
    const graded = rated.map(({ row, assessment }, index) => {
      const { assessment: scored, scoredBy } = answers[index] ?? builtInResult(assessment, 'builtin');
      return { row, assessment: scored, scoredBy };
    });
    return {
      ...gradeAssessments(graded, ranking),
      unreached: answers.filter((answer) => answer?.outcome === 'unreached').length,
      notAsked: byModel ? answers.filter((answer) => answer?.outcome !== 'model').length : 0,
    };
  };
}
