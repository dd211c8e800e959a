import { afterEach, describe, expect, test } from 'vitest';
import { systemActor, type Actor } from '#core/platform/actor.ts';
import type { Core } from '#core/open.ts';
import { ingestItems, invoicing, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';

type Limits = Partial<Record<'campaigns' | 'leadsPerMonth' | 'aiCallsPerDay' | 'seats', number>>;
type Person = Actor & { kind: 'user' };

let made: Awaited<ReturnType<typeof makeCore>>;
afterEach(() => made.close());

async function open(limits: Limits): Promise<{ core: Core; ada: Person; clock: { now: number } }> {
  made = await makeCore({
    billing: {
      plans: [
        { id: 'small', name: 'Small', limits },
        { id: 'large', name: 'Large' },
      ],
    },
  });
  return { core: made.core, clock: made.clock, ada: await makeUser(made.core, 'ada') };
}
const leadsOf = async (core: Core, actor: Actor) => (await core.inbox.leads.list(actor, { limit: 100, sort: '-confidence' })).items;
const statuses = async (core: Core, actor: Actor) =>
  (await core.inbox.posts.list(actor, { limit: 100, sort: '-confidence', status: 'all' })).items.map(({ status }) => status);
const people = (clock: { now: number }, from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...makeItem(from + n, clock.now), author: `person${from + n}` }));

