import { setTimeout as delay } from 'node:timers/promises';
import type { Client, ClientConfig, Pool } from 'pg';
import type { Server } from 'socket.io';
import type { Crossing, Facts } from '#core/platform/bus.ts';
import type { Core } from '#core/open.ts';

/** What other servers need to know, besides whose sockets are disconnected. Everything else is handled by the server where it happened. */
const crossing = ['push', 'connections:changed', 'membership:changed', 'campaign:moved'] as const satisfies readonly Crossing['fact'][];

/** Sent between servers. Those of other versions may know other facts. */
export interface ServerEvents {
  fact: (fact: Facts['elsewhere']) => void;
}
const gap = { fact: 'gap', payload: {} } as const;
type Sending = Pick<Server<never, never, ServerEvents>, 'serverSideEmit'>;

const connectMs = 10_000;
const answerMs = 10_000;
const aliveMs = 5_000;
/** How long the end of a server waits for what it has to send. */
const flushMs = 3_000;
/** NOTIFY carries less than 8,000 bytes. What is larger is stored, and only its id is sent. */
const payloadThreshold = 7_500;

/**
 * A connection that listens. The adapter opens it again when it ends; one whose other end is gone would be noticed after minutes, so
 * it is asked.
 */
async function openListening(Connection: typeof Client, options: ClientConfig): Promise<Client & { release(): void }> {
  const client = new Connection(options);
  // Without a listener, an error would end the process. The end follows it.
  client.on('error', () => undefined);
  await client.connect();
  const alive = setInterval(() => void client.query('select 1').catch(end), aliveMs).unref();
  function end(): void {
    clearInterval(alive);
    client.end().catch(() => undefined);
  }
  client.once('end', () => clearInterval(alive));
  return Object.assign(client, { release: end });
}

/** Sends facts to the servers on the same database, and sockets are addressed on all of them. Null for the only server. */
export async function openRelay(core: Core) {
  if (core.peers.number === null) return null;
  const [{ createAdapter }, { default: pg }] = await Promise.all([import('@socket.io/postgres-adapter'), import('pg')]);
  const options = {
    connectionString: core.config.database.url,
    application_name: 'earshot sockets',
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
  };
  // One sends after the other.
  const sending = new pg.Pool({ ...options, max: 1 });
  sending.on('error', () => undefined);
  let [owesGap, isClosed] = [false, false];
  const first = Promise.withResolvers<void>();
  let onListening = first.resolve;

  async function connect(): Promise<Client> {
    const client = await openListening(pg.Client, options);
    // A connection that arrives too late would be kept, or opened again.
    if (isClosed) client.release();
    if (isClosed) return new Promise(() => undefined);
    // After the statements that the adapter sends at once.
    setImmediate(() => {
      client.query('select 1').then(
        () => onListening(),
        () => undefined,
      );
    });
    return client;
  }

  // The adapter doesn't report each failure.
  const query = (text: string, values?: unknown[]) =>
    sending.query(text, values).catch((error: unknown) => {
      owesGap = true;
      throw error;
    });

  const adapter = createAdapter({ connect, query } as unknown as Pool, {
    payloadThreshold,
    errorHandler(error: unknown) {
      core.log.debug({ err: error }, 'a fact could not be sent or read');
      core.bus.emit('elsewhere', gap);
    },
  });

  return {
    adapter,
    /** Sends this server's facts, and emits those of others from now on. */
    async join(io: Server<never, never, ServerEvents>): Promise<void> {
      for (const fact of crossing) core.bus.on(fact, (payload) => void io.serverSideEmit('fact', { fact, payload } as Crossing));
      io.on('fact', (fact) => core.bus.emit('elsewhere', fact));
      core.atEnd(async () => {
        isClosed = true;
        await io.of('/').adapter.close();
        // The end of a pool drops what waits in it.
        const sent = sending.query('select 1').catch(() => undefined);
        await Promise.race([sent.then(() => sending.end()), delay(flushMs, undefined, { ref: false })]);
      });
      await Promise.race([first.promise, delay(connectMs, undefined, { ref: false })]);
      onListening = () => core.bus.emit('elsewhere', gap);
    },
    /** Tells the others that they may have missed facts, once it can. */
    settle(io: Sending): void {
      if (!owesGap) return;
      owesGap = false;
      io.serverSideEmit('fact', gap);
    },
  };
}
