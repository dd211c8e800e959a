import type { Db } from './db/connect.ts';
import type { DeadLetter } from './queue.ts';
import type { DeadLettersRow, JobsRow } from './tables.ts';

export async function insertJob(db: Db, job: Pick<JobsRow, 'name' | 'known_since'>): Promise<void> {
  await db('jobs').insert(job).onConflict('name').ignore();
}

export const listJobRows = (db: Db): Promise<JobsRow[]> =>
  db('jobs')
    .select(
      'name',
      'known_since',
      'lease_owner',
      'lease_until',
      'last_started_at',
      'last_success_at',
      'last_failure_at',
      'last_error',
      'last_summary',
    )
    .orderBy('name')
    .limit(100);

export interface Lease {
  name: string;
  owner: string;
  /** Duration unless renewed. */
  leaseMs: number;
}

/** Claims the job; one conditional UPDATE decides among all processes. Returns whether it succeeded. */
export async function claimLease(db: Db, { name, owner, leaseMs }: Lease, now: number): Promise<boolean> {
  const until = now + leaseMs;
  const claimed = await db('jobs')
    .where({ name })
    // After the clock was set back, a lease can't be valid for longer than its duration.
    .where((free) => free.whereNull('lease_owner').orWhere('lease_until', '<=', now).orWhere('lease_until', '>', until))
    .update({ lease_owner: owner, lease_until: until, last_started_at: now });
  return claimed === 1;
}

/** Returns false if another process has taken over the lease. */
export async function renewLease(db: Db, { name, owner, leaseMs }: Lease, now: number): Promise<boolean> {
  const renewed = await db('jobs')
    .where({ name, lease_owner: owner })
    .update({ lease_until: now + leaseMs });
  return renewed === 1;
}

/** Ends the leases of servers that aren't running any more; their owners begin with the server's number. */
export async function endLeasesOfOthers(db: Db, running: readonly number[]): Promise<void> {
  const held = await db('jobs').whereNotNull('lease_owner').select('name', 'lease_owner').limit(100);
  for (const { name, lease_owner } of held) {
    const server = /^(\d+):/.exec(lease_owner ?? '')?.[1];
    if (server !== undefined && !running.includes(Number(server)))
      await db('jobs').where({ name, lease_owner }).update({ lease_owner: null, lease_until: null });
  }
}

type Result = Partial<Pick<JobsRow, 'last_success_at' | 'last_failure_at' | 'last_error' | 'last_summary'>>;

/** Ends the lease and stores the result of the run, unless the lease was lost. */
export async function endLease(db: Db, { name, owner }: Pick<Lease, 'name' | 'owner'>, result: Result): Promise<void> {
  await db('jobs')
    .where({ name, lease_owner: owner })
    .update({ lease_owner: null, lease_until: null, ...result });
}

export async function saveDead(db: Db, letter: DeadLettersRow): Promise<void> {
  await db('dead_letters').insert(letter).onConflict('name').merge();
}

export async function listDead(db: Db): Promise<DeadLetter[]> {
  const rows = await db('dead_letters').select('name', 'attempts', 'failed_at').orderBy('name').limit(100);
  return rows.map(({ failed_at, ...letter }) => ({ ...letter, failedAt: failed_at }));
}
