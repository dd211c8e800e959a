import { expect, test, type BrowserContext, type Page, type Route } from 'playwright/test';
import { password, startInstance, type Instance } from './support/instance.ts';
import { settled, signIn, watch } from './support/page.ts';

let instance: Instance;
test.beforeAll(async () => {
  instance = await startInstance();
  await instance.register('mara');
});
test.afterAll(() => instance.close());

const expired = 'Your session has expired. Please log in again.';
const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('mara@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}
async function openInside(context: BrowserContext, path: string): Promise<Page> {
  const { token: fresh } = await instance.api<{ token: string }>('POST', '/auth/login', { body: { email: 'mara@example.com', password } });
  await signIn(context, fresh);
  const page = await context.newPage();
  await page.goto(`${instance.url}${path}`);
  await settled(page);
  return page;
}

/** A token as the server writes it, but expired. */
const pastToken = () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: '1', iat: 1_700_000_000, exp: 1_700_000_001, ver: 1 })}.${'x'.repeat(43)}`;
};

for (const [what, kept] of [
  ['is expired', pastToken()],
  ['is malformed', 'not a token'],
  ['has no expiry', `e30.${Buffer.from('{"sub":"1"}').toString('base64url')}.x`],
] as const) {
  test(`clears a stored token that ${what} before any request, and returns to the page after login`, async ({ context }) => {
    await signIn(context, kept);
    const page = await context.newPage();
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/auth/me')) calls.push(request.url());
    });
    await page.goto(`${instance.url}/dashboard/analytics?days=90`);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText(expired)).toBeVisible();
    expect(await tokenIn(page)).toBeNull();
    expect(calls).toEqual([]);
    await logIn(page);
    await expect(page).toHaveURL(/\/dashboard\/analytics\?days=90$/);
  });
}

test('clears a token signed with another key', async ({ context }) => {
  const later = Buffer.from(JSON.stringify({ sub: '1', ver: 1, exp: 4_000_000_000 })).toString('base64url');
  await signIn(context, `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${later}.${'A'.repeat(43)}`);
  const page = await context.newPage();
  await page.goto(`${instance.url}/dashboard`);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(expired)).toBeVisible();
  expect(await tokenIn(page)).toBeNull();
});

test('redirects to login once when a session ends, and returns to the page', async ({ context }) => {
  const page = await openInside(context, '/dashboard/settings');
  const { problems } = watch(page, [/401/]);
  const { token: own } = await instance.api<{ token: string }>('POST', '/auth/login', { body: { email: 'mara@example.com', password } });
  await context.route('**/socket.io/**', (route) => route.abort());
  await page.reload();
  await settled(page);
  await instance.api('POST', '/auth/logout-everywhere', { token: own });
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(expired)).toHaveCount(1);
  expect(await tokenIn(page)).toBeNull();
  await logIn(page);
  await expect(page).toHaveURL(/\/dashboard\/settings$/);
  expect(problems.filter((problem) => !/socket\.io|ERR_FAILED|WebSocket/.test(problem))).toEqual([]);
});

test('logs out an open page when the session ends elsewhere', async ({ context }) => {
  const page = await openInside(context, '/dashboard/follow-ups');
  const { token: other } = await instance.api<{ token: string }>('POST', '/auth/login', { body: { email: 'mara@example.com', password } });
  await expect(page.getByText('mara@example.com')).toBeVisible();
  await instance.api('POST', '/auth/logout-everywhere', { token: other });
  await expect(page).toHaveURL(/\/login$/, { timeout: 15_000 });
});

test('logs out and in together in all tabs', async ({ context }) => {
  const one = await openInside(context, '/dashboard/archived');
  const two = await context.newPage();
  await two.goto(`${instance.url}/dashboard/schedule`);
  await expect(two.getByText('mara@example.com')).toBeVisible();
  await one.getByRole('button', { name: 'Logout' }).click();
  await expect(one).toHaveURL(/\/login$/);
  await expect(one.getByText('Logged out successfully')).toBeVisible();
  await expect(two).toHaveURL(/\/login$/);
  await expect(two.getByText('mara@example.com')).toBeHidden();
  await logIn(one);
  // A tab whose user logged out starts over; the other tab continues where it was.
  await expect(one).toHaveURL(/\/dashboard$/);
  await expect(two).toHaveURL(/\/dashboard\/schedule$/);
});

for (const [screen, path, emptyText] of [
  ['Campaigns', '/api/campaigns', 'No campaigns yet'],
  ['Leads', '/api/leads', 'No leads yet'],
] as const) {
  test(`keeps a pending ${screen} request of a logged-out user from affecting the next user`, async ({ context }) => {
    const page = await openInside(context, '/dashboard');
    const openScreen = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen, exact: true }).click();
    const held: Route[] = [];
    const calls = (url: URL) => url.pathname === path;
    await page.route(calls, (route) => void held.push(route));
    await openScreen();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.unroute(calls);
    await logIn(page);
    await expect(page).toHaveURL(/\/dashboard$/);
    await openScreen();
    await expect(page.getByRole('main').getByText(emptyText)).toBeVisible();
    for (const route of held) await route.abort().catch(() => undefined);
    await expect(page.getByRole('main').getByText(emptyText)).toBeVisible();
  });
}

test('switches all tabs to another user who logs in', async ({ context }) => {
  await instance.register('noor').catch(() => undefined);
  const one = await openInside(context, '/dashboard');
  const two = await context.newPage();
  await two.goto(`${instance.url}/dashboard/campaigns`);
  await expect(two.getByText('mara@example.com')).toBeVisible();
  const { token: noor } = await instance.api<{ token: string }>('POST', '/auth/login', { body: { email: 'noor@example.com', password } });
  await one.evaluate((text) => localStorage.setItem('token', text), noor);
  await expect(two.getByText('noor@example.com')).toBeVisible();
  await expect(two.getByText('mara@example.com')).toBeHidden();
});

test('redirects logged-in users from public pages to the dashboard', async ({ context }) => {
  const page = await openInside(context, '/dashboard');
  for (const path of ['/login', '/register', '/forgot-password', '/reset-password?token=x']) {
    await page.goto(`${instance.url}${path}`);
    await expect(page, path).toHaveURL(/\/dashboard$/);
  }
});

test('redirects after login only within the app', async ({ page }) => {
  await page.goto(`${instance.url}/login`);
  await page.evaluate(() => {
    const from = { pathname: '//evil.example/dashboard', search: '', hash: '' };
    history.replaceState({ ...history.state, usr: { from } }, '', '/login');
  });
  await page.reload();
  await logIn(page);
  await expect(page).toHaveURL(`${instance.url}/dashboard`);
});

for (const [what, block] of [
  [
    'always throws',
    () => {
      for (const kind of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, kind, {
          get: () => {
            throw new DOMException('Access is denied', 'SecurityError');
          },
        });
    },
  ],
  [
    'is full',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
    },
  ],
] as const) {
  test(`works until reload where the browser's storage ${what}`, async ({ context }) => {
    await context.addInitScript(block);
    const page = await context.newPage();
    const { problems } = watch(page);
    await page.goto(`${instance.url}/dashboard/leads`);
    await expect(page).toHaveURL(/\/login$/);
    await logIn(page);
    await expect(page).toHaveURL(/\/dashboard\/leads$/);
    await expect(page.getByRole('dialog')).toContainText('This will only take 60 seconds!');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('button', { name: 'Tools' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Appearance' }).click();
    await page.getByRole('radio', { name: 'Dark' }).first().click();
    await expect(page.locator('html')).toHaveClass(/dark/);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.reload();
    await expect(page.getByLabel('Email')).toBeVisible();
    expect(problems).toEqual([]);
  });
}

test("keeps the session while the server restarts, and ends it when the server doesn't come back", async ({ context }) => {
  await signIn(context, (await instance.register('patient')).token);
  const page = await context.newPage();
  let isAway = true;
  await page.route('**/api/auth/me', (route) => (isAway ? route.fulfill({ status: 503, json: {} }) : route.continue()));
  await page.goto(`${instance.url}/dashboard`);
  await expect(page.getByText("Can't reach the server. Trying again…")).toBeVisible();
  isAway = false;
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();

  isAway = true;
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Authentication failed. Please try logging in again.')).toBeVisible();
});
