import { minuteMs } from '#shared/time.ts';
import { defineJob } from './define.ts';

export const retention = defineJob({
  name: 'retention',
  about: 'Removes items without a match, and old runs, undos, notifications and model answers',
  schedule: ({ config }) => config.jobs.retention,
  leaseMs: 90_000,
  timeoutMs: 30 * minuteMs,
  run: async ({ core, signal }) => ({
    ...(await core.discovery.pipeline.prune(signal)),
    notices: await core.notifications.prune(),
    answers: await core.ai.models.prune(),
  }),
});
