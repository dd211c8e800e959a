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

/** Where the tests run on PostgreSQL. */
export function testServer(): string {
  if (server === undefined) throw new Error('Run these tests with npm run test:postgres');
  return server;
}

async function makeDatabase(url: string, template: string): Promise<{ name: string; drop(): Promise<void> }> {
  opened += 1;
  const name = `test_${process.pid}_${opened}`;
  await onServer(url, `create database ${name} template ${template}`);
  return { name, drop: () => onServer(url, `drop database ${name} with (force)`) };
}

/** A database without tables. */
export const makeEmptyDatabase = () => makeDatabase(testServer(), 'template1');

/** A new PostgreSQL database with all tables where the tests run on PostgreSQL; otherwise undefined. */
export async function openTestDatabase(): Promise<OpenDatabase | undefined> {
  if (server === undefined) return undefined;
  const { name, drop } = await makeDatabase(server, templateName);
  const db = await connectPostgres(`${server}/${name}`);
  return {
    db,
    readDb: db,
    applied: [],
    async close() {
      await db.destroy();
      await drop();
    },
  };
}
