import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseConfig } from '#core/platform/config.ts';
import { connectPostgres } from '#core/platform/db/connect-postgres.ts';
import { copyToPostgres } from '#core/platform/db/copy-to-postgres.ts';
import { indexAllTexts } from '#core/inbox/items/index-queries.ts';
import { type Core, openCore } from '#core/open.ts';
import { openPostgres } from '#core/platform/db/open-postgres.ts';
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
const copy = async (onTable = () => {}) => {
  const target = await openTarget();
  try {
    return await copyToPostgres(made.core.db, target.db, { onTable, indexTexts: indexAllTexts });
  } finally {
    await target.close();
  }
};
const openOn = async (database: Awaited<ReturnType<typeof openPostgres>>): Promise<Core> =>
  openCore(parseConfig({ dataDir: made.core.config.dataDir, reddit: { source: 'off' } }), {
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

test('keeps nothing of a copy that stopped midway, and can be run again', async () => {
  let left = 10;
  const stop = () => {
    left -= 1;
    if (left === 0) throw new Error('cut');
  };
  await expect(copy(stop)).rejects.toThrow('cut');
  const db = await connectPostgres(url);
  expect(await db('users').pluck('id')).toEqual([]);
  await db.destroy();
  expect((await copy()).find(({ name }) => name === 'users')?.rows).toBe(1);
});

test('refuses a database that already holds an instance', async () => {
  await copy();
  await expect(copy()).rejects.toThrow('already holds an Earshot with 1 user.');
});
