import { streamsNamed } from '#shared/streams.ts';
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from 'playwright/test';
import { startInstance, type Instance } from './support/instance.ts';
import { settled, signIn, watch } from './support/page.ts';

let instance: Instance;
let token: string;
let problems: string[];

test.beforeAll(async () => {
  instance = await startInstance();
});
test.beforeEach(async ({ context, page }, { testId }) => {
  // A separate user for each test, so that figures don't mix.
  ({ token } = await instance.register(`mara_${testId.slice(-8)}`));
  await signIn(context, token);
  ({ problems } = watch(page));
});
test.afterAll(() => instance.close());

const request =
  'I am looking for invoicing software with payment reminders as soon as possible. Which one do you recommend? My budget is $30 a month.';

/** Creates a campaign for Mara and imports conversations into it. */
async function importPosts(count: number): Promise<string> {
  const { id } = await instance.api<{ id: string }>('POST', '/campaigns', {
    token,
    body: {
      name: 'Invoices',
      offering: 'Invoicing software for freelancers',
      rules: [{ text: 'invoic*' }],
      streams: streamsNamed('subreddit', ['freelance']),
      leadThreshold: 20,
      postFloor: 5,
    },
  });
  const words = ['amber harbour', 'copper kettle', 'maple river', 'walnut garden'];
  for (let number = 0; number < count; number += 1)
    await instance.api('POST', '/import/paste', {
      token,
      body: { campaignId: id, text: `${words[number] ?? ''}: ${request} ${words[number] ?? ''} is where I work.` },
    });
  await expect.poll(async () => (await instance.api<{ items: unknown[] }>('GET', '/posts', { token })).items.length).toBe(count);
  return id;
}

const figureOf = (page: Page, step: string) =>
  page
    .getByRole('list', { name: /From read to won/ })
    .getByRole('listitem')
    .filter({ hasText: step });

test('shows charts, their tables by keyboard, and CSV files', async ({ page }) => {
  const campaign = await importPosts(3);
  await page.goto(`${instance.url}/dashboard/analytics`);
  await settled(page);
  await expect(figureOf(page, 'Read')).toContainText('3');
  await expect(figureOf(page, 'Kept')).toContainText('3');
  await expect(page.getByRole('img', { name: 'Leads per day by campaign' })).toBeVisible();

  const button = page.getByRole('button', { name: 'Funnel as a table' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  const table = page.getByRole('region', { name: /From read to won/ });
  await expect(table.getByRole('row').nth(3)).toHaveText(/Kept\s*3\s*100%/);
  await page.keyboard.press('Enter');
  await expect(table).toBeHidden();

  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Funnel: save as CSV' }).click();
  const file = await (await waiting).path();
  expect(readFileSync(file, 'utf8').split('\r\n').slice(0, 4)).toEqual([
    'step,count,shareOfStepAbove',
    'heard,3,',
    'matched,3,1',
    'posts,3,1',
  ]);

  await page.getByRole('combobox', { name: 'Campaign' }).selectOption({ label: 'Invoices' });
  await expect(page).toHaveURL(new RegExp(`campaign=${campaign}`));
  await expect(page.getByText(/, Invoices, compared with the previous 30 days/)).toBeVisible();
  expect(problems).toEqual([]);
});

test('keeps the date range in the URL and explains an empty one', async ({ page }) => {
  await page.goto(`${instance.url}/dashboard/analytics`);
  await expect(page.getByRole('link', { name: 'New campaign' })).toBeVisible();
  await importPosts(1);
  await page.goto(`${instance.url}/dashboard/analytics?from=2020-01-01&to=2020-01-31`);
  await settled(page);
  await expect(page.getByText(/1 January to 31 January|January 1 to January 31/)).toBeVisible();
  await expect(page.getByText(/No data for these dates/)).toBeVisible();
  await page.getByRole('button', { name: 'Show 12 months' }).click();
  await expect(page).toHaveURL(/days=365$/);
  await expect(figureOf(page, 'Kept')).toContainText('1');
  await expect(page.getByRole('heading', { name: 'Leads per week' })).toBeVisible();

  await page.getByRole('radio', { name: '7 days' }).click();
  await expect(page).toHaveURL(/days=7$/);
  await page.getByRole('button', { name: 'Choose dates' }).click();
  await page.getByLabel('From', { exact: true }).fill('2020-02-01');
  await page.getByLabel('To', { exact: true }).fill('2020-02-10');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=2020-02-01&to=2020-02-10$/);
  await page.goBack();
  await expect(page).toHaveURL(/days=7$/);
  expect(problems).toEqual([]);
});

test('shows a failed request with a retry', async ({ page }) => {
  await page.route(
    '**/api/analytics?*',
    (route) =>
      route.fulfill({ status: 400, json: { error: 'invalid', message: "The range can't be longer than ten years", requestId: 'x' } }),
    { times: 1 },
  );
  await page.goto(`${instance.url}/dashboard/analytics`);
  await expect(page.getByText("The range can't be longer than ten years")).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(/No campaigns yet/)).toBeVisible();
});
