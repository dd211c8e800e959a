import { streamsNamed } from '#shared/streams.ts';
import { chromium, expect, test, type Page } from 'playwright/test';
import type { Campaign } from '#shared/campaigns.ts';
import type { Lead } from '#shared/leads.ts';
import { findChromium } from '../support/chromium.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { violationsOf } from './support/axe.ts';
import { openReply } from './support/reply.ts';
import { settled, signIn, watch } from './support/page.ts';
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

test('shows the selected tab on a phone, where not all tabs fit', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/dashboard/settings?tab=tokens');
  await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 0.9 });
});

test('starts a reply from the dashboard in the reply box', async ({ page }) => {
  await open(page, '/dashboard');
  await page.getByRole('button', { name: 'Write a reply' }).click();
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

test('moves through a list without a reader, follows chords, and acts on the open lead from the palette', async ({ page }) => {
  const { items } = await instance.api<{ items: Lead[] }>('GET', '/leads?limit=3', { token });
  const dueAt = new Date(Date.now() - 60_000).toISOString();
  for (const { id } of items) await instance.api('POST', `/leads/${id}/follow-ups`, { token, body: { dueAt } });
  await open(page, '/dashboard/follow-ups');
  const { problems } = watch(page);
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(3);
  for (const key of 'jjjk') await page.keyboard.press(key);
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('e');
  await expect(page.getByText('Follow-up done')).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText('Undone')).toBeVisible();

  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toBeFocused();
  await page.goBack();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  for (const key of ['Escape', 'g', 'l']) await page.keyboard.press(key);
  await expect(page).toHaveURL(/\/dashboard\/leads$/);
  await expect(page.getByRole('article')).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const list = page.getByRole('region', { name: 'Leads' }).getByRole('list');
  const before = await list.getAttribute('aria-label');
  for (const [typed, option, said] of [
    ['archive', /^Archive/, 'Archived 1 lead'],
    ['snooze until fri 9', /^Snooze until Fri, .*9:00 AM$/, 'Snoozed until Fri'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(typed);
    await expect(palette.getByRole('option', { name: option }).first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByText(said)).toBeVisible();
    await expect(list).not.toHaveAccessibleName(before ?? '');
    await page.keyboard.press('u');
    await expect(list).toHaveAccessibleName(before ?? '');
  }
  expect(problems).toEqual([]);
});

/** As with a mouse, a finger, or Shift and the arrow keys. */
const selectWords = (page: Page, words: string) =>
  page.evaluate((wanted) => {
    for (const part of document.querySelectorAll('[data-strikable]')) {
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const at = text.textContent?.indexOf(wanted) ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + wanted.length);
        document.getSelection()?.removeAllRanges();
        document.getSelection()?.addRange(range);
        return;
      }
    }
    throw new Error(`“${wanted}” isn't in the post`);
  }, words);

test('excludes words that are selected in a post once their effect is known, and takes them back', async ({ context, page }) => {
  const { token: own } = await instance.register('striker');
  await seedPeople(instance, own, { count: 5 });
  await signIn(context, own);
  const { problems } = watch(page);
  const campaign = async () => (await instance.api<{ items: Campaign[] }>('GET', '/campaigns', { token: own })).items[0];
  await page.setViewportSize({ width: 1440, height: 900 });
  const posts = page.getByRole('region', { name: 'Posts', exact: true }).getByRole('list');
  await page.goto(`${instance.url}/dashboard/posts?q=timber`);
  await expect(posts).toHaveAccessibleName('1 post');
  await expect(page.getByText('Why this score')).toBeVisible();
  const bar = page.getByRole('toolbar', { name: 'Selected words' });
  await expect(bar).toBeHidden();
  await selectWords(page, 'order timber');
  await expect(bar).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog', { name: 'Teach the campaign' });
  await expect(dialog.getByRole('textbox', { name: 'Words' })).toHaveValue('order timber');
  await expect(dialog.getByText('Removes 1 post, loses 1 lead of the last 30 days.')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByText('“order timber” excluded from Invoicing')).toBeVisible();
  expect((await campaign())?.excludes).toEqual(['order timber']);
  await expect(posts).toHaveCount(0);
  await page.keyboard.press('u');
  await expect.poll(async () => (await campaign())?.excludes).toEqual([]);
  await expect(posts).toHaveAccessibleName('1 post');
  await expect(page.getByText('Why this score')).toBeVisible();

  await selectWords(page, 'garden sheds');
  await bar.getByRole('button', { name: 'More like this' }).click();
  await expect(dialog.getByText('New rule: "garden sheds"')).toBeVisible();
  await expect(dialog.getByText('Changes nothing in the last 30 days.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await expect(page.getByText('Rule for “garden sheds” added to Invoicing')).toBeVisible();
  expect((await campaign())?.rules).toEqual([{ text: 'invoic*' }, { text: '"garden sheds"' }]);
  expect(problems).toEqual([]);
});

test('asks to resume a campaign, not to create one, where a shared conversation finds all of them paused', async ({ page }) => {
  const { token: own } = await instance.register('sam');
  await instance.api('POST', '/campaigns', { token: own, body: { name: 'Invoicing', rules: [{ text: 'invoice' }], status: 'paused' } });
  await signIn(page.context(), own);
  await page.goto(`${instance.url}/dashboard/share?text=Which+tool%3F`);
  await expect(page.getByText('It goes into the campaign you choose')).toBeVisible();
  await expect(page.getByText('Your campaigns are paused.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Campaigns' })).toHaveAttribute('href', '/dashboard/campaigns');
});
