import { expect, test, type Page } from 'playwright/test';
import { checkNames } from './support/accessible.ts';
import { violationsOf } from './support/axe.ts';
import type { Instance } from './support/instance.ts';
import { fitsAcross, keepScreen, settled, signIn, watch } from './support/page.ts';
import { innerPaths, publicPaths } from './support/paths.ts';
import { startWithSample } from './support/sample.ts';

type Theme = 'light' | 'dark';
interface Size {
  width: number;
  height: number;
  /** What axe checks. Contrast takes most of its time, and no color depends on the width. */
  axe: 'all' | 'all but contrast' | 'nothing';
}
/** The page is loaded in the first one only. Nothing appears at 768 that isn't there at another width. */
const sizes: readonly [Size, ...Size[]] = [
  { width: 1440, height: 900, axe: 'all' },
  { width: 768, height: 1024, axe: 'nothing' },
  { width: 390, height: 844, axe: 'all but contrast' },
];

// One walk after another would take a quarter of an hour; each worker has its own instance.
test.describe.configure({ mode: 'parallel' });

let instance: Instance;
let token: string;

test.beforeAll(async () => {
  const started = await startWithSample();
  ({ instance, token } = started);
  await instance.api('POST', '/competitors', { token, body: { name: 'Quillbill', website: 'https://quillbill.example' } });
  // Lists of two, so that controls of different rows could have the same name.
  for (const value of ['One', 'Two']) await instance.api('POST', '/admin/blacklist', { token, body: { kind: 'word', value } });
  await instance.api('POST', `/campaigns/${started.campaignId}/duplicate`, { token });
});
test.afterAll(() => instance.close());

const fileName = (path: string) => path.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'landing';

/** Serious problems found by axe. */
async function faultsOf(page: Page, contrast: Parameters<typeof violationsOf>[1]): Promise<string[]> {
  const violations = await violationsOf(page, contrast);
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}

/** Checks the page that is open; a theme changes nothing but colors. Returns the number of controls. */
async function check(page: Page, path: string, size: Size): Promise<number> {
  await page.setViewportSize(size);
  const see = async (theme: Theme, contrast: Parameters<typeof violationsOf>[1] | null) => {
    const where = `${path} at ${size.width} in ${theme}`;
    await page.emulateMedia({ colorScheme: theme });
    await expect.soft(page.locator('html'), where).toContainClass(theme);
    await settled(page);
    if (contrast) expect.soft(await faultsOf(page, contrast), where).toEqual([]);
    await keepScreen(page, `${fileName(path)}-${size.width}-${theme}`);
  };
  const contrast = { all: 'too', 'all but contrast': 'not', nothing: null } as const;
  await see('light', contrast[size.axe]);
  const where = `${path} at ${size.width}`;
  await expect.soft(page.locator('body'), `${where} shows nothing`).not.toBeEmpty();
  expect.soft(await fitsAcross(page), `${where} scrolls sideways`).toBe(true);
  const { seen, faults } = await checkNames(page);
  expect.soft(faults, `${where}: names and headings`).toEqual([]);
  if (size.axe === 'all') await see('dark', 'only');
  return seen;
}

const parts = 3;
const walks = [
  { walk: 'before login', paths: publicPaths },
  ...Array.from({ length: parts }, (_, part) => ({
    walk: `of part ${part + 1} of ${parts}`,
    paths: innerPaths.filter((_path, index) => index % parts === part),
  })),
];

for (const { walk, paths } of walks) {
  test(`shows every page ${walk} complete, accessible, named, and free of errors at three widths and in both themes`, async ({
    browser,
  }) => {
    test.setTimeout(600_000);
    const context = await browser.newContext({ colorScheme: 'light' });
    if (paths !== publicPaths) await signIn(context, token, 'system');
    const page = await context.newPage();
    const seen = watch(page);
    let controls = 0;
    for (const path of paths) {
      await page.setViewportSize(sizes[0]);
      await page.goto(`${instance.url}${path}`);
      for (const size of sizes) controls += await check(page, path, size);
    }
    await context.close();
    expect(seen.problems).toEqual([]);
    expect(controls).toBeGreaterThan(paths.length * sizes.length * (paths === publicPaths ? 3 : 15));
  });
}

interface Opening {
  path: string;
  /** A key of the page, or a button, and then an item of its menu. */
  key?: string;
  button?: string;
  item?: string;
}
/** Those of one person; workspaces.spec.ts and together.spec.ts have those of several. */
const openings: readonly Opening[] = [
  { path: '/dashboard/leads', key: '/' },
  { path: '/dashboard/leads', key: '?' },
  { path: '/dashboard/leads', key: 'h' },
  { path: '/dashboard/leads', key: 'f' },
  { path: '/dashboard/leads', key: 'x' },
  { path: '/dashboard/leads', key: 't' },
  { path: '/dashboard/leads', key: '-' },
  { path: '/dashboard/leads', button: 'Filter' },
  { path: '/dashboard', button: 'Getting Started' },
  { path: '/dashboard', button: 'Feedback' },
  { path: '/dashboard', button: 'Theme and accent' },
  { path: '/dashboard', button: 'Notifications' },
  { path: '/dashboard/analytics', button: 'Choose dates' },
  { path: '/dashboard/analytics', button: 'Share a report' },
  { path: '/dashboard/campaigns/1', button: 'More actions', item: 'Import posts' },
  { path: '/dashboard/campaigns/1', button: 'More actions', item: 'Delete campaign' },
  { path: '/dashboard/competitors', button: 'Add competitor' },
  { path: '/dashboard/settings?tab=notifications', button: 'Add channel' },
  { path: '/dashboard/settings?tab=data', button: 'Delete account' },
  { path: '/dashboard/settings?tab=security', button: 'Log out everywhere' },
];

test('shows every dialog accessible in both themes', async ({ browser }) => {
  test.setTimeout(600_000);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
  await signIn(context, token, 'system');
  const page = await context.newPage();
  for (const { path, key, button, item } of openings) {
    const where = `${key ?? button ?? ''}${item === undefined ? '' : `, ${item}`} on ${path}`;
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`${instance.url}${path}`);
    await settled(page);
    const width = () => page.evaluate(() => document.body.clientWidth);
    const before = await width();
    if (key !== undefined) await page.keyboard.press(key);
    else
      await page
        .getByRole('button', { name: button ?? '', exact: true })
        .first()
        .click();
    if (item !== undefined) await page.getByRole('menuitem', { name: item }).click();
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).last();
    await expect(dialog, where).toBeVisible();
    expect.soft(await faultsOf(page, 'too'), `${where} in light`).toEqual([]);
    // A page without a scrollbar doesn't make room for one.
    if (path === '/dashboard/leads') expect.soft(await width(), where).toBe(before);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.soft(page.locator('html'), where).toContainClass('dark');
    await expect(dialog, `${where} in dark`).toBeVisible();
    expect.soft(await faultsOf(page, 'only'), `${where} in dark`).toEqual([]);
  }
  await context.close();
});
