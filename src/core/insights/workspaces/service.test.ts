import { afterEach, beforeEach, expect, test } from 'vitest';
import { workspaceFiguresSchema } from '#shared/admin.ts';
import { analyticsQuery } from '#shared/analytics.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';

type User = Awaited<ReturnType<typeof makeUser>>;

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
let made: Awaited<ReturnType<typeof makeCore>>;
let admin: User;
let ann: User;
let bob: User;

const list = (query: { limit?: number; cursor?: string } = {}) => made.core.insights.workspaces.list(admin, { limit: 100, ...query });
const figuresOf = async ({ userId }: User) => (await list()).items.find(({ id }) => id === userId);

/** Costs by days ago; null for a model without a price. */
async function spend({ userId }: User, costs: readonly (readonly [daysAgo: number, cost: number | null])[]): Promise<void> {
  const today = Math.floor(made.clock.now / day);
  const call = {
    provider: 'openai',
    model: 'm',
    purpose: 'score',
    tokens_in: 10,
    tokens_out: 2,
    items: 1,
    missed: 0,
    failure: '',
  } as const;
  const rows = costs.map(([daysAgo, cost]) => ({ ...call, cost, at: made.clock.now, day: today - daysAgo, user_id: Number(userId) }));
  await made.core.db('ai_ledger').insert(rows);
}

let replies = 0;
async function reply({ userId }: User, state: 'sent' | 'failed', at: number): Promise<void> {
  replies += 1;
  const texts = { account: 'a', parent_fullname: `t3_${replies}`, subreddit: 'freelance', text: 'x', text_hash: 'x', state };
  await made.core
    .db('outbox')
    .insert({ ...texts, user_id: Number(userId), due_at: at, created_at: at, sent_at: state === 'sent' ? at : null });
}

/** Contacts every `each`th lead of a user, later and later. */
async function contact({ userId }: User, each: number): Promise<void> {
  const leads = await made.core
    .db('leads')
    .where({ user_id: Number(userId) })
    .orderBy('id')
    .select('id');
  for (const [at, { id }] of leads.entries())
    if (at % each === 0) {
      made.clock.now += (at + 1) * 7 * minute;
      await made.core.inbox.leads.update(userId === ann.userId ? ann : bob, String(id), { stage: 'contacted' });
    }
}

let items = 0;
async function find(count: number): Promise<void> {
  const found = Array.from({ length: count }, () => makeItem((items += 1), made.clock.now));
  await ingestItems(made.core, found);
  made.clock.now += hour;
}

beforeEach(async () => {
  made = await makeCore();
  [admin, ann, bob] = [await makeUser(made.core, 'root', 'admin'), await makeUser(made.core, 'ann'), await makeUser(made.core, 'bob')];
});
afterEach(() => made.close());

async function work(): Promise<void> {
  await makeCampaign(made.core, ann);
  // It finds the same people again, whom Analytics counts once.
  await makeCampaign(made.core, ann, { name: 'Second', rules: [{ text: 'invoic*' }] });
  await find(4);
  await contact(ann, 2);
  made.clock.now += 28 * day;
  await makeCampaign(made.core, bob);
  await find(5);
  await contact(ann, 3);
  await contact(bob, 2);
  made.clock.now += day + 3 * hour;
  await find(3);
}

