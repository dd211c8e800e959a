import { hourMs } from '#shared/time.ts';
import { defineJob } from './define.ts';

export const analytics = defineJob({
  name: 'analytics',
  about: 'Recounts days whose figures changed',
  schedule: ({ config }) => config.jobs.analytics,
  leaseMs: 90_000,
  timeoutMs: hourMs,
  run: ({ core, signal }) => core.insights.analytics.keep(signal),
});
