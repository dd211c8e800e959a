import { expect, test, type BrowserContext, type Page } from 'playwright/test';
import { password, startInstance, type Instance } from './support/instance.ts';
import { signIn } from './support/page.ts';
import { rememberToasts, saidInToasts } from './support/toasts.ts';

let instance: Instance;
let admin: string;
let user: string;
test.beforeAll(async () => {
  instance = await startInstance();
  admin = (await instance.register('captain')).token;
  user = (await instance.register('sailor')).token;
});
test.afterAll(() => instance.close());

const open = (page: Page, path: string) => page.goto(`${instance.url}${path}`);
const at = (path: string) => `${instance.url}${path}`;
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

const dashboardPaths = [
  '',
  '/campaigns',
  '/leads',
  '/posts',
  '/follow-ups',
  '/archived',
  '/analytics',
  '/search',
  '/schedule',
  '/my-activity',
  '/reddit-health',
  '/competitors',
  '/settings',
  '/billing',
  '/billing/success',
  '/admin',
  '/admin/blacklist',
  '/admin/feedback',
];

test.describe('routes', () => {
  test('shows public pages without signing in', async ({ page }) => {
    const paths = [
      '/',
      '/roadmap',
      '/beta-application',
      '/beta-verification/x',
      '/login',
      '/register',
      '/forgot-password',
      '/reset-password',
    ];
    for (const path of [...paths, '/reddit/callback']) {
      await open(page, path);
      await expect(page.locator('h1')).toBeVisible();
      expect(page.url()).toBe(at(path));
    }
    await open(page, '/reddit/callback?code=x&state=y');
    await expect(page.getByText('Log in and connect again')).toBeVisible();
    expect(page.url()).toBe(at('/reddit/callback?code=x&state=y'));
  });

  test('asks for sign-in below /dashboard', async ({ page, context }) => {
    await open(page, '/dashboard/analytics');
    await expect(page).toHaveURL(at('/login'));
    await signIn(context, admin);
    for (const path of dashboardPaths) {
      await open(page, `/dashboard${path}`);
      await expect(page.locator('main h1').first()).toBeVisible();
      expect(page.url()).toBe(at(`/dashboard${path}`));
    }
  });

  test('redirects signed-in users from the sign-in pages to the dashboard', async ({ page, context }) => {
    await signIn(context, user);
    for (const path of ['/login', '/register', '/forgot-password', '/reset-password']) {
      await open(page, path);
      await expect(page).toHaveURL(at('/dashboard'));
    }
  });

  test('replaces older paths in the history and redirects unknown ones home', async ({ page, context }) => {
    for (const path of ['/nowhere', '/dashboard/nowhere', '/campaigns/1/nowhere']) {
      await open(page, path);
      await expect(page).toHaveURL(at('/'));
    }
    await signIn(context, user);
    const older = ['/campaigns', '/campaigns/7', '/leads', '/leads/7', '/posts', '/follow-ups', '/analytics', '/search', '/schedule'];
    for (const path of [...older, '/my-activity', '/settings', '/billing', '/billing/success']) {
      await open(page, '/roadmap');
      await open(page, path);
      await expect(page).toHaveURL(new RegExp(`^${at(`/dashboard${path}`)}(\\?.*)?$`));
      await page.goBack();
      await expect(page).toHaveURL(at('/roadmap'));
    }
  });

  test('says that a page needs the connection, and opens it once that is back', async ({ page, context }) => {
    await signIn(context, user);
    // Only the page's own code is cut off, as by a connection that breaks right now.
    const offline = /\/static\/js\//;
    await open(page, '/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await context.setOffline(true);
    await page.route(offline, (route) => route.abort());
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reddit Health' }).click();
    await expect(page.getByText("Couldn't load this page. Check your connection; it opens when you're back online.")).toBeVisible();
    await expect(page.getByText(/^Loading chunk \d+ failed$/)).toBeVisible();
    await page.unroute(offline);
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Reddit Health' })).toBeVisible();
    expect(page.url()).toBe(at('/dashboard/reddit-health'));
  });

  test('names no command on the landing page that needs files which visitors lack', async ({ page }) => {
    await open(page, '/');
    await expect(page.getByRole('heading', { name: 'It runs on your own server' })).toBeVisible();
    expect(await page.locator('body').innerText()).not.toMatch(/docker|npm |npx|git clone|\$ /);
  });

  for (const { path, fields, submit } of [
    { path: '/login', fields: ['email', 'password'], submit: 'Log in' },
    { path: '/register', fields: ['username', 'email', 'password'], submit: 'Create account' },
  ])
    test(`starts in the first field of ${path}, from where Tab leads through the fields to the button`, async ({ page }) => {
      await open(page, path);
      for (const field of fields) {
        await expect(page.locator(`input[name="${field}"]`)).toBeFocused();
        await page.keyboard.press('Tab');
      }
      await expect(page.getByRole('button', { name: submit, exact: true })).toBeFocused();
      // Still reachable without a mouse.
      await page.keyboard.press('Shift+Tab');
      await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
    });

  test('loads every script from static/js', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    await open(page, '/login');
    await expect(page.locator('h1')).toBeVisible();
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.filter((path) => !path.startsWith('/static/js/'))).toEqual([]);
  });
});

