import type { BrowserContext, Page, Request } from 'playwright/test';

/** What must never appear while somebody uses the app. */
export interface Watch {
  /** Console errors, uncaught errors and reports of the content security policy. */
  problems: string[];
}

/** `expected`: texts of failures that the test provokes itself. */
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

/** Signed in as if by an earlier visit: the token where the app keeps it, the guide done. */
export async function signIn(context: BrowserContext, token: string, theme = 'light'): Promise<void> {
  await context.addInitScript(
    ([kept, shown]) => {
      if (localStorage.getItem('e2e-signed-in')) return;
      localStorage.setItem('e2e-signed-in', 'true');
      localStorage.setItem('token', kept ?? '');
      localStorage.setItem('theme', shown ?? 'light');
      localStorage.setItem('getting-started-completed', 'true');
    },
    [token, theme],
  );
}

/** True when the page cannot be pushed sideways. */
export const fitsAcross = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** Requests under way, of pages that have settled before. */
const underWay = new WeakMap<Page, Set<Request>>();

function followRequests(page: Page): void {
  const open = new Set<Request>();
  underWay.set(page, open);
  page.on('request', (request) => void open.add(request));
  page.on('requestfinished', (request) => void open.delete(request));
  page.on('requestfailed', (request) => void open.delete(request));
}

/** No request for 100 ms. Playwright's own `networkidle` waits half a second, which is minutes over a whole run. */
async function quiet(page: Page, open: ReadonlySet<Request>): Promise<void> {
  for (let calm = 0; calm < 4;) {
    await page.waitForTimeout(25);
    calm = open.size === 0 ? calm + 1 : 0;
  }
}

/** Nothing is loading any more: no request, no busy region, fonts are there, transitions have ended. */
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
