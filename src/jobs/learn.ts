import { minuteMs } from '#shared/time.ts';
import { defineJob } from './define.ts';

export const learn = defineJob({
  name: 'learn',
  about: 'Learns from new feedback',
  schedule: ({ config }) => config.jobs.learning,
  leaseMs: 90_000,
  timeoutMs: 10 * minuteMs,
  run: ({ core, signal }) => core.inbox.learning.learnDue(signal),
});
