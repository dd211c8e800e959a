import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseConfig } from '#core/platform/config.ts';
import type { Db, Trx } from '#core/platform/db/connect.ts';
import { connectPostgres } from '#core/platform/db/postgres/connect-postgres.ts';
import { copyToPostgres } from '#core/platform/db/postgres/copy-to-postgres.ts';
import { indexAllTexts } from '#core/inbox/items/queries.ts';
import { type Core, openCore } from '#core/open.ts';
import { migrate } from '#core/platform/db/migrate.ts';
import { openPostgres } from '#core/platform/db/postgres/open-postgres.ts';
import { silentLog } from '#core/platform/log.ts';
import { leadListQuery } from '#shared/leads.ts';
import { postListQuery } from '#shared/posts.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { makeEmptyDatabase, testServer } from '#test/support/test-database.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;
let url: string;
let drop: () => Promise<void>;

beforeEach(async () => {
  made = await makeCore({}, { onDisk: true });
  ann = await makeUser(made.core, 'ann');
  await makeCampaign(made.core, ann);
  const items = Array.from({ length: 30 }, (_, number) =>
    makeItem(number, made.clock.now, { title: `Looking for invoicing software \0${number}` }),
  );
  await ingestItems(made.core, items);
  const { name, drop: end } = await makeEmptyDatabase();
  url = `${testServer()}/${name}`;
  drop = end;
});
afterEach(async () => {
  await made.close();
  await drop();
});

const openTarget = () => openPostgres(url, { log: silentLog, hold: 'own', dataDir: null });
const copy = async (steps: Partial<Parameters<typeof copyToPostgres>[2]> = {}) => {
  const target = await openTarget();
  try {
    return await copyToPostgres(made.core.db, target.db, { onTable: () => {}, onStep: () => {}, indexTexts: indexAllTexts, ...steps });
  } finally {
    await target.close();
  }
};
const openOn = async (database: Awaited<ReturnType<typeof openPostgres>>): Promise<Core> =>
  openCore(parseConfig({ dataDir: made.core.config.dataDir, reddit: { source: 'off' }, scoring: { reader: 'off' } }), {
    log: silentLog,
    now: () => made.clock.now,
    hold: 'own',
    database,
  });
const see = async (core: Core) => ({
  posts: await core.inbox.posts.list(ann, postListQuery.parse({ limit: 50 })),
  found: await core.inbox.posts.list(ann, postListQuery.parse({ q: 'invoicing zephyr' })),
  leads: await core.inbox.leads.list(ann, leadListQuery.parse({})),
  campaigns: await core.inbox.campaigns.list(ann, { limit: 10 }),
});

/** PostgreSQL's text can't hold a NUL character, except as an escape in JSON. */
const withoutNul = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(String.raw`\u0000`, ''));

test('copies an instance whole: its lists, its search, and the numbers of new rows', async () => {
  const tables = await copy();
  expect(tables.find(({ name }) => name === 'posts')?.rows).toBeGreaterThan(20);
  const core = await openOn(await openTarget());
  const seen = await see(core);
  expect(seen.found.items.length).toBeGreaterThan(0);
  expect(withoutNul(seen)).toEqual(withoutNul(await see(made.core)));
  await ingestItems(core, [makeItem(99, made.clock.now)]);
  expect((await core.inbox.posts.list(ann, postListQuery.parse({ limit: 50 }))).items).toHaveLength(seen.posts.items.length + 1);
  expect(await core.db('stale_days').select('*')).toEqual(await made.core.db('stale_days').select('*'));
  await core.close();
});

/** Indexes, constraints, and triggers, as PostgreSQL lists them. */
async function schemaOf(db: Db): Promise<unknown[]> {
  const indexes = await db
    .from('pg_indexes')
    .whereRaw('schemaname = current_schema()')
    .orderBy('indexname')
    .select('indexname', 'indexdef');
  const constraints = await db.raw<object[]>(
    `select conrelid::regclass::text as "table", conname, convalidated, pg_get_constraintdef(oid) as definition
     from pg_constraint where connamespace = current_schema()::regnamespace order by 1, 2`,
  );
  const triggers = await db.raw<object[]>(
    `select tgrelid::regclass::text as "table", tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
  );
  return [...indexes, ...constraints, ...triggers];
}

/** Of a database that was migrated and not copied into. */
async function migratedSchema(): Promise<unknown[]> {
  const { name, drop: end } = await makeEmptyDatabase();
  const db = await connectPostgres(`${testServer()}/${name}`);
  await migrate(db);
  const schema = await schemaOf(db);
  await db.destroy();
  await end();
  return schema;
}

const onTarget = async <T>(read: (db: Db) => Promise<T>): Promise<T> => {
  const db = await connectPostgres(url);
  try {
    return await read(db);
  } finally {
    await db.destroy();
  }
};

const cut = () => {
  throw new Error('cut');
};
let left = 0;
const aborts = [
  {
    when: 'a table was copied',
    steps: {
      onTable() {
        left -= 1;
        if (left === 0) cut();
      },
    },
  },
  { when: 'all tables were copied', steps: { indexTexts: async () => cut() } },
  {
    when: 'some of the indexes were created',
    steps: {
      async indexTexts(trx: Trx) {
        await trx.raw(`insert into users select (json_populate_record(users, '{"id": 99}')).* from users`);
      },
    },
  },
];

test.each(aborts)('keeps nothing of a copy that was stopped when $when, and completes the next one', async ({ steps }) => {
  left = 10;
  await expect(copy(steps)).rejects.toThrow(/cut|could not create unique index/);
  const migrated = await migratedSchema();
  expect(await onTarget((db) => db('users').pluck('id'))).toEqual([]);
  expect(await onTarget(schemaOf)).toEqual(migrated);
  expect((await copy()).find(({ name }) => name === 'users')?.rows).toBe(1);
  expect(await onTarget(schemaOf)).toEqual(migrated);
});

test('refuses to open a database whose copy was stopped, until a copy is complete', async () => {
  const open = async () => (await openPostgres(url, { log: silentLog, hold: 'own', dataDir: made.core.config.dataDir })).close();
  await expect(copy({ indexTexts: async () => cut() })).rejects.toThrow('cut');
  await expect(open()).rejects.toThrow(/^A copy into this database is running or was stopped before its end\./);
  await copy();
  await open();
});

test('refuses a database that already holds an instance', async () => {
  await copy();
  await expect(copy()).rejects.toThrow('already holds an Earshot with 1 user.');
});
