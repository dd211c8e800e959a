import { expect, test, type Browser, type BrowserContext, type Locator, type Page } from 'playwright/test';
import type { Lead } from '#shared/leads.ts';
import type { Instance } from './support/instance.ts';
import { settled, signIn, watch } from './support/page.ts';
import { startWithSample } from './support/sample.ts';

let instance: Instance;
let token: string;
let campaign: string;
let context: BrowserContext;
test.beforeAll(async () => {
  const started = await startWithSample();
  ({ instance, token } = started);
  campaign = `/dashboard/campaigns/${started.campaignId}`;
});
test.afterAll(() => instance.close());
test.afterEach(() => context.close());

const desktop = { width: 1440, height: 900 };
/** A page that is used without a mouse. */
async function open(browser: Browser, path: string, size = desktop): Promise<Page> {
  context = await browser.newContext({ viewport: size });
  await signIn(context, token);
  const page = await context.newPage();
  await page.goto(`${instance.url}${path}`);
  await settled(page);
  return page;
}
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** A short description of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
  });
const holdsFocus = (part: Locator) => part.evaluate((element) => element.contains(document.activeElement));

test('reads, rates, archives, restores, and searches posts without a mouse', async ({ browser }) => {
  const page = await open(browser, '/dashboard/posts');
  const { problems } = watch(page);
  const list = page.getByRole('region', { name: 'Posts' }).getByRole('list');
  const rows = list.getByRole('link');
  const current = list.locator('[aria-current=true]');
  const count = async () => Number(/\d+/.exec((await list.getAttribute('aria-label')) ?? '')?.[0]);
  const ids = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('data-inbox-row') ?? ''));
  const isAt = (index: number) => expect(current).toHaveAttribute('data-inbox-row', ids[index] ?? '');

  await press(page, 'j');
  await isAt(1);
  await expect(current).toBeFocused();
  await press(page, 'ArrowDown');
  await isAt(2);
  await press(page, 'ArrowUp', 'k');
  await isAt(0);
  await press(page, 'Enter');
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toBeFocused();

  const answer = page.getByRole('textbox', { name: 'Your reply' });
  await press(page, 'r');
  await expect(answer).toBeFocused();
  await page.keyboard.type('jkxelfu?/');
  await expect(answer).toHaveValue('jkxelfu?/');
  await press(page, 'Escape');
  await expect(answer).not.toBeFocused();
  const before = await count();

  await press(page, 'x');
  const why = page.getByRole('dialog', { name: 'Why dismiss this?' });
  await expect(why).toBeVisible();
  expect(await holdsFocus(why)).toBe(true);
  await press(page, 'Escape');
  await expect(why).toBeHidden();
  expect(await count()).toBe(before);
  const first = list.locator(`[data-inbox-row="${ids[0]}"]`);
  await press(page, 'x', '2');
  await expect(first).toBeHidden();
  await isAt(1);
  await press(page, 'u');
  await expect(first).toBeVisible();
  await isAt(0);

  await press(page, 'e');
  await expect(first).toBeHidden();
  await press(page, 'u');
  await expect(first).toBeVisible();
  await press(page, 'v', 'j', 'v');
  await expect(page.getByRole('toolbar', { name: '2 selected' })).toBeVisible();
  await press(page, 'Escape');
  await expect(page.getByRole('toolbar', { name: '2 selected' })).toBeHidden();

  await press(page, '?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toBeVisible();
  await press(page, 'Escape');
  await expect(keys).toBeHidden();
  await press(page, '/');
  await expect(page.getByRole('dialog', { name: 'Command palette' }).locator('input')).toBeFocused();
  await page.keyboard.type('invoice');
  await press(page, 'Enter');
  await expect(page).toHaveURL(/\/dashboard\/posts\?.*q=invoice/);
  expect(problems).toEqual([]);
});

