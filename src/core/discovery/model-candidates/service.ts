import type { CoreContext } from '#core/context.ts';
import type { Candidate, ModelResult } from '#core/ai/score/candidate.ts';
import type { ModelRun } from '#core/ai/score-with-model.ts';
import { raiseRecency } from '#core/inbox/campaigns/cursor-queries.ts';
import type { FeatureReader } from '#core/inbox/learning/features.ts';
import { listCampaignRows } from '#core/inbox/campaigns/queries.ts';
import { itemOf, type ItemRow } from '#core/inbox/items/items.ts';
import { listItems } from '#core/inbox/items/queries.ts';
import { mergeLeads } from '#core/inbox/leads/merge.ts';
import { callBest } from '#core/inbox/posts/calling.ts';
import { upsertScored } from '#core/inbox/posts/scored-queries.ts';
import type { Now } from '#core/platform/clock.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { decide } from '#core/scoring/lead-threshold.ts';
import { createScorerInSlices } from '#core/scoring/scorer.ts';
import { openLanguageOf } from '#core/scoring/match/item-language.ts';
import { createCampaignCache, type ScoredCampaign } from '../pass/scored-campaign.ts';
import type { Finding } from '../pass/finding.ts';
import { indexKept, type Kept, rankFor, scoredPostOf } from '../pass/kept-post.ts';
import { keyOf, listCandidates, type Route, type CandidateKey, listPostIds, listStillWaiting, markAsked } from './queries.ts';

interface ScoredCandidate {
  key: CandidateKey;
  finding: Finding;
  modelResult: ModelResult;
  /** Counted for the audit but never kept, because the user's own filters exclude it. */
  isAudit: boolean;
}

function keptOf({ finding, modelResult: { assessment, scoredBy } }: ScoredCandidate, now: number): (Kept & { scoredBy: string }) | null {
  const { campaign, item } = finding;
  const { rank, learnedPoints, merit, score } = rankFor(campaign, item, { assessment, at: now });
  const alone = decide({ score, merit, role: assessment.role }, campaign.scoring);
  if (alone === 'none') return null;
  // The best of a day are chosen once all are written.
  const decided = campaign.scoring.leadThreshold === null ? 'post' : alone;
  return { finding, assessment, rank, learnedPoints, merit, decided, discoveredAt: now, scoredBy };
}

/** Saves what the model scores above the floor as posts and leads, and marks everything as asked. Returns the number of each. */
async function writeScored(trx: Trx, scored: readonly ScoredCandidate[], now: number): Promise<{ posts: number; leads: number }> {
  const waiting = await listStillWaiting(
    trx,
    scored.map(({ key }) => key),
  );
  const current = scored.filter(({ key }) => waiting.has(keyOf(key)));
  await markAsked(
    trx,
    current.map(({ key }) => key),
    now,
  );
  const kept = current.flatMap((one) => {
    const post = one.isAudit || one.modelResult.outcome !== 'model' ? null : keptOf(one, now);
    return post ? [post] : [];
  });
  const rows = kept.map(({ scoredBy, ...post }) => scoredPostOf(post, scoredBy));
  await upsertScored(trx, rows, { touched: false });
  await raiseRecency(
    trx,
    kept.map(({ finding, rank }) => [finding.campaign.id, rank.recencyPoints] as const),
  );
  await indexKept(trx, kept);
  const ids = await listPostIds(trx, rows);
  await callBest(trx, ids);
  const created = await mergeLeads(trx, ids, now);
  return { posts: rows.length, leads: created.length };
}

interface Deps extends Pick<CoreContext, 'db' | 'bus' | 'now'> {
  reader: FeatureReader;
  scoreWithModel: (candidates: readonly Candidate[], signal: AbortSignal) => Promise<ModelRun>;
  forget: (fullnames: readonly string[]) => Promise<void>;
}

/** Candidates by outcome. */
export interface CandidatesScored {
  asked: number;
  posts: number;
  leads: number;
  /** The budget or provider ran out before these were scored. */
  waiting: number;
}

const chunkSize = 64;
const maxInOneRun = 1000;

