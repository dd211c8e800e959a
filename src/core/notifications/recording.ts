import { hourMs, minuteMs } from '#shared/time.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import type { DeliveryResult } from '#core/platform/delivery-result.ts';
import { changeChannel, type ChannelRow } from './channel-queries.ts';
import { changeMessage, type MessageRow } from './message-queries.ts';
import { knowsRepeats } from './registry.ts';
import { notify } from './notify.ts';

export interface RecordingDeps {
  db: Db;
  bus: Bus;
  now: Now;
  /** 0 to 1; jitter, so that messages that failed together aren't all retried together. */
  random: () => number;
}

const backoffMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs];
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
  const pause = backoffMs[message.tries];
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

/** Saves the result of an attempt, unless another process already did. */
export function createRecording({ db, bus, now, random }: RecordingDeps) {
  async function recordChannel(trx: Trx, channel: ChannelRow, result: DeliveryResult): Promise<boolean> {
    const at = now();
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
    async settle(message: MessageRow, channel: ChannelRow, result: DeliveryResult): Promise<void> {
      const after = messageAfter(message, result, { at: now(), random: random(), repeats: knowsRepeats(channel.kind) });
      const isPaused = await transact(db, async (trx) => {
        if (!(await changeMessage(trx, message, { ...dropped, ...after }))) return false;
        return recordChannel(trx, channel, result);
      });
      bus.announce(String(channel.user_id), isPaused ? ['notifications-changed'] : ['channels-changed']);
    },
    /** Records a test of the channel, which has no message. */
    async noteTest(channel: ChannelRow, result: DeliveryResult): Promise<void> {
      const isPaused = await transact(db, (trx) => recordChannel(trx, channel, result));
      bus.announce(String(channel.user_id), isPaused ? ['notifications-changed'] : ['channels-changed']);
    },
  };
}
export type Recording = ReturnType<typeof createRecording>;
