import { type BrowserContext, expect, type Page, type Request } from 'playwright/test';
import { password } from './instance.ts';

/** What must never happen while the app is used. */
export interface Watch {
  /** Console errors, uncaught errors, and CSP violations. */
  problems: string[];
}

/** `expected`: errors that the test itself causes. */
export function watch(page: Page, expected: readonly RegExp[] = []): Watch {
  const problems: string[] = [];
  const note = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) problems.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy/i.test(message.text())) note(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => note(`${page.url()}: ${error.message}`));
  return { problems };
}

/** Signs in as if in an earlier visit: stores the token, with the guide completed and everything opened that starts closed. */
export async function signIn(context: BrowserContext, token: string, theme = 'light'): Promise<void> {
  await context.addInitScript(
    ([kept, shown]) => {
      if (localStorage.getItem('e2e-signed-in')) return;
      localStorage.setItem('e2e-signed-in', 'true');
      localStorage.setItem('token', kept ?? '');
      localStorage.setItem('theme', shown ?? 'light');
      localStorage.setItem('getting-started-completed', 'true');
      localStorage.setItem(
        'open-parts',
        '["sidebar Tools","sidebar Admin","campaign offer","campaign minimum scores","campaign sources","campaign score"]',
      );
    },
    [token, theme],
  );
}

/** Creates the first account of an instance in the browser. */
export async function registerFirst(page: Page, url: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('getting-started-completed', 'true'));
  await page.goto(`${url}/register`);
  await page.getByLabel('Username').fill('mara');
  await page.getByLabel('Email').fill('mara@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('textbox', { name: 'A sentence or your website' })).toBeFocused();
}

/** True if the page doesn't scroll horizontally, at the latest a while after it was resized. */
export const fitsAcross = (page: Page): Promise<boolean> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), { timeout: 10_000 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );

/** Requests in flight, for pages that `settled` was called for before. */
const underWay = new WeakMap<Page, Set<Request>>();

function followRequests(page: Page): void {
  const open = new Set<Request>();
  underWay.set(page, open);
  page.on('request', (request) => void open.add(request));
  page.on('requestfinished', (request) => void open.delete(request));
  page.on('requestfailed', (request) => void open.delete(request));
}

/** Waits for 100 ms without a request. Playwright's `networkidle` waits half a second, which adds up to minutes. */
async function quiet(page: Page, open: ReadonlySet<Request>): Promise<void> {
  for (let calm = 0; calm < 4;) {
    await page.waitForTimeout(25);
    calm = open.size === 0 ? calm + 1 : 0;
  }
}

/** Waits until nothing is loading: no request, no busy region, fonts loaded, transitions finished. */
export async function settled(page: Page): Promise<void> {
  const open = underWay.get(page);
  if (open) await quiet(page, open);
  else {
    await page.waitForLoadState('networkidle').catch(() => undefined);
    followRequests(page);
  }
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'), undefined, { timeout: 30_000 });
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** With `SCREENS=1`, saves what the page looks like, for people; tests don't read it. */
export async function keepScreen(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (process.env['SCREENS']) await page.screenshot({ path: `test/e2e/__screens__/${name}.png`, fullPage });
}
