import { expect, type Page, test } from 'playwright/test';
import { startFakeStripe, type FakeStripe } from '../support/fakes/stripe/server.ts';
import { ownAddress, startInstance, type Instance } from './support/instance.ts';
import { settled, signIn, watch } from './support/page.ts';

const plans = [
  { id: 'free', name: 'Free', about: 'To try it out.', limits: { campaigns: 1, leadsPerMonth: 20, seats: 1 } },
  {
    id: 'team',
    name: 'Team',
    price: '€ 19 a month',
    about: 'For a small agency.',
    stripePrice: 'price_team',
    limits: { campaigns: 10, leadsPerMonth: 500, aiCallsPerDay: 400, seats: 3 },
  },
  { id: 'house', name: 'House', about: 'For people of the house.' },
];
let stripe: FakeStripe;
let instance: Instance;

test.beforeEach(async () => {
  stripe = await startFakeStripe();
  instance = await startInstance({
    ...(await ownAddress()),
    EARSHOT_BILLING__PLANS: JSON.stringify(plans),
    EARSHOT_BILLING__STRIPE_KEY: stripe.key,
    EARSHOT_BILLING__STRIPE_URL: stripe.url,
    EARSHOT_BILLING__WEBHOOK_SECRET: stripe.webhookSecret,
  });
});
test.afterEach(async () => {
  await instance.close();
  await stripe.close();
});

/** Resolves when the next page receives events: a toast is only for pages that are open. */
async function connected(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket', (opened) => opened.url().includes('/socket.io/'));
  // The server has admitted it to its namespace, or answers a probe of a connection that it has admitted.
  await socket.waitForEvent('framereceived', ({ payload }) => /^40|^3probe/.test(String(payload)));
}

test('upgrades at a plan limit, shares a seat, and cancels', async ({ browser }) => {
  const { token } = await instance.register('mara');
  const colleague = (await instance.register('ben')).token;
  await instance.api('POST', '/campaigns', { token, body: { name: 'First', rules: [{ text: 'invoice' }] } });
  await expect(instance.api('POST', '/campaigns', { token, body: { name: 'Second', rules: [{ text: 'invoice' }] } })).rejects.toThrow(
    /includes 1 campaign\./,
  );

  const context = await browser.newContext();
  await signIn(context, token);
  const page = await context.newPage();
  const { problems } = watch(page);
  await page.goto(`${instance.url}/dashboard/settings`);
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByRole('meter', { name: 'Campaigns' })).toHaveAttribute('aria-valuetext', '1 of 1');
  await page.getByRole('button', { name: 'Choose Team' }).click();
  await expect(page.getByRole('heading', { name: 'Pay' })).toBeVisible();
  await page.getByRole('link', { name: 'Pay now' }).click();
  await expect(page.getByRole('heading', { name: "Thank you. You're on the Team plan." })).toBeVisible();

  await page.getByRole('link', { name: 'Go to Billing' }).click();
  await expect(page.getByText('Renews')).toBeVisible();
  await expect(page.getByRole('meter', { name: 'Campaigns' })).toHaveAttribute('aria-valuetext', '1 of 10');
  await page.getByLabel('Email address').fill('ben@example.com');
  await page.getByRole('button', { name: 'Offer seat' }).click();
  await expect(page.getByText('Not accepted yet')).toBeVisible();
  expect(problems).toEqual([]);

  const other = await browser.newContext();
  await signIn(other, colleague);
  const seat = await other.newPage();
  await seat.goto(`${instance.url}/dashboard/billing`);
  await seat.getByRole('button', { name: 'Accept seat' }).click();
  await expect(seat.getByText('mara pays for your seat.')).toBeVisible();
  await other.close();

  await expect(page.getByText('Used by ben')).toBeVisible();
  await page.getByRole('button', { name: 'Manage subscription' }).click();
  const returned = connected(page);
  await page.getByRole('link', { name: 'End subscription' }).click();
  await returned;
  const [subscription] = stripe.subscriptions;
  if (!subscription) throw new Error('Nothing was bought');
  const { body, signature } = stripe.event('customer.subscription.deleted', subscription, Date.now());
  const answer = await fetch(`${instance.url}/api/billing/webhook`, { method: 'POST', body, headers: { 'stripe-signature': signature } });
  expect(answer.status).toBe(200);
  await expect(page.getByText("You're on the Free plan.")).toBeVisible();
  await expect(page.getByText('Your subscription has ended.')).toBeVisible();
  await context.close();
});

test('shows an error when the payment service is unavailable', async ({ browser }) => {
  const { token } = await instance.register('mara');
  const context = await browser.newContext();
  await signIn(context, token);
  const page = await context.newPage();
  stripe.failing = 500;
  await page.goto(`${instance.url}/dashboard/billing`);
  await page.getByRole('button', { name: 'Choose Team' }).click();
  await expect(page.getByText("Couldn't reach Stripe")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose Team' })).toBeEnabled();
  await settled(page);
  await context.close();
});

test('keeps a button busy until the page of Stripe is shown', async ({ page, context }) => {
  const { token } = await instance.register('mara');
  await signIn(context, token);
  const { promise: looked, resolve: letPay } = Promise.withResolvers<void>();
  await page.route(`${stripe.url}/**`, async (route) => {
    await looked;
    await route.continue();
  });
  await page.goto(`${instance.url}/dashboard/billing`);
  const leaving = page.waitForRequest(`${stripe.url}/**`);
  const choose = page.getByRole('button', { name: 'Choose Team' });
  await choose.evaluate((button) => {
    const note = () => sessionStorage.setItem('freed', String(!button.hasAttribute('aria-busy')));
    const observer = new MutationObserver(note);
    observer.observe(button, { attributes: true, attributeFilter: ['aria-busy'] });
    window.addEventListener('pagehide', () => observer.disconnect());
  });
  await choose.click();
  await leaving;
  letPay();
  await expect(page.getByRole('heading', { name: 'Pay' })).toBeVisible();
  await page.goBack();
  expect(await page.evaluate(() => sessionStorage.getItem('freed'))).toBe('false');
  await expect(choose).toBeVisible();
  await expect(choose).not.toHaveAttribute('aria-busy');
});

test('frees the button when the user returns from a page of Stripe that was never shown', async ({ page, context }) => {
  const { token } = await instance.register('mara');
  await signIn(context, token);
  await page.route(`${stripe.url}/**`, (route) => route.fulfill({ status: 204 }));
  await page.goto(`${instance.url}/dashboard/billing`);
  const choose = page.getByRole('button', { name: 'Choose Team' });
  const answered = page.waitForResponse(`${stripe.url}/**`);
  await choose.click();
  await answered;
  await expect(choose).toHaveAttribute('aria-busy', 'true');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(choose).not.toHaveAttribute('aria-busy');
});
