import type { ImapFlow } from 'imapflow';
import * as z from 'zod';
import { isLoopbackHost } from '#core/platform/http/network.ts';
import { dayMs } from '#shared/time.ts';
import { type FetchedItem, newestOf } from '#core/platform/item.ts';
import type { Reading, Stream } from '#core/reddit/stream.ts';
import { eachStream, readCursor } from '../each-stream.ts';
import { SourceFailure } from '../failure.ts';
import { createMailReader, maxMailBytes } from '../mail/mail-file.ts';
import type { OpenSource, OtherSource, SourceDeps, Watermark } from '../source.ts';

/** A mailbox on an IMAP server. */
export interface MailboxConfig {
  host: string;
  port: number;
  user: string;
  password: string;
  folder: string;
}

export interface NewMails {
  /** UIDs are those of before as long as this stays the same. */
  uidValidity: string;
  /** Of the last mail that was read, or that there is. */
  uid: number;
  /** Oldest first; null for one that is larger than a mail can be. */
  mails: { uid: number; bytes: Uint8Array | null }[];
}

export interface Since {
  uidValidity: string;
  uid: number;
}

const implicitTlsPort = 993;
const maxMails = 300;
/** Of a round, which is held in memory; the rest is read the next time. */
const maxRoundBytes = 10 * maxMailBytes;

const isFlagged = (error: unknown, flag: string): boolean =>
  error instanceof Error && flag in error && (error as unknown as Record<string, unknown>)[flag] === true;

/** What went wrong, and what an admin has to change. */
function failureOf(error: unknown, { folder }: MailboxConfig, isConnected: boolean): SourceFailure {
  if (error instanceof SourceFailure) return error;
  if (isFlagged(error, 'authenticationFailed'))
    return new SourceFailure('The mail server refused the user name or password. Set alerts.user and alerts.password.', 'unauthorized');
  if (isFlagged(error, 'mailboxMissing'))
    return new SourceFailure(`The mailbox has no folder ${folder}. Set alerts.folder to one that it has.`, 'missing');
  if (isFlagged(error, 'tlsFailed') || (error instanceof Error && /tls|certificate|self.signed/i.test(error.message)))
    return new SourceFailure('The mail server offers no encrypted connection with a valid certificate.', 'broken');
  return new SourceFailure(
    isConnected
      ? 'The mail server broke off, or took too long.'
      : "The mail server couldn't be reached. Check alerts.host and alerts.port.",
    'unreachable',
  );
}

interface Asked {
  config: MailboxConfig;
  since: Since | null;
  /** The first time, older mails aren't read. */
  from: Date;
  signal: AbortSignal;
  timeoutMs: number;
}

async function uidsIn(client: ImapFlow, { since, from }: Pick<Asked, 'since' | 'from'>): Promise<number[]> {
  // Of a folder without newer mails, "N:*" is the last one.
  const query = since ? { uid: `${since.uid + 1}:*` } : { since: from };
  const found = await client.search(query, { uid: true });
  if (!Array.isArray(found)) throw new SourceFailure('The mail server answered a search with an error.', 'broken');
  return found.filter((uid) => uid > (since?.uid ?? 0)).toSorted((one, other) => one - other);
}

/** The first of these mails with their sizes, as many as fit into a round; those that were deleted meanwhile are left out. */
async function listRound(client: ImapFlow, uids: readonly number[]): Promise<Map<number, number>> {
  const sizes = new Map<number, number>();
  for await (const { uid, size = 0 } of client.fetch(uids.join(','), { uid: true, size: true }, { uid: true })) sizes.set(uid, size);
  const round = new Map<number, number>();
  let bytes = 0;
  for (const [uid, size] of [...sizes].toSorted(([one], [other]) => one - other)) {
    bytes += size <= maxMailBytes ? size : 0;
    if (bytes > maxRoundBytes) break;
    round.set(uid, size);
  }
  return round;
}

