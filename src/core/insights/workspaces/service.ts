import type { WorkspaceFigures } from '#shared/admin.ts';
import type { Page } from '#shared/common.ts';
import { dayMs } from '#shared/time.ts';
import type { CoreContext } from '#core/context.ts';
import { countMembers } from '#core/accounts/workspaces/queries.ts';
import { dayOf } from '#core/ai/ledger/entry.ts';
import { presentSpend } from '#core/ai/use.ts';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { type NewestQuery, readCursor, writeCursor } from '#core/platform/paging/cursor.ts';
import { addLead, tryCatchUp } from '../analytics/count-facts.ts';
import { entryOf, newFacts, addDurations, countOf, type Durations, quantileOf } from '../analytics/facts.ts';
import { listRepeatedLeads } from '../analytics/queries.ts';
import { countReplies, countWorkspaces, listLatencies, listWorkspaces, sumLeads, type WorkspaceRow } from './queries.ts';

type WorkspaceFiguresDeps = Pick<CoreContext, 'db' | 'readDb' | 'now'>;

const shownDays = 30;
const countedFirst = 20;
const list = 'workspaces';

interface LeadFigures {
  leads: number;
  /** Time from post to reply. */
  answered: Durations;
}

/** What Analytics shows of each of these workspaces: people count once, however many campaigns found them. */
async function readLeads(db: Db, some: { userIds: readonly number[]; from: number; to: number }): Promise<Map<number, LeadFigures>> {
  const { userIds, from, to } = some;
  const [sums, latencies, repeated] = await Promise.all([
    sumLeads(db, some),
    listLatencies(db, some),
    listRepeatedLeads(db, { userIds, from: from * dayMs, to: (to + 1) * dayMs }),
  ]);
  const figures = new Map<number, LeadFigures>(sums.map(({ user_id, leads }) => [user_id, { leads, answered: [] }]));
  const figuresOf = (userId: number) => entryOf(figures, userId, () => ({ leads: 0, answered: [] }));
  for (const { user_id, latency } of latencies) {
    const [, , answered] = JSON.parse(latency) as [found: Durations, seen: Durations, answered: Durations];
    addDurations(figuresOf(user_id).answered, answered);
  }
  for (const lead of repeated) {
    const [own, twice] = [figuresOf(lead.user_id), newFacts()];
    addLead(twice, lead);
    own.leads -= twice.leads;
    addDurations(
      own.answered,
      twice.latency.answered.map((n) => -n),
    );
  }
  return figures;
}

async function present(db: Db, rows: readonly WorkspaceRow[], days: { from: number; to: number }): Promise<WorkspaceFigures[]> {
  if (rows.length === 0) return [];
  const some = { userIds: rows.map(({ id }) => id), ...days };
  const [members, sent, figures] = await Promise.all([countMembers(db, some.userIds), countReplies(db, some), readLeads(db, some)]);
  const replies = new Map(sent.map((row) => [row.user_id, row.replies]));
  return rows.map(({ id, username, campaigns, ...spend }) => {
    const { leads, answered } = figures.get(id) ?? { leads: 0, answered: [] };
    return {
      id: String(id),
      owner: username,
      members: 1 + (members.get(id) ?? 0),
      campaigns,
      leads,
      replies: replies.get(id) ?? 0,
      calls: spend.calls,
      cost: presentSpend(spend).cost,
      unpriced: spend.unpriced,
      answered: countOf(answered),
      answeredMinutes: quantileOf(answered, 0.5),
    };
  });
}

/** What each workspace did and cost in the last 30 UTC days, for admins: figures, and nothing of what is in it. */
export const createWorkspaceFigures = ({ db, readDb, now }: WorkspaceFiguresDeps) => ({
  async list(actor: Actor, { limit, cursor }: NewestQuery): Promise<Page<WorkspaceFigures>> {
    requireAdmin(actor);
    const after = readCursor(cursor, list);
    const today = dayOf(now());
    const days = { from: today - shownDays + 1, to: today };
    // A job recounts the rest within a minute.
    await tryCatchUp(db, { userId: null, ...days, limit: countedFirst });
    const rows = await listWorkspaces(readDb, { ...days, after, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return {
      items: await present(readDb, shown, days),
      nextCursor: last ? writeCursor({ sort: list, now: 0, key: last.cost, id: last.id }) : null,
      total: await countWorkspaces(readDb, days),
    };
  },
});
