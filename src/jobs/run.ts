import { randomUUID } from 'node:crypto';
import { AppError, messageOf } from '#core/platform/errors.ts';
import type { Core } from '#core/open.ts';
import { diskFullMessage } from '#core/platform/guards/disk.ts';
import { claimLease, endLease, insertJob, listJobRows, renewLease } from '#core/platform/job-queries.ts';
import type { DeadLetter } from '#core/platform/queue.ts';
import type { Job, JobSummary } from './define.ts';
import { jobs } from './jobs.ts';

type Outcome = { state: 'done'; summary: JobSummary } | { state: 'failed'; error: string };
/** `held`: another process, or another run in this one, is running the job. */
export type JobResult = Outcome | { state: 'held' };

/** Rejects when the signal aborts, so that work that ignores the signal can't block other jobs. */
function untilEnded(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason instanceof Error ? signal.reason : new Error('Stopped')), { once: true });
  });
}

async function attempt(core: Core, job: Job, signal: AbortSignal): Promise<Outcome> {
  try {
    if (job.needsDiskSpace && !(await core.instance.status.hasDiskSpace())) throw new AppError('unavailable', diskFullMessage);
    // A run that stops when asked to counts as successful: the next one resumes where it stopped.
    const graceful = job.freesSpace ? core.reserve.use(() => job.run({ core, signal })) : job.run({ core, signal });
    const late = AbortSignal.timeout(job.timeoutMs);
    return { state: 'done', summary: await Promise.race([graceful, untilEnded(late)]) };
  } catch (error) {
    core.log.error({ err: error, job: job.name }, 'job failed');
    return { state: 'failed', error: messageOf(error) };
  }
}

const storedOutcome = (outcome: Outcome, at: number) =>
  outcome.state === 'done'
    ? { last_success_at: at, last_error: null, last_summary: JSON.stringify(outcome.summary) }
    : { last_failure_at: at, last_error: outcome.error };

/** Runs a job under its lease. Never throws when the job fails. */
export async function attemptJob(core: Core, job: Job, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<JobResult> {
  const { number } = core.peers;
  const { db, now } = core;
  const { name, leaseMs } = job;
  const lease = { name, leaseMs, owner: number === null ? randomUUID() : `${number}:${randomUUID()}` };
  const claim = async (): Promise<boolean> => {
    await insertJob(db, { name, known_since: now() });
    return claimLease(db, lease, now());
  };
  if (!(await (job.freesSpace ? core.reserve.use(claim) : claim()))) return { state: 'held' };
  const ending = new AbortController();
  const heartbeat = setInterval(() => {
    renewLease(db, lease, now()).then(
      (isOurs) => isOurs || ending.abort(new Error('Another process took the job over')),
      (error: unknown) => core.log.warn({ err: error, job: job.name }, 'lease not renewed'),
    );
  }, job.leaseMs / 3);
  const began = performance.now();
  try {
    const ends = [ending.signal, AbortSignal.timeout(job.timeoutMs), ...(signal ? [signal] : [])];
    const outcome = await attempt(core, job, AbortSignal.any(ends));
    await endLease(db, lease, storedOutcome(outcome, now()));
    core.log.info({ job: job.name, ms: Math.round(performance.now() - began), ...outcome }, 'job ended');
    if (outcome.state === 'failed') core.bus.push({ userId: null }, 'system-health', { status: 'degraded', message: `${job.name} failed` });
    return outcome;
  } finally {
    clearInterval(heartbeat);
  }
}

/**
 * Runs a job now and returns its summary, for a command or a button. Throws `not_found`, `conflict` while it runs elsewhere,
 * `unavailable` if it fails.
 */
export async function runJob(
  core: Core,
  name: string,
  { signal, among = jobs }: { signal?: AbortSignal; among?: readonly Job[] } = {},
): Promise<JobSummary> {
  const job = among.find((one) => one.name === name);
  if (!job) throw new AppError('not_found', `Job ${name} not found. Jobs: ${among.map((one) => one.name).join(', ')}`);
  const result = await attemptJob(core, job, { signal });
  if (result.state === 'held') throw new AppError('conflict', `${name} is already running. Try again when it has finished.`);
  if (result.state === 'failed') throw new AppError('unavailable', `${name} failed: ${result.error}`);
  return result.summary;
}

export interface JobState {
  name: string;
  running: boolean;
  /** UTC ms. */
  lastSuccessAt: number | null;
  lastFailureAt: number | null;
  /** Error of the latest run, if it failed. */
  lastError: string | null;
  lastSummary: JobSummary;
  /** Its newest dead letter, if it hasn't succeeded since. */
  gaveUp: Pick<DeadLetter, 'attempts' | 'failedAt'> | null;
}

/** State of every job that ever ran or was scheduled. */
export async function listJobStates(core: Pick<Core, 'db' | 'now' | 'queue'>): Promise<JobState[]> {
  const [rows, dead] = [await listJobRows(core.db), await core.queue.listDead()];
  return rows.map((row) => ({
    name: row.name,
    running: row.lease_owner !== null && (row.lease_until ?? 0) > core.now(),
    lastSuccessAt: row.last_success_at,
    lastFailureAt: row.last_failure_at,
    lastError: row.last_error,
    lastSummary: JSON.parse(row.last_summary) as JobSummary,
    gaveUp: dead.find(({ name, failedAt }) => name === row.name && failedAt > (row.last_success_at ?? 0)) ?? null,
  }));
}
