import type { BrowserContext, Page } from 'playwright/test';

/** Records every toast from now on: one that shows for two seconds may be gone when a slow machine checks. */
export async function rememberToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { saidInToasts: said });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node instanceof Element && node.closest('[data-toaster]')) said.push(node.textContent ?? '');
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Texts of all toasts since the page was loaded, oldest first. */
export const saidInToasts = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { saidInToasts: string[] }).saidInToasts);
