import { expect, type Page, test } from 'playwright/test';
import { violationsOf } from './support/axe.ts';
import { startWithSites } from './support/fake-sites.ts';
import { password } from './support/instance.ts';
import { watch } from './support/page.ts';

let sites: Awaited<ReturnType<typeof startWithSites>>;
test.beforeEach(async () => void (sites = await startWithSites()));
test.afterEach(() => sites.close());

async function register(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/register`);
  await page.getByLabel('Username').fill('mara');
  await page.getByLabel('Email').fill('mara@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

test('takes an empty instance from one question to conversations, thumbs, and Today', async ({ page }) => {
  const { stack, instance } = sites;
  const ask = (title: string, body: string) => stack.add({ on: 'diy', title, body: `<p>${body}</p>` });
  const asked = ask(
    'Who can waterproof a wet basement?',
    'Water comes through the basement wall after rain. Looking for a waterproofing contractor, how much should it cost?',
  );
  ask(
    'Basement waterproofing company, whom would you hire?',
    'The basement floods, and I am looking for a basement waterproofing contractor as soon as possible. Budget is $9,000.',
  );
  stack.reply(asked, {
    body: '<p>Try <a href="https://drywalls.example">us</a>, <script>alert(1)</script>we fix it.</p>',
    author: 'bo',
    score: 5,
  });
  stack.reply(asked, { body: '<p>Edit: no luck yet.</p>' });
  ask('How do I hang a picture on drywall?', 'A small one.');
  const { problems } = watch(page);
  await register(page, instance.url);
  const field = page.getByRole('textbox', { name: 'A sentence or your website' });
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Say what you sell, in a sentence or with your website.')).toBeVisible();
  await field.fill('We are a family business in Ohio that fixes wet basements');
  await page.keyboard.press('Enter');
  const found = page.getByRole('region', { name: 'Conversations' });
  await expect(found.getByRole('link', { name: 'Who can waterproof a wet basement?' })).toBeVisible();
  await expect(found.getByText(/^2 conversations in the last 30 days, 2 of them in the last 24 hours\.$/)).toBeVisible();
  await expect(found.getByText('picture')).toHaveCount(0);
  await expect(page.getByRole('dialog'), 'the guide waits').toHaveCount(0);
  expect(await violationsOf(page)).toEqual([]);
  await found.getByRole('button', { name: 'Good match: Who can waterproof a wet basement?' }).click();
  const start = page.getByRole('button', { name: 'Start', exact: true });
  await field.fill('x');
  await expect(start, 'what was found belongs to another search').toBeDisabled();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Say a little more: what you sell, and who needs it.'), 'said once').toHaveCount(1);
  await field.fill('We are a family business in Ohio that fixes wet basements');
  await start.click();
  await expect(page.getByRole('dialog')).toContainText('This will only take 60 seconds!');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/dashboard(\?.*)?$/);
  await expect(page.getByText('Who can waterproof a wet basement?').first()).toBeVisible();
  await page.getByRole('link', { name: 'Posts 2 new' }).click();
  await page.getByRole('region', { name: 'Posts', exact: true }).getByRole('list').getByText('Who can waterproof a wet basement?').click();
  await expect(page.getByText(/^The asker replied /)).toBeVisible();
  await expect(page.getByText('Already named there: drywalls.example.')).toBeVisible();
  await expect(page.getByText('Try us, we fix it.')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('says so when no source can be reached, and offers the sample', async ({ page }) => {
  const { stack, instance } = sites;
  stack.state.handle = (_, response) => void response.writeHead(503).end();
  await register(page, instance.url);
  await page.getByRole('textbox', { name: 'A sentence or your website' }).fill('We waterproof wet basements');
  await page.keyboard.press('Enter');
  await expect(page.getByText('None of the sources could be reached.', { exact: false })).toBeVisible();
  await expect(page.getByText('diy.stackexchange.com', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Try it with sample posts' }).click();
  await expect(page).toHaveURL(/\/dashboard\/leads/);
});
