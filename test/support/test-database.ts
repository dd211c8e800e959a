import { noPeers } from '#core/platform/peers.ts';
import { connectPostgres } from '#core/platform/db/postgres/connect-postgres.ts';
import { snapshotMark } from '#core/platform/db/postgres/open-postgres.ts';
import type { OpenDatabase } from '#core/platform/db/open-database.ts';
import { openInMemory } from './memory-database.ts';

/** Server and template database, set by `npm run test:postgres`: `postgres://user@host:port` and a name. */
const server = process.env['EARSHOT_TEST_POSTGRES'];
export const templateName = 'earshot_template';
/** Whether the tests run on PostgreSQL. */
export const isOnPostgres = server !== undefined;
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

export interface OwnedDatabase {
  name: string;
  /** With the user and the password. */
  url: string;
  password: string;
  drop(): Promise<void>;
}

/** A database without tables, of a user with a password. */
export async function makeOwnedDatabase(): Promise<OwnedDatabase> {
  const made = await makeEmptyDatabase();
  const user = `owner_of_${made.name}`;
  const password = `canary-${made.name}`;
  await onServer(testServer(), `create role ${user} login password '${password}'`);
  await onServer(testServer(), `alter database ${made.name} owner to ${user}`);
  const url = new URL(`${testServer()}/${made.name}`);
  Object.assign(url, { username: user, password });
  return {
    name: made.name,
    url: url.href,
    password,
    async drop() {
      await made.drop();
      await onServer(testServer(), `drop role ${user}`);
    },
  };
}

async function openOnPostgres(url: string): Promise<OpenDatabase> {
  const { name, drop } = await makeDatabase(url, templateName);
  const db = await connectPostgres(`${url}/${name}`);
  const side = await connectPostgres(`${url}/${name}`, { keeps: 1 });
  return {
    db,
    readDb: db,
    exportDb: db,
    commitMark: snapshotMark(side),
    applied: [],
    peers: noPeers,
    async close() {
      await side.destroy();
      await db.destroy();
      await drop();
    },
  };
}

/** A new database with all tables: on PostgreSQL where the tests run there, otherwise in memory. */
export const openTestDatabase = (): Promise<OpenDatabase> => (server === undefined ? openInMemory() : openOnPostgres(server));
