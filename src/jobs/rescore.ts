import { minuteMs } from '#shared/time.ts';
import { defineJob } from './define.ts';

export const rescore = defineJob({
  name: 'rescore',
  about: 'Scores with the model what it has not scored yet, best first',
  schedule: () => '*/5 * * * *',
  leaseMs: 150_000,
  timeoutMs: 30 * minuteMs,
  run: async ({ core, signal }) => ({ ...(await core.discovery.rescoring.run(signal)) }),
});
