import type { Rule } from '#shared/campaigns.ts';
import type { Components, Weights } from '#shared/scoring.ts';
import type { Now } from '#core/platform/clock.ts';
import { chunked, type Db, type Trx, type Subquery } from '#core/platform/db/connect.ts';
import { dialectOf } from '#core/platform/db/dialect.ts';
import { recencyOf } from '#core/scoring/arithmetic.ts';
import { exactConfidence, rankOf } from '#core/scoring/confidence.ts';
import { meritOf, type Thresholds } from '#core/scoring/lead-threshold.ts';
import type { PausedRulesRow, CampaignLearningRow, CampaignsRow, ItemsRow, PostsRow } from '../tables.ts';
import type { Example } from './features.ts';
import type { Layer } from './layer.ts';

/** Marks these campaigns for relearning, which happens after the commit, or after a restart if the process crashes. */
export async function markLearning(trx: Trx, campaignIds: Iterable<number>): Promise<void> {
  for (const ids of chunked([...new Set(campaignIds)], 1)) {
    const marks = ids.map(() => '?').join(', ');
    await trx.raw(
      `insert into campaign_learning (campaign_id, user_id, wanted) select id, user_id, 1 from campaigns where id in (${marks})
      on conflict (campaign_id) do update set wanted = campaign_learning.wanted + 1`,
      ids,
    );
  }
}

/** Until `markRanked`, learning ranks the campaign's posts again, so that a crash in between leaves none with earlier weights. */
export async function markUnranked(trx: Trx, campaignId: number): Promise<{ learned_at: number | null; applied: number }> {
  await markLearning(trx, [campaignId]);
  const own = () => trx('campaign_learning').where({ campaign_id: campaignId });
  const before = await own().first('learned_at', 'applied');
  await own().update({ applied: 0 });
  return { learned_at: before?.learned_at ?? null, applied: before?.applied ?? 0 };
}

/** Unless something was learned meanwhile, which ranks the posts by itself. */
export async function markRanked(
  db: Db,
  campaignId: number,
  { learned_at, applied }: Awaited<ReturnType<typeof markUnranked>>,
): Promise<void> {
  await db('campaign_learning').where({ campaign_id: campaignId, learned_at }).update({ applied });
}

/** As `markLearning`, for the campaigns of posts that users rated, kept, archived, or replied to. */
export async function markLearningOf(trx: Trx, postIds: readonly number[]): Promise<void> {
  for (const ids of chunked(postIds, 1))
    await markLearning(trx, await trx('posts').whereIn('id', ids).distinct().limit(ids.length).pluck('campaign_id'));
}

/** Removes terms from deleted texts immediately; the next fit removes what was learned from them. */
export async function forgetLearnedTerms(trx: Trx, postIds: readonly number[]): Promise<void> {
  for (const ids of chunked(postIds, 1)) {
    const campaigns = () => trx('posts').whereIn('id', ids).select('campaign_id');
    await trx('campaign_learning')
      .whereIn('campaign_id', campaigns())
      .update({ terms: '[]', wanted: trx.raw('wanted + 1') });
    await trx('campaigns').whereIn('id', campaigns()).update({ suggestions: '[]' });
  }
}

type PauseRow = Pick<PausedRulesRow, 'rule' | 'paused_since' | 'resumed_at'>;

export const listPauses = (db: Db, campaignId: number): Promise<PauseRow[]> =>
  db('paused_rules').where({ campaign_id: campaignId }).select('rule', 'paused_since', 'resumed_at').limit(1000);

/** Campaign id → its paused rules, each with the start of the pause (UTC ms). */
export async function listPausedRules(db: Db, campaignIds: readonly number[]): Promise<Map<number, Map<string, number>>> {
  const paused = new Map<number, Map<string, number>>();
  for (const ids of chunked(campaignIds, 1)) {
    const rows = await db('paused_rules')
      .whereIn('campaign_id', ids)
      .whereNotNull('paused_since')
      .orderBy(['campaign_id', 'rule'])
      .select('campaign_id', 'rule', 'paused_since')
      .limit(100_000);
    for (const { campaign_id, rule, paused_since } of rows)
      paused.set(campaign_id, (paused.get(campaign_id) ?? new Map<string, number>()).set(rule, paused_since ?? 0));
  }
  return paused;
}

export async function pauseRules(
  trx: Trx,
  { campaignId, userId, rules }: { campaignId: number; userId: number; rules: readonly string[] },
  now: number,
): Promise<void> {
  for (const rule of rules)
    await trx('paused_rules')
      .insert({ campaign_id: campaignId, user_id: userId, rule, paused_since: now })
      .onConflict(['campaign_id', 'rule'])
      .merge(['paused_since']);
}

export async function endPauses(trx: Trx, campaignId: number, rules: readonly string[]): Promise<void> {
  for (const rule of rules) await trx('paused_rules').where({ campaign_id: campaignId, rule }).update({ paused_since: null });
}

