import { minuteMs } from '#shared/time.ts';
import { noteTime, steadyTime } from '#core/platform/steady-time.ts';
import { defineJob } from './define.ts';

export const retention = defineJob({
  name: 'retention',
  about: 'Removes items without a match, and old runs, undos, notifications and model answers',
  schedule: ({ config }) => config.jobs.retention,
  leaseMs: 90_000,
  timeoutMs: 30 * minuteMs,
  freesSpace: true,
  async run({ core, signal }) {
    await noteTime(core.db, core.now());
    const at = await steadyTime(core.db, core.now());
    const pruned = {
      ...(await core.discovery.pipeline.prune(signal, at)),
      notices: await core.notifications.prune(at),
      answers: await core.ai.models.prune(at),
    };
    await core.reserve.keep();
    return pruned;
  },
});
