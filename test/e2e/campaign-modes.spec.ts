import { namesOf } from '#shared/streams.ts';
import { expect, test, type BrowserContext, type Page } from 'playwright/test';
import type { Campaign, campaignRoutes } from '#shared/campaigns.ts';
import type { CallInput } from '#shared/route.ts';
import { seedPeople } from './support/people.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { signIn, watch, type Watch } from './support/page.ts';
import { startWebsite } from './support/website.ts';

type Wish = CallInput<typeof campaignRoutes.propose>['body'];

let instance: Instance;
let accounts = 0;
let website: Awaited<ReturnType<typeof startWebsite>>;

test.beforeAll(async () => {
  website = await startWebsite();
  instance = await startInstance({ EARSHOT_SECURITY__ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
});
test.afterAll(async () => {
  await instance.close();
  website.close();
});

/** Opens the choice of modes as a user without a campaign. */
async function choose(page: Page, context: BrowserContext, mode: RegExp): Promise<Watch & { token: string }> {
  accounts += 1;
  const { token } = await instance.register(`creator_${accounts}`);
  await signIn(context, token);
  const seen = watch(page);
  await page.goto(`${instance.url}/dashboard/campaigns`);
  await page.getByRole('main').getByRole('link', { name: 'New campaign' }).first().click();
  await page.getByRole('radio', { name: mode }).check();
  return { ...seen, token };
}

/** The user's only campaign, as saved; its page is open. */
const subredditsOf = ({ streams }: Campaign): string[] => namesOf(streams, 'subreddit');

async function saved(page: Page, token: string): Promise<Campaign> {
  await expect(page).toHaveURL(/\/dashboard\/campaigns\/\d+$/);
  const { items } = await instance.api<{ items: Campaign[] }>('GET', '/campaigns', { token });
  expect(items).toHaveLength(1);
  const [campaign] = items;
  if (!campaign) throw new Error('Nothing was saved');
  await expect(page.getByRole('heading', { level: 1, name: campaign.name })).toBeVisible();
  return campaign;
}

test('Basic Builder creates a campaign from a description', async ({ context, page }) => {
  const { token, problems } = await choose(page, context, /Basic Builder/);
  const field = page.getByLabel('What do you offer, and who is it for?');
  await page.getByRole('button', { name: 'Suggest campaign' }).click();
  await expect(page.getByText('Write at least one sentence')).toBeVisible();
  await field.fill('Invoicing software for freelancers: send invoices, take deposits, chase late payers politely.');
  await page.getByRole('button', { name: 'Suggest campaign' }).click();
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: 'invoic' })
      .first()
      .getByText(/^\d+ match(?:es)? in sample posts$/),
  ).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Dry run' }).getByText('made-up sample posts', { exact: false })).toBeVisible();
  expect((await instance.api<{ items: unknown[] }>('GET', '/campaigns', { token })).items).toEqual([]);
  await page.getByRole('button', { name: 'Create campaign' }).click();
  const campaign = await saved(page, token);
  expect(campaign).toMatchObject({ mode: 'basic', status: 'active' });
  expect(campaign.rules.length).toBeGreaterThan(0);
  expect(subredditsOf(campaign).length).toBeGreaterThan(0);
  expect(problems).toEqual([]);
});

test('Basic Builder suggests Hacker News for developers, which can be turned off', async ({ context, page }) => {
  const { token, problems } = await choose(page, context, /Basic Builder/);
  const about = 'Error monitoring for web developers: stack traces, releases, alerts for Node and React apps';
  await page.getByLabel('What do you offer, and who is it for?').fill(about);
  await page.getByRole('button', { name: 'Suggest campaign' }).click();
  // With the subreddits, as another place to read.
  const subreddits = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Subreddits', exact: true }) });
  const suggested = subreddits.getByRole('switch', { name: /Hacker News/ });
  await expect(suggested).toBeChecked();
  await expect(page.getByText('Developers and founders ask here, too')).toBeVisible();
  await suggested.uncheck();
  await page.getByRole('button', { name: 'Create campaign' }).click();
  expect((await saved(page, token)).streams.some(({ kind }) => kind === 'hackernews')).toBe(false);
  expect(problems).toEqual([]);
});