test('has the figures of Analytics and of the AI spend of each workspace', async () => {
  const { core } = made;
  await work();
  await spend(ann, [
    [0, 0.25],
    [29, 0.5],
    [30, 8],
    [3, null],
  ]);
  await spend(bob, [
    [1, null],
    [2, null],
  ]);
  for (const user of [ann, bob]) {
    const figures = await figuresOf(user);
    const { headline, cost } = await core.insights.analytics.get(user, analyticsQuery.parse({ zone: 'UTC' }));
    const { total } = await core.ai.usage.spend(user, {});
    expect(figures).toMatchObject({ leads: headline.leads, answered: headline.answered, answeredMinutes: headline.answeredMinutes });
    expect(figures).toMatchObject({ calls: total.calls, cost: total.cost, unpriced: cost.unpriced });
    expect([headline.leads > 0, headline.answered > 0]).toEqual([true, true]);
  }
  expect(await figuresOf(ann)).toMatchObject({ owner: 'ann', campaigns: 2, calls: 3, cost: 0.75, unpriced: 1 });
  expect(await figuresOf(bob)).toMatchObject({ owner: 'bob', campaigns: 1, calls: 2, cost: null, unpriced: 2 });
});

test('counts replies that were posted on these days, and members, not clients', async () => {
  const { core, clock } = made;
  await makeCampaign(core, ann);
  const today = Math.floor(clock.now / day) * day;
  await reply(ann, 'sent', clock.now);
  await reply(ann, 'sent', today - 29 * day);
  await reply(ann, 'sent', today - 29 * day - 1);
  await reply(ann, 'failed', clock.now);
  const join = { workspace_id: Number(ann.userId), created_at: clock.now };
  await core.db('workspace_members').insert([
    { ...join, user_id: Number(bob.userId), role: 'member' },
    { ...join, user_id: Number(admin.userId), role: 'client' },
  ]);
  expect(await figuresOf(ann)).toMatchObject({ members: 2, replies: 2, leads: 0, answeredMinutes: null, cost: 0 });
});

test('lists only workspaces in use, page by page, the most expensive first', async () => {
  const users = await Promise.all(['cid', 'dan', 'eve'].map((name) => makeUser(made.core, name)));
  for (const user of [ann, bob, ...users.slice(1)]) await makeCampaign(made.core, user);
  await spend(bob, [
    [0, 0.1],
    [1, 0.2],
  ]);
  await spend(users[2] ?? bob, [[0, 0.1 + 0.2]]);
  await spend(users[0] ?? bob, [[0, 1]]);
  const owners: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await list({ limit: 1, ...(cursor ? { cursor } : {}) });
    owners.push(...page.items.map(({ owner }) => owner));
    expect(page.total).toBe(5);
    cursor = page.nextCursor;
  } while (cursor);
  expect(owners).toEqual(['cid', 'bob', 'eve', 'ann', 'dan']);
});

test('shows admins figures and the name of the owner, and everyone else nothing', async () => {
  await work();
  const { items: shown } = await list();
  expect(shown).toEqual(shown.map((one) => workspaceFiguresSchema.strict().parse(one)));
  expect(shown.map((one) => Object.values(one).filter((value) => typeof value === 'string'))).toEqual([
    [ann.userId, 'ann'],
    [bob.userId, 'bob'],
  ]);
  await expect(made.core.insights.workspaces.list(ann, { limit: 100 })).rejects.toMatchObject({ code: 'forbidden' });
});

test.skipIf(process.env['EARSHOT_TEST_POSTGRES'] !== undefined)('reads by indexes, however many posts there are', async () => {
  await work();
  const { readDb } = made.core;
  const asked: { sql: string; bindings: unknown[] }[] = [];
  const listen = (query: { sql: string; bindings: unknown[] }) => void asked.push(query);
  readDb.on('query', listen);
  await list();
  readDb.off('query', listen);
  for (const table of ['ai_ledger', 'leads', 'campaign_days', 'outbox', 'workspace_members'])
    expect(asked.filter(({ sql }) => sql.includes(`\`${table}\``))).not.toHaveLength(0);
  for (const { sql, bindings } of asked) {
    const plan = await readDb.raw<{ detail: string }[]>(`explain query plan ${sql}`, bindings as never);
    expect(plan.map(({ detail }) => detail).join('\n')).not.toMatch(
      /SCAN (?:posts|own|leads|several|twin|items|outbox|ai_ledger|campaign_days|workspace_members)\b/,
    );
  }
});
