import { randomUUID } from 'node:crypto';
import { minuteMs } from '#shared/time.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Log } from '#core/platform/log.ts';
import type { Secrets } from '#core/platform/secrets.ts';
import type { DeliveryResult } from '#core/platform/delivery-result.ts';
import type { Message, ChannelDeps } from './channel.ts';
import type { ChannelRow } from './channel-queries.ts';
import { buildMessage, buildTestMessage } from './message.ts';
import type { Links } from './links.ts';
import type { NoticeRow } from './notice-queries.ts';
import { sendBy } from './registry.ts';
import { unsealTarget } from './target.ts';
import { findEmail } from './user-queries.ts';

export interface AttemptDeps {
  db: Db;
  log: Log;
  secrets: Secrets;
  channelDeps: ChannelDeps;
  links: Links;
  publicUrl: () => string;
}

/** Timeout of a whole attempt. */
const tryMs = minuteMs;

function within(work: Promise<DeliveryResult>): Promise<DeliveryResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<DeliveryResult>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'unclear', reason: 'The receiver took too long to respond' }), tryMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Makes one attempt to send a message. Never rejects: every failure is returned as a result. */
export function createAttempts({ db, log, secrets, channelDeps, links, publicUrl }: AttemptDeps) {
  const contextFor = (channel: ChannelRow) => ({ now: channelDeps.now(), links, publicUrl: publicUrl(), channel });
  const addressOf = async ({ user_id }: ChannelRow): Promise<string> => (await findEmail(db, user_id)) ?? '';

  async function attempt(channel: ChannelRow, message: Message): Promise<DeliveryResult> {
    try {
      return await within(sendBy({ kind: channel.kind, target: unsealTarget(secrets, channel) }, message, channelDeps));
    } catch (error) {
      if (error instanceof AppError) return { kind: 'failed', reason: error.message, again: false };
      // Logs only the name of the error: its message may contain the address, which is secret.
      log.error({ channel: channel.id, name: error instanceof Error ? error.name : 'unknown' }, 'a message could not be made');
      return { kind: 'failed', reason: "Earshot couldn't create the message", again: true };
    }
  }

  return {
    async message(channel: ChannelRow, rows: readonly NoticeRow[], eventId: string): Promise<DeliveryResult> {
      return attempt(channel, buildMessage(rows, contextFor(channel), { eventId, address: await addressOf(channel) }));
    },
    /** Sends a test message. */
    async test(channel: ChannelRow): Promise<DeliveryResult> {
      return attempt(channel, buildTestMessage(contextFor(channel), { eventId: randomUUID(), address: await addressOf(channel) }));
    },
  };
}
