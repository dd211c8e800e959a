import { basename } from 'node:path';
import { minuteMs, hourMs } from '#shared/time.ts';
import { backupRotating } from '#core/platform/db/backup.ts';
import { defineJob } from './define.ts';

export const backup = defineJob({
  name: 'backup',
  about: 'Copies the database into the backups folder',
  schedule: ({ config }) => config.jobs.backup,
  needsDiskSpace: true,
  leaseMs: 5 * minuteMs,
  timeoutMs: hourMs,
  async run({ core }) {
    const { file, bytes, rows } = await backupRotating(core.db, {
      dataDir: core.config.dataDir,
      now: core.now(),
      keep: core.config.retention.backups,
    });
    return { file: basename(file), bytes, rows };
  },
});
