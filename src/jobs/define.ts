import type { Core } from '#core/open.ts';

export interface JobContext {
  core: Core;
  /** Ends when the process shuts down or the lease is lost. */
  signal: AbortSignal;
}
/** A figure or word for each thing that was done; stored and shown. */
export type JobSummary = Record<string, number | string>;

export interface Job {
  name: string;
  /** One line for people. */
  about: string;
  /** Cron expression in UTC. */
  schedule(core: Core): string;
  /** Milliseconds after which another process takes over from one that died; renewed while the run lives. */
  leaseMs: number;
  /** Milliseconds after which a run counts as hung: its signal ends and it failed. */
  timeoutMs: number;
  /** Writes much: waits while the disk is nearly full. */
  needsRoom?: true;
  run(context: JobContext): Promise<JobSummary>;
}

export const defineJob = (job: Job): Job => job;
