import { expect, type Locator, type Page } from 'playwright/test';

/** Moves the focus to an element by Tab. */
export async function tabTo(page: Page, target: Locator, most = 60): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < most && !(await isThere()); presses += 1) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}
