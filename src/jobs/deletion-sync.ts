import { hourMs } from '#shared/time.ts';
import { defineJob } from './define.ts';

export const deletionSync = defineJob({
  name: 'deletion-sync',
  about: 'Erases what was deleted on Reddit and Hacker News',
  schedule: ({ config }) => config.jobs.deletionSync,
  leaseMs: 90_000,
  timeoutMs: hourMs,
  freesSpace: true,
  run: async ({ core, signal }) => ({ ...(await core.discovery.pipeline.syncDeletions(signal)) }),
});