test('moves the focus to the next row when a row leaves', async ({ browser }) => {
  const page = await open(browser, '/dashboard/posts');
  const list = page.getByRole('region', { name: 'Posts' }).getByRole('list');
  const current = list.locator('[aria-current=true]');
  await press(page, 'j');
  await expect(current).toBeFocused();
  const gone = (await current.getAttribute('data-inbox-row')) ?? '';
  await press(page, 'e');
  await expect(current).not.toHaveAttribute('data-inbox-row', gone);
  await expect(current).toBeFocused();
  await press(page, 'x');
  await expect(page.getByRole('dialog', { name: 'Why dismiss this?' })).toBeVisible();
  await press(page, 'Enter');
  await expect(page.getByRole('dialog', { name: 'Why dismiss this?' })).toBeHidden();
  await expect(current).toBeFocused();
  await press(page, 'u', 'u');
  await expect(list.locator(`[data-inbox-row="${gone}"]`)).toBeAttached();
});

test('marks a post as a lead with l and sets a follow-up with f', async ({ browser }) => {
  const page = await open(browser, '/dashboard/posts?status=new&sort=-confidence&maxScore=69');
  await press(page, 'j', 'l');
  await expect(page.getByText('Marked as lead')).toBeVisible();
  await press(page, 'u');
  await expect(page.getByText('Undone')).toBeVisible();

  await page.goto(`${instance.url}/dashboard/leads`);
  await settled(page);
  await press(page, 'f');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect.poll(() => holdsFocus(dialog)).toBe(true);
  await press(page, 'Escape');
  await expect(dialog).toBeHidden();

  await press(page, 'f', 'Enter');
  await expect(page.getByText(/^Follow-up/)).toBeVisible();
  await expect(dialog).toBeHidden();
  await press(page, 'f');
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('Ask about the deposit');
  await press(page, 'Enter');
  await expect(dialog).toBeHidden();
  const { items } = await instance.api<{ items: { note: string }[] }>('GET', '/follow-ups', { token });
  expect(items.map(({ note }) => note).toSorted()).toEqual(['', 'Ask about the deposit']);
});

interface Opener {
  path: string;
  /** Name of a button, or of an item in its menu. */
  button: string;
  item?: string;
  role?: 'dialog' | 'alertdialog';
  size?: { width: number; height: number };
}
const openers: Opener[] = [
  { path: '/dashboard', button: 'Getting Started' },
  { path: '/dashboard', button: 'Feedback' },
  { path: '/dashboard', button: 'Theme and accent' },
  { path: '/dashboard', button: 'Notifications' },
  { path: '/dashboard', button: 'Open menu', size: { width: 390, height: 844 } },
  { path: '/dashboard/settings?tab=notifications', button: 'Add channel' },
  { path: '/dashboard/settings?tab=data', button: 'Delete account' },
  { path: '/dashboard/settings?tab=security', button: 'Log out everywhere', role: 'alertdialog' },
  { path: '/dashboard/leads', button: 'Filter' },
  { path: '/dashboard/campaigns/1', button: 'More actions', item: 'Import posts', role: 'alertdialog' },
  { path: '/dashboard/competitors', button: 'Add competitor' },
];

test('traps the focus in every dialog and returns it on Escape', async ({ browser }) => {
  const page = await open(browser, '/dashboard');
  for (const { path, button, item, role = 'dialog', size = desktop } of openers) {
    await test.step(`${button} on ${path}`, async () => {
      await page.setViewportSize(size);
      await page.goto(`${instance.url}${path}`);
      await settled(page);
      const opener = page.getByRole('button', { name: button, exact: true }).first();
      await opener.focus();
      await press(page, 'Enter');
      if (item) await page.getByRole('menuitem', { name: item }).press('Enter');
      const dialog = page.getByRole(role).last();
      await expect(dialog).toBeVisible();
      await expect(dialog).toHaveAccessibleName(/\S/);
      await expect.poll(() => holdsFocus(dialog), `${button}: the focus goes in`).toBe(true);
      const isModal = (await dialog.getAttribute('aria-modal')) === 'true';
      for (const key of isModal ? ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', ...Array<string>(14).fill('Tab')] : []) {
        await press(page, key);
        expect(await holdsFocus(dialog), `${button}: ${key} stays in`).toBe(true);
      }
      await press(page, 'Escape');
      await expect(dialog, `${button}: Escape closes`).toBeHidden();
      await expect(opener, `${button}: the focus comes back`).toBeFocused();
    });
  }
});

