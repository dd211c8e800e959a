import { expect, test } from 'playwright/test';
import { startInstance, type Instance } from './support/instance.ts';
import { settled, signIn, watch } from './support/page.ts';

let instance: Instance;
let token: string;
test.beforeAll(async () => {
  instance = await startInstance();
  ({ token } = await instance.register('mara'));
  await instance.api('POST', '/campaigns', { token, body: { name: 'Invoices', offering: 'Invoicing', rules: [{ text: 'invoic*' }] } });
});
test.afterAll(() => instance.close());

test('opens help from an empty state, a key, the shortcuts, and the palette, and searches it', async ({ page, context }) => {
  await signIn(context, token);
  const { problems } = watch(page);
  const fetched: string[] = [];
  page.on('response', (response) => fetched.push(new URL(response.url()).pathname));
  await page.goto(`${instance.url}/dashboard/posts`);
  await settled(page);
  expect(
    fetched.filter((path) => /help-page/.test(path)),
    'help is loaded on demand',
  ).toEqual([]);
  await page.getByRole('link', { name: 'Help: Rule language' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rule language' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Paused rules' })).toBeVisible();
  await expect(
    page
      .getByRole('cell', { name: 'invoic*' })
      .or(page.getByRole('cell', { name: 'words that start with this' }))
      .first(),
  ).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'scoring', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Scoring' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search help' }).fill('paused resume');
  const [hit] = [page.getByRole('list', { name: 'Search results' }).getByRole('link', { name: 'Paused rules' })];
  await hit.click();
  await expect(page).toHaveURL(/\/dashboard\/help\/rules#paused-rules$/);
  await expect(page.getByRole('heading', { level: 2, name: 'Paused rules' })).toBeInViewport();

  await page.goto(`${instance.url}/dashboard/campaigns`);
  await settled(page);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('link', { name: 'Open help' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('coverage');
  await page.getByRole('option', { name: 'Sources and coverage' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sources and coverage' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('minimum score');
  await page.getByRole('option', { name: 'Search help for “minimum score”' }).click();
  await expect(page.getByRole('list', { name: 'Search results' }).getByRole('link').first()).toBeVisible();
  await page.goto(`${instance.url}/dashboard/help/nothing`);
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
  expect(problems).toEqual([]);
});
