import { createHash } from 'node:crypto';
import type { CoreContext } from '#core/context.ts';
import type { Db } from '#core/platform/db/connect.ts';

/** State that all servers of a database share. */
export interface SharedStore {
  /** Calls are counted in intervals, so that the row of several servers stays small. */
  intervalMs: number;
  /** Changes the state with this name; one server at a time does. `change` gets null the first time. Returns what it returns. */
  change<State extends object, T>(name: string, change: (state: State | null) => { state: State; result: T }): Promise<T>;
  /** For changes that nobody waits for. */
  report(error: unknown): void;
}

/** For the only server. */
export function createMemoryStore(): SharedStore {
  let kept: object | null = null;
  return {
    intervalMs: 1,
    async change<State extends object, T>(_: string, change: (state: State | null) => { state: State; result: T }): Promise<T> {
      const { state, result } = change(kept as State | null);
      kept = state;
      return result;
    },
    report: () => undefined,
  };
}

/** Null for the only server, which keeps its state in memory. */
export function createSharedStore({ db, log, now, peers }: Pick<CoreContext, 'db' | 'log' | 'now' | 'peers'>): SharedStore | null {
  if (peers.number === null) return null;
  return {
    intervalMs: 10_000,
    change: (name, change) => changeShared(db, { name, now: now() }, change),
    report: (error) => log.warn({ err: error }, 'the shared request budget was not updated'),
  };
}

/** The client ID is no secret, but it says nothing to whoever reads the table either. */
export const budgetName = (clientId: string): string => `reddit:${createHash('sha256').update(clientId).digest('base64url').slice(0, 22)}`;

/** Changes the stored state of a budget; one server at a time does. `change` gets null the first time. Returns what it returns. */
export async function changeShared<State extends object, T>(
  db: Db,
  { name, now }: { name: string; now: number },
  change: (state: State | null) => { state: State; result: T },
): Promise<T> {
  return db.transaction(async (trx) => {
    await trx('shared_budgets').insert({ name, state: 'null', changed_at: now }).onConflict('name').ignore();
    const row = await trx('shared_budgets').where({ name }).forUpdate().first('state');
    const { state, result } = change(JSON.parse(row?.state ?? 'null') as State | null);
    await trx('shared_budgets')
      .where({ name })
      .update({ state: JSON.stringify(state), changed_at: now });
    return result;
  });
}