const main = ['Dashboard', 'Campaigns', 'Posts', 'Leads', 'Follow Ups', 'Archived', 'Analytics', 'Competitors'];
/** The roadmap is there for admins, and once it has entries. */
const tools = ['Search Reddit', 'Schedule', 'Reddit Vibe', 'Reddit Health', 'Settings'];
const adminTools = tools.toSpliced(4, 0, 'Roadmap');
const adminOnly = ['Admin Dashboard', 'Manage Blacklist', 'User Feedback'];

const namesOf = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents();

test.describe('sidebar and breadcrumb', () => {
  test('shows its groups and labels in order, the admin group to admins only', async ({ page, context }) => {
    await signIn(context, user);
    await open(page, '/dashboard');
    const sidebar = page.getByRole('navigation', { name: 'Main' });
    await expect(sidebar.getByText('sailor@example.com')).toBeVisible();
    expect((await namesOf(page)).map((name) => name.replace(/\d.*$/, '').trim())).toEqual([...main, ...tools]);
    await expect(sidebar.getByText('Earshot Pro')).toBeVisible();
    await expect(sidebar.getByText('v1.0.0')).toBeVisible();
    await expect(sidebar.getByRole('button', { name: 'Getting Started' })).toBeVisible();
    await expect(sidebar.getByRole('button', { name: 'Logout' })).toBeVisible();
    await page.evaluate((token) => localStorage.setItem('token', token), admin);
    await page.reload();
    await expect(sidebar.getByText('captain@example.com')).toBeVisible();
    expect((await namesOf(page)).map((name) => name.replace(/\d.*$/, '').trim())).toEqual([...main, ...adminTools, ...adminOnly]);
  });

  test('starts a new user with the groups closed and at most twelve fields for a campaign, and keeps what was opened', async ({
    page,
    context,
  }) => {
    await context.addInitScript((token) => {
      localStorage.setItem('token', token);
      localStorage.setItem('getting-started-completed', 'true');
    }, admin);
    await open(page, '/dashboard/campaigns/new?mode=manual');
    const [group, more] = [page.getByRole('button', { name: 'Tools' }), page.getByRole('button', { name: 'More: other sites' })];
    await expect(page.getByRole('textbox', { name: 'What you offer' })).toBeVisible();
    await expect(group).toHaveAttribute('aria-expanded', 'false');
    await expect(page.getByRole('button', { name: 'Admin', exact: true })).toHaveAttribute('aria-expanded', 'false');
    const fields = await page.locator('main form').locator('input, textarea, [role=combobox], [role=switch], [role=slider]').count();
    expect(fields).toBeGreaterThan(8);
    expect(fields).toBeLessThanOrEqual(12);
    await group.click();
    await more.click();
    await page.reload();
    await expect(page.getByRole('switch', { name: 'Hacker News' })).toBeVisible();
    await expect(group).toHaveAttribute('aria-expanded', 'true');
  });

  test('toggles between 16rem and 3rem with Ctrl+B and Cmd+B', async ({ page, context }) => {
    await signIn(context, user);
    await open(page, '/dashboard');
    const sidebar = page.getByRole('navigation', { name: 'Main' });
    await expect(sidebar.getByText('sailor@example.com')).toBeVisible();
    // The wrapper includes the border on the right.
    const width = async () => Math.round((await sidebar.locator('..').boundingBox())?.width ?? 0);
    await expect.poll(width).toBe(256);
    await page.keyboard.press('Control+b');
    await expect.poll(width).toBe(48);
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ name: 'sidebar_state', value: 'false' });
    expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 3600)).toBe(168);
    await page.keyboard.press('Meta+b');
    await expect.poll(width).toBe(256);
  });

  test('overlays the page below 768 px and closes after following a link', async ({ page, context }) => {
    await signIn(context, user);
    await page.setViewportSize({ width: 768, height: 900 });
    await open(page, '/dashboard');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await page.setViewportSize({ width: 767, height: 900 });
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Archived' }).click();
    await expect(page).toHaveURL(at('/dashboard/archived'));
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  });

  test('starts the breadcrumb at the dashboard and names ten pages', async ({ page, context }) => {
    await signIn(context, admin);
    const titles: [path: string, title: string][] = [
      ['/dashboard', 'Dashboard'],
      ['/dashboard/campaigns', 'Campaigns'],
      ['/dashboard/leads', 'Leads'],
      ['/dashboard/posts', 'Posts'],
      ['/dashboard/follow-ups', 'Follow Ups'],
      ['/dashboard/analytics', 'Analytics'],
      ['/dashboard/settings', 'Settings'],
      ['/dashboard/search', 'Search Reddit'],
      ['/dashboard/schedule', 'Schedule'],
      ['/dashboard/my-activity', 'Reddit Vibe'],
      ['/dashboard/archived', 'Page'],
      ['/dashboard/admin', 'Page'],
    ];
    for (const [path, title] of titles) {
      await open(page, path);
      const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
      await expect(crumbs.locator('[aria-current="page"]')).toHaveText(title);
      await expect(crumbs.getByRole('link', { name: 'Earshot Pro', exact: true })).toHaveAttribute('href', '/dashboard');
    }
  });
});

