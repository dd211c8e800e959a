import type { Config } from '#core/platform/config.ts';
import { connectPostgres } from '#core/platform/db/connect-postgres.ts';
import { listPending } from '#core/platform/db/migrate.ts';
import { checkPostgres } from '#core/platform/db/open-postgres.ts';
import { countServers } from '#core/platform/db/postgres-lock.ts';
import { partsOf } from '#core/platform/db/postgres-url.ts';
import { messageOf } from '#core/platform/errors.ts';
import type { Finding } from './finding.ts';

const runningOf = (servers: number): string =>
  servers < 2 ? (['not running', 'running on this database'][servers] ?? '') : `${servers} are running on this database`;

/** Connection, version, rights, and pending migrations, then how many servers use the database. */
export async function checkPostgresDatabase({ database: { url }, dataDir }: Config): Promise<Finding[]> {
  const check = 'database';
  const db = await connectPostgres(url);
  try {
    const { version, isEmpty } = await checkPostgres(db, url, dataDir);
    const { server, database } = partsOf(url);
    const where = `PostgreSQL ${version} at ${server}, database ${database}`;
    const pending = await listPending(db);
    if (isEmpty) return [{ check, level: 'ok', message: `${where}, still empty. The first start creates the tables` }];
    return [
      pending.length > 0
        ? { check, level: 'watch', message: `${where} needs ${pending.join(', ')}. Run earshot migrate or restart the server` }
        : { check, level: 'ok', message: `${where}, up to date` },
      { check: 'server', level: 'ok', message: runningOf(await countServers(db)) },
    ];
  } catch (error) {
    return [{ check, level: 'act', message: messageOf(error) }];
  } finally {
    await db.destroy();
  }
}
