import { minuteMs } from '#shared/time.ts';
import { defineJob } from './define.ts';

export const discover = defineJob({
  name: 'discover',
  about: 'Fetches for every campaign that is due',
  schedule: ({ config }) => config.jobs.discovery,
  needsDiskSpace: true,
  leaseMs: 90_000,
  timeoutMs: 30 * minuteMs,
  run: ({ core, signal }) => core.discovery.pipeline.listen(signal),
});
