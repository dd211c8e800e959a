import { minuteMs } from '#shared/time.ts';
import { defineJob } from './define.ts';

export const notify = defineJob({
  name: 'notify',
  about: 'Sends notifications and digests that are due',
  schedule: () => '* * * * *',
  leaseMs: 150_000,
  timeoutMs: 10 * minuteMs,
  run: ({ core, signal }) => core.notifications.sendDue(signal),
});
