import { chunked, type Db, type Trx } from '#core/platform/db/connect.ts';
import type { UnseenCandidatesRow } from '../tables.ts';

export type Route = UnseenCandidatesRow['route'];

export type CandidateKey = Pick<UnseenCandidatesRow, 'campaign_id' | 'item_id'>;

const taken = `select 1 from posts where posts.campaign_id = unseen_candidates.campaign_id
  and posts.item_id = unseen_candidates.item_id and (posts.open = 1 or posts.touched = 1)`;

const selectWaiting = (db: Db | Trx) =>
  db('unseen_candidates')
    .join('campaigns', 'campaigns.id', 'unseen_candidates.campaign_id')
    .join('items', 'items.id', 'unseen_candidates.item_id')
    .whereNull('unseen_candidates.asked_at')
    .whereRaw('unseen_candidates.profile_version = campaigns.profile_version')
    .where('campaigns.status', 'active')
    .whereNull('items.gone')
    .whereNotIn('campaigns.user_id', db('users').where({ disabled: 1 }).select('id'))
    .whereRaw(`not exists (${taken})`);

/** Items that the model wasn't asked about yet, best first. */
export const listCandidates = (db: Db, route: Route, limit: number): Promise<CandidateKey[]> =>
  selectWaiting(db)
    .where('unseen_candidates.route', route)
    .orderBy([
      { column: 'unseen_candidates.score', order: 'desc' },
      { column: 'unseen_candidates.item_id', order: 'desc' },
    ])
    .select('unseen_candidates.campaign_id', 'unseen_candidates.item_id')
    .limit(limit);

/** Which of them still wait, and weren't kept, scored, erased, or outdated meanwhile. */
export async function listStillWaiting(trx: Trx, keys: readonly CandidateKey[]): Promise<Set<string>> {
  const found = new Set<string>();
  const pairs = keys.map(({ campaign_id, item_id }) => [campaign_id, item_id]);
  for (const chunk of chunked(pairs, 2)) {
    const rows = await selectWaiting(trx)
      .whereIn(['unseen_candidates.campaign_id', 'unseen_candidates.item_id'], chunk)
      .select('unseen_candidates.campaign_id', 'unseen_candidates.item_id')
      .limit(chunk.length);
    for (const row of rows) found.add(keyOf(row));
  }
  return found;
}

export const keyOf = ({ campaign_id, item_id }: CandidateKey): string => `${campaign_id} ${item_id}`;

export async function markAsked(trx: Trx, keys: readonly CandidateKey[], now: number): Promise<void> {
  const pairs = keys.map(({ campaign_id, item_id }) => [campaign_id, item_id]);
  for (const chunk of chunked(pairs, 2))
    await trx('unseen_candidates').whereIn(['campaign_id', 'item_id'], chunk).update({ asked_at: now });
}

export async function listPostIds(trx: Trx, keys: readonly CandidateKey[]): Promise<number[]> {
  const ids: number[] = [];
  for (const chunk of chunked(
    keys.map(({ campaign_id, item_id }) => [campaign_id, item_id]),
    2,
  ))
    ids.push(...(await trx('posts').whereIn(['campaign_id', 'item_id'], chunk).limit(chunk.length).pluck<number[]>('id')));
  return ids;
}
