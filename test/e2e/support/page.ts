import type { BrowserContext, Page } from 'playwright/test';

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

/** Nothing is loading any more: no busy region, fonts are there, the entrance motion is over. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'), undefined, { timeout: 30_000 });
  await page.evaluate(() => document.fonts.ready.then(() => true));
}