async function newUser(context: BrowserContext, name: string): Promise<string> {
  const { token } = await instance.register(name);
  await context.addInitScript((kept) => {
    if (localStorage.getItem('token') === null) localStorage.setItem('token', kept);
  }, token);
  return token;
}

test.describe('getting started', () => {
  test('opens once per session, has six steps, and stores only its last button', async ({ page, context }) => {
    await newUser(context, 'fresh');
    // The dashboard asks a new user something itself, and the guide waits.
    await open(page, '/dashboard/leads');
    const guide = page.getByRole('dialog');
    await expect(guide).toContainText('This will only take 60 seconds!');
    await expect(guide.getByRole('button', { name: 'Back' })).toBeDisabled();
    const steps: [title: string, words: string][] = [
      ['Connect Your Reddit Account', 'read permissions'],
      ['Create Your Campaigns', 'Basic Builder'],
      ['Monitor Your Competition', 'Opportunity spotting'],
      ['AI Does the Heavy Lifting', 'AI filtering'],
      ["You're All Set", "Let's Go!"],
    ];
    for (const [index, [title, words]] of steps.entries()) {
      await guide.getByRole('button', { name: 'Next' }).click();
      await expect(guide.getByRole('heading', { name: title })).toBeVisible();
      await expect(guide).toContainText(words);
      await expect(guide).toContainText(`Step ${index + 2} of 6`);
    }
    await expect(guide.getByRole('button', { name: 'Next' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(guide).toBeHidden();
    expect(await stored(page, 'getting-started-completed')).toBeNull();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
    await page.waitForTimeout(1500);
    await expect(guide).toBeHidden();
    await page.getByRole('button', { name: 'Getting Started' }).click();
    await guide.getByRole('button', { name: 'Go to step 6' }).click();
    await guide.getByRole('button', { name: "Let's Go!" }).click();
    await expect(guide).toBeHidden();
    expect(await stored(page, 'getting-started-completed')).toBe('true');
  });

  test('follows its three buttons and closes', async ({ page, context }) => {
    await signIn(context, user);
    const buttons: [step: number, name: string, path: string][] = [
      [2, 'Connect Reddit', '/dashboard/settings'],
      [3, 'Create Campaign', '/dashboard/campaigns'],
      [4, 'Setup Competitors', '/dashboard/competitors'],
    ];
    await open(page, '/dashboard');
    for (const [step, name, path] of buttons) {
      await page.getByRole('button', { name: 'Getting Started' }).click();
      const guide = page.getByRole('dialog');
      await guide.getByRole('button', { name: `Go to step ${step}` }).click();
      await guide.getByRole('link', { name }).click();
      await expect(page).toHaveURL(at(path));
      await expect(guide).toBeHidden();
    }
  });
});

const claims = (exp: unknown) => `e30.${Buffer.from(JSON.stringify({ sub: '1', exp })).toString('base64url')}.x`;

test.describe('session', () => {
  for (const [what, token] of [
    ['expired', claims(1)],
    ['without an expiry', claims(undefined)],
    ['that is malformed', 'rubbish'],
    ['that the server does not know', claims(4_000_000_000)],
  ] as const) {
    test(`clears a token ${what} and reports that the session has expired`, async ({ page, context }) => {
      await rememberToasts(context);
      await context.addInitScript((kept) => {
        if (location.pathname !== '/login') localStorage.setItem('token', kept);
      }, token);
      await open(page, '/dashboard');
      await expect(page).toHaveURL(at('/login'));
      expect(await stored(page, 'token')).toBeNull();
      await expect.poll(async () => (await saidInToasts(page)).join('\n')).toContain('Your session has expired. Please log in again.');
    });
  }

  test('reports a failure other than 401 while loading the user', async ({ page, context }) => {
    await rememberToasts(context);
    await signIn(context, user);
    await page.route('**/api/auth/me', (route) =>
      route.fulfill({ status: 500, json: { error: 'internal', message: 'x', requestId: 'x' } }),
    );
    await open(page, '/dashboard');
    await expect(page).toHaveURL(at('/login'));
    await expect.poll(async () => (await saidInToasts(page)).join('\n')).toContain('Authentication failed. Please try logging in again.');
  });

  test('stores and removes the token, with a greeting', async ({ page, context }) => {
    await rememberToasts(context);
    await instance.register('polite');
    await open(page, '/login');
    await page.getByLabel('Email').fill('polite@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(at('/dashboard'));
    expect((await stored(page, 'token'))?.split('.')).toHaveLength(3);
    await expect.poll(async () => (await saidInToasts(page)).join('\n')).toContain('Welcome back, polite!');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(at('/login'));
    expect(await stored(page, 'token')).toBeNull();
    await expect.poll(async () => (await saidInToasts(page)).join('\n')).toContain('Logged out successfully');
  });
});

test('stores theme and accent color; the defaults are teal and the system theme', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(context, user);
  await context.addInitScript(() => {
    if (sessionStorage.getItem('once') === null) localStorage.removeItem('theme');
    sessionStorage.setItem('once', '1');
  });
  await open(page, '/dashboard/settings?tab=appearance');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(page.locator('html')).toHaveAttribute('data-accent', 'teal');
  expect(await stored(page, 'accent-color')).toBeNull();
  await page.getByRole('radio', { name: 'Light' }).click();
  await expect(page.locator('html')).toHaveClass(/light/);
  expect(await stored(page, 'theme')).toBe('light');
  const primary = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary'));
  const before = await primary();
  await page.getByRole('radio', { name: 'Pink' }).check({ force: true });
  await expect(page.locator('html')).toHaveAttribute('data-accent', 'pink');
  expect((await stored(page, 'accent-color'))?.toLowerCase()).toBe('pink');
  expect(await primary()).not.toBe(before);
});
