import { existsSync } from 'node:fs';
import { readLedgerState, type LedgerState } from '#core/ai/ledger-state.ts';
import type { Config } from '#core/platform/config.ts';
import { connect, type Db } from '#core/platform/db/connect.ts';
import { connectPostgres } from '#core/platform/db/connect-postgres.ts';
import { databaseFile } from '#core/platform/db/open.ts';

/** Reads from the database, which a running server may hold. Null if there is none yet. */
export async function withStored<T>(config: Config, read: (db: Db) => Promise<T>): Promise<T | null> {
  const { client, url } = config.database;
  const file = databaseFile(config);
  if (client === 'sqlite' && !existsSync(file)) return null;
  const db = client === 'postgres' ? await connectPostgres(url) : connect(file);
  try {
    return await read(db);
  } finally {
    await db.destroy();
  }
}

/** Null without a usable database, which is reported on its own. */
export const readLedger = (config: Config): Promise<LedgerState | null> =>
  withStored(config, (db) => readLedgerState(db, { ai: config.ai, now: Date.now })).catch(() => null);
