import type { Assessment } from '#shared/scoring.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import type { Candidate } from '#core/ai/score/candidate.ts';
import type { ModelRun } from '#core/ai/score-with-model.ts';
import { findCampaign } from '#core/inbox/campaigns/queries.ts';
import { type CampaignRow, fieldsOf, scoringOf } from '#core/inbox/campaigns/rows.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { itemOf, type ItemRow } from '#core/inbox/items/items.ts';
import { AppError } from '#core/platform/errors.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { gradeAssessments } from '#core/inbox/learning/evaluate.ts';
import type { Figures } from '#core/inbox/learning/figures.ts';
import { findRanking, type RatedRow, listRated, maxRated } from '#core/inbox/learning/queries.ts';
import type { FilterResult } from '#core/scoring/scorer.ts';

interface Deps {
  db: Db;
  /** The built-in scorer for a campaign, whether or not its rules match. */
  scorerFor: (row: CampaignRow) => Promise<(item: FetchedItem) => FilterResult | undefined>;
  scoreWithModel: (candidates: readonly Candidate[], signal: AbortSignal) => Promise<ModelRun>;
}

/** How well a scorer does on what a user scored, were it to score everything anew today. */
export interface Grade extends Figures {
  /** Scored posts that the model was not asked about, because it could not change them or was out of budget. */
  notAsked: number;
}

interface Rated {
  row: RatedRow;
  item: FetchedItem;
  assessment: Assessment;
}

/** Grades scorers by a campaign's feedback; nothing that is stored changes, a model's tokens are spent. */
export function createGrading({ db, scorerFor, scoreWithModel }: Deps) {
  async function getRow(actor: Actor, id: string): Promise<CampaignRow> {
    const row = await findCampaign(db, ownerOf(actor), id);
    if (!row) throw new AppError('not_found', 'Campaign not found');
    return row;
  }

  async function listAssessed(campaign: CampaignRow): Promise<Rated[]> {
    const score = await scorerFor(campaign);
    const rows = (await listRated(db, campaign.id, maxRated)).filter(({ gone }) => gone === null);
    const rated: Rated[] = [];
    for (const row of rows) {
      const stored = await db<ItemRow>('items').where({ id: row.item_id }).select('*').first();
      const item = stored && itemOf(stored);
      const assessment = item && score(item)?.assessment;
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
    const graded = rated.map(({ row, assessment }, index) => ({ row, assessment: answers[index]?.assessment ?? assessment }));
    return {
      ...gradeAssessments(graded, ranking),
      notAsked: byModel ? answers.filter((answer) => answer?.outcome !== 'model').length : 0,
    };
  };
}
