import type { ModelResult } from '#core/ai/score/candidate.ts';
import { decide, recencyOf } from '#core/scoring/arithmetic.ts';
import { confidenceAt, rankOf } from '#core/scoring/confidence.ts';
import { insertRows, takeNew } from '#core/platform/db/many-rows.ts';
import type { Trx } from '#core/platform/db/connect.ts';
import { mergeLeads } from '#core/inbox/leads/merge.ts';
import { raiseRecency } from '../rescoring/queries.ts';
import type { Finding } from '../tally.ts';
import { indexKept, type Kept, rowOf, scoredColumns } from '../write-findings.ts';
import { keyOf, listPostIds, listStillUnseen, markAsked, type UnseenKey } from './queries.ts';

export interface ScoredUnseen {
  key: UnseenKey;
  finding: Finding;
  result: ModelResult;
  /** Only audited: counted, and never kept, because its user's own filters put it aside. */
  isAudit: boolean;
}

function keptOf({ finding, result }: ScoredUnseen, now: number): (Kept & { scoredBy: string }) | null {
  const { campaign, item, verdict } = finding;
  const { components, role } = result.assessment;
  const { kind, subreddit_key: subreddit, title, body, created_at } = item;
  const aged = { ...components, recency: recencyOf(created_at, now) };
  const learnedPoints = campaign.learnedPoints({ components: aged, role, kind, subreddit, title, body });
  const rank = rankOf(components, campaign.scoring.weights, { ...result.assessment, learnedPoints });
  const decided = decide(confidenceAt(rank, created_at, now), role, campaign.scoring);
  if (decided === 'none') return null;
  const scored: Finding = { ...finding, verdict: { ...verdict, assessment: result.assessment } };
  return { finding: scored, rank, learnedPoints, decided, discoveredAt: now, scoredBy: result.scoredBy };
}

/** Keeps what the model lifts above the floor as posts and leads, and notes that it was asked. Answers how many of each. */
export async function writeUnseen(trx: Trx, scored: readonly ScoredUnseen[], now: number): Promise<{ posts: number; leads: number }> {
  const waiting = await listStillUnseen(
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
    const post = one.isAudit || one.result.outcome !== 'model' ? null : keptOf(one, now);
    return post ? [post] : [];
  });
  const rows = kept.map((post) => rowOf(post, post.scoredBy));
  await insertRows(trx, 'posts', {
    rows,
    onConflict: `(campaign_id, item_id) ${takeNew([...scoredColumns, 'author_key', 'status', 'open'])}`,
  });
  for (const { finding, rank } of kept) await raiseRecency(trx, String(finding.campaign.id), rank.recencyPoints);
  await indexKept(trx, kept);
  const created = await mergeLeads(trx, await listPostIds(trx, rows), now);
  return { posts: rows.length, leads: created.length };
}
