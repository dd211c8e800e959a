import { expect, test, type Page } from 'playwright/test';
import { readAloud } from './support/accessible.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { settled, signIn } from './support/page.ts';
import { playSample } from './support/sample.ts';

const paths = [
  '/dashboard',
  '/dashboard/posts',
  '/dashboard/leads',
  '/dashboard/leads?view=board',
  '/dashboard/leads/1',
  '/dashboard/campaigns',
  '/dashboard/campaigns/new',
  '/dashboard/campaigns/new?mode=manual',
  '/dashboard/campaigns/1',
  '/dashboard/campaigns/1?tab=runs',
  '/dashboard/campaigns/1?tab=coverage',
  '/dashboard/campaigns/1?tab=learning',
  '/dashboard/campaigns/1?tab=settings',
  '/dashboard/settings',
  '/dashboard/settings?tab=reddit',
  '/dashboard/settings?tab=appearance',
  '/dashboard/settings?tab=notifications',
  '/dashboard/settings?tab=security',
  '/dashboard/settings?tab=ai',
  '/dashboard/settings?tab=tokens',
  '/dashboard/settings?tab=data',
  '/dashboard/my-activity',
  '/dashboard/reddit-health',
  '/dashboard/billing',
  '/dashboard/competitors',
  '/dashboard/competitors/1/analytics',
  '/dashboard/follow-ups',
  '/dashboard/schedule',
  '/dashboard/archived',
  '/dashboard/search?q=invoicing&time=all',
  '/dashboard/analytics',
  '/dashboard/help',
  '/dashboard/help/scoring',
  '/dashboard/admin',
  '/dashboard/admin?tab=connections',
  '/dashboard/admin?tab=users',
  '/dashboard/admin?tab=jobs',
  '/dashboard/admin?tab=roadmap',
  '/dashboard/admin?tab=settings',
  '/dashboard/admin/blacklist',
  '/dashboard/admin/feedback',
  '/roadmap',
  '/',
];

let instance: Instance;
let token: string;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  instance = await startInstance();
  token = (await instance.register('mara')).token;
  const { campaignId } = await playSample(instance, token);
  await instance.api('POST', '/competitors', { token, body: { name: 'Quillbill' } });
  for (const key of ['One', 'Two']) await instance.api('POST', '/admin/blacklist', { token, body: { kind: 'word', value: key } });
  await instance.api('POST', `/campaigns/${campaignId}/duplicate`, { token });
});
test.afterAll(() => instance.close());

/** A single h1, and no heading level skipped on the way down. */
function isInOrder(headings: readonly string[]): boolean {
  const levels = headings.map((heading) => Number(heading.charAt(1)));
  const deepens = levels.every((level, index) => index === 0 || level <= (levels[index - 1] ?? 0) + 1);
  return deepens && levels.filter((level) => level === 1).length === 1;
}

for (const width of [1440, 390]) {
  test(`gives every control a unique name and every page one h1 at ${String(width)} px`, async ({ browser }) => {
    test.setTimeout(300_000);
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    await signIn(context, token);
    const page = await context.newPage();
    let seen = 0;
    for (const path of paths) {
      await page.goto(`${instance.url}${path}`);
      await settled(page);
      const found = await readAloud(page);
      seen += found.seen;
      expect.soft(found.nameless, `${path}: without a name`).toEqual([]);
      expect.soft(found.alike, `${path}: same name twice`).toEqual([]);
      // The sidebar's headings come before the page's own.
      const own = found.headings.filter((heading) => !/^h2 (Tools|Admin)$/.test(heading));
      expect.soft(isInOrder(own) ? [] : own, `${path}: headings`).toEqual([]);
    }
    expect(seen).toBeGreaterThan(paths.length * 15);
    await context.close();
  });
}

test('detects unnamed and duplicate controls and skipped heading levels', async ({ page }) => {
  await page.setContent(`<h1>A</h1><h3>B</h3><button><svg></svg></button>
    <div role="toolbar" aria-label="T"><button>Go</button><button>Go</button></div>
    <ul><li><a href="#a">x</a><a href="#a">x</a></li><li><a href="#a">y</a><a href="#b">y</a></li></ul>`);
  const found = await readAloud(page);
  expect(found.nameless).toEqual(['button in button']);
  expect(found.alike).toEqual(['toolbar “T”: two of button “Go”', 'listitem “”: two of link “y”']);
  expect(isInOrder(found.headings)).toBe(false);
});

