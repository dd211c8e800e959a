import { updateRows } from '#core/platform/db/many-rows.ts';
import { leadLimitReached, takeLeads } from '#core/accounts/plans/limits.ts';
import type { Trx } from '#core/platform/db/connect.ts';

interface Starter {
  id: number;
  user_id: number;
  campaign_id: number;
  author_key: string;
  sample: number;
  static_points: number;
}

/** `withhold`: those beyond the plan's limit stay in Posts. `refuse`: throws `forbidden`, for what a person asked for. */
export type WhenFull = 'withhold' | 'refuse';

/** Who of these people become leads: best first, as many as their users' plans have left of this month. Samples are free. */
export async function admit<S extends Starter>(
  trx: Trx,
  starters: readonly S[],
  { now, whenFull }: { now: number; whenFull: WhenFull },
): Promise<{ admitted: S[]; withheld: S[] }> {
  const admitted = starters.filter(({ sample }) => sample === 1);
  const withheld: S[] = [];
  const byUser = Map.groupBy(
    starters.filter(({ sample }) => sample === 0),
    ({ user_id }) => user_id,
  );
  for (const [userId, own] of byUser) {
    const ranked = own.toSorted((a, b) => b.static_points - a.static_points);
    const taken = await takeLeads(trx, userId, { wanted: ranked.length, now });
    if (taken < ranked.length && whenFull === 'refuse') throw leadLimitReached();
    admitted.push(...ranked.slice(0, taken));
    withheld.push(...ranked.slice(taken));
  }
  return { admitted, withheld };
}

/** Posts of these people lose the state that only leads have. */
export async function withhold(trx: Trx, posts: readonly { id: number }[]): Promise<void> {
  await updateRows(
    trx,
    'posts',
    posts.map(({ id }) => ({ id, status: 'new' })),
  );
}
