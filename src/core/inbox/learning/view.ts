import type { Learning } from '#shared/learning.ts';
import type { Rule } from '#shared/campaigns.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { minLessons } from './layer.ts';
import { teaches } from './lessons.ts';
import { findLearning, type RatedRow, type LearnedTerm, type ListRated, listRuleCounts } from './queries.ts';
import { groupByRule, ratedOf } from './paused-rules.ts';
import { listPausedRules } from './pause-queries.ts';

const lately = 50;

/**
 * The same figure as on the dashboard. Leads made by hand and replies are left out: they always count as good and would flatter
 * it.
 */
function latelyOf(rows: readonly RatedRow[]): Learning['lately'] {
  const called = rows
    .filter(({ feedback }) => feedback !== null)
    .toSorted((a, b) => b.rated_at - a.rated_at || b.id - a.id)
    .slice(0, lately);
  return { rated: called.length, right: called.filter(({ feedback }) => feedback === 'right').length };
}

function reasonsOf(rows: readonly RatedRow[]): Learning['reasons'] {
  const given = rows.flatMap(({ feedback_reason }) => feedback_reason ?? []);
  return [...Map.groupBy(given, (reason) => reason)]
    .map(([reason, all]) => ({ reason, count: all.length }))
    .toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
}

async function rulesOf(
  db: Db,
  { id, rules }: { id: number; rules: readonly Rule[] },
  rows: readonly RatedRow[],
): Promise<Learning['rules']> {
  const counts = await listRuleCounts(db, id);
  const rated = groupByRule(rows);
  const paused = (await listPausedRules(db, [id])).get(id);
  return [...new Set(rules.map(({ text }) => text))].map((text) => {
    const since = paused?.get(text);
    const { matched = 0, leads = 0 } = counts.get(text) ?? {};
    const { right, wrong } = ratedOf(text, rated);
    return { text, matched, leads, right, wrong, pausedSince: since === undefined ? null : new Date(since).toISOString() };
  });
}

/** What the campaign page shows about learning. */
export async function viewLearning(
  { db, listRated }: { db: Db; listRated: ListRated },
  campaign: { id: number; rules: readonly Rule[] },
): Promise<Learning> {
  const rows = await listRated(campaign.id);
  const row = await findLearning(db, campaign.id);
  const terms = JSON.parse(row?.terms ?? '[]') as LearnedTerm[];
  const lessons = rows.filter(teaches).length;
  return {
    lately: latelyOf(rows),
    lessons,
    needed: Math.max(0, minLessons - lessons),
    isBehind: row !== undefined && row.wanted > row.done,
    learnedAt: row?.layer && row.learned_at !== null ? new Date(row.learned_at).toISOString() : null,
    up: terms.filter(({ points }) => points > 0),
    down: terms.filter(({ points }) => points < 0),
    reasons: reasonsOf(rows),
    rules: await rulesOf(db, campaign, rows),
  };
}
