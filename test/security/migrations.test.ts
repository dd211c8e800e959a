import { expect, test } from 'vitest';
import { connect, type Db } from '#core/platform/db/connect.ts';
import { migrations } from '#migrations/index.ts';

interface Step {
  name: string;
  up: (db: Db) => Promise<unknown>;
}

const user = (name: string) => ({
  username: name,
  username_key: name,
  email: `${name}@example.test`,
  email_key: `${name}@example.test`,
  password_hash: 'x',
  role: 'user',
  created_at: 1,
});
const campaign = (owner: number) => ({
  user_id: owner,
  name: 'n',
  mode: 'manual',
  status: 'active',
  description: '',
  website_url: '',
  offering: '',
  ideal_customer: '',
  schedule: 'hourly',
  post_floor: 1,
  lead_threshold: 2,
  created_at: 1,
  updated_at: 1,
});
const lead = (owner: number, of: number) => ({
  user_id: owner,
  campaign_id: of,
  author_key: 'a',
  reddit_username: 'a',
  static_points: 1,
  recency_points: 1,
  cap: 100,
  basis_at: 1,
  first_seen_at: 1,
  last_activity_at: 1,
});

const counted = async (db: Db): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of ['users', 'campaigns', 'leads', 'lead_events', 'password_resets'])
    counts[table] = (await db(table).count<{ n: number }>({ n: '*' }).first())?.n ?? 0;
  return counts;
};

/** Applies the steps to a database in use, each in a transaction as the migrator does, and says after which of them rows were missing. */
async function losing(steps: readonly Step[]): Promise<string[]> {
  const db = connect(':memory:');
  const [first, ...rest] = steps;
  await db.transaction((trx) => first?.up(trx) ?? Promise.resolve());
  await db('users').insert([user('one'), user('two')]);
  await db('campaigns').insert([campaign(1), campaign(2)]);
  await db('leads').insert([lead(1, 1), lead(2, 2)]);
  await db('lead_events').insert([{ lead_id: 1, at: 1, kind: 'found', text: '' }]);
  await db('password_resets').insert({ user_id: 1, token_hash: 'h', expires_at: 1 });
  const before = await counted(db);
  const lost: string[] = [];
  for (const step of rest) {
    await db.transaction((trx) => step.up(trx));
    const broken = await db.raw<unknown[]>('PRAGMA foreign_key_check');
    if (JSON.stringify(await counted(db)) !== JSON.stringify(before) || broken.length > 0) lost.push(step.name);
  }
  await db.destroy();
  return lost;
}

test('no migration loses a row of a database in use, nor a reference', async () => {
  expect(migrations.length).toBeGreaterThan(14);
  expect(await losing(migrations)).toEqual([]);
});

test('one that rebuilds a table which others hang on would be found', async () => {
  const rebuilding: Step = {
    name: 'rebuild',
    up: (db) => db.schema.alterTable('users', (table) => void table.text('username').notNullable().defaultTo('').alter()),
  };
  expect(await losing([...migrations, rebuilding])).toEqual(['rebuild']);
});
