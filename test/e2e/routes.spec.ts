import { expect, test, type Page } from 'playwright/test';
import { checkNames } from './support/accessible.ts';
import { violationsOf } from './support/axe.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { fitsAcross, keepScreen, settled, signIn, watch } from './support/page.ts';
import { innerPaths, publicPaths } from './support/paths.ts';
import { playSample } from './support/sample.ts';

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];
interface Size {
  width: number;
  height: number;
  /** The page is not loaded again. */
  isResized?: true;
}
const screens: Record<string, readonly Size[]> = {
  '1440 and 768': [
    { width: 1440, height: 900 },
    { width: 768, height: 1024, isResized: true },
  ],
  '390': [{ width: 390, height: 844 }],
};

// One walk after another would take a quarter of an hour; each worker has its own instance.
test.describe.configure({ mode: 'parallel' });

let instance: Instance;
let token: string;

test.beforeAll(async () => {
  instance = await startInstance();
  token = (await instance.register('mara')).token;
  const { campaignId } = await playSample(instance, token);
  await instance.api('POST', '/competitors', { token, body: { name: 'Quillbill', website: 'https://quillbill.example' } });
  // Lists of two, so that controls of different rows could have the same name.
  for (const value of ['One', 'Two']) await instance.api('POST', '/admin/blacklist', { token, body: { kind: 'word', value } });
  await instance.api('POST', `/campaigns/${campaignId}/duplicate`, { token });
});
test.afterAll(() => instance.close());

const fileName = (path: string) => path.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'landing';
const isKept = ({ width }: Size, theme: Theme) => width === 1440 || (width === 390 && theme === 'light');

/**
 * Serious problems found by axe. A theme only changes colors, so the second one is only checked for contrast; colors don't depend
 * on the width, so contrast, which takes most of axe's time, isn't checked again after resizing.
 */
async function faultsOf(page: Page, theme: Theme, { isResized }: Size): Promise<string[]> {
  if (theme === 'dark' && isResized) return [];
  const violations = await violationsOf(
    page,
    theme === 'dark' ? { only: ['color-contrast'] } : isResized ? { without: ['color-contrast'] } : {},
  );
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}

/** Returns the number of controls on the page. */
async function check(page: Page, path: string, size: Size): Promise<number> {
  let controls = 0;
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: 'light' });
  if (!size.isResized) await page.goto(`${instance.url}${path}`);
  for (const theme of themes) {
    const where = `${path} at ${size.width} in ${theme}`;
    await page.emulateMedia({ colorScheme: theme });
    await expect.soft(page.locator('html'), where).toContainClass(theme);
    await settled(page);
    await expect.soft(page.locator('body'), `${where} shows nothing`).not.toBeEmpty();
    expect.soft(await fitsAcross(page), `${where} scrolls sideways`).toBe(true);
    expect.soft(await faultsOf(page, theme, size), where).toEqual([]);
    if (theme === 'light') {
      const { seen, faults } = await checkNames(page);
      expect.soft(faults, `${where}: names and headings`).toEqual([]);
      controls = seen;
    }
    if (isKept(size, theme)) await keepScreen(page, `${fileName(path)}-${size.width}-${theme}`);
  }
  return controls;
}

const parts = 3;
const walks = [
  { walk: 'before login', paths: publicPaths },
  ...Array.from({ length: parts }, (_, part) => ({
    walk: `of part ${part + 1} of ${parts}`,
    paths: innerPaths.filter((_path, index) => index % parts === part),
  })),
];

for (const [name, sizes] of Object.entries(screens)) {
  for (const { walk, paths } of walks) {
    test(`shows every page ${walk} complete, accessible, named, and free of errors at ${name} in both themes`, async ({ browser }) => {
      test.setTimeout(600_000);
      const context = await browser.newContext({ colorScheme: 'light' });
      if (paths !== publicPaths) await signIn(context, token, 'system');
      const page = await context.newPage();
      const seen = watch(page);
      let controls = 0;
      for (const path of paths) for (const size of sizes) controls += await check(page, path, size);
      await context.close();
      expect(seen.problems).toEqual([]);
      expect(controls).toBeGreaterThan(paths.length * sizes.length * (paths === publicPaths ? 3 : 15));
    });
  }
}
