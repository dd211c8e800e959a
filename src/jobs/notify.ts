import { defineJob } from './define.ts';

export const notify = defineJob({
  name: 'notify',
  about: 'Sends notifications and digests that are due',
  schedule: () => '* * * * *',
  leaseMs: 150_000,
  timeoutMs: 10 * 60_000,
  run: ({ core, signal }) => core.notifications.sendDue(signal),
});
