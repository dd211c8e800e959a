import { expect, test } from 'playwright/test';
import { password, startInstance, type Instance } from './support/instance.ts';
import { signIn, watch } from './support/page.ts';

let instance: Instance;
test.beforeEach(async () => {
  instance = await startInstance();
});
test.afterEach(() => instance.close());

test('a stranger makes the first account, tries the sample, and triages by keyboard alone', async ({ page }) => {
  test.setTimeout(120_000);
  const { problems } = watch(page);
  await page.goto(`${instance.url}/register`);
  await expect(page.getByRole('heading', { name: 'Create the first account' })).toBeVisible();
  await page.getByLabel('Username').fill('mara');
  await page.getByLabel('E-mail').fill('mara@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);

  const guide = page.getByRole('dialog');
  await expect(guide).toContainText('This will only take 60 seconds!');
  await page.keyboard.press('Escape');
  await expect(guide).toBeHidden();

  await page.getByRole('button', { name: /sample posts/i }).click();
  await expect(page).toHaveURL(/\/dashboard\/leads/);
  await expect(page.getByText(/^New lead found: u\//).first()).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText(/^Analysis complete: \d+ posts, \d+ comments, \d+ new leads/)).toBeVisible({ timeout: 60_000 });
  const arrivals = page.getByRole('button', { name: /Show them/ });
  if (await arrivals.isVisible()) await arrivals.click();

  const list = page.getByRole('region', { name: 'Leads' }).getByRole('list');
  const named = async () => Number(/\d+/.exec((await list.getAttribute('aria-label')) ?? '')?.[0]);
  await expect(list).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Why this score')).toBeVisible();
  const before = await named();
  await page.keyboard.press('x');
  await page.keyboard.press('1');
  await expect.poll(named).toBe(before - 1);
  await page.keyboard.press('u');
  await expect.poll(named).toBe(before);
  expect(problems).toEqual([]);
});

test('a page asked for before signing in is shown after it, and two tabs sign out together', async ({ context, page }) => {
  await instance.register('mara');
  await page.goto(`${instance.url}/dashboard/settings?tab=appearance`);
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('E-mail').fill('mara@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/settings\?tab=appearance$/);

  const second = await context.newPage();
  await second.goto(`${instance.url}/dashboard`);
  await expect(second.getByText('mara@example.com')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(second).toHaveURL(/\/login$/);
});

test('a wrong password is told in the words of the specification', async ({ page }) => {
  await instance.register('mara');
  await page.goto(`${instance.url}/login`);
  await page.getByLabel('E-mail').fill('mara@example.com');
  await page.getByLabel('Password', { exact: true }).fill('not that one');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText("Login failed. Please check your email and password, or create a new account if you haven't registered yet."),
  ).toBeVisible();
});

test('old addresses lead to the new ones, unknown ones home', async ({ context, page }) => {
  const { token } = await instance.register('mara');
  await signIn(context, token);
  await page.goto(`${instance.url}/settings?tab=security`);
  await expect(page).toHaveURL(/\/dashboard\/settings\?tab=security$/);
  await page.goto(`${instance.url}/leads`);
  await expect(page).toHaveURL(/\/dashboard\/leads$/);
  await page.goto(`${instance.url}/no/such/page`);
  await expect(page).toHaveURL(`${instance.url}/`);
});

test('a description becomes a campaign in one go', async ({ context, page }) => {
  const { token } = await instance.register('mara');
  await signIn(context, token);
  const { problems } = watch(page);
  await page.goto(`${instance.url}/dashboard/campaigns/new?mode=basic`);
  await page
    .getByRole('main')
    .getByRole('textbox')
    .first()
    .fill('Invoicing software for freelancers: send invoices, take deposits, chase late payers politely.');
  await page.getByRole('button', { name: /create/i }).click();
  await expect(page).toHaveURL(/\/dashboard\/campaigns\/\d+/, { timeout: 20_000 });
  const { items } = await instance.api<{ items: { rules: unknown[]; subreddits: string[] }[] }>('GET', '/campaigns', { token });
  expect(items[0]?.rules.length).toBeGreaterThan(0);
  expect(items[0]?.subreddits.length).toBeGreaterThan(0);
  expect(problems).toEqual([]);
});

test('the sidebar folds by Ctrl+B and stays so for seven days', async ({ context, page }) => {
  const { token } = await instance.register('mara');
  await signIn(context, token);
  await page.goto(`${instance.url}/dashboard`);
  await expect(page.getByText('mara@example.com')).toBeVisible();
  await page.keyboard.press('Control+b');
  await expect(page.getByText('mara@example.com')).toBeHidden();
  const cookie = (await context.cookies()).find(({ name }) => name.includes('sidebar'));
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(Math.round(days)).toBe(7);
});

test('a toast that comes after the first one has gone is shown too', async ({ context, page }) => {
  const { token } = await instance.register('mara');
  await signIn(context, token);
  await page.goto(`${instance.url}/dashboard/settings`);
  const toast = page.getByText('Profile updated successfully');
  for (const name of ['mara one', 'mara two', 'mara three']) {
    await page.getByLabel('Username').fill(name);
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(toast).toBeVisible();
    await expect(toast).toBeHidden({ timeout: 10_000 });
  }
});
