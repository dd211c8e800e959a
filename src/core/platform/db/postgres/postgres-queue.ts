import { createHash, randomUUID } from 'node:crypto';
import type { Db as BossDb, JobWithMetadata, PgBoss, Queue as BossQueue } from 'pg-boss';
import type { RawConnection } from 'knex/lib/dialects/postgres/index.js';
import { sleep } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { DeadLetter, Pieces, Queue } from '../../queue.ts';
import type { Db, Trx } from '../connect.ts';
import { discard } from './connect-postgres.ts';

const schema = 'earshot_queue';
const deadQueue = 'dead';
const pieceQueue = 'piece';
/** pg-boss's shortest: a server that is silent for longer has lost what it was working on. */
const heartbeatSeconds = 10;
const beatSeconds = 3;
/** How often one of the servers looks for such work. */
const lookSeconds = 5;
/** New work wakes this server; the others look for work that was left over. */
const pollSeconds = 10;
const pieceSeconds = 0.5;
const keptSeconds = 3_600;
/** How long work that has ended keeps its key. */
const keySeconds = 60;
/** How often a piece is given to another server when its server ends. */
const pieceRetries = 5;
/** A server that gets no further for so long isn't waited for. */
const pieceTimeoutSeconds = 300;
/** pg-boss keeps them for two weeks. */
const maxDead = 10_000;
const maxPieces = 100_000;
const isOpen: ReadonlySet<string> = new Set(['created', 'retry', 'active']);
const stopMs = 5_000;

/**
 * Statements of pg-boss on connections of the pool, or on the one of a transaction: it has no connections of its own, so there is
 * nothing to close, and nothing that goes on while a command has the database.
 */
const sqlOn = (db: Db | Trx, types: object): BossDb => ({
  async executeSql(text: string, values: unknown[] = []) {
    const { client } = db as {
      client: { acquireConnection(): Promise<RawConnection>; releaseConnection(one: RawConnection): Promise<void> };
    };
    const connection = await client.acquireConnection();
    try {
      // Its own types: pg-boss wants booleans, and counts as text.
      return await connection.query({ text, values, types });
    } catch (error) {
      // Several statements in one may have left a transaction open.
      if (!('isTransaction' in db)) discard(connection, error);
      throw error;
    } finally {
      await client.releaseConnection(connection);
    }
  },
});