test('opens a menu by key, moves by arrows, Home, End, and letters, and closes on Escape', async ({ browser }) => {
  const page = await open(browser, campaign);
  const more = page.getByRole('button', { name: 'More actions', exact: true });
  await more.focus();
  // The menu is loaded when the focus reaches its button.
  await expect(more).toHaveAttribute('id', /./);
  await press(page, 'ArrowDown');
  const items = page.getByRole('menuitem');
  await expect(items.first()).toBeFocused();
  const words = await items.allTextContents();
  expect(words.length).toBeGreaterThan(2);
  await press(page, 'ArrowDown');
  await expect(items.nth(1)).toBeFocused();
  await press(page, 'End');
  await expect(items.last()).toBeFocused();
  await press(page, 'Home');
  await expect(items.first()).toBeFocused();
  const last = words.at(-1) ?? '';
  await page.keyboard.type(last.slice(0, 3));
  await expect(items.last()).toBeFocused();
  await press(page, 'Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(more).toBeFocused();
});

test('opens the palette with Ctrl+K, searches while typing, and returns the focus', async ({ browser }) => {
  const page = await open(browser, '/dashboard');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Schedule' });
  await link.focus();
  await press(page, 'Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const field = palette.getByRole('combobox');
  await expect(field).toBeFocused();
  await page.keyboard.type('analyt');
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Analytics');
  await press(page, 'Escape');
  await expect(palette).toBeHidden();
  await expect(link).toBeFocused();
  await press(page, 'Control+k');
  await expect(field).toHaveValue('');
  const chosen = await palette.getByRole('option', { selected: true }).textContent();
  await press(page, 'ArrowDown');
  await expect(palette.getByRole('option', { selected: true })).not.toHaveText(chosen ?? '');
  await page.keyboard.type('analyt');
  await press(page, 'Enter');
  await expect(page).toHaveURL(/\/dashboard\/analytics$/);
});

test('keeps the focus in a palette that opens while a dialog closes', async ({ browser }) => {
  const page = await open(browser, '/dashboard/leads');
  const { promise: typed, resolve: letList } = Promise.withResolvers<void>();
  await context.route('**/command-palette-*.js', async (route) => {
    await typed;
    await route.continue();
  });
  await page.reload();
  await settled(page);
  await press(page, 'j', 'f');
  await expect(page.getByRole('dialog', { name: /^Follow up with u\// })).toBeVisible();
  // The dialog returns the focus a moment after it is gone.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('[role=dialog]')) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
    }).observe(document.body, { childList: true, subtree: true });
  });
  await press(page, 'Escape');
  const field = page.getByRole('dialog', { name: 'Command palette' }).getByRole('textbox');
  await expect(field).toBeVisible();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 50)));
  await page.keyboard.type('Analytics');
  await expect(field).toHaveValue('Analytics');
  letList();
});

test('chooses a campaign in the palette with Enter pressed before the campaigns have loaded', async ({ browser }) => {
  const page = await open(browser, '/dashboard/schedule');
  const { name } = await instance.api<{ name: string }>('GET', campaign.replace('/dashboard', ''), { token });
  const { promise: entered, resolve: letCampaigns } = Promise.withResolvers<void>();
  await page.route(/\/api\/campaigns\?limit=100/, async (route) => {
    await entered;
    await route.continue();
  });
  await press(page, 'Control+k');
  await page.keyboard.type(name);
  await expect(page.getByRole('option').first()).toBeVisible();
  await press(page, 'Enter');
  letCampaigns();
  await expect(page).toHaveURL(new RegExp(`${campaign}$`));
});

