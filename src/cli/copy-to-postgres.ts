import { existsSync } from 'node:fs';
import { indexAllTexts } from '#core/inbox/items/queries.ts';
import type { Config } from '#core/platform/config.ts';
import { type CopiedTable, copyToPostgres } from '#core/platform/db/postgres/copy-to-postgres.ts';
import { databaseFile, openDatabase } from '#core/platform/db/open.ts';
import { openPostgres } from '#core/platform/db/postgres/open-postgres.ts';
import { checkUrl } from '#core/platform/db/postgres/postgres-url.ts';
import { AppError } from '#core/platform/errors.ts';
import { createLog } from '#core/platform/log.ts';
import { readSecret, type Tools } from './command.ts';
import { counted, type Output, table } from './output.ts';

/** A copy of a table with as many rows takes long enough to say what it is at. */
const manyRows = 50_000;

async function copy(config: Config, url: string, { say }: Output): Promise<CopiedTable[]> {
  const log = await createLog('warn', process.stderr.isTTY);
  const source = await openDatabase({ ...config, database: { client: 'sqlite', url: '' } }, { log, now: Date.now, hold: 'alone' });
  let isLarge = false;
  try {
    const target = await openPostgres(url, { log, hold: 'alone', dataDir: null });
    try {
      return await copyToPostgres(source.db, target.db, {
        onTable({ name, rows }) {
          if (rows < manyRows) return;
          isLarge = true;
          say(`${name}: ${counted(rows, 'row')} copied`);
        },
        onStep(step) {
          if (isLarge) say(`Creating the ${step}…`);
        },
        indexTexts: indexAllTexts,
      });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Copies the SQLite database of the data folder. Both databases must be without a server. */
export async function runCopyToPostgres(to: string, { config, out }: Tools): Promise<void> {
  const url = to === '-' ? await readSecret('URL of the PostgreSQL database') : to;
  checkUrl(url);
  const file = databaseFile(config);
  if (!existsSync(file)) throw new AppError('not_found', `${file} doesn't exist. Set the data folder of the instance to copy (dataDir).`);
  const tables = await copy(config, url, out);
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  out.result({ tables, rows: total }, () =>
    [
      table(
        ['table', 'rows'],
        tables.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, rows]),
      ),
      `\nCopied ${counted(total, 'row')} in ${tables.length} tables; counts and sums of every table are the same.`,
      'Now set database.client to postgres and database.url to the new database, keep secret.key, and start Earshot.',
      `${file} is unchanged. Don't start Earshot on it again: both would send the same replies and notifications.`,
    ].join('\n'),
  );
}
