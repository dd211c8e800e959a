import axe from 'axe-core';
import type { Page } from 'playwright/test';

/** What to check of contrast, which takes longer than everything else. */
type Contrast = 'too' | 'only' | 'not';

const common: axe.RunOptions = { reporter: 'no-passes', resultTypes: ['violations'] };
const exceptContrast: axe.RunOptions = { ...common, rules: { 'color-contrast': { enabled: false } } };
const onlyContrast: axe.RunOptions = { ...common, runOnly: { type: 'rule', values: ['color-contrast'] } };

/** What axe finds wrong with a page. With other reporters it describes everything that is right, too, which doubles its time. */
export async function violationsOf(page: Page, contrast: Contrast = 'too'): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const run = async ([others, colors]: readonly [axe.RunOptions | null, axe.RunOptions | null]) => {
    const looks = new WeakMap<Element, string>();
    /** Everything that contrast depends on, of the element and all above it. */
    const lookOf = (element: Element): string => {
      const known = looks.get(element);
      if (known !== undefined) return known;
      const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(element);
      const above = element.parentElement ? lookOf(element.parentElement) : '';
      const look = `${above}\n${element.tagName} ${element.getAttribute('class')} ${backgroundColor} ${backgroundImage} ${opacity} ${filter}`;
      looks.set(element, look);
      return look;
    };
    /** One of all elements that look the same: each post of a list has the same colors. */
    const eachLook = (): Element[] => {
      const found = new Map<string, Element>();
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const element = text.parentElement;
        if (!element || text.textContent?.trim() === '' || !element.checkVisibility()) continue;
        const { color, fontSize, fontWeight } = getComputedStyle(element);
        found.set(`${lookOf(element)} ${color} ${fontSize} ${fontWeight}`, element);
      }
      return [...found.values(), ...document.querySelectorAll('input, textarea, select')];
    };
    // While something fades, its contrast is that of a moment.
    const ending = document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    const { axe: tool } = globalThis as unknown as { axe: typeof axe };
    const found = others ? (await tool.run(document, others)).violations : [];
    return colors ? [...found, ...(await tool.run({ include: eachLook() }, colors)).violations] : found;
  };
  return page.evaluate(run, [contrast === 'only' ? null : exceptContrast, contrast === 'not' ? null : onlyContrast] as const);
}

/** The rules that a page breaks seriously. */
export const faultsOf = async (page: Page): Promise<string[]> =>
  (await violationsOf(page)).filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id);
