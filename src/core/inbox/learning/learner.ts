import type { CoreContext } from '#core/context.ts';
import type { Sleep } from '#core/platform/clock.ts';
import { transact } from '#core/platform/db/connect.ts';
import { type Learned, rerank, rerankLearned } from '../posts/rerank.ts';
import { createRunner } from '#core/platform/runner.ts';
import { inTurn } from '#core/platform/peers.ts';
import { inSlices, type Steps } from '#core/platform/slices.ts';
import type { CampaignLearningRow } from '../tables.ts';
import type { FeatureReader } from './features.ts';
import { fitSteps, type Layer, learnedPoints } from './layer.ts';
import { lessonSteps, termSteps } from './lessons.ts';
import {
  bumpRevision,
  exampleOf,
  findRanking,
  listDue,
  type ListRated,
  listTexts,
  type RatedRow,
  saveLearning,
  saveSuggestions,
} from './queries.ts';
import { suggestChanges, type SuggestDeps } from './suggest.ts';
import { findCampaign } from '../campaigns/queries.ts';
import { groupByRule, type RatedByRule, settlePauses } from './paused-rules.ts';
import type { Fact } from '#shared/events.ts';

export interface LearnerDeps extends SuggestDeps, Pick<CoreContext, 'bus' | 'peers' | 'log'> {
  sleep: Sleep;
  reader: FeatureReader;
  listRated: ListRated;
  /** Users rate several posts in a row: milliseconds to wait for more feedback before learning. */
  pauseMs: number;
}

const pageSize = 500;
const facts: Fact[] = ['posts-changed', 'leads-changed'];

/** The posts whose points change. */
function* pointSteps(rows: Awaited<ReturnType<typeof listTexts>>, layer: Layer | null, reader: FeatureReader): Steps<Learned> {
  const learned = new Map<number, { points: number; components: string }>();
  for (const row of rows) {
    const points = layer ? learnedPoints(layer, reader.read(exampleOf(row))) : 0;
    if (points !== row.learned_points) learned.set(row.id, { points, components: row.components });
    yield;
  }
  return learned;
}

async function applyLayer(
  { db, now, reader }: LearnerDeps,
  { campaignId, layer }: { campaignId: number; layer: Layer | null },
  signal: AbortSignal,
): Promise<boolean> {
  for (let after = 0; !signal.aborted;) {
    const rows = await listTexts(db, campaignId, { after, limit: pageSize });
    const learned = await inSlices(pointSteps(rows, layer, reader));
    if (learned.size > 0) await transact(db, (trx) => rerankLearned(trx, campaignId, { learned, now: now() }));
    if (rows.length < pageSize) return true;
    after = rows.at(-1)?.item_id ?? 0;
  }
  return false;
}

async function suggestOne(deps: LearnerDeps, campaignId: number, marked: { rows: readonly RatedRow[]; rated: RatedByRule }): Promise<void> {
  const row = await findCampaign(deps.db, null, String(campaignId));
  if (!row) return;
  const suggestions = JSON.stringify(await suggestChanges(deps, row, marked));
  if (suggestions === row.suggestions) return;
  await transact(deps.db, (trx) => saveSuggestions(trx, campaignId, { suggestions }));
  deps.bus.announce(String(row.user_id), ['campaigns-changed']);
}

/**
 * Refits one campaign and updates the learned points of its stored posts, page by page. The layer is saved first, so posts scored
 * in the meantime already use it, and an interrupted fit is repeated. Returns whether anything changed.
 */
async function learnOne(deps: LearnerDeps, before: CampaignLearningRow, signal: AbortSignal): Promise<boolean> {
  const { db, now, reader, listRated } = deps;
  const { campaign_id: campaignId, wanted } = before;
  const ranking = await findRanking(db, campaignId);
  if (!ranking) return false;
  const rows = await listRated(campaignId);
  const lessons = await inSlices(lessonSteps(rows, ranking.weights, reader));
  const layer = await inSlices(fitSteps(lessons));
  const terms = await inSlices(termSteps(layer, rows, reader));
  const rated = groupByRule(rows);
  const stored = layer && JSON.stringify(layer);
  const isSame = stored === before.layer;
  const campaign = { id: campaignId, user_id: before.user_id, rules: ranking.rules.map(({ text }) => text) };
  const rulesChanged = await transact(db, async (trx) => {
    await saveLearning(trx, campaignId, {
      layer: stored,
      lessons: lessons.length,
      terms: JSON.stringify(terms),
      learned_at: now(),
      ...(isSame ? {} : { applied: 0 }),
    });
    if (!isSame) await bumpRevision(trx, campaignId);
    return settlePauses(trx, campaign, { rated, now: now() });
  });
  if (isSame && before.applied === 0) await rerank(db, campaignId, now());
  await suggestOne(deps, campaignId, { rows, rated });
  const isApplied = (isSame && before.applied === 1) || (await applyLayer(deps, { campaignId, layer }, signal));
  if (isApplied) await transact(db, (trx) => saveLearning(trx, campaignId, { done: wanted, applied: 1 }));
  if (rulesChanged) deps.bus.emit('campaign:changed', { userId: String(before.user_id), campaignId: String(campaignId) });
  return !isSame || rulesChanged;
}

/** Learns from feedback in the background: soon after it is given, and at startup from what was left over. */
export function createLearner(deps: LearnerDeps) {
  const { db, bus, log, sleep, pauseMs } = deps;
  const runner = createRunner(log);
  let isWaiting = false;
  let tail: Promise<unknown> = Promise.resolve();

  async function learnAll(signal: AbortSignal): Promise<{ campaigns: number; changed: number }> {
    const due = await listDue(db);
    let changed = 0;
    for (const row of due) {
      if (signal.aborted) break;
      if (await learnOne(deps, row, signal)) changed += 1;
      bus.announce(String(row.user_id), facts);
    }
    return { campaigns: due.length, changed };
  }

  /** One run at a time, on all servers: two would overwrite each other's pages. */
  function learnDue(signal: AbortSignal): Promise<{ campaigns: number; changed: number }> {
    const run = tail.then(() => inTurn(deps.peers, { name: 'learn', signal }, () => learnAll(signal)));
    tail = run.catch(() => undefined);
    return run;
  }

  function learnSoon(): void {
    if (isWaiting) return;
    isWaiting = true;
    runner.start('learn', async (signal) => {
      await sleep(pauseMs, signal).catch(() => undefined);
      isWaiting = false;
      if (!signal.aborted) await learnDue(signal);
    });
  }
  const stops = (['posts:decided', 'posts:scored', 'campaign:changed', 'items:fetched'] as const).map((fact) => bus.on(fact, learnSoon));

  return {
    learnSoon,
    /** Learns from the feedback that wasn't processed yet. */
    learnDue,
    /** Resolves when all feedback given before the call is processed. */
    settled: () => runner.settled(),
    async close(): Promise<void> {
      for (const stop of stops) stop();
      await runner.close();
      await tail;
    },
  };
}
export type Learner = ReturnType<typeof createLearner>;
