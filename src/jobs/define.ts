import type { Core } from '#core/open.ts';

export interface JobContext {
  core: Core;
  /** Aborts when the process shuts down or the lease is lost. */
  signal: AbortSignal;
}
/** A figure or text for each thing that was done; stored and shown. */
export type JobSummary = Record<string, number | string>;

export interface Job {
  name: string;
  /** One line, shown to users. */
  about: string;
  /** Cron expression in UTC. */
  schedule(core: Core): string;
  /** Milliseconds after which another process takes over from one that died; renewed while the run lives. */
  leaseMs: number;
  /** Milliseconds after which a run counts as hung: its signal ends and it failed. */
  timeoutMs: number;
  /** Writes much: does not run while the disk is nearly full. */
  needsDiskSpace?: true;
  run(context: JobContext): Promise<JobSummary>;
}

export const defineJob = (job: Job): Job => job;
