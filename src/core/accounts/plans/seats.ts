import type { Seat } from '#shared/billing.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import type { WriteAudit } from '#core/platform/audit/entry.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { holdToPlan, readStanding } from './queries.ts';
import { deleteSeat, findMember, findSeat, giveSeat, insertSeat, listSeats, type SeatRow } from './seat-queries.ts';

interface Deps {
  db: Db;
  bus: Bus;
  now: Now;
  writeAudit: WriteAudit;
}

const missing = () => new AppError('not_found', 'There is no such seat');
/** The same address in the spelling that accounts are found by. */
const keyOf = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

async function requireSeat(trx: Trx, payerId: number): Promise<void> {
  const { payerId: above, limits } = await readStanding(trx, payerId);
  if (above !== payerId) throw new AppError('conflict', 'You sit on a seat of somebody else’s plan, so there is none of yours to offer');
  const taken = 1 + (await listSeats(trx, payerId)).length;
  if (limits.seats === null || taken < limits.seats) return;
  const message = limits.seats === 1 ? 'Your plan is for one person' : `All ${limits.seats} seats of your plan are given`;
  throw new AppError('forbidden', message, { details: [{ path: 'plan.seats', message }] });
}

/** People who use a plan together: its limits count for all of them, while everybody keeps their campaigns to themselves. */
export function createSeats({ db, bus, now, writeAudit }: Deps) {
  const tell = (...userIds: (number | null)[]): void => {
    for (const id of userIds) if (id !== null) bus.announce(String(id), ['seats-changed']);
  };
  const audit = (actor: Actor, seat: SeatRow, what: string) =>
    writeAudit(actor, { action: 'seat-changed', target: `user:${seat.user_id}`, details: { seat: seat.id, what } });

  return {
    /** Says the same whether or not anybody has that address. Throws `forbidden` when all seats are given, `conflict` for one given already. */
    async offerSeat(actor: Actor, email: string): Promise<Seat> {
      const userId = userIdOf(actor);
      const seat = await transact(db, async (trx) => {
        await requireSeat(trx, userId);
        const emailKey = keyOf(email);
        if ((await findMember(trx, userId))?.email_key === emailKey)
          throw new AppError('conflict', 'You have a seat already: this is your own address');
        if ((await listSeats(trx, userId)).some(({ email_key }) => email_key === emailKey))
          throw new AppError('conflict', 'This address has a seat already');
        const id = await insertSeat(trx, { user_id: userId, email: email.trim(), email_key: emailKey, created_at: now() });
        return { id, user_id: userId, email: email.trim(), email_key: emailKey, member_id: null };
      });
      await audit(actor, seat, 'offered');
      tell(userId);
      return { id: String(seat.id), email: seat.email, takenBy: null };
    },
    /** Throws `not_found` for what was offered to others, `conflict` for who has a seat or gives seats. */
    async takeSeat(actor: Actor, id: string): Promise<void> {
      const userId = userIdOf(actor);
      const seat = await transact(db, async (trx) => {
        const found = await findSeat(trx, Number(id));
        const member = await findMember(trx, userId);
        if (!found || !member || found.email_key !== member.email_key || found.member_id !== null) throw missing();
        const { payerId } = await readStanding(trx, userId);
        if (payerId !== userId) throw new AppError('conflict', 'Leave the seat you have first');
        if ((await listSeats(trx, userId)).length > 0)
          throw new AppError('conflict', 'Others have seats on your plan: take those back first');
        const above = await readStanding(trx, found.user_id);
        if (above.payerId !== found.user_id) throw new AppError('conflict', 'Whoever offers this seat has none to give any more');
        await giveSeat(trx, found.id, userId);
        return found;
      });
      await audit(actor, seat, 'taken');
      tell(userId, seat.user_id);
    },
    /** By whoever pays for it, whoever sits on it, or whoever it is offered to. */
    async removeSeat(actor: Actor, id: string): Promise<null> {
      const userId = userIdOf(actor);
      const seat = await transact(db, async (trx) => {
        const found = await findSeat(trx, Number(id));
        const member = await findMember(trx, userId);
        const isOffered = found?.member_id === null && found.email_key === member?.email_key;
        if (!found || !(found.user_id === userId || found.member_id === userId || isOffered)) throw missing();
        await deleteSeat(trx, found.id);
        if (found.member_id !== null) await holdToPlan(trx, found.member_id, now());
        return found;
      });
      await audit(actor, seat, 'removed');
      tell(userId, seat.user_id, seat.member_id);
      return null;
    },
  };
}
