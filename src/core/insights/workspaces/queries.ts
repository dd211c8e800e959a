import { selectSpend, type Spend } from '#core/ai/ledger/spend-queries.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { dayMs } from '#shared/time.ts';

/** First and last UTC day (inclusive). */
interface Days {
  from: number;
  to: number;
}
/** Some workspaces, by the account of their owner. */
type Some = Days & { userIds: readonly number[] };

const maxRows = 1_000_000;

/** Workspaces with campaigns, or with AI calls on these days. */
const inUse = (db: Db, days: Days) =>
  db('users')
    .leftJoin(selectSpend(db, days).select('user_id').groupBy('user_id').as('spent'), 'spent.user_id', 'users.id')
    .leftJoin(db('campaigns').select('user_id', db.raw('count(*) as campaigns')).groupBy('user_id').as('own'), 'own.user_id', 'users.id')
    .where((either) => either.whereNotNull('spent.user_id').orWhereNotNull('own.user_id'));

export type WorkspaceRow = Spend & { id: number; username: string; campaigns: number };

const spendColumns = ['calls', 'tokensIn', 'tokensOut', 'cost', 'unpriced'] as const;

/** By what was spent, largest first; after a workspace and its cost. */
export const listWorkspaces = (
  db: Db,
  { after, limit, ...days }: Days & { after: { key: number; id: number } | null; limit: number },
): Promise<WorkspaceRow[]> =>
  inUse(db, days)
    .modify((rows) => {
      if (after !== null) void rows.whereRaw('(coalesce(spent.cost, 0), -users.id) < (?, ?)', [after.key, -after.id]);
    })
    .orderByRaw('coalesce(spent.cost, 0) desc, users.id')
    .select<WorkspaceRow[]>('users.id', 'users.username', db.raw('coalesce(own.campaigns, 0) as campaigns'))
    .select(spendColumns.map((column) => db.raw('coalesce(??, 0) as ??', [`spent.${column}`, column])))
    .limit(limit);

export async function countWorkspaces(db: Db, days: Days): Promise<number> {
  return (await inUse(db, days).count<{ n: number }>({ n: '*' }).first())?.n ?? 0;
}

/** As each campaign counts them: those that two campaigns found are in it twice. */
export const sumLeads = (db: Db, { userIds, from, to }: Some) =>
  db('campaign_days')
    .whereIn('user_id', userIds)
    .whereBetween('day', [from, to])
    .groupBy('user_id')
    .select<{ user_id: number; leads: number }[]>('user_id', db.raw('sum(leads) as leads'))
    .limit(maxRows);

/** Days on which leads were found that somebody contacted, with how long it took, as JSON. */
export const listLatencies = (db: Db, { userIds, from, to }: Some): Promise<{ user_id: number; latency: string }[]> =>
  db('campaign_days')
    .whereIn('user_id', userIds)
    .whereBetween('day', [from, to])
    .where('contacted', '>', 0)
    .select('user_id', 'latency')
    .limit(maxRows);

export const countReplies = (db: Db, { userIds, from, to }: Some) =>
  db('outbox')
    .whereIn('user_id', userIds)
    .where({ state: 'sent' })
    .where('sent_at', '>=', from * dayMs)
    .where('sent_at', '<', (to + 1) * dayMs)
    .groupBy('user_id')
    .select<{ user_id: number; replies: number }[]>('user_id', db.raw('count(*) as replies'))
    .limit(maxRows);