/** Returns false when the rule isn't paused. */
export async function endPauseByHand(trx: Trx, campaignId: number, { rule, now }: { rule: string; now: number }): Promise<boolean> {
  const changed = await trx('paused_rules')
    .where({ campaign_id: campaignId, rule })
    .whereNotNull('paused_since')
    .update({ paused_since: null, resumed_at: now });
  return changed > 0;
}

/** `post_id` and `sent_at` (UTC ms of the first reply) of the posts these users replied to; provided by the replies room. */
export type SelectReplied = (db: Db, userIds: Subquery) => Subquery;
/** The rated posts of a campaign. */
export type ListRated = (campaignId: number) => Promise<RatedRow[]>;

export interface LearningDeps {
  db: Db;
  now: Now;
  listRated: ListRated;
}

/** Enough for years of one person's feedback; only the latest counts. */
const maxRated = 2000;

const ofPost = [
  'id',
  'item_id',
  'components',
  'role',
  'solved',
  'fit_none',
  'learned_points',
  'kind',
  'subreddit_key',
  'created_at',
  'discovered_at',
] as const;
const textColumns = [...ofPost.map((column) => `posts.${column}` as const), 'items.title', 'items.body'] as const;

/** A post with its text, as the layer reads it. */
export type TextRow = Pick<PostsRow, (typeof ofPost)[number]> & Pick<ItemsRow, 'title' | 'body'>;
export type RatedRow = TextRow &
  Pick<PostsRow, 'matched_rules' | 'scored_by' | 'feedback' | 'feedback_reason'> &
  Pick<ItemsRow, 'gone' | 'scope'> & { rated_at: number };

export type ExampleRow = Omit<TextRow, 'item_id' | 'learned_points' | 'solved' | 'fit_none'>;

/** A campaign's latest feedback, ordered by id: good and bad matches, leads made by hand, and replies. */
export function createRatedReader(db: Db, selectReplied: SelectReplied): ListRated {
  return async (campaignId) => {
    const own = { campaign_id: campaignId };
    const replied = () => selectReplied(db, db('campaigns').where({ id: campaignId }).select('user_id'));
    const rows = await db('posts')
      .join('items', 'items.id', 'posts.item_id')
      .leftJoin(replied().as('replied'), 'replied.post_id', 'posts.id')
      .where('posts.campaign_id', campaignId)
      .where((rated) =>
        rated
          .whereIn('posts.id', db('posts').where(own).whereNotNull('feedback').select('id'))
          .orWhereIn('posts.id', db('posts').where(own).whereNotNull('kept_at').select('id'))
          .orWhereIn('posts.id', db.from(replied().as('sent')).select('post_id')),
      )
      .select<RatedRow[]>(
        ...textColumns,
        'items.gone',
        'items.scope',
        'posts.matched_rules',
        'posts.scored_by',
        'posts.feedback',
        'posts.feedback_reason',
        db.raw('coalesce(posts.feedback_at, posts.kept_at, replied.sent_at) as rated_at'),
      )
      .orderBy([
        { column: 'rated_at', order: 'desc' },
        { column: 'posts.id', order: 'desc' },
      ])
      .limit(maxRated);
    return rows.toSorted((a, b) => a.id - b.id);
  };
}

/** Kept posts of a campaign whose text wasn't deleted, ordered by item. */
export function listTexts(db: Db, campaignId: number, { after, limit }: { after: number; limit: number }): Promise<TextRow[]> {
  return db('posts')
    .join('items', 'items.id', 'posts.item_id')
    .where('posts.campaign_id', campaignId)
    .where('posts.item_id', '>', after)
    .orderBy('posts.item_id')
    .select(...textColumns)
    .limit(limit);
}

/** What leads say that their user hasn't marked, newest first. */
export const listLeadTexts = (db: Db, campaignId: number, limit: number): Promise<Pick<ItemsRow, 'kind' | 'title' | 'body'>[]> =>
  db('posts')
    .join('items', 'items.id', 'posts.item_id')
    .where('posts.campaign_id', campaignId)
    .where('posts.status', 'lead')
    .whereNull('posts.feedback')
    .whereNull('items.gone')
    .orderBy('posts.id', 'desc')
    .select('items.kind', 'items.title', 'items.body')
    .limit(limit);

export async function saveSuggestions(
  trx: Trx,
  campaignId: number,
  change: Partial<Pick<CampaignsRow, 'suggestions' | 'dismissed_suggestions'>>,
): Promise<void> {
  await trx('campaigns').where({ id: campaignId }).update(change);
}

const agedComponents = ({ components, created_at, discovered_at }: ExampleRow): Components => ({
  ...(JSON.parse(components) as Components),
  recency: recencyOf(created_at, discovered_at),
});

