import { minuteMs } from '#shared/time.ts';
import { defineJob } from './define.ts';

export const outbox = defineJob({
  name: 'outbox',
  about: 'Sends replies that are due, and checks replies whose outcome is unknown',
  schedule: () => '* * * * *',
  leaseMs: 150_000,
  timeoutMs: 10 * minuteMs,
  run: ({ core, signal }) => core.replies.outbox.sendDue(signal),
});
