import { hourMs, minuteMs } from '#shared/time.ts';
import { databaseFile } from '#core/platform/db/open.ts';
import { canBackUp } from '#core/platform/db/backup.ts';
import { checkTables } from '#core/platform/db/soundness.ts';
import { defineJob, type JobSummary } from './define.ts';

export const fileCheck = defineJob({
  name: 'file-check',
  about: 'Checks the database file for damage',
  schedule: () => '29 4 * * *',
  afterStartMs: minuteMs,
  leaseMs: 5 * minuteMs,
  timeoutMs: 2 * hourMs,
  async run({ core, signal }): Promise<JobSummary> {
    if (!canBackUp(core.db)) return { skipped: 'PostgreSQL checks its own files' };
    return { tables: await checkTables(databaseFile(core.config), signal) };
  },
});
