import { randomUUID } from 'node:crypto';
import { minuteMs, dayMs } from '#shared/time.ts';
import type { CoreContext } from '#core/context.ts';
import { transact, type Trx } from '#core/platform/db/connect.ts';
import { type DeliveryResult, retryPausesMs } from '#core/platform/email/delivery.ts';
import { type Attempt, type AttemptDeps, createAttempts } from './attempt.ts';
import { type ChannelRow, changeChannel, findChannel, timingOf } from './channel-queries.ts';
import { changeMessage, type MessageRow, endStale, formMessage, insertAttempt, listDue, listLost, listReady } from './message-queries.ts';
import { isGone } from './message.ts';
import { listOfMessage } from './notice-queries.ts';
import { notify } from './notify.ts';
import { knowsRepeats } from './registry.ts';
import { quietEnd } from './plain.ts';

interface RecordingDeps extends Pick<CoreContext, 'db' | 'bus' | 'now'> {
  /** 0 to 1; jitter, so that messages that failed together aren't all retried together. */
  random: () => number;
}

const maxFailures = 20;
const maxWaitMs = 24 * 60 * minuteMs;

const dropped = { attempt: null, lease_until: null };

/** State of the message after an attempt. */
function messageAfter(
  message: MessageRow,
  result: DeliveryResult,
  { at, random, repeats }: { at: number; random: number; repeats: boolean },
) {
  if (result.kind === 'sent') return { state: 'sent', error: null, settled_at: at } as const;
  const error = result.reason;
  if (result.kind === 'wait') {
    const due = at + Math.max(1000, result.ms);
    if (due <= message.created_at + maxWaitMs) return { state: 'queued', due_at: due, error } as const;
    return { state: 'failed', error, settled_at: at } as const;
  }
  if (result.kind === 'unclear' && !repeats) return { state: 'unclear', error, settled_at: at } as const;
  const again = result.kind === 'unclear' || (result.kind === 'failed' && result.again);
  const pause = retryPausesMs[message.tries];
  if (!again || pause === undefined) return { state: 'failed', tries: message.tries + 1, error, settled_at: at } as const;
  return { state: 'queued', tries: message.tries + 1, due_at: at + Math.round(pause * (0.75 + random / 2)), error } as const;
}

const errorOf = ({ kind }: ChannelRow, result: Exclude<DeliveryResult, { kind: 'sent' }>): string =>
  result.kind === 'unclear' && !knowsRepeats(kind)
    ? `${result.reason}. One message may not have arrived. You can find it in your inbox.`
    : `${result.reason}.`;

/** Why a channel gets paused automatically, or null. */
function pauseOf(result: DeliveryResult, failures: number): string | null {
  if (result.kind === 'gone') return `${result.reason}.`;
  return failures >= maxFailures ? `${maxFailures} attempts in a row failed.` : null;
}

interface Recorded extends Attempt {
  messageId: number | null;
}
/** Saves the result of an attempt, unless another process already did. */
function createRecording({ db, bus, now, random }: RecordingDeps) {
  async function recordChannel(trx: Trx, channel: ChannelRow, { result, messageId, ...seen }: Recorded): Promise<boolean> {
    const at = now();
    await insertAttempt(trx, {
      user_id: channel.user_id,
      channel_id: channel.id,
      message_id: messageId,
      at,
      result: result.kind,
      reason: result.kind === 'sent' ? '' : errorOf(channel, result),
      ...seen,
      events: JSON.stringify(seen.events),
    });
    if (result.kind === 'sent') {
      await changeChannel(trx, channel, { failures: 0, last_error: null, last_error_at: null, last_sent_at: at });
      return false;
    }
    const failures = result.kind === 'wait' ? channel.failures : channel.failures + 1;
    const paused = channel.paused === null ? pauseOf(result, failures) : null;
    await changeChannel(trx, channel, { failures, last_error: errorOf(channel, result), last_error_at: at, ...(paused && { paused }) });
    if (paused === null) return false;
    const notice = {
      user_id: channel.user_id,
      key: `paused:${channel.id}:${at}`,
      kind: 'channel-paused' as const,
      campaign_id: null,
      lead_id: null,
      post_id: null,
      title: `${channel.name} is paused`,
      text: `${paused} Fix the channel, then resume it in the settings.`,
      path: '/dashboard/settings?tab=notifications',
      created_at: at,
      score: null,
    };
    await notify(trx, [notice], at);
    return true;
  }

  return {
    async settle(message: MessageRow, channel: ChannelRow, attempt: Attempt): Promise<void> {
      const { result } = attempt;
      bus.emit('delivered', { channel: channel.kind, result: result.kind });
      const after = messageAfter(message, result, { at: now(), random: random(), repeats: knowsRepeats(channel.kind) });
      const isPaused = await transact(db, async (trx) => {
        if (!(await changeMessage(trx, message, { ...dropped, ...after }))) return false;
        // What was deleted while it was sent may stand in the answer.
        const isErased = (await listOfMessage(trx, message.id)).some(({ item_gone }) => item_gone !== null);
        return recordChannel(trx, channel, { ...attempt, ...(isErased && { answer: '' }), messageId: message.id });
      });
      bus.announce(String(channel.user_id), isPaused ? ['notifications-changed'] : ['channels-changed']);
    },
    /** Records a test of the channel, which has no message. */
    async noteTest(channel: ChannelRow, attempt: Attempt): Promise<void> {
      const isPaused = await transact(db, (trx) => recordChannel(trx, channel, { ...attempt, messageId: null }));
      bus.announce(String(channel.user_id), isPaused ? ['notifications-changed'] : ['channels-changed']);
    },
  };
}

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
      const attempt = await attempts.test(channel);
      await recording.noteTest(channel, attempt);
      return attempt.result;
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
