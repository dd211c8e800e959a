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

test('a text and a file can be brought into a campaign, and what fits is there', async ({ context, page }) => {
  const { token } = await instance.register('mara');
  await signIn(context, token);
  const { id } = await instance.api<{ id: string }>('POST', '/campaigns', {
    token,
    body: {
      name: 'Invoices',
      offering: 'Invoicing software for freelancers: send invoices, chase late payers',
      idealCustomer: 'Freelancers',
      rules: [{ text: 'invoic*' }],
      subreddits: ['freelance'],
    },
  });
  const post = (name: string, title: string) => ({
    name,
    title,
    selftext: 'I need an invoicing tool that sends invoices and chases late payers. Budget is 20 a month. What do you recommend?',
    author: `author_${name}`,
    subreddit: 'freelance',
    created_utc: Math.floor(Date.now() / 1000) - 600,
  });
  await page.goto(`${instance.url}/dashboard/campaigns/${id}`);
  const bringIn = async (fill: () => Promise<void>) => {
    // By keyboard: toasts of what just arrived may lie over the menu.
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Bring posts in' }).press('Enter');
    await fill();
    await page.getByRole('button', { name: 'Bring in' }).press('Enter');
    await expect(page.getByRole('alertdialog')).toBeHidden();
  };
  await bringIn(() =>
    page
      .getByLabel('Reddit link or text')
      .fill('Which invoicing software do you use? I am looking for something that sends invoices and chases late payers.'),
  );
  await bringIn(async () => {
    await page.getByRole('radio', { name: 'File' }).click();
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'posts.jsonl',
      mimeType: 'application/jsonl',
      buffer: Buffer.from(
        ['t3_e1', 't3_e2']
          .map((name, index) =>
            JSON.stringify(post(name, index === 0 ? 'Looking for an invoicing tool' : 'Which invoicing software would you buy?')),
          )
          .join('\n'),
      ),
    });
  });
  const listed = async () => (await instance.api<{ items: unknown[] }>('GET', `/posts?campaignId=${id}`, { token })).items.length;
  await expect.poll(listed, { timeout: 20_000 }).toBe(3);
});
