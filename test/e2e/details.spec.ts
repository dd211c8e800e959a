import { streamsNamed } from '#shared/streams.ts';
import { chromium, expect, test, type Page } from 'playwright/test';
import type { Campaign } from '#shared/campaigns.ts';
import type { Lead } from '#shared/leads.ts';
import { findChromium } from '../support/chromium.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { openReply } from './support/reply.ts';
import { settled, signIn } from './support/page.ts';
import { seedPeople } from './support/people.ts';

let instance: Instance;
let token: string;
test.beforeAll(async () => {
  instance = await startInstance();
  ({ token } = await instance.register('mara'));
  await seedPeople(instance, token);
});
test.afterAll(() => instance.close());

async function open(page: Page, path: string): Promise<void> {
  await signIn(page.context(), token);
  await page.goto(`${instance.url}${path}`);
  await settled(page);
}
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const email = 'mara@example.com';

test('continues a kept draft at its end', async ({ page }) => {
  await open(page, '/dashboard/leads');
  const field = await openReply(page);
  await field.fill('We make one.');
  await page.reload();
  await settled(page);
  await page.keyboard.press('r');
  await page.keyboard.type(' Disclosure: I work there.');
  await expect(field).toHaveValue('We make one. Disclosure: I work there.');
});

test('marks a lead as seen once it was read, but not one that was skipped', async ({ page }) => {
  await open(page, '/dashboard/leads');
  const rows = page.getByRole('region', { name: 'Leads' }).getByRole('list').getByRole('link');
  const ids = await rows.evaluateAll((links) => links.slice(0, 5).map((link) => link.getAttribute('data-inbox-row') ?? ''));
  const isSeen = async (id = '') => (await instance.api<Lead>('GET', `/leads/${id}`, { token })).seen;
  const skipped = ids[3] ?? '';
  for (let at = 0; at < 4; at += 1) await page.keyboard.press('j');
  await expect.poll(() => isSeen(ids[4])).toBe(true);
  expect(await isSeen(skipped)).toBe(false);
});

test('keeps the page in place behind a dialog', async () => {
  const { path } = findChromium();
  // Playwright hides scrollbars, whose disappearance is what moves a page.
  const browser = await chromium.launch({
    ...(path && { executablePath: path }),
    args: ['--no-sandbox'],
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 560 } });
  await open(page, '/dashboard');
  // A dialog hides the page behind it from roles.
  const heading = page.locator('h1');
  const before = await heading.boundingBox();
  expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth), 'a scrollbar').toBeGreaterThan(0);
  for (const name of ['Feedback', 'Getting Started']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await heading.boundingBox(), name).toEqual(before);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await browser.close();
});

test('lets the sidebar give way to the inbox in a narrower window, and comes back', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/dashboard/leads');
  await page.keyboard.press('Control+b');
  await expect(page.getByText(email)).toBeHidden();
  await page.keyboard.press('Control+b');
  await expect(page.getByText(email)).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(page.getByText(email)).toBeHidden();
  // Asked for where there is little space, it opens all the same.
  await page.keyboard.press('Control+b');
  await expect(page.getByText(email)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(sidebar(page)).toBeHidden();
  await page.keyboard.press('Control+b');
  await expect(sidebar(page)).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(sidebar(page)).toBeHidden();
});

test('starts a reply from the dashboard in the reply box', async ({ page }) => {
  await open(page, '/dashboard');
  await page
    .getByRole('link', { name: /^Reply: / })
    .first()
    .click();
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toBeFocused();
});

test('counts the same streams everywhere, with one noun', async ({ page }) => {
  const { token: other } = await instance.register('counts');
  const { id, streamCount } = await instance.api<Campaign>('POST', '/campaigns', {
    token: other,
    body: {
      name: 'Six subreddits',
      offering: 'Invoicing software',
      rules: [{ text: 'invoic*' }],
      streams: streamsNamed('subreddit', ['freelance', 'smallbusiness', 'webdev', 'design', 'photography', 'Entrepreneur']),
    },
  });
  expect(streamCount).toBe(12);
  await signIn(page.context(), other);
  await page.goto(`${instance.url}/dashboard/campaigns`);
  await expect(page.getByRole('banner').getByText(/of 12 streams/)).toBeVisible();
  await expect(page.getByRole('row', { name: /Six subreddits/ }).getByTitle('6 subreddits')).toHaveText('12');
  await page.goto(`${instance.url}/dashboard/campaigns/${id}`);
  await expect(page.getByText(/6 subreddits \(12 streams\)/)).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Coverage/ })).toContainText('/12');
});

test('shows when campaigns run next, also next week', async ({ page }) => {
  await open(page, '/dashboard/schedule');
  const runs = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Upcoming runs' }) })
    .getByRole('listitem');
  await expect(runs).toHaveCount(1);
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page).toHaveURL(/week=/);
  await settled(page);
  await expect(runs).toHaveCount(1);
  await expect(page.getByText('No runs in this period.')).toBeHidden();
});
