import { minuteMs } from '#shared/time.ts';
import { defineJob } from './define.ts';

export const ownActivity = defineJob({
  name: 'own-activity',
  about: 'Re-reads what connected accounts wrote, to follow their deletions',
  schedule: () => '23 * * * *',
  leaseMs: 150_000,
  timeoutMs: 30 * minuteMs,
  run: async ({ core, signal }) => ({ ...(await core.replies.activity.refreshDue(signal)) }),
});
