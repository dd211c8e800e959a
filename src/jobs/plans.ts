import { minuteMs } from '#shared/time.ts';
import { defineJob } from './define.ts';

export const plans = defineJob({
  name: 'plans',
  about: 'Makes leads of posts that waited for the plan limit',
  schedule: () => '7 0 * * *',
  leaseMs: minuteMs,
  timeoutMs: 10 * minuteMs,
  async run({ core, signal }) {
    const { promoted } = await core.accounts.plans.promoteAll(signal);
    return { promoted, eventsForgotten: await core.accounts.billing.forgetOldEvents() };
  },
});
