import { minuteMs } from '#shared/time.ts';
import { defineJob } from './define.ts';

export const health = defineJob({
  name: 'health',
  about: 'Checks every connected Reddit account once a day',
  schedule: () => '47 * * * *',
  leaseMs: 150_000,
  timeoutMs: 20 * minuteMs,
  run: async ({ core, signal }) => ({ ...(await core.replies.health.checkDue(signal)) }),
});
