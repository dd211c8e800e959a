import type { Db, Trx } from '#core/platform/db/connect.ts';
import type { PlanSeatsRow, UsersRow } from '../tables.ts';

export type SeatRow = Omit<PlanSeatsRow, 'created_at'>;

export const listSeats = (db: Db | Trx, payerId: number): Promise<(SeatRow & { username: string | null })[]> =>
  db('plan_seats')
    .leftJoin('users', 'users.id', 'plan_seats.member_id')
    .where({ user_id: payerId })
    .orderBy('plan_seats.id')
    .select('plan_seats.*', 'users.username')
    .limit(10_000);

/** Seats offered to this address that weren't accepted yet. */
export const listOffers = (db: Db, emailKey: string): Promise<{ id: number; from: string; plan: string }[]> =>
  db('plan_seats')
    .join('users', 'users.id', 'plan_seats.user_id')
    .where('plan_seats.email_key', emailKey)
    .whereNull('plan_seats.member_id')
    .orderBy('plan_seats.id')
    .select('plan_seats.id', { from: 'users.username', plan: 'users.plan' })
    .limit(100);

export const findSeat = (trx: Trx, id: number): Promise<SeatRow | undefined> => trx('plan_seats').where({ id }).first();

export async function insertSeat(trx: Trx, seat: Omit<PlanSeatsRow, 'id' | 'member_id'>): Promise<number> {
  const [row] = await trx('plan_seats').insert(seat).returning('id');
  return row?.id ?? 0;
}

export const giveSeat = (trx: Trx, id: number, memberId: number | null) => trx('plan_seats').where({ id }).update({ member_id: memberId });
export const deleteSeat = (trx: Trx, id: number) => trx('plan_seats').where({ id }).delete();

export type Member = Pick<UsersRow, 'id' | 'username' | 'email_key' | 'plan' | 'email_confirmed_at' | 'email_changed_at'>;
export const findMember = (db: Db | Trx, id: number): Promise<Member | undefined> =>
  db('users').where({ id }).first('id', 'username', 'email_key', 'plan', 'email_confirmed_at', 'email_changed_at');

export const writePlan = (trx: Trx, userId: number, plan: string) => trx('users').where({ id: userId }).update({ plan });
