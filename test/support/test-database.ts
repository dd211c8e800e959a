import { connectPostgres } from '#core/platform/db/connect-postgres.ts';
import type { OpenDatabase } from '#core/platform/db/open.ts';

/** Server and template database, set by `npm run test:postgres`: `postgres://user@host:port` and a name. */
const server = process.env['EARSHOT_TEST_POSTGRES'];
export const templateName = 'earshot_template';
let opened = 0;

/** Runs a statement outside of the databases of the tests. */
export async function onServer(url: string, statement: string): Promise<void> {
  const admin = await connectPostgres(`${url}/postgres`);
  try {
    await admin.raw(statement);
  } finally {
    await admin.destroy();
  }
}

/** A new PostgreSQL database with all tables where the tests run on PostgreSQL; otherwise undefined. */
export async function openTestDatabase(): Promise<OpenDatabase | undefined> {
  if (server === undefined) return undefined;
  opened += 1;
  const name = `test_${process.pid}_${opened}`;
  await onServer(server, `create database ${name} template ${templateName}`);
  const db = await connectPostgres(`${server}/${name}`);
  return {
    db,
    readDb: db,
    applied: [],
    async close() {
      await db.destroy();
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}
