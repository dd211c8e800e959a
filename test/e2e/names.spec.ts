import { expect, test, type Page } from 'playwright/test';
import { checkNames } from './support/accessible.ts';
import type { Instance } from './support/instance.ts';
import { settled, signIn } from './support/page.ts';
import { startWithSample } from './support/sample.ts';

let instance: Instance;
let token: string;
test.beforeAll(async () => {
  ({ instance, token } = await startWithSample());
});
test.afterAll(() => instance.close());

test('detects unnamed and duplicate controls and skipped heading levels', async ({ page }) => {
  await page.setContent(`<h1>A</h1><h3>B</h3><button><svg></svg></button>
    <div role="toolbar" aria-label="T"><button>Go</button><button>Go</button></div>
    <ul><li><a href="#a">x</a><a href="#a">x</a></li><li><a href="#a">y</a><a href="#b">y</a></li></ul>`);
  expect(await checkNames(page)).toEqual({
    seen: 7,
    faults: [
      'no name: button in button',
      'same name: toolbar “T”: two of button “Go”',
      'same name: listitem “”: two of link “y”',
      'headings: h1 A, h3 B',
    ],
  });
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
