import type { Db } from '../db/connect.ts';

export interface JudgedRow {
  static_points: number;
  recency_points: number;
  cap: number;
  created_at: number;
  discovered_at: number;
  decided: 'lead' | 'post';
  scored_by: string;
  verdict: 'right' | 'wrong';
}

/** The judged posts of a campaign, the latest judgements first. */
export function listJudged(db: Db, campaignId: number, limit: number): Promise<JudgedRow[]> {
  return db('posts')
    .where({ campaign_id: campaignId })
    .whereNotNull('verdict')
    .orderBy([
      { column: 'verdict_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .select<JudgedRow[]>('static_points', 'recency_points', 'cap', 'created_at', 'discovered_at', 'decided', 'scored_by', 'verdict')
    .limit(limit);
}
