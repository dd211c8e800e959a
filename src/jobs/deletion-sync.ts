import { defineJob } from './define.ts';

export const deletionSync = defineJob({
  name: 'deletion-sync',
  about: 'Erases what was deleted on Reddit',
  schedule: ({ config }) => config.jobs.deletionSync,
  leaseMs: 90_000,
  timeoutMs: 60 * 60_000,
  run: async ({ core, signal }) => ({ ...(await core.discovery.pipeline.syncDeletions(signal)) }),
});
