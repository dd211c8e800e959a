import { hourMs, minuteMs } from '#shared/time.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Db, transact, type Trx } from '#core/platform/db/connect.ts';
import type { DeliveryResult } from '#core/platform/delivery-result.ts';
import { changeChannel, type ChannelRow } from './channel-queries.ts';
import { changeMessage, type MessageRow } from './message-queries.ts';
import { knowsRepeats } from './registry.ts';
import { tell } from './tell.ts';

export interface RecordingDeps {
  db: Db;
  bus: Bus;
  now: Now;
  /** 0 to 1; spreads tries, so that many who failed together do not come back together. */
  random: () => number;
}

const backoffMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs];
const maxFailures = 20;
const longestWaitMs = 24 * 60 * minuteMs;

const dropped = { attempt: null, lease_until: null };

/** What a verdict makes of the message. */
function messageAfter(
  message: MessageRow,
  verdict: DeliveryResult,
  { at, random, repeats }: { at: number; random: number; repeats: boolean },
) {
  if (verdict.kind === 'sent') return { state: 'sent', error: null, settled_at: at } as const;
  const error = verdict.words;
  if (verdict.kind === 'wait') {
    const due = at + Math.max(1000, verdict.ms);
    if (due <= message.created_at + longestWaitMs) return { state: 'queued', due_at: due, error } as const;
    return { state: 'failed', error, settled_at: at } as const;
  }
  if (verdict.kind === 'unclear' && !repeats) return { state: 'unclear', error, settled_at: at } as const;
  const again = verdict.kind === 'unclear' || (verdict.kind === 'failed' && verdict.again);
  const pause = backoffMs[message.tries];
  if (!again || pause === undefined) return { state: 'failed', tries: message.tries + 1, error, settled_at: at } as const;
  return { state: 'queued', tries: message.tries + 1, due_at: at + Math.round(pause * (0.75 + random / 2)), error } as const;
}

const errorOf = ({ kind }: ChannelRow, verdict: Exclude<DeliveryResult, { kind: 'sent' }>): string =>
  verdict.kind === 'unclear' && !knowsRepeats(kind)
    ? `${verdict.words}. One message may not have arrived; it is in your inbox.`
    : `${verdict.words}.`;

/** Why a channel stops by itself, or null. */
function pauseOf(verdict: DeliveryResult, failures: number): string | null {
  if (verdict.kind === 'gone') return `${verdict.words}.`;
  return failures >= maxFailures ? `${maxFailures} tries in a row did not work.` : null;
}

/** Writes down what became of a try, unless somebody else did meanwhile. */
export function createRecording({ db, bus, now, random }: RecordingDeps) {
  async function recordChannel(trx: Trx, channel: ChannelRow, verdict: DeliveryResult): Promise<boolean> {
    const at = now();
    if (verdict.kind === 'sent') {
      await changeChannel(trx, channel, { failures: 0, last_error: null, last_error_at: null, last_sent_at: at });
      return false;
    }
    const failures = verdict.kind === 'wait' ? channel.failures : channel.failures + 1;
    const paused = channel.paused === null ? pauseOf(verdict, failures) : null;
    await changeChannel(trx, channel, { failures, last_error: errorOf(channel, verdict), last_error_at: at, ...(paused && { paused }) });
    if (paused === null) return false;
    const notice = {
      user_id: channel.user_id,
      key: `paused:${channel.id}:${at}`,
      kind: 'channel-paused' as const,
      campaign_id: null,
      lead_id: null,
      post_id: null,
      title: `${channel.name} is paused`,
      text: `${paused} Mend it and resume it in the settings.`,
      path: '/dashboard/settings?tab=notifications',
      created_at: at,
      score: null,
    };
    await tell(trx, [notice], at);
    return true;
  }

  return {
    async settle(message: MessageRow, channel: ChannelRow, verdict: DeliveryResult): Promise<void> {
      const after = messageAfter(message, verdict, { at: now(), random: random(), repeats: knowsRepeats(channel.kind) });
      const told = await transact(db, async (trx) => {
        if (!(await changeMessage(trx, message, { ...dropped, ...after }))) return false;
        return recordChannel(trx, channel, verdict);
      });
      bus.announce(String(channel.user_id), told ? ['notifications-changed'] : ['channels-changed']);
    },
    /** Of a try that no message hangs on. */
    async noteTest(channel: ChannelRow, verdict: DeliveryResult): Promise<void> {
      const told = await transact(db, (trx) => recordChannel(trx, channel, verdict));
      bus.announce(String(channel.user_id), told ? ['notifications-changed'] : ['channels-changed']);
    },
  };
}
export type Recording = ReturnType<typeof createRecording>;
