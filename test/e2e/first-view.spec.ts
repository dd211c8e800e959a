import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import { weighFirstViews } from '../support/first-view.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { signIn } from './support/page.ts';

const maxBytes = {
  '/': 138_000,
  '/login': 138_000,
  '/register': 138_000,
  '/dashboard': 150_000,
  '/dashboard/leads': 150_000,
  '/dashboard/posts': 150_000,
};
/** Words in the code of what opens from a first view: the board, Markdown, menus, popovers, long lists, charts, and schemas. */
const later = [
  'DndLiveRegion',
  'codeFencedFenceMeta',
  'MenuContent',
  'PopoverContent',
  'measureElement',
  'fill-muted',
  'ZodType',
  'Enter your email',
];

test('keeps every first view within its size limit, without what opens later', () => {
  const views = weighFirstViews('dist/web');
  expect(views.map(({ path }) => path)).toEqual(Object.keys(maxBytes));
  for (const { path, bytes, files, code } of views) {
    expect(files.length, path).toBeGreaterThan(3);
    expect(bytes, path).toBeGreaterThan(80_000);
    expect(bytes, `${path}: what it imports is listed by \`node bench/run.ts firstview\``).toBeLessThanOrEqual(maxBytes[path]);
    expect(
      later.filter((word) => code.includes(word)),
      path,
    ).toEqual([]);
  }
  const scripts = readdirSync('dist/web/static/js').map((name) => readFileSync(`dist/web/static/js/${name}`, 'utf8'));
  expect(
    later.filter((word) => !scripts.some((script) => script.includes(word))),
    'in no script',
  ).toEqual([]);
});

test.describe('in a browser', () => {
  let instance: Instance;
  test.beforeAll(async () => {
    instance = await startInstance();
  });
  test.afterAll(() => instance.close());

  test('loads the schemas on the login page only when the user starts typing', async ({ page }) => {
    const fetched: string[] = [];
    page.on('response', (response) => fetched.push(new URL(response.url()).pathname));
    await page.goto(`${instance.url}/login`);
    await expect(page.getByLabel('Email')).toBeVisible();
    await page.waitForLoadState('networkidle');
    const scripts = () => fetched.filter((path) => path.endsWith('.js')).length;
    const before = scripts();
    await page.getByLabel('Email').press('m');
    await expect.poll(scripts).toBeGreaterThan(before);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Enter your password')).toBeVisible();
    expect(fetched.some((path) => path.startsWith('/api/auth/login'))).toBe(false);
  });

  test('loads what Leads needs before it shows anything in two steps', async ({ page, context }) => {
    const { token } = await instance.register('ben');
    await signIn(context, token);
    const { promise: known, resolve: letPage } = Promise.withResolvers<void>();
    const fetched = new Set<string>();
    page.on('request', (request) => fetched.add(new URL(request.url()).pathname.slice(1)));
    const first = readFileSync('dist/web/index.html', 'utf8');
    await page.route('**/*.js', async (route) => {
      if (!first.includes(new URL(route.request().url()).pathname)) await known;
      await route.continue();
    });
    await page.goto(`${instance.url}/dashboard/leads`);
    const files = weighFirstViews('dist/web').find(({ path }) => path === '/dashboard/leads')?.files ?? [];
    await expect.poll(() => files.filter((file) => !fetched.has(file))).toEqual([]);
    letPage();
    await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeAttached();
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
