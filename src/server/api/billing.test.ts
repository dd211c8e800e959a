import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Billing } from '#shared/billing.ts';
import { startFakeStripe, type FakeStripe } from '#test/support/fakes/stripe/server.ts';
import { makeServer, type Api, type TestServer } from '#test/support/serve.ts';

const plans = [
  { id: 'free', name: 'Free', limits: { campaigns: 1 } },
  { id: 'team', name: 'Team', price: '€ 19 a month', stripePrice: 'price_team', limits: { campaigns: 3, seats: 2 } },
  { id: 'large', name: 'Large', stripePrice: 'price_large' },
];
let stripe: FakeStripe;
let server: TestServer;
let api: Api;
let adminApi: Api;
let userId: string;

beforeEach(async () => {
  stripe = await startFakeStripe({ prices: ['price_team', 'price_large'] });
  server = await makeServer({
    http: { publicUrl: 'https://leads.example.test' },
    billing: { plans, stripeKey: stripe.key, webhookSecret: stripe.webhookSecret, stripeUrl: stripe.url },
  });
  adminApi = server.api((await server.member('root', 'admin')).token);
  const { token, user } = await server.member('ada');
  api = server.api(token);
  userId = user.id;
});
afterEach(async () => {
  await server.close();
  await stripe.close();
});

const bill = async (): Promise<Billing> => (await api.get('/billing')).json as Billing;
const planOf = async (): Promise<string> => (await bill()).plan.id;
const becomeCustomer = () => api.post('/billing/checkout', { plan: 'team' });
function send({ body, signature }: { body: string; signature: string }) {
  return server.api().send('POST', '/billing/webhook', { body, headers: { 'stripe-signature': signature } });
}

describe('payment', () => {
  test("opens Stripe's checkout with the price, the customer, and the return URL", async () => {
    const answer = await becomeCustomer();
    expect(answer.status).toBe(200);
    expect((answer.json as { url: string }).url).toMatch(new RegExp(`^${stripe.url}/pay/`));
    const session = stripe.requests.find(({ path }) => path === '/v1/checkout/sessions');
    expect(Object.fromEntries(session?.form ?? [])).toMatchObject({
      mode: 'subscription',
      'line_items[0][price]': 'price_team',
      client_reference_id: userId,
      success_url: 'https://leads.example.test/dashboard/billing/success',
    });
    expect([...stripe.customers.values()]).toMatchObject([{ email: 'ada@example.test' }]);
  });

  test("rejects an unknown plan, or one that isn't for sale, with its path", async () => {
    for (const plan of ['free', 'gold']) {
      const answer = await api.post('/billing/checkout', { plan });
      expect([answer.status, answer.json]).toMatchObject([400, { details: [{ path: 'plan' }] }]);
    }
    expect(stripe.requests).toEqual([]);
  });

  test('uses one customer for two checkouts', async () => {
    await becomeCustomer();
    await becomeCustomer();
    expect(stripe.customers.size).toBe(1);
  });

  test('recreates a customer that was deleted at Stripe', async () => {
    await becomeCustomer();
    for (const customer of stripe.customers.values()) customer.deleted = true;
    expect((await becomeCustomer()).status).toBe(200);
    expect(stripe.customers.size).toBe(2);
  });

  test('sends a subscriber to manage the subscription instead of paying twice', async () => {
    await becomeCustomer();
    stripe.subscribe('price_team');
    expect((await becomeCustomer()).status).toBe(409);
    expect(((await api.post('/billing/portal')).json as { url: string }).url).toContain('/manage/cus_');
  });

  test('needs no webhook when the user returns from paying', async () => {
    await becomeCustomer();
    stripe.subscribe('price_team');
    expect(((await api.post('/billing/refresh')).json as Billing).plan.id).toBe('team');
    expect(await bill()).toMatchObject({
      subscription: { state: 'active', endsThen: false },
      plan: { name: 'Team', price: '€ 19 a month' },
    });
  });

  test.each([500, 429, 401, 0])('reports a Stripe error %i without changing anything', async (status) => {
    await becomeCustomer();
    stripe.failing = status;
    const answer = await api.post('/billing/refresh');
    expect(answer.status).toBe(503);
    expect(answer.text).not.toMatch(/sk_test|stripe\.com|Invalid API Key/);
    expect(await planOf()).toBe('free');
  });
});

