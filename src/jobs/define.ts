import type { Core } from '#core/open.ts';

export interface JobContext {
  core: Core;
  /** Aborts when the process shuts down or the lease is lost. */
  signal: AbortSignal;
}
/** A number or text for each thing that was done; stored and shown. */
export type JobSummary = Record<string, number | string>;

export interface Job {
  name: string;
  /** One line, shown to users. */
  about: string;
  /** Cron expression in UTC. */
  schedule(core: Core): string;
  /** Runs this many milliseconds after each start, instead of at once if a scheduled time was missed. */
  afterStartMs?: number;
  /** How often a run that failed is tried again before the next one, if a missed run matters. */
  retries?: number;
  /** Milliseconds until another process may take over from one that died; renewed during the run. */
  leaseMs: number;
  /** Milliseconds until a run counts as hung: its signal aborts and the run fails. */
  timeoutMs: number;
  /** The job writes a lot, so it doesn't run while the disk is nearly full. */
  needsDiskSpace?: true;
  /** The job deletes more than it writes, so it may use the space that is reserved for that on a full disk. */
  freesSpace?: true;
  run(context: JobContext): Promise<JobSummary>;
}

export const defineJob = (job: Job): Job => job;
