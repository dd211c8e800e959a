import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { BillingAccountsRow, BillingEventsRow } from '../tables.ts';

export type AccountRow = BillingAccountsRow;

export const findAccount = (db: Db | Trx, userId: number): Promise<AccountRow | undefined> =>
  db('billing_accounts').where({ user_id: userId }).first();

export const findByCustomer = (db: Db, customerId: string): Promise<AccountRow | undefined> =>
  db('billing_accounts').where({ customer_id: customerId }).first();

/** The first write wins, so that two clicks don't create two customers. */
export async function keepCustomer(db: Db, account: { userId: number; customerId: string; now: number }): Promise<void> {
  await db.raw(
    `insert into billing_accounts (user_id, customer_id, state, synced_at) values (?, ?, 'none', ?) on conflict (user_id) do nothing`,
    [account.userId, account.customerId, account.now],
  );
}

export const replaceCustomer = (db: Db, userId: number, customerId: string) =>
  db('billing_accounts').where({ user_id: userId }).update({ customer_id: customerId });

export const writeAccount = (db: Db, userId: number, row: Omit<BillingAccountsRow, 'user_id' | 'customer_id'>) =>
  db('billing_accounts').where({ user_id: userId }).update(row);

export const findPayer = (db: Db, id: number): Promise<{ id: number; username: string; email: string } | undefined> =>
  db('users').where({ id }).first('id', 'username', 'email');

export async function isKnownEvent(db: Db, id: string): Promise<boolean> {
  return (await db('billing_events').where({ id }).first('id')) !== undefined;
}
export async function keepEvent(db: Db, event: BillingEventsRow): Promise<void> {
  await db.raw('insert into billing_events (id, type, received_at) values (:id, :type, :received_at) on conflict (id) do nothing', {
    ...event,
  });
}
export const forgetEvents = (db: Db, before: number): Promise<number> => db('billing_events').where('received_at', '<', before).delete();
