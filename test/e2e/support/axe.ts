import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/**
 * What axe finds wrong with a page; `rules`: only these. Without legacy mode it opens a second page for frames of other
 * origins, of which Earshot has none, and with the other reporters it describes everything that is right: both double its time.
 */
export async function violationsOf(page: Page, rules?: string[]) {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  axe.options({ reporter: 'no-passes', resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) });
  return (await axe.analyze()).violations;
}
