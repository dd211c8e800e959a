import { minuteMs } from '#shared/time.ts';
import { defineJob } from './define.ts';

export const replyWatch = defineJob({
  name: 'reply-watch',
  about: 'Checks sent replies: points, replies, removal',
  schedule: () => '*/5 * * * *',
  leaseMs: 150_000,
  timeoutMs: 15 * minuteMs,
  run: async ({ core, signal }) => ({ ...(await core.replies.watch.lookDue(signal)) }),
});
