import { expect, test, type Page } from 'playwright/test';
import { startFakeReddit } from '../support/fakes/reddit/server.ts';
import { ownAddress, startInstance, type Instance } from './support/instance.ts';
import { keepScreen, settled, signIn, watch } from './support/page.ts';
import { redditEnvironment } from './support/reddit.ts';

const hour = 3_600_000;
const me = 'ann_reddit';
let reddit: Awaited<ReturnType<typeof startFakeReddit>>;
let instance: Instance;

test.beforeEach(async () => {
  reddit = await startFakeReddit();
  instance = await startInstance({
    ...(await ownAddress()),
    ...redditEnvironment(reddit),
  });
});
test.afterEach(async () => {
  await instance.close();
  await reddit.close();
});

const words = 'invoice ledger client deposit quarter mileage receipt hosting contract refund lawyer printer'.split(' ');

/** A month of replies in four subreddits, newest last. */
function write(count: number): string[] {
  const places = ['freelance', 'smallbusiness', 'sysadmin', 'Entrepreneur'].map((subreddit) =>
    reddit.world.post({ subreddit, title: `What do you use in ${subreddit}?`, author: 'somebody' }),
  );
  return Array.from({ length: count }, (_, index) => {
    const [one, two] = [words[index % words.length], words[(index * 5 + 1) % words.length]];
    return reddit.world.comment({
      on: places[(index * index) % places.length] ?? '',
      author: me,
      score: (index * 7) % 12,
      createdAt: Date.now() - (count - index) * 7.3 * hour,
      text: `${index % 3 === 0 ? 'Thanks! ' : ''}My ${one} story number ${index * 7919}: the ${two} came late, <b>nobody</b> knew why${index % 4 === 0 ? ', did you?' : '.'}`,
    });
  });
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${instance.url.replace('127.0.0.1', 'localhost')}${path}`);
  await settled(page);
}

test('connects from the report, analyzes, checks health, and shows a removal', async ({ browser }) => {
  const made = write(60);
  for (const name of made.slice(-4)) reddit.world.setGone(name, 'removed');
  const { token } = await instance.register('ann');
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signIn(context, token);
  const page = await context.newPage();
  const seen = watch(page);

  await open(page, '/dashboard/my-activity');
  await expect(page.getByText('Connect your Reddit account to see how you write there')).toBeVisible();
  await page.getByRole('button', { name: 'Connect Reddit' }).click();
  await expect(page.getByText('No report yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Analyze' }).click();
  await expect(page.getByText('60 comments by u/ann_reddit')).toBeVisible();
  await expect(page.getByRole('row', { name: /Ask a question 25% 15 of 60 16% to 37%/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: /ledger in \d+ of 60/ })).toBeVisible();
  // Markup in users' posts is shown as text.
  await expect(page.getByText('<b>nobody</b>').first()).toBeVisible();
  await page.getByText('Show as table').first().click();
  for (const table of await page
    .getByRole('region')
    .filter({ has: page.getByRole('table') })
    .all())
    expect(await table.evaluate(({ scrollWidth, clientWidth, ariaLabel }) => [ariaLabel, scrollWidth - clientWidth])).toEqual([
      await table.getAttribute('aria-label'),
      0,
    ]);
  await keepScreen(page, 'own-reports-vibe', { fullPage: true });

  await page.getByRole('link', { name: 'Reddit Health' }).click();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('Others can see 56 of your last 60 posts and comments.')).toBeVisible();
  await expect(page.getByText('4 of 60', { exact: true })).toBeVisible();
  await page.getByText('Evidence (4)').first().click();
  await expect(page.getByRole('link', { name: 'Open on Reddit' }).first()).toBeVisible();
  await keepScreen(page, 'own-reports-health', { fullPage: true });
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);

  await instance.api('DELETE', '/reddit-oauth/disconnect', { token });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Connect Reddit' })).toBeVisible();
  expect(seen.problems).toEqual([]);
});
