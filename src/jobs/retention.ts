import { defineJob } from './define.ts';

export const retention = defineJob({
  name: 'retention',
  about: 'Removes what fitted no campaign, old runs, old undos, old notifications and old answers of models',
  schedule: ({ config }) => config.jobs.retention,
  leaseMs: 90_000,
  timeoutMs: 30 * 60_000,
  run: async ({ core, signal }) => ({
    ...(await core.discovery.pipeline.prune(signal)),
    notices: await core.notifications.prune(),
    answers: await core.ai.models.prune(),
  }),
});
