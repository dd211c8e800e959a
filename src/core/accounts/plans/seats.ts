import type { Seat } from '#shared/billing.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import type { WriteAudit } from '#core/platform/audit/entry.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { isOwnAddress, requireFreeSeat, requireOwnAddress } from '../policy.ts';
import { keyOf } from '../key.ts';
import { pauseBeyondLimit, type PlanUsage } from './limits.ts';
import { readPlan } from './queries.ts';
import { countSeats } from './workspace-seat-queries.ts';
import { deleteSeat, findMember, findSeat, giveSeat, insertSeat, listSeats, type SeatRow } from './seat-queries.ts';

interface SeatDeps {
  db: Db;
  bus: Bus;
  now: Now;
  writeAudit: WriteAudit;
  usage: PlanUsage;
  /** The instance can send email, and so have addresses confirmed. */
  canConfirm: () => boolean;
}

const missing = () => new AppError('not_found', 'Seat not found');
/** Users who share a plan: its limits count for all of them together, but each has their own campaigns. */
export function createSeats({ db, bus, now, writeAudit, usage, canConfirm }: SeatDeps) {
  const announce = (...userIds: (number | null)[]): void => {
    for (const id of userIds) if (id !== null) bus.announce(String(id), ['seats-changed']);
  };
  const audit = (actor: Actor, seat: SeatRow, what: string) =>
    writeAudit(actor, { action: 'seat-changed', target: `user:${seat.user_id}`, details: { seat: seat.id, what } });

  return {
    /**
     * Responds the same whether or not an account has that address. Throws `forbidden` if all seats are taken, `conflict` if the
     * address already has one.
     */
    async offerSeat(actor: Actor, email: string): Promise<Seat> {
      const userId = userIdOf(actor);
      const seat = await transact(db, async (trx) => {
        requireFreeSeat(await readPlan(trx, userId), { userId, taken: await countSeats(trx, userId) });
        const emailKey = keyOf(email);
        if ((await findMember(trx, userId))?.email_key === emailKey)
          throw new AppError('conflict', 'This is your own address. You already have a seat.');
        if ((await listSeats(trx, userId)).some(({ email_key }) => email_key === emailKey))
          throw new AppError('conflict', 'This address already has a seat');
        const id = await insertSeat(trx, { user_id: userId, email: email.trim(), email_key: emailKey, created_at: now() });
        return { id, user_id: userId, email: email.trim(), email_key: emailKey, member_id: null };
      });
      await audit(actor, seat, 'offered');
      announce(userId);
      return { id: String(seat.id), email: seat.email, takenBy: null };
    },
    /** Throws `not_found` for another user's offer, `conflict` for a user who has a seat or offers seats. */
    async takeSeat(actor: Actor, id: string): Promise<void> {
      const userId = userIdOf(actor);
      const seat = await transact(db, async (trx) => {
        const found = await findSeat(trx, Number(id));
        const member = await findMember(trx, userId);
        if (!found || !member || found.email_key !== member.email_key || found.member_id !== null) throw missing();
        requireOwnAddress(member, canConfirm());
        const { payerId } = await readPlan(trx, userId);
        if (payerId !== userId) throw new AppError('conflict', "You already use another account's plan. Leave it first.");
        if ((await listSeats(trx, userId)).length > 0)
          throw new AppError('conflict', 'Others use seats of your plan. Remove their seats first.');
        const offering = await readPlan(trx, found.user_id);
        if (offering.payerId !== found.user_id) throw new AppError('conflict', 'This seat is no longer available');
        await giveSeat(trx, found.id, userId);
        return found;
      });
      await audit(actor, seat, 'taken');
      announce(userId, seat.user_id);
    },
    /** Allowed for the payer, the member, and the user it was offered to. */
    async removeSeat(actor: Actor, id: string): Promise<null> {
      const userId = userIdOf(actor);
      const seat = await transact(db, async (trx) => {
        const found = await findSeat(trx, Number(id));
        const member = await findMember(trx, userId);
        const isOffered = found?.member_id === null && found.email_key === member?.email_key && isOwnAddress(member, canConfirm());
        if (!found || !(found.user_id === userId || found.member_id === userId || isOffered)) throw missing();
        await deleteSeat(trx, found.id);
        if (found.member_id !== null) await pauseBeyondLimit(trx, found.member_id, { ...usage, now: now() });
        return found;
      });
      await audit(actor, seat, 'removed');
      announce(userId, seat.user_id, seat.member_id);
      return null;
    },
  };
}
