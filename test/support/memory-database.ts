import { noPeers } from '#core/platform/peers.ts';
import { connect, type Db } from '#core/platform/db/connect.ts';
import { migrate } from '#core/platform/db/migrate.ts';
import type { OpenDatabase } from '#core/platform/db/open-database.ts';

/** The variable with the path of a SQLite database with all tables. The prefix `EARSHOT_` would make it a configuration key. */
export const templateVariable = 'DATABASE_TEMPLATE';

type Done = (error: Error | null) => void;
/** What sqlite3 offers beyond its type declarations. */
interface Connection {
  backup(
    file: string,
    into: 'main',
    from: 'main',
    isDestination: false,
    done: Done,
  ): { step(pages: number, done: Done): void; finish(done: Done): void };
}
interface Client {
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
}

async function copyInto(db: Db, file: string): Promise<void> {
  const client = db.client as Client;
  const connection = await client.acquireConnection();
  await new Promise<void>((resolve, reject) => {
    const settle: Done = (error) => (error ? reject(error) : resolve());
    const allPages = -1;
    const copy = connection.backup(file, 'main', 'main', false, (failed) => {
      if (failed) reject(failed);
      else copy.step(allPages, (error) => copy.finish(() => settle(error)));
    });
  });
  await client.releaseConnection(connection);
}

/** A new SQLite database in memory with all tables, or a copy of the file. */
export async function openInMemory(template = process.env[templateVariable]): Promise<OpenDatabase> {
  const db = connect(':memory:');
  // A bench has no template.
  await (template === undefined ? migrate(db) : copyInto(db, template));
  return { db, readDb: db, exportDb: db, applied: [], peers: noPeers, close: () => db.destroy() };
}
