import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { maxMessageBytes, type Peers } from '../peers.ts';
import { channel, createLink, type Link, type LinkDeps } from './postgres-link.ts';
import { listServers, releaseTurn, tryTurn } from './postgres-lock.ts';
import type { Session } from './postgres-session.ts';

const turnMs = 100;
const resendMs = 200;
/** How long the end of a server waits for what it has to send. */
const flushMs = 1_000;
/** PostgreSQL's numbers for these locks are 32 bits long. */
const maxNumber = 2 ** 31;

interface Envelope {
  from: number;
  messages: object[];
}

/** Messages that wait to be sent. A failed one is sent again, so that a gap of this server's connection loses none. */
function createOutgoing(from: number) {
  const queue: { text: string; bytes: number }[] = [];
  return {
    add(message: object): void {
      const text = JSON.stringify(message);
      queue.push({ text, bytes: Buffer.byteLength(text) + 1 });
    },
    isEmpty: () => queue.length === 0,
    /** As many as fit into one notification, and how many. */
    next(): { payload: string; count: number } {
      let [count, bytes] = [0, 0];
      while (count < queue.length && (count === 0 || bytes + (queue[count]?.bytes ?? 0) <= maxMessageBytes)) {
        bytes += queue[count]?.bytes ?? 0;
        count += 1;
      }
      const texts = queue.slice(0, count).map(({ text }) => text);
      return { payload: `{"from":${from},"messages":[${texts.join(',')}]}`, count };
    },
    drop: (count: number) => void queue.splice(0, count),
  };
}

/** Sends one notification after the other. */
function createSending(link: Link, from: number) {
  const outgoing = createOutgoing(from);
  const closing = new AbortController();
  let sending: Promise<void> | null = null;

  async function sendAll(): Promise<void> {
    while (!outgoing.isEmpty() && !closing.signal.aborted) {
      const { payload, count } = outgoing.next();
      const session = link.current();
      const isSent = await session?.query('select pg_notify($1, $2)', [channel, payload]).then(
        () => true,
        () => false,
      );
      if (isSent === true) outgoing.drop(count);
      else await wait(resendMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
    sending = null;
  }

  return {
    send(message: object): void {
      outgoing.add(message);
      sending ??= sendAll();
    },
    flushed: async (): Promise<void> => void (await sending),
    close: () => closing.abort(),
  };
}

async function takeTurn(
  { link, flushed }: { link: Link; flushed: () => Promise<void> },
  name: string,
  signal?: AbortSignal,
): Promise<() => Promise<void>> {
  while (!signal?.aborted) {
    const session = link.current();
    const isTaken = session !== null && (await tryTurn(session, name).catch(() => false));
    if (isTaken)
      return async () => {
        await flushed();
        await endTurn(link, session, name);
      };
    await wait(turnMs);
  }
  // Whoever was aborted does nothing that needs a turn.
  return async () => undefined;
}

/** With its session, the turn has ended by itself. */
async function endTurn(link: Link, session: Session, name: string): Promise<void> {
  if (link.current() === session) await releaseTurn(session, name).catch(() => undefined);
}

type PeersDeps = Pick<LinkDeps, 'url' | 'db' | 'log' | 'onCut'>;

/** Joins the servers of a database. `prepare` takes the shared lock, and returns what was done before. */
export async function joinPeers<T>(
  { url, db, log, onCut }: PeersDeps,
  prepare: (first: Session) => Promise<T>,
): Promise<{ peers: Peers; prepared: T }> {
  const number = randomInt(1, maxNumber);
  const listeners: ((message: object) => void)[] = [];
  const gapListeners: (() => void)[] = [];
  const link = createLink({
    url,
    db,
    log,
    number,
    onCut,
    onMessage(payload) {
      const { from, messages } = JSON.parse(payload) as Envelope;
      if (from !== number) for (const message of messages) for (const listener of listeners) listener(message);
    },
    onBack: () => gapListeners.forEach((listener) => listener()),
  });
  const { send, flushed, close } = createSending(link, number);
  const prepared = await link.start(prepare).catch(async (error: unknown) => {
    await link.close();
    throw error;
  });
  const peers: Peers = {
    number,
    send,
    flushed,
    onMessage: (listener) => void listeners.push(listener),
    onGap: (listener) => void gapListeners.push(listener),
    listRunning: () => listServers(db),
    takeTurn: (name, signal) => takeTurn({ link, flushed }, name, signal),
    async close() {
      if (link.current()) await Promise.race([flushed(), wait(flushMs)]);
      close();
      await link.close();
    },
  };
  return { peers, prepared };
}