describe('campaigns of a plan', () => {
  test('rejects one more campaign than the plan includes, with the limit', async () => {
    const { core, ada } = await open({ campaigns: 2 });
    const first = await makeCampaign(core, ada);
    await makeCampaign(core, ada);
    const refused = { code: 'forbidden', message: 'Your plan includes 2 campaigns. Delete one or upgrade your plan.' };
    await expect(makeCampaign(core, ada)).rejects.toMatchObject({ ...refused, details: [{ path: 'plan.campaigns' }] });
    await expect(core.inbox.campaigns.duplicate(ada, first.id)).rejects.toMatchObject(refused);
    await core.inbox.campaigns.remove(ada, first.id);
    await expect(makeCampaign(core, ada)).resolves.toBeTruthy();
  });

  test('creates exactly as many as the plan includes from concurrent requests', async () => {
    const { core, ada } = await open({ campaigns: 3 });
    const done = await Promise.allSettled(Array.from({ length: 12 }, () => makeCampaign(core, ada)));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  test('pauses the newest ones on a smaller plan without deleting any, and resumes them only within the limit', async () => {
    const { core, ada } = await open({ campaigns: 1 });
    await core.accounts.plans.setPlan(systemActor, Number(ada.userId), 'large');
    const [first, second, third] = [await makeCampaign(core, ada), await makeCampaign(core, ada), await makeCampaign(core, ada)];
    expect(await core.accounts.plans.setPlan(systemActor, Number(ada.userId), 'small')).toEqual({ paused: 2 });
    const states = await Promise.all([first, second, third].map(async ({ id }) => (await core.inbox.campaigns.get(ada, id)).status));
    expect(states).toEqual(['active', 'paused', 'paused']);
    await expect(core.inbox.campaigns.resume(ada, third.id)).rejects.toMatchObject({ code: 'forbidden' });
    await core.inbox.campaigns.pause(ada, first.id);
    await expect(core.inbox.campaigns.resume(ada, third.id)).resolves.toMatchObject({ status: 'active' });
  });

  test("doesn't count a sample", async () => {
    const { core, ada } = await open({ campaigns: 1 });
    await core.inbox.campaigns.create(ada, invoicing(), { sample: true });
    await makeCampaign(core, ada);
    expect((await core.accounts.plans.view(ada)).usage.campaigns).toEqual({ used: 1, limit: 1 });
  });
});

describe('leads of a month', () => {
  test('keeps the best as leads and the rest as posts until the next month when the limit is reached', async () => {
    const { core, ada, clock } = await open({ leadsPerMonth: 2 });
    await makeCampaign(core, ada);
    await ingestItems(core, people(clock, 1, 5));
    expect(await leadsOf(core, ada)).toHaveLength(2);
    expect((await statuses(core, ada)).toSorted()).toEqual(['lead', 'lead', 'new', 'new', 'new']);
    expect(await core.accounts.plans.view(ada)).toMatchObject({ usage: { leadsThisMonth: { used: 2, limit: 2 } }, leadsWaiting: 3 });
    expect(await core.accounts.plans.promoteAll(new AbortController().signal)).toEqual({ promoted: 0 });
    clock.now = Date.UTC(2026, 11, 1, 0, 7);
    expect(await core.accounts.plans.promoteAll(new AbortController().signal)).toEqual({ promoted: 2 });
    expect(await leadsOf(core, ada)).toHaveLength(4);
    expect(await core.accounts.plans.view(ada)).toMatchObject({ usage: { leadsThisMonth: { used: 2 } }, leadsWaiting: 1 });
  });

  test('promotes waiting posts immediately on a larger plan', async () => {
    const { core, ada, clock } = await open({ leadsPerMonth: 1 });
    await makeCampaign(core, ada);
    await ingestItems(core, people(clock, 1, 4));
    await core.accounts.plans.setPlan(systemActor, Number(ada.userId), 'large');
    expect(await leadsOf(core, ada)).toHaveLength(4);
    expect((await core.accounts.plans.view(ada)).leadsWaiting).toBe(0);
  });

  test('refuses a manual lead beyond the limit without side effects', async () => {
    const { core, ada, clock } = await open({ leadsPerMonth: 1 });
    await makeCampaign(core, ada);
    await ingestItems(core, people(clock, 1, 3));
    const waiting = (await core.inbox.posts.list(ada, { limit: 10, sort: '-confidence', status: 'new' })).items.map(({ id }) => id);
    const [one = ''] = waiting;
    await expect(core.inbox.posts.update(ada, one, { status: 'lead' })).rejects.toMatchObject({
      code: 'forbidden',
      details: [{ path: 'plan.leadsPerMonth' }],
    });
    await expect(core.inbox.posts.bulk(ada, { ids: waiting, action: 'lead' })).rejects.toMatchObject({ code: 'forbidden' });
    expect((await core.inbox.posts.get(ada, one)).status).toBe('new');
    expect((await core.accounts.plans.view(ada)).usage.leadsThisMonth.used).toBe(1);
  });

  test("doesn't refund leads when their campaign is deleted", async () => {
    const { core, ada, clock } = await open({ leadsPerMonth: 2 });
    const campaign = await makeCampaign(core, ada);
    await ingestItems(core, people(clock, 1, 2));
    await core.inbox.campaigns.remove(ada, campaign.id);
    expect((await core.accounts.plans.view(ada)).usage.leadsThisMonth).toEqual({ used: 2, limit: 2 });
  });

  test('are shared by everyone on the plan, even when one batch brings leads for several of them', async () => {
    const { core, ada, clock } = await open({ leadsPerMonth: 3, seats: 2 });
    const bob = await makeUser(core, 'bob');
    await core.accounts.plans.takeSeat(bob, (await core.accounts.plans.offerSeat(ada, 'bob@example.test')).id);
    await makeCampaign(core, ada);
    await makeCampaign(core, bob);
    await ingestItems(core, people(clock, 1, 2));
    expect((await leadsOf(core, ada)).length + (await leadsOf(core, bob)).length).toBe(3);
    expect((await core.accounts.plans.view(bob)).usage.leadsThisMonth).toEqual({ used: 3, limit: 3 });
  });

  test("doesn't count another post by an existing lead", async () => {
    const { core, ada, clock } = await open({ leadsPerMonth: 1 });
    await makeCampaign(core, ada);
    await ingestItems(core, [{ ...makeItem(1, clock.now), author: 'same' }]);
    await ingestItems(core, [{ ...makeItem(2, clock.now), author: 'same' }]);
    expect(await statuses(core, ada)).toEqual(['lead', 'lead']);
  });
});

describe('AI calls of a day', () => {
  const call = (core: Core, person: Person) =>
    core.db('ai_ledger').insert({
      at: core.now(),
      day: Math.floor(core.now() / 86_400_000),
      user_id: Number(person.userId),
      provider: 'ollama',
      model: 'm',
      purpose: 'draft',
      tokens_in: 1,
      tokens_out: 1,
      items: 1,
      failure: '',
    });

  test('count for everyone on the plan', async () => {
    const { core, ada } = await open({ aiCallsPerDay: 5, seats: 2 });
    const bob = await makeUser(core, 'bob');
    await core.accounts.plans.takeSeat(bob, (await core.accounts.plans.offerSeat(ada, 'bob@example.test')).id);
    await call(core, ada);
    await call(core, bob);
    expect((await core.accounts.plans.view(bob)).usage.aiCallsToday).toEqual({ used: 2, limit: 5 });
  });
});

describe('seats', () => {
  test("share the limits without giving the payer access to a member's data", async () => {
    const { core, ada } = await open({ campaigns: 2, seats: 2 });
    const bob = await makeUser(core, 'bob');
    await core.accounts.plans.takeSeat(bob, (await core.accounts.plans.offerSeat(ada, 'Bob@Example.test')).id);
    const own = await makeCampaign(core, ada);
    await makeCampaign(core, bob);
    await expect(makeCampaign(core, bob)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(core.inbox.campaigns.get(bob, own.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await core.accounts.plans.view(bob)).toMatchObject({
      payer: 'ada',
      usage: { campaigns: { used: 2 }, seats: { used: 2, limit: 2 } },
      seats: [],
    });
    expect((await core.accounts.plans.view(ada)).seats).toMatchObject([{ email: 'Bob@Example.test', takenBy: 'bob' }]);
  });

  test('are limited by the plan, with the same response for unknown email addresses', async () => {
    const { core, ada } = await open({ seats: 2 });
    expect(await core.accounts.plans.offerSeat(ada, 'nobody@example.test')).toMatchObject({ takenBy: null });
    await expect(core.accounts.plans.offerSeat(ada, 'more@example.test')).rejects.toMatchObject({
      code: 'forbidden',
      details: [{ path: 'plan.seats' }],
    });
    await expect(core.accounts.plans.offerSeat(ada, 'NOBODY@example.test ')).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('return not found when offered to another user', async () => {
    const { core, ada } = await open({ seats: 3 });
    const [bob, eve] = [await makeUser(core, 'bob'), await makeUser(core, 'eve')];
    const { id } = await core.accounts.plans.offerSeat(ada, 'bob@example.test');
    await expect(core.accounts.plans.takeSeat(eve, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(core.accounts.plans.removeSeat(eve, id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await core.accounts.plans.view(eve)).offers).toEqual([]);
    expect((await core.accounts.plans.view(bob)).offers).toEqual([{ id, from: 'ada', plan: 'Small' }]);
  });

  test("refuse a second seat, the payer's own address, and seats offered by members", async () => {
    const { core, ada } = await open({ seats: 3 });
    const [bob, eve] = [await makeUser(core, 'bob'), await makeUser(core, 'eve')];
    await expect(core.accounts.plans.offerSeat(ada, 'ada@example.test')).rejects.toMatchObject({ code: 'conflict' });
    const ofBob = await core.accounts.plans.offerSeat(bob, 'eve@example.test');
    const ofAda = await core.accounts.plans.offerSeat(ada, 'bob@example.test');
    await expect(core.accounts.plans.takeSeat(bob, ofAda.id)).rejects.toMatchObject({ code: 'conflict' });
    await core.accounts.plans.takeSeat(eve, ofBob.id);
    await expect(core.accounts.plans.offerSeat(eve, 'x@example.test')).rejects.toMatchObject({ code: 'conflict' });
    await expect(
      core.accounts.plans.takeSeat(eve, (await core.accounts.plans.offerSeat(ada, 'eve@example.test')).id),
    ).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('return a member who leaves to their own plan and its limits', async () => {
    const { core, ada } = await open({ campaigns: 1, seats: 2 });
    await core.accounts.plans.setPlan(systemActor, Number(ada.userId), 'large');
    const bob = await makeUser(core, 'bob');
    const { id } = await core.accounts.plans.offerSeat(ada, 'bob@example.test');
    await core.accounts.plans.takeSeat(bob, id);
    await makeCampaign(core, bob);
    const newest = await makeCampaign(core, bob);
    await core.accounts.plans.removeSeat(bob, id);
    expect((await core.inbox.campaigns.get(bob, newest.id)).status).toBe('paused');
    expect((await core.accounts.plans.view(bob)).payer).toBeNull();
  });
});

describe('plan configuration', () => {
  test('treats a removed plan as the first one', async () => {
    const { core, ada } = await open({ campaigns: 1 });
    await core
      .db('users')
      .where({ id: Number(ada.userId) })
      .update({ plan: 'gone' });
    await makeCampaign(core, ada);
    await expect(makeCampaign(core, ada)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await core.accounts.plans.view(ada)).plan.id).toBe('small');
  });
});
