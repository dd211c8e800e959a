import { basename } from 'node:path';
import { minuteMs, hourMs } from '#shared/time.ts';
import { backupRotating, canBackUp } from '#core/platform/db/backup.ts';
import { defineJob, type JobSummary } from './define.ts';

export const backup = defineJob({
  name: 'backup',
  about: 'Copies the database into the backups folder',
  schedule: ({ config }) => config.jobs.backup,
  needsDiskSpace: true,
  leaseMs: 5 * minuteMs,
  timeoutMs: hourMs,
  async run({ core }): Promise<JobSummary> {
    if (!canBackUp(core.db)) return { skipped: 'PostgreSQL is backed up with pg_dump' };
    const { file, bytes, rows } = await backupRotating(core.db, {
      dataDir: core.config.dataDir,
      now: core.now(),
      keep: core.config.retention.backups,
    });
    return { file: basename(file), bytes, rows };
  },
});