describe('Stripe events', () => {
  test('are ignored without a valid signature', async () => {
    await becomeCustomer();
    const paid = stripe.subscribe('price_team');
    const { body, signature } = stripe.event('customer.subscription.created', paid, server.clock.now);
    const old = stripe.event('customer.subscription.created', paid, server.clock.now - 600_000);
    const before = stripe.requests.length;
    for (const wrong of [{ body, signature: '' }, { body, signature: 't=1,v1=00' }, { body: `${body} `, signature }, old])
      expect((await send(wrong)).status).toBe(400);
    expect((await server.api().post('/billing/webhook', {})).status).toBe(400);
    expect(stripe.requests).toHaveLength(before);
    expect(await planOf()).toBe('free');
  });

  test('are ignored when repeated', async () => {
    await becomeCustomer();
    const event = stripe.event('customer.subscription.created', stripe.subscribe('price_team'), server.clock.now);
    expect((await send(event)).json).toEqual({ received: true });
    const asked = stripe.requests.length;
    for (let again = 0; again < 5; again += 1) expect((await send(event)).status).toBe(200);
    expect(stripe.requests).toHaveLength(asked);
    expect(await planOf()).toBe('team');
  });

  test('are accepted again after a failure', async () => {
    await becomeCustomer();
    const event = stripe.event('customer.subscription.created', stripe.subscribe('price_team'), server.clock.now);
    stripe.failing = 500;
    expect((await send(event)).status).toBe(503);
    stripe.failing = null;
    expect((await send(event)).status).toBe(200);
    expect(await planOf()).toBe('team');
  });

  test("lead to Stripe's current plan in any order, repeated, and all at once", async () => {
    await becomeCustomer();
    const subscription = stripe.subscribe('price_team');
    const history = ['created', 'updated', 'updated', 'deleted', 'paused', 'resumed'].map((what) =>
      stripe.event(`customer.subscription.${what}`, subscription, server.clock.now),
    );
    for (const [end, plan] of [
      ['active', 'team'],
      ['canceled', 'free'],
      ['past_due', 'team'],
      ['unpaid', 'free'],
    ] as const) {
      subscription.status = end;
      const fresh = Array.from({ length: 6 }, () => stripe.event('customer.subscription.updated', subscription, server.clock.now));
      const shuffled = [...history, ...fresh, ...fresh].toSorted(() => Math.random() - 0.5);
      const answers = await Promise.all(shuffled.map(send));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect([end, await planOf()]).toEqual([end, plan]);
    }
  });

  test('change the plan with the price, and show the end of the period', async () => {
    await becomeCustomer();
    const subscription = stripe.subscribe('price_team');
    await send(stripe.event('customer.subscription.created', subscription, server.clock.now));
    Object.assign(subscription, { price: 'price_large', cancelAtPeriodEnd: true });
    await send(stripe.event('customer.subscription.updated', subscription, server.clock.now));
    expect(await bill()).toMatchObject({
      plan: { id: 'large' },
      subscription: { endsThen: true, periodEnd: new Date(subscription.periodEnd * 1000).toISOString() },
    });
  });

  test('apply the better of two subscriptions', async () => {
    await becomeCustomer();
    const old = stripe.subscribe('price_team', { status: 'canceled' });
    stripe.subscribe('price_large');
    stripe.subscribe('price_team', { status: 'incomplete' });
    await send(stripe.event('customer.subscription.deleted', old, server.clock.now));
    expect(await planOf()).toBe('large');
  });

  test('keep the plan when no plan has the price', async () => {
    await becomeCustomer();
    const subscription = stripe.subscribe('price_team');
    await send(stripe.event('customer.subscription.created', subscription, server.clock.now));
    subscription.price = 'price_of_something_else';
    await send(stripe.event('customer.subscription.updated', subscription, server.clock.now));
    expect(await planOf()).toBe('team');
  });

  test('are accepted without effect for unknown customers', async () => {
    const stranger = stripe.subscribe('price_team', { customer: 'cus_of_another_shop' });
    expect((await send(stripe.event('customer.subscription.created', stranger, server.clock.now))).status).toBe(200);
    expect(stripe.requests).toEqual([]);
  });
});

describe('plans granted by admins', () => {
  test('are recorded in the audit log', async () => {
    expect((await adminApi.patch(`/admin/users/${userId}`, { plan: 'large' })).json).toMatchObject({ plan: 'large' });
    expect(await planOf()).toBe('large');
    expect((await adminApi.get('/admin/audit')).text).toContain('plan-changed');
  });

  test('are refused for an unknown plan, and for an account with a subscription', async () => {
    expect((await adminApi.patch(`/admin/users/${userId}`, { plan: 'gold' })).status).toBe(400);
    await becomeCustomer();
    stripe.subscribe('price_team');
    await api.post('/billing/refresh');
    expect((await adminApi.patch(`/admin/users/${userId}`, { plan: 'large' })).status).toBe(409);
  });

  test('outlast a subscription that ended earlier', async () => {
    await becomeCustomer();
    const subscription = stripe.subscribe('price_team');
    await api.post('/billing/refresh');
    subscription.status = 'canceled';
    await api.post('/billing/refresh');
    await adminApi.patch(`/admin/users/${userId}`, { plan: 'large' });
    await send(stripe.event('customer.subscription.deleted', subscription, server.clock.now));
    expect(await planOf()).toBe('large');
  });
});

describe('account deletion', () => {
  test("cancels the subscription, and fails if Stripe doesn't confirm", async () => {
    await becomeCustomer();
    const subscription = stripe.subscribe('price_team');
    stripe.failing = 500;
    const password = 'ada has a long one';
    expect(
      (await api.send('DELETE', '/auth/me', { body: JSON.stringify({ password }), headers: { 'content-type': 'application/json' } }))
        .status,
    ).toBe(503);
    expect((await api.get('/auth/me')).status).toBe(200);
    stripe.failing = null;
    expect(
      (await api.send('DELETE', '/auth/me', { body: JSON.stringify({ password }), headers: { 'content-type': 'application/json' } }))
        .status,
    ).toBe(204);
    expect(subscription.status).toBe('canceled');
  });
});

test("works without a Stripe key, and reports that payment isn't set up", async () => {
  const plain = await makeServer();
  const own = plain.api((await plain.member('solo', 'admin')).token);
  expect((await own.get('/billing')).json).toMatchObject({
    enabled: false,
    plan: { id: 'free', forSale: false },
    usage: { campaigns: { used: 0, limit: null } },
  });
  expect((await own.post('/billing/checkout', { plan: 'free' })).status).toBe(503);
  expect((await own.post('/billing/refresh')).status).toBe(200);
  expect((await plain.api().send('POST', '/billing/webhook', { body: '{}' })).status).toBe(503);
  await plain.close();
});
