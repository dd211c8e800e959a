import { randomUUID } from 'node:crypto';
import { dayMs } from '#shared/time.ts';
import { transact } from '#core/platform/db/connect.ts';
import type { DeliveryResult } from '#core/platform/delivery-result.ts';
import { type ChannelRow, findChannel, timingOf } from './channel-queries.ts';
import { isGone } from './message.ts';
import { changeMessage, endStale, formMessage, listDue, listLost, listReady, type MessageRow } from './message-queries.ts';
import { listOfMessage } from './notice-queries.ts';
import { createRecording, type RecordingDeps } from './recording.ts';
import { knowsRepeats } from './registry.ts';
import { quietEnd } from './times.ts';
import { createAttempts, type AttemptDeps } from './attempt.ts';

export interface SenderDeps extends RecordingDeps, AttemptDeps {}

/** Longer than an attempt can take. */
const leaseMs = 120_000;
const staleMs = dayMs;
const atOnce = 4;
const free = { attempt: null, lease_until: null };

/** Claims a message, sends it, and records the result. */
function createSendOne(deps: SenderDeps) {
  const { db, now } = deps;
  const attempts = createAttempts(deps);
  const recording = createRecording(deps);

  /** Claims the message for one attempt; null when another process has it or quiet hours have begun. */
  async function claim(message: MessageRow, channel: ChannelRow): Promise<MessageRow | null> {
    const timing = timingOf(channel);
    const quiet = timing.pace === 'now' ? quietEnd(now(), timing) : null;
    if (quiet !== null) {
      await changeMessage(db, message, { due_at: quiet });
      return null;
    }
    const taken = { state: 'sending', attempt: randomUUID(), lease_until: now() + leaseMs } as const;
    return (await changeMessage(db, message, taken)) ? { ...message, ...taken } : null;
  }

  return {
    async sendOne(message: MessageRow): Promise<void> {
      const channel = await findChannel(db, { id: message.channel_id, userId: message.user_id });
      const taken = channel && (await claim(message, channel));
      if (!channel || !taken) return;
      // Read only now, so that nothing that was deleted on Reddit since is sent.
      const rows = (await listOfMessage(db, taken.id)).filter((row) => !isGone(row));
      if (rows.length === 0) await changeMessage(db, taken, { ...free, state: 'dropped', settled_at: now() });
      else await recording.settle(taken, channel, await attempts.message(channel, rows, taken.event_id));
    },
    async test(channel: ChannelRow): Promise<DeliveryResult> {
      const result = await attempts.test(channel);
      await recording.noteTest(channel, result);
      return result;
    },
  };
}

/** Settles interrupted attempts: repeats them if the receiver recognizes repeats, otherwise marks them as unclear. */
async function giveUpLost({ db, now }: SenderDeps): Promise<void> {
  for (const { kind, ...message } of await listLost(db, now())) {
    const error = 'Earshot stopped while sending';
    const again = { state: 'queued', due_at: now() } as const;
    await changeMessage(db, message, { ...free, error, ...(knowsRepeats(kind) ? again : { state: 'unclear', settled_at: now() }) });
  }
}

/** Sends due messages: each is stored, claimed, sent, and then updated with the result. */
export function createSender(deps: SenderDeps) {
  const { db, now } = deps;
  const { sendOne, test } = createSendOne(deps);

  const formDue = (): Promise<void> =>
    transact(db, async (trx) => {
      for (const ready of await listReady(trx, now())) await formMessage(trx, ready, { eventId: randomUUID(), now: now() });
    });

  async function run(signal: AbortSignal): Promise<{ tried: number }> {
    let tried = 0;
    await giveUpLost(deps);
    await endStale(db, { before: now() - staleMs, now: now() });
    for (let more = true; more && !signal.aborted;) {
      await formDue();
      const queue = await listDue(db, now());
      more = queue.length > 0;
      tried += queue.length;
      const work = async (): Promise<void> => {
        for (let next = queue.shift(); next && !signal.aborted; next = queue.shift()) await sendOne(next);
      };
      await Promise.all(Array.from({ length: atOnce }, work));
    }
    return { tried };
  }

  let turn: Promise<unknown> = Promise.resolve();
  return {
    /**
     * One run at a time in this process; leases coordinate with other processes. When the signal aborts, messages already started
     * are finished.
     */
    sendDue(signal: AbortSignal): Promise<{ tried: number }> {
      const ours = turn.then(() => run(signal));
      turn = ours.catch(() => {});
      return ours;
    },
    /** Sends a test message. */
    test,
  };
}
