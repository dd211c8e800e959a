import { readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import { weighFirstViews } from '../support/first-view.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { signIn } from './support/page.ts';

const kB = 1000;
/** Leads includes the inbox with its filters, and should come down to the limit of the others. */
const bars: Record<string, number> = {
  '/': 130 * kB,
  '/login': 130 * kB,
  '/register': 130 * kB,
  '/dashboard': 130 * kB,
  '/dashboard/leads': 142 * kB,
};

test('keeps every first view within its size limit', () => {
  const views = weighFirstViews('dist/web');
  expect(views.map(({ path }) => path)).toEqual(Object.keys(bars));
  for (const { path, bytes, files } of views) {
    expect(files.length, path).toBeGreaterThan(3);
    expect(bytes, path).toBeGreaterThan(80 * kB);
    expect(bytes, `${path}: what it imports is listed by \`node bench/run.ts firstview\``).toBeLessThanOrEqual(bars[path] ?? 0);
  }
});

test("preloads every script of a page's first view", () => {
  for (const { path, files } of weighFirstViews('dist/web')) {
    const name = path === '/' ? '/index' : path;
    const document = readFileSync(`dist/web/pages${name}.html`, 'utf8');
    for (const file of files) expect(document, path).toContain(`"/${file}"`);
  }
});

test.describe('in a browser', () => {
  let instance: Instance;
  test.beforeAll(async () => {
    instance = await startInstance();
  });
  test.afterAll(() => instance.close());

  test('loads zod on the login page only when the user starts typing', async ({ page }) => {
    const fetched: string[] = [];
    page.on('response', (response) => fetched.push(new URL(response.url()).pathname));
    await page.goto(`${instance.url}/login`);
    await expect(page.getByLabel('Email')).toBeVisible();
    await page.waitForLoadState('networkidle');
    const before = fetched.length;
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Enter your email')).toBeVisible();
    await expect(page.getByText('Enter your password')).toBeVisible();
    expect(fetched.slice(before).some((path) => path.endsWith('.js'))).toBe(true);
    expect(fetched.some((path) => path.startsWith('/api/auth/login'))).toBe(false);
  });

  test('opens a menu that was clicked before it loaded, and returns the focus', async ({ page, context }) => {
    const { token } = await instance.register('mara');
    await signIn(context, token);
    await page.route('**/popover-panel-*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.goto(`${instance.url}/dashboard`);
    const theme = page.getByRole('button', { name: 'Theme and accent' });
    await theme.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeVisible();
    await expect(theme).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(theme).toBeFocused();
  });
});
