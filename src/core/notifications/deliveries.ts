import type { Delivery } from '#shared/notify.ts';
import { dayMs } from '#shared/time.ts';
import { type Actor, isAdmin, workspaceOf } from '#core/platform/actor.ts';
import { isoTime } from '#core/platform/clock.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import type { DeliveryResult } from '#core/platform/email/delivery.ts';
import { AppError } from '#core/platform/errors.ts';
import { createLimiter } from '#core/platform/limiter.ts';
import { changeChannel, type ChannelRow, findChannel } from './channel-queries.ts';
import type { NotifyDeps } from './channels.ts';
import { isGone } from './message.ts';
import { type AttemptRow, changeMessage, findAttempt, findMessage, listAttempts } from './message-queries.ts';
import { listOfMessage } from './notice-queries.ts';

/** Minimum time between two tests of a channel. */
const testPauseMs = 5000;
export const loggedMs = 14 * dayMs;
const accepted = 'The receiver accepted the message.';

const deliveryOf = ({ id, at, events, result, reason, status, ms, answer, message_id }: AttemptRow): Delivery => ({
  id: String(id),
  at: isoTime(at),
  events: JSON.parse(events) as string[],
  result,
  message: result === 'sent' ? accepted : reason,
  status,
  ms,
  answer,
  isTest: message_id === null,
});

/** What a channel sent: its tests, the log of its attempts, and sending one again. */
export function createDeliveries(
  { db, readDb, now, bus, allowPrivateHosts }: NotifyDeps,
  { test, sendSoon }: { test: (channel: ChannelRow) => Promise<DeliveryResult>; sendSoon: () => void },
) {
  const limiter = createLimiter({ db, readDb, now });

  async function channelOf(from: Db | Trx, actor: Actor, id: string): Promise<ChannelRow> {
    const channel = await findChannel(from, { id: Number(id), userId: workspaceOf(actor) });
    if (!channel) throw new AppError('not_found', 'Channel not found');
    return channel;
  }

  return {
    /** Sends a test message now. Throws `too_many` within seconds of the previous one. */
    async test(actor: Actor, id: string): Promise<{ sent: boolean; message: string }> {
      const channel = await channelOf(db, actor, id);
      if (channel.tested_at !== null && now() - channel.tested_at < testPauseMs)
        throw new AppError('too_many', 'Wait a few seconds before you test again', { retryAfter: testPauseMs / 1000 });
      if (channel.kind === 'email') await limiter.mailTest(channel.user_id);
      await changeChannel(db, channel, { tested_at: now() });
      const result = await test(channel);
      return result.kind === 'sent' ? { sent: true, message: accepted } : { sent: false, message: `${result.reason}.` };
    },

    async deliveries(actor: Actor, id: string): Promise<{ items: Delivery[] }> {
      const channel = await channelOf(readDb, actor, id);
      const items = (await listAttempts(readDb, { channelId: channel.id, after: now() - loggedMs })).map(deliveryOf);
      // Of an admin's channel, answers from the operator's own network are stored; others in their workspace must not read them.
      const canRead = isAdmin(actor) || allowPrivateHosts().length === 0;
      return { items: canRead ? items : items.map((item) => ({ ...item, answer: '' })) };
    },

    /** Its message is sent once more, as if it were new: the same event ID, and as many attempts. */
    async resend(actor: Actor, id: string, delivery: string): Promise<null> {
      const { kind, user_id } = await channelOf(db, actor, id);
      if (kind === 'email') await limiter.mailTest(user_id);
      await transact(db, async (trx) => {
        const found = await channelOf(trx, actor, id);
        const attempt = await findAttempt(trx, { id: Number(delivery), channelId: found.id });
        if (!attempt) throw new AppError('not_found', 'Delivery not found');
        if (attempt.message_id === null) throw new AppError('conflict', "A test can't be sent again. Send a new one.");
        if (found.paused !== null) throw new AppError('conflict', 'This channel is paused. Resume it first.');
        const message = await findMessage(trx, attempt.message_id);
        if ((await listOfMessage(trx, attempt.message_id)).every(isGone))
          throw new AppError('conflict', 'Everything in this message has been deleted since.');
        const fresh = { state: 'queued', tries: 0, due_at: now(), created_at: now(), settled_at: null, error: null } as const;
        if (!message || message.state === 'sending' || !(await changeMessage(trx, message, fresh)))
          throw new AppError('conflict', 'It is being sent right now.');
      });
      bus.announce(String(user_id), ['channels-changed']);
      sendSoon();
      return null;
    },
  };
}
