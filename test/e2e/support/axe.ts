import axe from 'axe-core';
import type { Page } from 'playwright/test';

interface Rules {
  only?: string[];
  without?: string[];
}

/** What axe finds wrong with a page. With other reporters it describes everything that is right, too, which doubles its time. */
export async function violationsOf(page: Page, { only, without = [] }: Rules = {}): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    reporter: 'no-passes',
    resultTypes: ['violations'],
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    ...(only && { runOnly: { type: 'rule', values: only } }),
  };
  const run = async (given: axe.RunOptions) => {
    // While something fades, its contrast is that of a moment.
    const ending = document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    return (globalThis as unknown as { axe: typeof axe }).axe.run(document, given);
  };
  return (await page.evaluate(run, options)).violations;
}