export const exampleOf = (row: ExampleRow): Example => ({
  components: agedComponents(row),
  role: row.role,
  kind: row.kind,
  subreddit: row.subreddit_key,
  title: row.title,
  body: row.body,
});

/** Rank and score without learning, with recency as of when the post was found. */
export function baseOf(row: TextRow, weights: Weights, learnedPoints = 0): number {
  const rank = rankOf(JSON.parse(row.components) as Components, weights, {
    role: row.role,
    solved: row.solved === 1,
    fitNone: row.fit_none === 1,
    learnedPoints,
  });
  return exactConfidence(rank, row.created_at, row.discovered_at);
}

/** What a day's best are chosen by; see `meritOf`. */
export const meritOfRow = (
  row: Pick<TextRow, 'components' | 'role' | 'solved' | 'fit_none'>,
  weights: Weights,
  learnedPoints: number,
): number =>
  meritOf(JSON.parse(row.components) as Components, weights, {
    role: row.role,
    solved: row.solved === 1,
    fitNone: row.fit_none === 1,
    learnedPoints,
  });

export interface LearnedTerm {
  /** As shown to the user: "posts that offer", "“invoice”". */
  what: string;
  /** Points it adds to a post that has it. */
  points: number;
}

/** Undefined for a campaign without feedback. */
export const findLearning = (db: Db, campaignId: number): Promise<CampaignLearningRow | undefined> =>
  db('campaign_learning').where({ campaign_id: campaignId }).first();

/** Campaigns with feedback that isn't learned from yet. */
export const listDue = (db: Db): Promise<CampaignLearningRow[]> =>
  db('campaign_learning').whereRaw('wanted > done').orderBy('campaign_id').select('*').limit(1000);

export async function listLayers(db: Db, campaignIds: readonly number[]): Promise<Map<number, Layer>> {
  const layers = new Map<number, Layer>();
  for (const ids of chunked(campaignIds, 1)) {
    const rows = await db('campaign_learning')
      .whereIn('campaign_id', ids)
      .whereNotNull('layer')
      .select('campaign_id', 'layer')
      .limit(ids.length);
    for (const { campaign_id, layer } of rows) if (layer !== null) layers.set(campaign_id, JSON.parse(layer) as Layer);
  }
  return layers;
}

export const findLayer = async (db: Db, campaignId: number): Promise<Layer | null> =>
  (await listLayers(db, [campaignId])).get(campaignId) ?? null;

/** Rule → number of kept posts it matched, and how many of them are leads. */
export async function listRuleCounts(db: Db, campaignId: number): Promise<Map<string, { matched: number; leads: number }>> {
  const rows = await db
    .select<{ rule: string; matched: number; leads: number }[]>(
      db.raw(`rule.value as rule, count(*) as matched, count(*) filter (where posts.status = 'lead') as leads`),
    )
    .from(db.raw(`posts, ${dialectOf(db).valuesOf('posts.matched_rules', 'rule')}`))
    .where('posts.campaign_id', campaignId)
    .where((kept) => kept.where('posts.open', 1).orWhere('posts.touched', 1))
    .groupBy('rule.value')
    .limit(10_000);
  return new Map(rows.map(({ rule, matched, leads }) => [rule, { matched, leads }]));
}

export interface Ranking extends Thresholds {
  leadsPerDay: number;
  weights: Weights;
  rules: Rule[];
}

export async function findRanking(db: Db, campaignId: number): Promise<Ranking | null> {
  const row = await db('campaigns').where({ id: campaignId }).first('weights', 'post_floor', 'lead_threshold', 'leads_per_day', 'rules');
  if (!row) return null;
  return {
    weights: JSON.parse(row.weights) as Weights,
    postFloor: row.post_floor,
    leadThreshold: row.lead_threshold,
    leadsPerDay: row.leads_per_day,
    rules: JSON.parse(row.rules) as Rule[],
  };
}

export async function saveLearning(
  trx: Trx,
  campaignId: number,
  change: Partial<Omit<CampaignLearningRow, 'campaign_id' | 'user_id'>>,
): Promise<void> {
  await trx('campaign_learning').where({ campaign_id: campaignId }).update(change);
}

/** Discards batches that were scored with the previous state; they are scored again. */
export async function bumpRevision(trx: Trx, campaignId: number): Promise<void> {
  await trx('campaigns').where({ id: campaignId }).increment('learned_revision', 1);
}

/** Scores everything again that was fetched while a rule was paused. */
export async function scoreAgain(trx: Trx, campaignId: number): Promise<void> {
  await trx('campaigns').where({ id: campaignId }).update({ scored_seq: 0 });
  await bumpRevision(trx, campaignId);
}

export async function readOwner(db: Db, campaignId: number): Promise<number> {
  return (await db('campaigns').where({ id: campaignId }).first('user_id'))?.user_id ?? 0;
}
