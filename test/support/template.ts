import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '#core/platform/db/connect.ts';
import { migrate } from '#core/platform/db/migrate.ts';
import { templateVariable } from './memory-database.ts';

/** Migrates one database for the whole run, of which each test gets a copy: migrating took most of the time of most tests. */
export default async function setup(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-template-'));
  const file = join(folder, 'template.db');
  const db = connect(file);
  await migrate(db);
  // A database in memory can't have a write-ahead log.
  await db.raw('PRAGMA journal_mode = DELETE');
  await db.destroy();
  process.env[templateVariable] = file;
}
