import type { Db } from '#core/platform/db/connect.ts';
import { listPending } from '#core/platform/db/migrate.ts';
import { canRead, countRunning, dataVersion, readSizes, tryWrite } from '#core/platform/db/status-queries.ts';
import type { DiskSpace } from '#core/platform/guards/disk.ts';
import { listJobRows } from '#core/platform/job-queries.ts';
import { countRows } from '../queries.ts';

const holds = (check: Promise<boolean>): Promise<boolean> => check.catch(() => false);

/** The state of the instance itself. */
export function createStatus({ db, diskSpace }: { db: Db; diskSpace: DiskSpace }) {
  const hasDiskSpace = async (): Promise<boolean> => (await diskSpace()) > 0;
  return {
    hasDiskSpace,
    isReadable: () => holds(canRead(db)),
    /** Whether the instance can handle requests, as one boolean per check. Never throws. */
    async readiness() {
      return {
        database: await holds(tryWrite(db).then(() => true)),
        migrations: await holds(listPending(db).then((pending) => pending.length === 0)),
        disk: await holds(hasDiskSpace()),
      };
    },
    dataVersion: () => dataVersion(db),
    /** Metrics for monitoring; `lastSuccess` in UTC ms by job, sizes in bytes. */
    async figures() {
      const jobs = await listJobRows(db);
      return {
        users: await countRows(db, 'users'),
        campaigns: await countRows(db, 'campaigns'),
        leads: await countRows(db, 'leads'),
        servers: await countRunning(db),
        sizes: await readSizes(db),
        // Of a job that never succeeded: since when it should have, so that its age grows.
        lastSuccess: new Map(jobs.map((job) => [job.name, job.last_success_at ?? job.known_since])),
      };
    },
  };
}
export type Status = ReturnType<typeof createStatus>;