test('collapses the sidebar with Ctrl+B even while typing, and keeps focus and names', async ({ browser }) => {
  const page = await open(browser, '/dashboard');
  const nav = page.getByRole('navigation', { name: 'Main' });
  const names = () => nav.getByRole('link').evaluateAll((links) => links.map((link) => link.textContent));
  const expanded = await names();
  const link = nav.getByRole('link', { name: 'Campaigns' });
  await link.focus();
  await press(page, 'Control+b');
  await expect(page.getByText('mara@example.com')).toBeHidden();
  await expect(link).toBeFocused();
  expect(await names()).toEqual(expanded);
  await press(page, '/', 'Control+b');
  await expect(page.getByText('mara@example.com')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Command palette' }).locator('input')).toBeFocused();
});

test('moves a board card by keyboard and announces every step', async ({ browser }) => {
  const page = await open(browser, '/dashboard/leads?view=board', { width: 1900, height: 900 });
  const { items } = await instance.api<{ items: Lead[] }>('GET', '/leads?limit=2&stage=new', { token });
  const lead = items[0];
  if (!lead) throw new Error('There is no lead');
  const name = `u/${lead.redditUsername}`;
  const handle = page.getByRole('button', { name: `Move ${name} with the arrow keys` });
  const said = page.locator('[aria-live=assertive]');
  await handle.focus();
  await expect(handle).toHaveAccessibleDescription(/space/i);
  await press(page, 'Space');
  await expect(said).toContainText(`${name} is over New.`);
  await press(page, 'ArrowRight');
  await expect(said).toContainText(`${name} is over Contacted.`);
  await press(page, 'ArrowRight');
  await expect(said).toContainText(`${name} is over Replied.`);
  await press(page, 'ArrowLeft');
  await expect(said).toContainText(`${name} is over Contacted.`);
  await press(page, 'Space');
  await expect(said).toContainText('Contacted');
  await expect(page.getByRole('region', { name: 'Contacted', exact: true }).getByRole('link', { name: `Open ${name}` })).toBeVisible();
  await expect(handle).toBeFocused();
});

test('announces arrivals and actions in a live region that exists from the start', async ({ browser }) => {
  const page = await open(browser, '/dashboard/posts');
  const region = page.locator('[data-toaster]');
  await expect(region).toBeAttached();
  await expect(region).toHaveAttribute('aria-live', 'polite');
  await expect(region).toBeEmpty();
  await region.evaluate((element) => element.setAttribute('data-known', ''));
  await press(page, 'e');
  await expect(page.locator('[data-toaster][data-known]')).toContainText('Archived 1 post');
  await press(page, 'u');

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Follow Ups' }).press('Enter');
  await expect(page.locator('p[aria-live=polite]').filter({ hasText: /^Follow Ups$/ })).toBeAttached();
});

test('continues with Tab from the new page after the followed link is gone', async ({ browser }) => {
  const page = await open(browser, '/dashboard/campaigns');
  const link = page
    .getByRole('main')
    .getByRole('link', { name: /sample/i })
    .first();
  await link.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${campaign}$`));
  await expect(page.getByRole('main')).toBeFocused();
  await settled(page);
  await press(page, 'Tab');
  expect(await holdsFocus(page.getByRole('main'))).toBe(true);
});

test('skips to the content from the first Tab stop', async ({ browser }) => {
  const page = await open(browser, '/dashboard/leads');
  await press(page, 'Tab');
  expect(await focused(page)).toBe('Skip to content');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  await press(page, 'Enter', 'Tab');
  expect(await holdsFocus(page.getByRole('main'))).toBe(true);
});

test('shows selection and bars in forced colors', async ({ browser }) => {
  const page = await open(browser, '/dashboard/leads');
  await page.emulateMedia({ forcedColors: 'active' });
  const styleOf = (element: SVGElement | HTMLElement) => {
    const { outlineStyle, outlineWidth, backgroundColor } = getComputedStyle(element);
    return { outline: `${outlineStyle} ${outlineWidth}`, ground: backgroundColor };
  };
  const list = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  expect((await list.and(page.locator('[aria-current]')).evaluate(styleOf)).outline).toBe('solid 2px');
  expect((await list.first().evaluate(styleOf)).outline).not.toBe('solid 2px');
  expect((await page.locator('label').filter({ hasText: 'List' }).evaluate(styleOf)).outline).toBe('solid 2px');
  const why = page.getByRole('complementary', { name: 'Why this score' });
  const bar = why.getByRole('listitem').first().locator('span:empty, div:empty').first();
  const { ground } = await bar.evaluate(styleOf);
  await page.emulateMedia({ forcedColors: 'none' });
  expect((await bar.evaluate(styleOf)).ground).toBe(ground);
});
