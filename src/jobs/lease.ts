import type { Core } from '#core/open.ts';
import { claimLease as claim, endLease as end, insertJob, type Lease, renewLease as renew } from '#core/platform/job-queries.ts';
import type { Job, JobSummary } from './define.ts';

type LeaseContext = Pick<Core, 'db' | 'now'>;

const leaseOf = ({ name, leaseMs }: Job, owner: string): Lease => ({ name, owner, leaseMs });

/** Adds jobs that the database doesn't have yet. */
export async function registerJobs({ db, now }: LeaseContext, names: readonly string[]): Promise<void> {
  for (const name of names) await insertJob(db, { name, known_since: now() });
}

export const claimLease = (
  { db, now }: LeaseContext,
  { job, owner, unlessSince }: { job: Job; owner: string; unlessSince?: number | undefined },
): Promise<boolean> => claim(db, { ...leaseOf(job, owner), unlessSince }, now());
export const renewLease = ({ db, now }: LeaseContext, job: Job, owner: string): Promise<boolean> => renew(db, leaseOf(job, owner), now());

export type Outcome = { state: 'done'; summary: JobSummary } | { state: 'failed'; error: string };

/** Ends the lease and stores the outcome of the run. */
export const endLease = (
  { db, now }: LeaseContext,
  { job, owner, outcome }: { job: Job; owner: string; outcome: Outcome },
): Promise<void> =>
  end(
    db,
    { name: job.name, owner },
    outcome.state === 'done'
      ? { last_success_at: now(), last_error: null, last_summary: JSON.stringify(outcome.summary) }
      : { last_failure_at: now(), last_error: outcome.error },
  );
