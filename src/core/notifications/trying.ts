import { randomUUID } from 'node:crypto';
import { minuteMs } from '#shared/time.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Log } from '#core/platform/log.ts';
import type { Secrets } from '#core/platform/secrets.ts';
import type { DeliveryResult } from '#core/platform/delivery-result.ts';
import type { Letter, Means } from './channel.ts';
import type { ChannelRow } from './channel-queries.ts';
import { letterOf, testLetter } from './letter.ts';
import type { Links } from './links.ts';
import type { NoticeRow } from './notice-queries.ts';
import { sendBy } from './registry.ts';
import { unsealTarget } from './target.ts';

export interface TryingDeps {
  db: Db;
  log: Log;
  secrets: Secrets;
  means: Means;
  links: Links;
  publicUrl: string;
}

/** For the whole of a try. */
const tryMs = minuteMs;

function within(work: Promise<DeliveryResult>): Promise<DeliveryResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<DeliveryResult>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'unclear', words: 'The receiver took too long' }), tryMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** One try of one message; whatever happens is a verdict. */
export function createTrying({ db, log, secrets, means, links, publicUrl }: TryingDeps) {
  const groundFor = (channel: ChannelRow) => ({ now: means.now(), links, publicUrl, channel });
  const addressOf = async ({ user_id }: ChannelRow): Promise<string> =>
    (await db('users').where({ id: user_id }).first<{ email: string } | undefined>('email'))?.email ?? '';

  async function attempt(channel: ChannelRow, letter: Letter): Promise<DeliveryResult> {
    try {
      return await within(sendBy({ kind: channel.kind, target: unsealTarget(secrets, channel) }, letter, means));
    } catch (error) {
      if (error instanceof AppError) return { kind: 'failed', words: error.message, again: false };
      // The error may hold the address, which is a secret.
      log.error({ channel: channel.id, name: error instanceof Error ? error.name : 'unknown' }, 'a message could not be made');
      return { kind: 'failed', words: 'The message could not be made', again: true };
    }
  }

  return {
    async message(channel: ChannelRow, rows: readonly NoticeRow[], eventId: string): Promise<DeliveryResult> {
      return attempt(channel, letterOf(rows, groundFor(channel), { eventId, address: await addressOf(channel) }));
    },
    /** Says nothing but that it works. */
    async test(channel: ChannelRow): Promise<DeliveryResult> {
      return attempt(channel, testLetter(groundFor(channel), { eventId: randomUUID(), address: await addressOf(channel) }));
    },
  };
}