/** The same key is the same job, on whichever server. */
function idOf(name: string, key: string): string {
  const hex = createHash('sha256').update(`${name} ${key}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

const letterOf = ({ sourceName, sourceRetryCount, createdOn }: JobWithMetadata<unknown>): DeadLetter => ({
  name: sourceName ?? '',
  attempts: (sourceRetryCount ?? 0) + 1,
  failedAt: createdOn.getTime(),
});

interface PieceData {
  round: string;
  place: number;
  data: object;
}

function openPieces(boss: PgBoss, { types, closing }: { types: object; closing: AbortSignal }): Pieces {
  let toWake = '';
  const listOf = (round: string) => boss.findJobs<PieceData>(pieceQueue, { data: { round }, limit: maxPieces });
  const remove = async (jobs: readonly { id: string }[]): Promise<void> => {
    if (jobs.length > 0)
      await boss.deleteJob(
        pieceQueue,
        jobs.map(({ id }) => id),
      );
  };
  return {
    async work(take) {
      const options = { pollingIntervalSeconds: pieceSeconds, heartbeatRefreshSeconds: beatSeconds, includeMetadata: true } as const;
      const worker = await boss.work<PieceData>(pieceQueue, options, async ([job]) => {
        if (!job) return;
        const restMs = await take({
          data: job.data.data,
          signal: AbortSignal.any([job.signal, closing]),
          async finish(trx, result) {
            // Only as long as this server has it. The type leaves out what is documented.
            const ended = (await boss.complete(pieceQueue, job, result, { db: sqlOn(trx, types) })) as { affected: number };
            return ended.affected === 1;
          },
        });
        if (restMs > 0) await sleep(restMs, closing).catch(() => undefined);
        // The next one at once.
        boss.notifyWorker(worker);
      });
      toWake = worker;
    },
    async offer(pieces) {
      const round = randomUUID();
      await boss.insert(
        pieceQueue,
        pieces.map((data, place) => ({ data: { round, place, data } })),
      );
      boss.notifyWorker(toWake);
      return round;
    },
    async gather(round) {
      const jobs = await listOf(round);
      const done = jobs.filter(({ state }) => state === 'completed');
      await remove(done);
      return {
        open: jobs.filter(({ state }) => isOpen.has(state)).map(({ data }) => data.place),
        done: done.map(({ data, output }) => ({ place: data.place, result: output })),
      };
    },
    async withdraw(round) {
      await remove(await listOf(round));
    },
  };
}

/** A queue that an earlier version created gets the options of this one. */
async function prepare(boss: PgBoss, { name, policy, ...options }: BossQueue): Promise<void> {
  await boss.createQueue(name, { ...options, ...(policy && { policy }) });
  await boss.updateQueue(name, options);
}

async function start(boss: PgBoss): Promise<void> {
  await boss.start();
  await boss.createQueue(deadQueue);
  await prepare(boss, {
    name: pieceQueue,
    retryLimit: pieceRetries,
    heartbeatSeconds,
    expireInSeconds: pieceTimeoutSeconds,
    deleteAfterSeconds: keptSeconds,
    retentionSeconds: keptSeconds,
  });
}

/** pg-boss over the pool of a server. */
export async function openPostgresQueue(db: Db, log: Log): Promise<Queue> {
  const [{ PgBoss }, { default: pg }] = await Promise.all([import('pg-boss'), import('pg')]);
  const boss = new PgBoss({
    db: sqlOn(db, pg.types),
    schema,
    schedule: false,
    registerInstance: false,
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
    maintenanceIntervalSeconds: keySeconds,
    flowIntervalSeconds: keptSeconds,
    monitorVacuum: false,
  });
  // Workers emit copies of errors. An outage is logged by whoever meets it, not each time that a worker looks for work.
  boss.on('error', (error) => log['code' in error && error.code === 'unavailable' ? 'debug' : 'warn']({ err: error }, 'the queue failed'));
  boss.on('warning', ({ message, data }) => log.debug({ data }, message));
  await start(boss);
  const closing = new AbortController();
  const workers = new Map<string, string>();

  return {
    async work({ name, retries, pauseMs, timeoutMs, run }) {
      const isTriedAgain = retries > 0;
      await prepare(boss, {
        name,
        policy: 'exclusive',
        // Without retries, only what a server that ended left over is done again, and at once.
        retryLimit: Math.max(1, retries),
        retryDelay: isTriedAgain ? Math.round(pauseMs / 1000) : 0,
        retryBackoff: isTriedAgain,
        heartbeatSeconds,
        expireInSeconds: Math.ceil(timeoutMs / 1000) + 60,
        deleteAfterSeconds: keySeconds,
        ...(isTriedAgain && { deadLetter: deadQueue }),
      });
      const runOnce = (): Promise<void> => run().catch((error: unknown) => log.error({ err: error, work: name }, 'work failed'));
      const polling = { pollingIntervalSeconds: pollSeconds, heartbeatRefreshSeconds: beatSeconds };
      const id = await boss.work(name, polling, isTriedAgain ? run : runOnce);
      workers.set(name, id);
      return async () => {
        workers.delete(name);
        await boss.offWork(name, { id, wait: true });
      };
    },
    async enqueue(name, key) {
      await boss.send(name, null, { id: idOf(name, key) });
      const worker = workers.get(name);
      if (worker !== undefined) boss.notifyWorker(worker);
    },
    async listDead() {
      return (await boss.findJobs(deadQueue, { limit: maxDead })).map(letterOf).toReversed();
    },
    pieces: openPieces(boss, { types: pg.types, closing: closing.signal }),
    async close() {
      closing.abort(new Error('Earshot is stopping'));
      await boss.stop({ close: false, timeout: stopMs });
    },
  };
}