test('asks which language customers write where a description leaves it open, and follows the answer', async ({ context, page }) => {
  const { token, problems } = await choose(page, context, /Smart Manual/);
  const describe = page.getByLabel('What do you offer, and who is it for?');
  await describe.fill('Wir bieten Steuerberatung für Selbstständige und Freiberufler in Köln.');
  await page.getByRole('button', { name: 'Suggest campaign' }).click();
  const language = page.getByLabel('Which language do your customers write in?');
  await expect(language).toHaveValue('de');
  await page.getByRole('button', { name: 'Change the description' }).click();
  await describe.fill('Abogada en Madrid');
  await page.getByRole('button', { name: 'Suggest campaign' }).click();
  await expect(language).toHaveValue('');
  await expect(page.getByText("Earshot can't tell the language", { exact: false })).toBeVisible();
  await language.selectOption({ label: 'Spanish' });
  await expect(page.getByText('Rules for Spanish; posts in other languages are left out')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Rules 1', exact: true })).toHaveValue(/abogad/i);
  await expect(language).toHaveValue('es');

  // Changes of the user are lost only with their consent.
  await page.getByLabel('Name', { exact: true }).fill('Law in Madrid');
  await language.selectOption({ label: 'French' });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(language).toHaveValue('es');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Law in Madrid');
  await language.selectOption({ label: 'French' });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suggest again' }).click();
  await expect(page.getByText('Rules for French;', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Create campaign' }).click();
  const campaign = await saved(page, token);
  expect(campaign.languages).toEqual(['fr']);
  expect(campaign.name).not.toBe('Law in Madrid');
  expect(problems).toEqual([]);
});

test('asks which trade it is, where the user works, and with whom they compete', async ({ context, page }) => {
  const { token, problems } = await choose(page, context, /Smart Manual/);
  await page.getByLabel('What do you offer, and who is it for?').fill('We are a family business that fixes wet basements.');
  await page.getByRole('button', { name: 'Suggest campaign' }).click();
  const trades = page.getByRole('group', { name: 'What do you sell?' });
  await expect(trades.getByRole('button', { name: 'Basement waterproofing' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Basement waterproofing');
  await expect(page.getByRole('textbox', { name: 'Rules 1', exact: true })).toHaveValue(/basement|sump|cellar/i);

  const where = page.getByLabel('Where do you work?');
  await where.fill('Columbus, Ohio');
  await where.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Regions 1', exact: true })).toHaveValue(/Columbus/);
  const competitors = page.getByLabel('Who do you compete with?');
  await competitors.fill('Dry Basements Inc');
  await competitors.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Rules 1', exact: true })).toHaveValue(/^"Dry Basements Inc"/);

  await trades.getByRole('button', { name: 'None of these' }).click();
  await expect(trades.getByRole('button', { name: 'None of these' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Choose one if it fits', { exact: false })).toBeVisible();
  await trades.getByRole('button', { name: 'Basement waterproofing' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Basement waterproofing');

  // No trade is known in German; a chosen one must not keep the language from changing.
  const language = page.getByLabel('Which language do your customers write in?');
  await language.selectOption({ label: 'German' });
  await expect(page.getByText('Rules for German;', { exact: false })).toBeVisible();
  await expect(trades).toBeHidden();
  await language.selectOption({ label: 'English' });
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Basement waterproofing');
  await page.getByRole('button', { name: 'Create campaign' }).click();
  const campaign = await saved(page, token);
  expect(campaign.name).toBe('Basement waterproofing');
  expect(campaign.painPoints.length).toBeGreaterThan(5);
  expect(problems).toEqual([]);
});

test('keeps answers that are given during a request, after a failure, and when a new suggestion is refused', async ({ context, page }) => {
  await choose(page, context, /Smart Manual/);
  await page.getByLabel('What do you offer, and who is it for?').fill('We are a family business that fixes wet basements.');
  await page.getByRole('button', { name: 'Suggest campaign' }).click();
  const trade = page.getByRole('group', { name: 'What do you sell?' }).getByRole('button', { name: 'Basement waterproofing' });
  await expect(trade).toHaveAttribute('aria-pressed', 'true');

  const asked: Wish[] = [];
  const { promise: secondDone, resolve: letFirst } = Promise.withResolvers<void>();
  await page.route('**/api/campaigns/propose', async (route) => {
    asked.push(route.request().postDataJSON() as Wish);
    const isFirst = asked.length === 1;
    const response = await route.fetch();
    if (isFirst) await secondDone;
    await route.fulfill({ response });
  });
  await page.getByLabel('Where do you work?').fill('Columbus, Ohio');
  await page.keyboard.press('Enter');
  const competitors = page.getByLabel('Who do you compete with?');
  await competitors.fill('Dry Basements Inc');
  await competitors.press('Enter');
  const rule = page.getByRole('textbox', { name: 'Rules 1', exact: true });
  await expect(rule).toHaveValue(/^"Dry Basements Inc"/);
  const firstDone = page.waitForResponse('**/api/campaigns/propose');
  letFirst();
  await firstDone;
  await expect(rule).toHaveValue(/^"Dry Basements Inc"/);
  expect(asked[1]).toMatchObject({ regions: ['Columbus', 'Ohio'], competitors: ['Dry Basements Inc'] });

  await page.unroute('**/api/campaigns/propose');
  await page.route('**/api/campaigns/propose', (route) => route.abort());
  await trade.click();
  await expect(page.getByRole('alert').filter({ hasText: "Can't reach Earshot." })).toBeVisible();
  await expect(trade).toHaveAttribute('aria-pressed', 'false');
  await page.unroute('**/api/campaigns/propose');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Choose one if it fits', { exact: false })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await trade.click();
  await expect(rule).toHaveValue(/^"Dry Basements Inc"/);

  await rule.fill('basement');
  await competitors.fill('Wet Walls');
  await competitors.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(competitors).toHaveValue('Wet Walls');
  await competitors.fill('');
  await expect(rule).toHaveValue('basement');

  const request = page.waitForRequest('**/api/campaigns/propose');
  await page.getByLabel('Which language do your customers write in?').selectOption({ label: 'German' });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suggest again' }).click();
  const wish = (await request).postDataJSON() as Wish;
  expect(wish).toMatchObject({ language: 'de', competitors: ['Dry Basements Inc'] });
  expect(wish).not.toHaveProperty('trades');
  await expect(page.getByText('Rules for German;', { exact: false })).toBeVisible();
  await expect(trade).toBeHidden();
});

test('Website Builder creates a campaign from a website', async ({ context, page }) => {
  const { token, problems } = await choose(page, context, /Website Builder/);
  const { url } = website;
  const field = page.getByRole('textbox', { name: 'Website' });
  await field.fill('nowhere');
  await page.getByRole('button', { name: 'Suggest campaign' }).click();
  await expect(page.getByText('Enter a website such as example.com')).toBeVisible();
  await field.fill(url);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing is saved yet.', { exact: false })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Dry run' }).getByText('would be leads')).toBeVisible();
  await page.getByRole('button', { name: 'Create campaign' }).click();
  const campaign = await saved(page, token);
  expect(campaign).toMatchObject({ mode: 'website', status: 'active', websiteUrl: url });
  expect(campaign.offering).toMatch(/invoice/i);
  // By words alone, no trade is clear, and nobody looks for the site by its name.
  expect(campaign.rules.map(({ text }) => text).join(' ')).not.toMatch(/paperboat/i);
  expect(problems).toEqual([]);
});

test('Smart Manual gives reasons, and saves edits without the removed parts', async ({ context, page }) => {
  const { token, problems } = await choose(page, context, /Smart Manual/);
  await page
    .getByLabel('What do you offer, and who is it for?')
    .fill('Invoicing software for freelancers: send invoices, take deposits, chase late payers politely.');
  await page.getByRole('button', { name: 'Suggest campaign' }).click();
  await expect(page.getByText('Nothing is saved yet.', { exact: false })).toBeVisible();
  expect((await instance.api<{ items: unknown[] }>('GET', '/campaigns', { token })).items).toEqual([]);
  const place = page.getByRole('textbox', { name: 'Subreddits 1' });
  const dropped = await place.inputValue();
  const entry = page.getByRole('listitem').filter({ has: place });
  await expect(entry.locator('p')).not.toBeEmpty();
  await page.getByRole('button', { name: `Remove ${dropped}`, exact: true }).click();
  await expect(place).toBeDisabled();
  await page.getByRole('textbox', { name: 'Rules 1' }).fill('invoic* (tool OR app)');
  await page.getByLabel('Name').fill('Paper boats');
  await page.getByRole('button', { name: 'Create campaign' }).click();
  const campaign = await saved(page, token);
  expect(campaign).toMatchObject({ mode: 'smart', name: 'Paper boats' });
  expect(campaign.rules[0]?.text).toBe('invoic* (tool OR app)');
  expect(subredditsOf(campaign).length).toBeGreaterThan(0);
  expect(subredditsOf(campaign)).not.toContain(dropped.replace(/^r\//, ''));
  expect(problems).toEqual([]);
});

test('Smart Manual shows what each suggestion finds, and follows a change, an addition, and a removal', async ({ context, page }) => {
  const { token, problems } = await choose(page, context, /Smart Manual/);
  await page.getByLabel('What do you offer, and who is it for?').fill('Invoicing software for freelancers.');
  await page.getByRole('button', { name: 'Suggest campaign' }).click();
  const entryOf = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('textbox', { name, exact: true }) });
  const [first, second] = [entryOf('Rules 1'), entryOf('Rules 2')];
  await expect(first.getByText(/^\d+ match(?:es)? in sample posts$/)).toBeVisible({ timeout: 60_000 });
  await first.locator('summary').click();
  expect(await first.getByRole('list', { name: 'Best matches' }).getByRole('listitem').count()).toBeGreaterThan(0);
  await page.getByRole('textbox', { name: 'Rules 1', exact: true }).fill('zyxwv');
  await expect(first.getByText('0 matches in sample posts')).toBeVisible();
  await page.getByRole('textbox', { name: 'Rules 1', exact: true }).fill('zyxwv (');
  await expect(page.getByRole('button', { name: 'Create campaign' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Rules 1', exact: true }).fill('invoic*');
  await expect(first.getByText(/^[1-9]\d* matches in sample posts$/)).toBeVisible();
  await page.getByRole('button', { name: 'Add subreddit' }).click();
  await page.keyboard.type('r/nowhere_yet');
  await expect(page.getByRole('listitem').filter({ hasText: 'nowhere_yet' }).getByText('Not among the sample posts')).toBeVisible();
  const rule = await page.getByRole('textbox', { name: 'Rules 2', exact: true }).inputValue();
  await page.getByRole('button', { name: `Remove ${rule}`, exact: true }).click();
  await expect(second.getByText('removed', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Create campaign' }).click();
  const campaign = await saved(page, token);
  expect(campaign.rules.map(({ text }) => text)).not.toContain(rule);
  expect(campaign.rules[0]?.text).toBe('invoic*');
  expect(subredditsOf(campaign)).toContain('nowhere_yet');
  expect(problems).toEqual([]);
});

test('Manual Builder marks a rule error and saves the whole form', async ({ context, page }) => {
  const { token, problems } = await choose(page, context, /Manual Builder/);
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.getByLabel('Name', { exact: true }).fill('By hand');
  await page.getByRole('textbox', { name: 'What you offer' }).fill('Invoicing software');
  const rules = page.getByRole('textbox', { name: 'Rules', exact: true });
  // However late the check of the rules is, the dry run waits for it: it never runs with an invalid rule.
  await page.route('**/api/rules/check', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await rules.fill('invoic* (tool OR');
  await expect(page.getByText('1 rule has an error.', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create campaign' })).toBeDisabled();
  await rules.fill('invoic* (tool OR app)\n"late payment" -hiring');
  await page.getByLabel('Minimum score for line 2').fill('60');
  await expect(page.getByRole('switch', { name: 'Include comments' })).toBeDisabled();
  await page.getByLabel('Subreddits').fill('r/freelance');
  await page.keyboard.press('Enter');
  await page.getByLabel('Excluded words').fill('crypto');
  await page.keyboard.press('Enter');
  await page.getByRole('switch', { name: 'Hacker News' }).click();
  await page.getByRole('textbox', { name: 'Feeds' }).fill('forum.example.com/feed.xml');
  await page.keyboard.press('Enter');
  await page.getByRole('switch', { name: 'Include comments' }).click();
  await page.getByLabel('Schedule').selectOption({ label: 'Daily' });
  await expect(page.getByText('its text scores 60 or more', { exact: false })).toBeVisible();
  await page.getByRole('radio', { name: 'All from a score' }).check();
  await page.getByRole('slider', { name: 'Minimum lead score' }).press('ArrowRight');
  await page.getByRole('button', { name: 'Create campaign' }).click();
  expect(await saved(page, token)).toMatchObject({
    mode: 'manual',
    name: 'By hand',
    offering: 'Invoicing software',
    rules: [{ text: 'invoic* (tool OR app)' }, { text: '"late payment" -hiring', minScore: 60 }],
    streams: [
      { kind: 'subreddit', name: 'freelance', comments: false },
      { kind: 'hackernews', name: 'Hacker News', comments: false },
      { kind: 'feed', name: 'https://forum.example.com/feed.xml', comments: false },
    ],
    excludes: ['crypto'],
    schedule: 'daily',
    leadThreshold: 71,
  });
  expect(problems).toEqual([]);
});

test('shows what the server refuses in a stream beside the streams of its kind, and keeps the choice of comments', async ({
  context,
  page,
}) => {
  await choose(page, context, /Manual Builder/);
  await page.getByLabel('Name', { exact: true }).fill('By hand');
  const subreddits = page.getByRole('textbox', { name: 'Subreddits' });
  await subreddits.fill('freelance');
  await page.keyboard.press('Enter');
  const comments = page.getByRole('switch', { name: 'Include comments' });
  await comments.click();
  await page.getByRole('button', { name: 'Remove freelance' }).click();
  await subreddits.fill('webdev');
  await page.keyboard.press('Enter');
  await expect(comments).not.toBeChecked();
  const feeds = page.getByRole('textbox', { name: 'Feeds' });
  await feeds.fill('forum.example.com/feed.xml');
  await page.keyboard.press('Enter');
  await page.route('**/api/campaigns', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          json: {
            error: 'invalid',
            message: 'Check the campaign',
            details: [{ path: 'body.streams.1.name', message: 'No feed is there' }],
          },
        })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await expect(feeds).toBeFocused();
  await expect(feeds).toHaveAccessibleDescription(/https:\/\/forum\.example\.com\/feed\.xml: No feed is there/);
  await expect(subreddits).not.toHaveAttribute('aria-invalid');
  await page.getByLabel('Name', { exact: true }).fill('By my hand');
  await expect(feeds).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Remove https://forum.example.com/feed.xml' }).click();
  await expect(feeds).not.toHaveAttribute('aria-invalid');
});

test('the dry run ignores an invalid rule and updates once it is valid', async ({ context, page }) => {
  const { token } = await instance.register('editing');
  const { id } = await seedPeople(instance, token);
  await signIn(context, token);
  const { problems } = watch(page);
  await page.goto(`${instance.url}/dashboard/campaigns/${id}?tab=settings`);
  const run = page.getByRole('complementary', { name: 'Dry run' });
  await expect(run.getByRole('link', { name: 'Which invoicing app reminds late payers for you?' })).toBeVisible();
  const rules = page.getByRole('textbox', { name: 'Rules', exact: true });
  await rules.fill('photographer (');
  await expect(page.getByText('1 rule has an error.', { exact: false })).toBeVisible();
  await rules.fill('photographer');
  await expect(run.getByRole('link', { name: 'Which invoicing app reminds late payers for you?' })).toBeHidden();
  await expect(run.getByRole('link', { name: 'Recommend an invoicing tool for a photographer?' })).toBeVisible();
  expect(problems).toEqual([]);
});
