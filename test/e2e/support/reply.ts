import type { Locator, Page } from 'playwright/test';

/** Opens the reply box of the open conversation, which is collapsed to one line. */
export async function openReply(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Write a reply' }).click();
  return page.getByRole('textbox', { name: 'Your reply' });
}
