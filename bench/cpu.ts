import { readdirSync, readFileSync } from 'node:fs';
import type { Db } from '#core/platform/db/connect.ts';

/** CPU milliseconds of this thread, which other load doesn't affect, so figures are per core. */
export function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** CPU milliseconds of all threads: SQLite's statements run in threads of their own. */
export function processCpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Parent of a process; null when it has ended. */
function parentOf(pid: string): string | null {
  try {
    // The name, in parentheses, can contain spaces.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1] ?? null;
  } catch {
    return null;
  }
}

function ranNanoseconds(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    return 0;
  }
}

export type Timer = (work: () => Promise<unknown>) => Promise<number>;

/** CPU milliseconds of all threads of this process. */
export const timeProcess: Timer = async (work) => {
  const began = processCpuMilliseconds();
  await work();
  return processCpuMilliseconds() - began;
};

/**
 * CPU milliseconds of this process and of the PostgreSQL server behind `db`, which runs on this machine. PostgreSQL stops using
 * parallel workers, which would end before they are counted.
 */
export async function timeWithPostgres(db: Db): Promise<Timer> {
  await db.raw('alter system set max_parallel_workers_per_gather = 0');
  await db.raw('select pg_reload_conf()');
  const [row] = await db.raw<{ pid: number }[]>('select pg_backend_pid() as pid');
  const server = parentOf(String(row?.pid));
  if (server === null) throw new Error('PostgreSQL runs elsewhere, so its CPU time is unknown');
  const postgresCpuMilliseconds = (): number =>
    readdirSync('/proc')
      .filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === server)
      .reduce((sum, pid) => sum + ranNanoseconds(pid), 0) / 1e6;
  return async (work) => {
    const before = postgresCpuMilliseconds();
    const own = await timeProcess(work);
    return own + postgresCpuMilliseconds() - before;
  };
}