async function readFolder(client: ImapFlow, asked: Asked): Promise<NewMails> {
  // Read-only: nothing is marked as read, moved, or deleted.
  const { uidValidity, uidNext } = await client.mailboxOpen(asked.config.folder, { readOnly: true });
  const validity = String(uidValidity);
  const since = asked.since?.uidValidity === validity ? asked.since : null;
  const uids = await uidsIn(client, { ...asked, since });
  const first = uids.slice(0, maxMails);
  const round = first.length > 0 ? await listRound(client, first) : new Map<number, number>();
  const wanted = [...round].flatMap(([uid, size]) => (size <= maxMailBytes ? [uid] : []));
  const sources = new Map<number, Uint8Array>();
  if (wanted.length > 0) {
    const query = { uid: true, source: { maxLength: maxMailBytes } } as const;
    for await (const { uid, source } of client.fetch(wanted.join(','), query, { uid: true })) if (source) sources.set(uid, source);
  }
  return {
    uidValidity: validity,
    uid: [...round.keys()].at(-1) ?? first.at(-1) ?? Math.max(since?.uid ?? 0, uidNext - 1),
    mails: [...round].flatMap(([uid, size]) => {
      const bytes = size > maxMailBytes ? null : sources.get(uid);
      return bytes === undefined ? [] : [{ uid, bytes }];
    }),
  };
}

/** Passwords cross a network encrypted only: from the start, or after STARTTLS, without which the connection fails. */
export const securityOf = ({ host, port }: Pick<MailboxConfig, 'host' | 'port'>) =>
  port === implicitTlsPort ? { secure: true } : { secure: false, doSTARTTLS: !isLoopbackHost(host) };

/** Reads mails that are newer than the last ones. Throws `SourceFailure`, or the signal's reason. */
async function readMailbox(asked: Asked): Promise<NewMails> {
  const { config, signal, timeoutMs } = asked;
  const { host, port, user, password } = config;
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    host,
    port,
    ...securityOf(config),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    maxLineLength: 4 * maxMailBytes,
    maxLiteralSize: 2 * maxMailBytes,
    maxResponseSize: 4 * maxMailBytes,
  });
  let isConnected = false;
  const stop = (): void => client.close();
  // Without a listener, an error of the connection would end the process.
  client.on('error', () => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    await client.connect();
    isConnected = true;
    return await readFolder(client, asked);
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error, config, isConnected);
  } finally {
    signal.removeEventListener('abort', stop);
    client.close();
  }
}

const cursorSchema = z.object({
  uidValidity: z.string(),
  uid: z.number().int().nonnegative(),
  /** Service → how many of its mails had no entries since the last that had some. */
  formless: z.record(z.string(), z.number().int()).catch({}),
});

const firstDays = 30;
const defaultTimeoutMs = 20_000;

/** Reads alerts of other services from a mailbox, oldest first; the folder stays as it is. */
export function createAlerts({ config, now }: Pick<SourceDeps, 'config' | 'now'>, timeoutMs: number): OtherSource {
  async function readNew(stream: Stream, watermark: Watermark | undefined, signal: AbortSignal): Promise<Reading> {
    if (config.alerts.host === '')
      throw new SourceFailure('This instance has no mailbox for alert emails. An admin sets it up with alerts.host.', 'missing');
    const before = readCursor(cursorSchema, watermark);
    const from = new Date(now() - firstDays * dayMs);
    const found = await readMailbox({ config: config.alerts, since: before, from, signal, timeoutMs });
    const reader = createMailReader(now());
    const items: FetchedItem[] = [];
    for (const { uid, bytes } of found.mails) {
      signal.throwIfAborted();
      items.push(...(await reader.read({ number: uid, bytes })));
    }
    const formless = reader.formlessSince(before?.formless ?? {});
    const problems = reader.problems(formless).map(({ message }) => message);
    return {
      stream,
      state: 'ok',
      items,
      newest: newestOf(items, watermark?.newest ?? null, now()),
      gap: null,
      refused: reader.problems().reduce((sum, { count }) => sum + count, 0),
      cursor: JSON.stringify({ uidValidity: found.uidValidity, uid: found.uid, formless: Object.fromEntries(formless) }),
      ...(problems.length > 0 ? { error: problems.join(' ') } : {}),
    };
  }
  return { id: 'alerts', read: (request) => eachStream(request, readNew) };
}

export const openAlerts: OpenSource = (deps) => createAlerts(deps, defaultTimeoutMs);
