import { defineJob } from './define.ts';

export const plans = defineJob({
  name: 'plans',
  about: 'Makes leads of posts that waited for the plan limit',
  schedule: () => '7 0 * * *',
  leaseMs: 60_000,
  timeoutMs: 10 * 60_000,
  async run({ core, signal }) {
    const { promoted } = await core.accounts.plans.promoteAll(signal);
    return { promoted, eventsForgotten: await core.accounts.billing.forgetOldEvents() };
  },
});
