import type { ModelResult } from '#core/ai/score/candidate.ts';
import { raiseRecency } from '#core/inbox/campaigns/cursor-queries.ts';
import { mergeLeads } from '#core/inbox/leads/merge.ts';
import { callBest } from '#core/inbox/posts/calling.ts';
import { upsertScored } from '#core/inbox/posts/scored-queries.ts';
import type { Trx } from '#core/platform/db/connect.ts';
import { decide } from '#core/scoring/lead-threshold.ts';
import { indexKept, type Kept, rankFor, scoredPostOf } from '../pass/kept-post.ts';
import type { Finding } from '../pass/finding.ts';
import { keyOf, listPostIds, listStillWaiting, markAsked, type CandidateKey } from './queries.ts';

export interface ScoredCandidate {
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
export async function writeScored(trx: Trx, scored: readonly ScoredCandidate[], now: number): Promise<{ posts: number; leads: number }> {
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