async function open(page: Page, path: string): Promise<void> {
  await signIn(page.context(), token);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${instance.url}${path}`);
  await settled(page);
}

test('exposes the inbox as a list with a count, rows with score, title, reason, and subreddit, and a reader with its reasons', async ({
  page,
}) => {
  await open(page, '/dashboard/leads');
  const list = page.getByRole('region', { name: 'Leads' }).getByRole('list', { name: /^\d+ leads$/ });
  await expect(list).toBeVisible();
  await expect(
    list
      .getByRole('listitem')
      .filter({ has: page.getByRole('link') })
      .first(),
  ).toHaveAttribute('aria-setsize', /\d+/);
  await expect(list.getByRole('link').first()).toHaveAccessibleName(/^Score \d+ of 100 .+ r\/\w+/);
  await expect(list.getByRole('checkbox').first()).toHaveAccessibleName(/^Select “.+”$/);
  await expect(page.getByRole('toolbar', { name: 'Conversation' })).toMatchAriaSnapshot(`
    - toolbar "Conversation":
      - combobox "Stage":
        - option "New" [selected]
        - option "Contacted"
        - option "Replied"
        - option "Qualified"
        - option "Won"
        - option "Lost"
      - button "Follow up"
      - button "Archive"
      - button "Dismiss"
      - link /^Person. u\\/\\w+/
      - button "Previous"
      - button "Next"
  `);
  const why = page.getByRole('complementary', { name: 'Why this score' });
  await expect(why.getByText(/^Score \d+ of 100$/)).toBeAttached();
  const bars = why.getByRole('listitem');
  await expect.poll(() => bars.count()).toBeGreaterThan(3);
  for (const bar of await bars.allTextContents()) expect(bar).toMatch(/\d+\s*\/?\s*of\s*\d+/);
  await expect(bars.first()).toContainText('Intent');
  for (const name of ['Good match', 'Bad match']) await expect(why.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'false');
});

test('exposes the label and state of switches', async ({ page }) => {
  await open(page, '/dashboard/admin?tab=settings');
  const beta = page.getByRole('switch', { name: /Beta mode/ });
  await expect(beta).not.toBeChecked();
  await beta.focus();
  await page.keyboard.press('Space');
  await expect(beta).toBeChecked();
  await page.keyboard.press('Space');
  await expect(beta).not.toBeChecked();
});

interface Stop {
  name: string;
  inMain: boolean;
  /** The focus ring is drawn around the element or around its visible replacement. */
  hasRing: boolean;
  isInView: boolean;
  mark: string;
}

test('reaches every control on the leads page by Tab with a visible focus ring', async ({ page }) => {
  test.setTimeout(120_000);
  await open(page, '/dashboard/leads');
  const reachable = await page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select, summary, [tabindex]')];
    const shown = all.filter((element) => element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility());
    shown.forEach((element, index) => {
      element.dataset['stop'] = String(index);
    });
    return shown.length;
  });
  const stops: Stop[] = [];
  for (let step = 0; step < reachable + 5; step += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate((): Stop | null => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return null;
      const around = [element, element.parentElement, element.parentElement?.parentElement, element.closest('label')];
      const ring = around.some((part) => {
        if (!part) return false;
        const { outlineStyle, outlineWidth } = getComputedStyle(part);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1.5;
      });
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return {
        name: element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? element.tagName,
        inMain: element.closest('main') !== null,
        hasRing: ring,
        isInView: bottom > 0 && right > 0 && top < innerHeight && left < innerWidth,
        mark: element.dataset['stop'] ?? '',
      };
    });
    if (stop === null) break;
    stops.push(stop);
  }
  expect(stops.filter(({ hasRing }) => !hasRing).map(({ name }) => name)).toEqual([]);
  expect(stops.filter(({ isInView }) => !isInView).map(({ name }) => name)).toEqual([]);
  // A group of radios or tabs is one stop; its other members are reached by arrow keys.
  const missed = await page.evaluate(
    (marks) =>
      [...document.querySelectorAll<HTMLElement>('[data-stop]')]
        .filter((element) => element.checkVisibility() && !marks.includes(element.dataset['stop'] ?? ''))
        .filter((element) => !element.matches('input[type=radio], [role=radio], [role=tab], [role=group], [role=radiogroup]'))
        .map((element) => element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 60) ?? element.tagName),
    stops.map(({ mark }) => mark),
  );
  expect(missed).toEqual([]);
  expect(stops.some(({ inMain }) => inMain)).toBe(true);
  // All rows together are one stop, so that the reader is always close.
  expect(stops.length).toBeLessThan(80);
});
