import type { Core } from '#core/open.ts';
import type { Job, JobSummary } from './define.ts';

type Ground = Pick<Core, 'db' | 'now'>;

export interface JobRow {
  name: string;
  known_since: number;
  lease_owner: string | null;
  lease_until: number | null;
  last_started_at: number | null;
  last_success_at: number | null;
  last_failure_at: number | null;
  last_error: string | null;
  last_summary: string;
}

export async function knowJobs({ db, now }: Ground, names: readonly string[]): Promise<void> {
  for (const name of names) await db('jobs').insert({ name, known_since: now() }).onConflict('name').ignore();
}

export const listJobRows = ({ db }: Ground): Promise<JobRow[]> => db<JobRow>('jobs').select('*').orderBy('name').limit(100);

/** True when this owner holds the job from now on: one conditional UPDATE decides among all processes. */
export async function claimLease({ db, now }: Ground, job: Job, owner: string): Promise<boolean> {
  const at = now();
  const claimed = await db('jobs')
    .where({ name: job.name })
    // A clock that jumped back must not leave a lease standing for longer than one can last.
    .where((free) =>
      free
        .whereNull('lease_owner')
        .orWhere('lease_until', '<=', at)
        .orWhere('lease_until', '>', at + job.leaseMs),
    )
    .update({ lease_owner: owner, lease_until: at + job.leaseMs, last_started_at: at });
  return claimed === 1;
}

/** False when the lease is somebody else's by now. */
export async function renewLease({ db, now }: Ground, job: Job, owner: string): Promise<boolean> {
  return (
    (await db('jobs')
      .where({ name: job.name, lease_owner: owner })
      .update({ lease_until: now() + job.leaseMs })) === 1
  );
}

export type Outcome = { state: 'done'; summary: JobSummary } | { state: 'failed'; error: string };

/** Ends the lease and stores what the run came to; a late owner writes nothing. */
export async function endLease({ db, now }: Ground, { job, owner, outcome }: { job: Job; owner: string; outcome: Outcome }): Promise<void> {
  const free = { lease_owner: null, lease_until: null };
  const result =
    outcome.state === 'done'
      ? { last_success_at: now(), last_error: null, last_summary: JSON.stringify(outcome.summary) }
      : { last_failure_at: now(), last_error: outcome.error };
  await db('jobs')
    .where({ name: job.name, lease_owner: owner })
    .update({ ...free, ...result });
}
