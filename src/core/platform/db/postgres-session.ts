import { AppError } from '../errors.ts';
import { connectFailure, postgresFailure } from './postgres-failure.ts';
import { checkUrl } from './postgres-url.ts';

/** A connection of its own: its locks and what it listens to end with it. */
export interface Session {
  /** One statement at a time, in the order of the calls. */
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  end(): Promise<void>;
}

interface Options {
  /** Called once when the connection has ended, unless `end` was called. */
  onEnd?: (() => void) | undefined;
  /** Called for each message on a channel that the session listens to. */
  onMessage?: ((payload: string) => void) | undefined;
}

const connectMs = 10_000;
const aliveMs = 5_000;
/** No statement of a session waits for a lock, so a slower one means that the connection is dead. */
const statementMs = 10_000;
/** After how long without a statement PostgreSQL ends it, so that the locks of a server that is suspended, or whose host is gone, pass on. */
const silentMs = 60_000;

/** Runs one piece of work after the other, as the driver requires. */
function createQueue() {
  let tail: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = tail.then(work);
    tail = turn.catch(() => undefined);
    return turn;
  };
}

/** Connects. Throws `unavailable` in one line for people. */
export async function openSession(url: string, { onEnd, onMessage }: Options = {}): Promise<Session> {
  checkUrl(url);
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString: url,
    application_name: 'earshot server',
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs,
  });
  const inTurn = createQueue();
  let isOver = true;
  const over = (): void => {
    if (isOver) return;
    isOver = true;
    clearInterval(alive);
    onEnd?.();
  };
  // A connection whose other end is gone would otherwise be noticed after minutes.
  const alive = setInterval(
    () =>
      void inTurn(() => client.query('select 1')).catch(() => {
        over();
        return client.end().catch(() => undefined);
      }),
    aliveMs,
  ).unref();
  // Without a listener, an error of an idle connection would end the process. The end follows it.
  client.on('error', () => undefined);
  client.on('end', over);
  client.on('notification', ({ payload = '' }) => onMessage?.(payload));
  await client.connect().catch((error: unknown) => {
    clearInterval(alive);
    throw connectFailure(url, error);
  });
  await client.query(`set idle_session_timeout = ${silentMs}`);
  isOver = false;
  return {
    async query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
      try {
        return await inTurn(async () => (await client.query<Row>(sql, [...values])).rows);
      } catch (error) {
        throw postgresFailure(url, error) ?? new AppError('unavailable', 'The connection to PostgreSQL failed', { cause: error });
      }
    },
    async end(): Promise<void> {
      isOver = true;
      clearInterval(alive);
      await client.end().catch(() => undefined);
    },
  };
}
