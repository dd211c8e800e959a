import type { Db } from '#core/platform/db/connect.ts';

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
