import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Page, test } from 'playwright/test';
import { weighFirstViews } from '../support/first-view.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { settled, signIn } from './support/page.ts';
import { startWithSample } from './support/sample.ts';

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

/** Adds up in `shifted` how far things moved that nobody had touched, as Chrome does: the worst five seconds. */
const watchShifts = `{
  globalThis.shifted = { worst: 0, moves: [] };
  let [from, last, sum] = [0, 0, 0];
  new PerformanceObserver((list) => {
    for (const { startTime, value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      if (startTime - last > 1000 || startTime - from > 5000) [from, sum] = [startTime, 0];
      last = startTime;
      sum += value;
      shifted.worst = Math.max(shifted.worst, sum);
      for (const { node } of sources) shifted.moves.push(value.toFixed(3) + ' ' + (node?.outerHTML ?? node?.textContent ?? '').slice(0, 160));
    }
  }).observe({ type: 'layout-shift', buffered: true });
}`;
const maxShift = 0.05;

/** Holds up everything that comes after the page itself, each script and answer for another time. */
async function slowDown(page: Page): Promise<void> {
  let asked = 0;
  await page.route(/\/static\/js\/|\/api\//, async (route) => {
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, 60 + ((asked * 137) % 400)));
    await route.continue().catch(() => undefined);
  });
}

test.describe('holds still while its parts arrive, however late', () => {
  let sample: Awaited<ReturnType<typeof startWithSample>>;
  let newcomer: string;
  test.beforeAll(async () => {
    sample = await startWithSample();
    newcomer = (await sample.instance.register('nora')).token;
  });
  test.afterAll(() => sample.instance.close());

  for (const [name, path] of [
    ['Today', '/dashboard'],
    ['Leads', '/dashboard/leads'],
    ['a lead', '/dashboard/leads/1'],
    ['Posts', '/dashboard/posts'],
    ['Analytics', '/dashboard/analytics'],
    ['Campaigns', '/dashboard/campaigns'],
    ['the first question', '/dashboard'],
  ] as const)
    for (const width of [1440, 390])
      for (const isSlow of [false, true])
        test(`${name} at ${width} pixels${isSlow ? ', with late answers' : ''}`, async ({ page, context }) => {
          await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
          await signIn(context, name === 'the first question' ? newcomer : sample.token);
          await page.addInitScript(watchShifts);
          if (isSlow) await slowDown(page);
          await page.goto(`${sample.instance.url}${path}`);
          await settled(page);
          // What comes after that, such as the second part of Today.
          await page.waitForTimeout(500);
          await settled(page);
          const { worst, moves } = await page.evaluate<{ worst: number; moves: string[] }>('shifted');
          expect(worst, moves.join('\n')).toBeLessThanOrEqual(maxShift);
        });
});
