import { randomUUID } from 'node:crypto';
import { minuteMs } from '#shared/time.ts';
import type { CoreContext } from '#core/context.ts';
import type { DeliveryResult } from '#core/platform/email/delivery.ts';
import { AppError } from '#core/platform/errors.ts';
import type { GuardedClient } from '#core/platform/http/guarded.ts';
import { type ChannelRow, findReceiver, isAdminId } from './channel-queries.ts';
import { type ChannelDeps, type Message, unsealTarget } from './channel.ts';
import type { Links } from '#core/platform/email/links.ts';
import { buildMessage, buildTestMessage } from './message.ts';
import type { NoticeRow } from './notice-queries.ts';
import { cut, oneLine } from './plain.ts';
import { sendBy } from './registry.ts';

export interface AttemptDeps extends Pick<CoreContext, 'db' | 'log' | 'secrets'> {
  channelDeps: ChannelDeps;
  /** Private hosts and networks that receivers may be in. */
  allowPrivateHosts: () => readonly string[];
  links: Links;
  publicUrl: () => string;
}

/** One attempt to send a message, as the log shows it. */
export interface Attempt {
  result: DeliveryResult;
  events: string[];
  status: number | null;
  ms: number;
  answer: string;
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

interface LastReply {
  status: number | null;
  text: string;
}
/** The client, and what its receiver answered last. */
function recording(client: GuardedClient): { client: GuardedClient; last: LastReply } {
  const last: LastReply = { status: null, text: '' };
  async function record(request: Parameters<GuardedClient['fetch']>[0]) {
    const reply = await client.fetch(request);
    Object.assign(last, { status: reply.status, text: reply.text });
    return reply;
  }
  return { client: { ...client, fetch: record }, last };
}

const maxAnswer = 200;
const shortestSecret = 6;

const plainWord = /^[a-z-]{1,15}$/;
/** What may be a key in an address, which a receiver may name alone: "POST 5f0c… is not registered". */
function keysIn(text: string): string[] {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return [];
  const parts = [...url.pathname.split('/'), ...url.search.slice(1).split(/[&=]/), ...url.searchParams.values()];
  return parts.filter((part) => !plainWord.test(part));
}

/** The beginning of an answer, without what its channel keeps secret: a receiver may repeat what it was sent. */
function answerOf(text: string, target: object): string {
  const secrets = Object.values(target)
    .flatMap((value) => String(value).split('\n'))
    .flatMap((line) => [line, ...line.split(/:?\s+/), ...keysIn(line)])
    .filter(({ length }) => length >= shortestSecret)
    .sort((a, b) => b.length - a.length);
  const kept = secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
  return cut(oneLine(kept), maxAnswer);
}

const eventsOf = ({ occasion, notices }: Message): string[] =>
  occasion === 'test' ? ['test'] : [...new Set(notices.map(({ event }) => event))];

/** Makes one attempt to send a message. Never rejects: every failure is returned as a result. */
export function createAttempts({ db, log, secrets, channelDeps, allowPrivateHosts, links, publicUrl }: AttemptDeps) {
  async function partsFor(channel: ChannelRow, eventId: string) {
    const { address, language } = await findReceiver(db, channel.user_id);
    return [
      { now: channelDeps.now(), language, links, publicUrl: publicUrl(), channel },
      { eventId, address: address ?? '' },
    ] as const;
  }
  /** Users must not read what answers on the operator's own network. */
  const canRead = async ({ user_id }: ChannelRow): Promise<boolean> => allowPrivateHosts().length === 0 || isAdminId(db, user_id);

  async function attempt(channel: ChannelRow, message: Message): Promise<Attempt> {
    const started = performance.now();
    const { client, last } = recording(channelDeps.client);
    const logged = (result: DeliveryResult, answer = ''): Attempt => {
      return { result, events: eventsOf(message), status: last.status, ms: Math.round(performance.now() - started), answer };
    };
    try {
      const target = unsealTarget(secrets, channel);
      const result = await within(sendBy({ kind: channel.kind, target }, message, { ...channelDeps, client }));
      return logged(result, (await canRead(channel)) ? answerOf(last.text, target) : '');
    } catch (error) {
      if (error instanceof AppError) return logged({ kind: 'failed', reason: error.message, again: false });
      // Logs only the name of the error: its message may contain the address, which is secret.
      log.error({ channel: channel.id, name: error instanceof Error ? error.name : 'unknown' }, 'a message could not be made');
      return logged({ kind: 'failed', reason: "Earshot couldn't create the message", again: true });
    }
  }

  return {
    async message(channel: ChannelRow, rows: readonly NoticeRow[], eventId: string): Promise<Attempt> {
      return attempt(channel, buildMessage(rows, ...(await partsFor(channel, eventId))));
    },
    /** Sends a test message. */
    async test(channel: ChannelRow): Promise<Attempt> {
      return attempt(channel, buildTestMessage(...(await partsFor(channel, randomUUID()))));
    },
  };
}
