import { defineJob } from './define.ts';

export const outbox = defineJob({
  name: 'outbox',
  about: 'Sends answers whose time has come, and looks for those that are unclear',
  schedule: () => '* * * * *',
  leaseMs: 150_000,
  timeoutMs: 10 * 60_000,
  run: ({ core, signal }) => core.replies.outbox.sendDue(signal),
});
