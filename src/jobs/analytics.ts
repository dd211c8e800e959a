import { defineJob } from './define.ts';

export const analytics = defineJob({
  name: 'analytics',
  about: 'Recounts days whose figures changed',
  schedule: ({ config }) => config.jobs.analytics,
  leaseMs: 90_000,
  timeoutMs: 60 * 60_000,
  run: ({ core, signal }) => core.insights.analytics.keep(signal),
});