/** Assesses items that no campaign kept with the built-in scorer, without filters. */
async function assess(keys: readonly CandidateKey[], { items, campaigns, now }: Stored): Promise<Map<string, Finding>> {
  const scorings = campaigns.map(({ scoring }) => scoring);
  const languageOf = await openLanguageOf(scorings);
  const scorer = await createScorerInSlices({ campaigns: scorings, now, assessAll: true, ...(languageOf ? { languageOf } : {}) });
  const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
  const found = new Map<string, Finding>();
  for (const key of keys) {
    const [item, campaign] = [items.get(key.item_id), byId.get(key.campaign_id)];
    const [result] = item && campaign ? scorer.score(itemOf(item), new Set([String(campaign.id)])) : [];
    if (item && campaign && result) found.set(keyOf(key), { campaign, item, result, original: null });
  }
  return found;
}

interface Stored {
  items: ReadonlyMap<number, ItemRow>;
  campaigns: readonly ScoredCampaign[];
  now: Now;
}

/** Asks the model about items that campaigns didn't keep: all that pass the gate, and a sample of the others. */
export function createModelCandidates({ db, bus, now, reader, scoreWithModel, forget }: Deps) {
  const readCampaigns = createCampaignCache(db, reader);

  async function readStored(keys: readonly CandidateKey[]): Promise<Stored> {
    const items = await listItems(
      db,
      keys.map(({ item_id }) => item_id),
    );
    const rows = await listCampaignRows(
      db,
      keys.map(({ campaign_id }) => campaign_id),
    );
    return { items: new Map(items.map((item) => [item.id, item])), campaigns: await readCampaigns(rows), now };
  }

  async function scoreChunk(keys: readonly CandidateKey[], route: Route, signal: AbortSignal): Promise<CandidatesScored> {
    const found = await assess(keys, await readStored(keys));
    const waiting = keys.flatMap((key) => {
      const finding = found.get(keyOf(key));
      const assessment = finding?.result.assessment;
      return finding && assessment ? [{ key, finding, assessment }] : [];
    });
    const candidates = waiting.map(({ finding: { campaign, item }, assessment }): Candidate => {
      return { campaign: campaign.scoring, userId: String(campaign.userId), item: itemOf(item), assessment, isAudit: route === 'audit' };
    });
    const { results } = await scoreWithModel(candidates, signal);
    const scored = waiting.flatMap(({ key, finding }, index): ScoredCandidate[] => {
      const modelResult = results[index];
      if (!modelResult || modelResult.outcome === 'unreached') return [];
      return [{ key, finding, modelResult, isAudit: route === 'audit' }];
    });
    const written = await transact(db, (trx) => writeScored(trx, scored, now()));
    await forgetGone(scored);
    if (written.posts > 0) {
      bus.emit('posts:scored', {});
      for (const userId of new Set(scored.map(({ finding }) => finding.campaign.userId)))
        bus.announce(String(userId), ['posts-changed', 'leads-changed']);
    }
    return { asked: scored.length, ...written, waiting: waiting.length - scored.length };
  }

  /** Responses were cached before it turned out that the author had deleted the text. */
  async function forgetGone(scored: readonly ScoredCandidate[]): Promise<void> {
    const stored = await listItems(
      db,
      scored.map(({ key }) => key.item_id),
    );
    const alive = new Set(stored.flatMap(({ id, gone }) => (gone === null ? [id] : [])));
    const gone = scored.flatMap(({ finding: { item } }) => (alive.has(item.id) ? [] : [item.fullname]));
    if (gone.length > 0) await forget(gone);
  }

  return async (signal: AbortSignal): Promise<CandidatesScored> => {
    const sum: CandidatesScored = { asked: 0, posts: 0, leads: 0, waiting: 0 };
    for (const route of ['gate', 'audit'] as const) {
      const keys = await listCandidates(db, route, maxInOneRun);
      for (let start = 0; start < keys.length && !signal.aborted; start += chunkSize) {
        const part = await scoreChunk(keys.slice(start, start + chunkSize), route, signal);
        for (const name of Object.keys(sum) as (keyof CandidatesScored)[]) sum[name] += part[name];
        if (part.asked === 0 && part.waiting > 0) break;
      }
    }
    return sum;
  };
}
export type ScoreModelCandidates = ReturnType<typeof createModelCandidates>;
