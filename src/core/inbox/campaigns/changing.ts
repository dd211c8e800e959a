import type { Rule, Campaign, CampaignInput, CampaignUpdate } from '#shared/campaigns.ts';
import type { Weights } from '#shared/scoring.ts';
import { requireActiveCampaignLimit, requireCampaignLimit } from '#core/accounts/plans/limits.ts';
import type { Actor } from '#core/platform/actor.ts';
import { transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { parseRule } from '#core/scoring/rules/parse.ts';
import { markLearning, markRanked, markUnranked } from '../learning/queries.ts';
import { countCampaignsOf, deleteCampaign, insertCampaign, updateCampaign } from './queries.ts';
import { requireCampaignSpace, requireRuleSpace } from './quota.ts';
import { type CampaignDeps, getCampaign, getRow } from './reading.ts';
import { type CampaignRow, columnsOf, fieldsOf } from './rows.ts';
import { streamsOf } from './streams.ts';

/** Throws `invalid` with every error in every rule, each with its position. */
export function requireSoundRules(rules: readonly Rule[]): void {
  const details = rules.flatMap(({ text }, index) => {
    const parsed = parseRule(text);
    return parsed.ok
      ? []
      : parsed.errors.map(({ column, message }) => ({ path: `rules.${index}.text`, message: `Column ${column}: ${message}` }));
  });
  if (details.length > 0) throw new AppError('invalid', 'A rule is invalid', { details });
}

/** A change to one of these changes who the campaign looks for, so everything fetched is scored again. */
const seeking = new Set<keyof CampaignRow>([
  'description',
  'offering',
  'ideal_customer',
  'pain_points',
  'exclusions',
  'regions',
  'price_range',
  'rules',
  'excludes',
  'streams',
  'languages',
  'post_floor',
]);
const ranking = new Set<keyof CampaignRow>(['weights', 'lead_threshold', 'leads_per_day']);

/** Throws `invalid` when all weights are zero: nothing could be ranked. */
function requireWeights(weights: Weights | undefined): void {
  if (weights && Object.values(weights).every((weight) => weight === 0)) {
    throw new AppError('invalid', 'At least one weight must be above zero', { details: [{ path: 'weights', message: 'All are zero' }] });
  }
}

/** Throws `invalid` for an active campaign that has no rules, streams, or searches to fetch. */
function requireSomethingToFetch(fields: CampaignInput): void {
  if (fields.status !== 'active' || fields.rules.length > 0 || streamsOf(fields).length > 0) return;
  throw new AppError('invalid', 'This campaign would find nothing. Add a subreddit or a rule.', {
    details: [{ path: 'streams', message: 'Add a subreddit, or a rule to search for' }],
  });
}

const changedColumns = (row: CampaignRow, columns: Partial<CampaignRow>) =>
  (Object.keys(columns) as (keyof CampaignRow)[]).filter((column) => columns[column] !== row[column]);

function tell({ bus }: CampaignDeps, userId: number, id: number): void {
  bus.emit('campaign:changed', { userId: String(userId), campaignId: String(id) });
  bus.announce(String(userId), ['campaigns-changed']);
}

export async function createCampaign(
  deps: CampaignDeps,
  { userId, input, sample }: { userId: number; input: CampaignInput; sample: boolean },
): Promise<Campaign> {
  requireSoundRules(input.rules);
  requireWeights(input.weights);
  requireSomethingToFetch(input);
  const id = await transact(deps.db, async (trx) => {
    await requireCampaignSpace(trx, userId, deps.limits);
    await requireRuleSpace(trx, { userId, exceptId: null, rules: input.rules }, deps.limits);
    if (!sample) await requireCampaignLimit(trx, userId, countCampaignsOf);
    return insertCampaign(trx, { userId, input, sample, now: deps.now() });
  });
  tell(deps, userId, id);
  return getCampaign(deps, { kind: 'system' }, String(id));
}

/** Updates the given fields. A new target customer resets the scoring cursor; new weights re-rank stored posts. */
export async function changeCampaign(
  deps: CampaignDeps,
  { actor, id }: { actor: Actor; id: string },
  update: CampaignUpdate,
): Promise<Campaign> {
  const { db, now } = deps;
  requireSoundRules(update.rules ?? []);
  requireWeights(update.weights);
  const { row, unranked } = await transact(db, async (trx) => {
    const before = await getRow(trx, actor, id);
    const given = Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined));
    if (given['status'] === 'active' || 'rules' in given || 'streams' in given) requireSomethingToFetch({ ...fieldsOf(before), ...given });
    if (given['status'] === 'active' || update.rules)
      await requireRuleSpace(
        trx,
        { userId: before.user_id, exceptId: before.id, rules: update.rules ?? fieldsOf(before).rules },
        deps.limits,
      );
    const columns = columnsOf(update);
    const changed = changedColumns(before, columns);
    const targetCustomerAnew = changed.some((column) => seeking.has(column));
    const awakened = changed.includes('status') && update.status === 'active';
    if (awakened && before.sample === 0) await requireActiveCampaignLimit(trx, before.user_id, countCampaignsOf);
    await updateCampaign(trx, before, {
      ...columns,
      updated_at: now(),
      ...(targetCustomerAnew ? { profile_version: before.profile_version + 1, scored_seq: 0 } : {}),
      ...((awakened || targetCustomerAnew) && before.sample === 0 ? { next_run_at: now() } : {}),
    });
    const isRanking = changed.some((column) => ranking.has(column));
    if (targetCustomerAnew && !isRanking) await markLearning(trx, [before.id]);
    return { row: before, unranked: isRanking ? await markUnranked(trx, before.id) : null };
  });
  if (unranked) {
    await deps.rerank(row.id);
    await markRanked(db, row.id, unranked);
  }
  tell(deps, row.user_id, row.id);
  return getCampaign(deps, actor, id);
}

export async function removeCampaign(deps: CampaignDeps, actor: Actor, id: string): Promise<null> {
  const row = await transact(deps.db, async (trx) => {
    const own = await getRow(trx, actor, id);
    await deleteCampaign(trx, own);
    return own;
  });
  tell(deps, row.user_id, row.id);
  return null;
}

export async function duplicateCampaign(deps: CampaignDeps, actor: Actor, id: string): Promise<Campaign> {
  const row = await getRow(deps.db, actor, id);
  const fields = fieldsOf(row);
  const input: CampaignInput = { ...fields, name: `${fields.name.slice(0, 113)} (copy)`, status: 'paused' };
  return createCampaign(deps, { userId: row.user_id, input, sample: false });
}
