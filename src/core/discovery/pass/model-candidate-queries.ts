import type { Trx } from '#core/platform/db/connect.ts';
import { insertRows } from '#core/platform/db/many-rows.ts';
import type { UnseenCandidatesRow } from '../tables.ts';

export type ModelCandidate = Omit<UnseenCandidatesRow, 'asked_at'>;

/** The model is asked once per state of the campaign. */
const onConflict = `(campaign_id, item_id) do update set
  asked_at = case when excluded.profile_version = unseen_candidates.profile_version then unseen_candidates.asked_at end,
  profile_version = excluded.profile_version, route = excluded.route, score = excluded.score`;

export const insertModelCandidates = (trx: Trx, rows: readonly ModelCandidate[]): Promise<void> =>
  insertRows(trx, 'unseen_candidates', { rows: rows.map((row) => ({ ...row })), onConflict });
