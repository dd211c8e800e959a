import { expect, test } from 'playwright/test';
import type { Campaign } from '#shared/campaigns.ts';
import { startFakeReddit } from '#test/support/fakes/reddit/server.ts';
import { freePort } from './support/free-port.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { signIn, watch } from './support/page.ts';

let reddit: Awaited<ReturnType<typeof startFakeReddit>>;
let instance: Instance;

test.beforeEach(async () => {
  reddit = await startFakeReddit();
  const port = String(await freePort());
  instance = await startInstance({
    EARSHOT_HTTP__PORT: port,
    EARSHOT_HTTP__PUBLIC_URL: `http://localhost:${port}`,
    EARSHOT_REDDIT__SOURCE: 'api',
    EARSHOT_REDDIT__WWW_URL: reddit.url,
    EARSHOT_REDDIT__API_URL: reddit.url,
    EARSHOT_REDDIT__CLIENT_ID: 'client',
    EARSHOT_REDDIT__CLIENT_SECRET: 'secret',
  });
});
test.afterEach(async () => {
  await instance.close();
  await reddit.close();
});

const own = () => [...reddit.world.things.values()].filter(({ author, kind }) => author === 'ann_reddit' && kind === 't1');

test('connected for reading, found, kept and checked against the rules, with nothing posted', async ({ context, page }) => {
  test.setTimeout(120_000);
  reddit.world.community('freelance', { rules: ['Be kind', 'No links in comments'], subscribers: 412_000 });
  const title = 'Looking for invoicing software that takes deposits';
  reddit.world.post({ subreddit: 'freelance', title, text: 'We would pay for a tool today. What do you recommend?', author: 'buyer' });
  const { token } = await instance.register('mara');
  const body = {
    name: 'Paperboat',
    offering: 'Invoicing software for freelancers',
    websiteUrl: 'https://paperboat.example',
    status: 'active',
  };
  await instance.api<Campaign>('POST', '/campaigns', { token, body });
  await signIn(context, token);
  const { problems } = watch(page);

  await page.goto(`${instance.url}/dashboard/settings?tab=reddit`);
  await page.getByRole('button', { name: 'Connect Reddit' }).click();
  await expect(page).toHaveURL(/\/dashboard\/settings\?tab=reddit/);
  await expect(page.getByText('u/ann_reddit')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Allow posting' })).toBeVisible();

  await page.goto(`${instance.url}/dashboard/search`);
  await page.getByRole('searchbox', { name: 'Words to look for' }).fill('invoicing');
  await page.getByLabel('Score for').selectOption({ label: 'Paperboat' });
  await page.keyboard.press('Tab');
  await page.getByRole('searchbox', { name: 'Words to look for' }).press('Enter');
  await expect(page).toHaveURL(/q=invoicing/);
  await expect(page.getByRole('list', { name: 'What was found' })).toContainText(title);
  await page.getByRole('button', { name: `Keep “${title}” in the campaign` }).click();
  await expect(page.getByText('Kept in Paperboat')).toBeVisible();
  await page.getByRole('link', { name: `Open “${title}”` }).click();

  const answer = page.getByRole('textbox', { name: 'Answer', exact: true });
  await answer.fill('Ask for the deposit in the quote itself: see https://example.org/deposits for the wording that worked for us.');
  const check = page.getByRole('complementary', { name: 'Before you send' });
  await expect(check).toContainText('r/freelance rule 2: No links in comments. The answer has a link');
  await expect(check).toContainText('The thread is open');
  await check.getByRole('button', { name: 'All 2 rules of r/freelance' }).click();
  await expect(page.getByRole('dialog', { name: 'Rules of r/freelance' })).toContainText('Be kind');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await expect(page.getByRole('button', { name: 'Allow posting' })).toBeVisible();
  expect(own()).toEqual([]);
  expect(problems).toEqual([]);
});

test('a connection that Reddit ends is told once, and said where it is mended', async ({ context, page }) => {
  const { token } = await instance.register('mara');
  await signIn(context, token);
  await page.goto(`${instance.url}/dashboard/settings?tab=reddit`);
  await page.getByRole('button', { name: 'Connect Reddit' }).click();
  await expect(page.getByText('u/ann_reddit')).toBeVisible();
  reddit.members.removeApp();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByRole('button', { name: 'Connect again' })).toBeVisible();
  await expect(page.getByRole('note').filter({ hasText: 'no longer accepts this connection' })).toBeVisible();
});
