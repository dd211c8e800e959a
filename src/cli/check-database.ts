import { existsSync } from 'node:fs';
import type { Config } from '#core/platform/config.ts';
import { checkEngine, connect } from '#core/platform/db/connect.ts';
import { isDamage } from '#core/platform/db/failure.ts';
import { listPending } from '#core/platform/db/migrate.ts';
import { databaseFile } from '#core/platform/db/open.ts';
import { databaseSizes, longLogBytes } from '#core/platform/db/sizes.ts';
import { damageOf, refuseEmptied, refuseMissing } from '#core/platform/db/soundness.ts';
import { messageOf } from '#core/platform/errors.ts';
import { listJobRows } from '#core/platform/job-queries.ts';
import type { Finding } from './finding.ts';

const longLogText = (bytes: number): string =>
  `its write-ahead log has grown to ${Math.round(bytes / 1e6)} MB because another program keeps the database open. Close that program, then restart the server`;

/** The file of the database, for `earshot doctor`. */
export async function checkDatabase(config: Config): Promise<Finding> {
  const check = 'database';
  const file = databaseFile(config);
  try {
    refuseMissing(file);
    refuseEmptied(file);
    if (!existsSync(file)) return { check, level: 'ok', message: 'none yet. It will be created on the first start' };
    return { check, ...(await checkSchema(file)) };
  } catch (error) {
    return { check, level: 'act', message: messageOf(isDamage(error) ? damageOf(file, error) : error) };
  }
}

async function checkSchema(file: string): Promise<Omit<Finding, 'check'>> {
  const db = connect(file);
  try {
    await checkEngine(db);
    const pending = await listPending(db);
    if (pending.length > 0) return { level: 'watch', message: `needs ${pending.join(', ')}. Run earshot migrate or restart the server` };
    const fileCheck = (await listJobRows(db)).find(({ name }) => name === 'file-check');
    if (fileCheck?.last_error) return { level: 'act', message: fileCheck.last_error };
    const { log } = await databaseSizes(file);
    if (log > longLogBytes) return { level: 'watch', message: longLogText(log) };
    return { level: 'ok', message: 'up to date' };
  } finally {
    await db.destroy();
  }
}
