import { streamsNamed } from '#shared/streams.ts';
import { expect, test, type Page } from 'playwright/test';
import type { Campaign } from '#shared/campaigns.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { fitsAcross, keepScreen, settled, signIn, watch } from './support/page.ts';

const trades = ['florist', 'plumber', 'tutor', 'baker', 'welder', 'notary', 'tailor', 'gardener', 'roofer', 'potter', 'vet', 'printer'];
const needs = ['deposits', 'late payers', 'two currencies', 'recurring invoices', 'hours on the bill'];
const leadCount = 60;

let instance: Instance;
let token: string;
const campaigns: Campaign[] = [];

const offer = {
  offering: 'Invoicing software for freelancers: quotes, deposits, reminders, online payment',
  idealCustomer: 'Freelancers who send their own invoices',
  painPoints: ['clients pay late'],
  leadThreshold: 20,
  postFloor: 5,
};

/** Somebody who needs an invoicing tool; every text is another one. */
function buyer(index: number) {
  const trade = trades[index % trades.length] ?? '';
  const need = needs[Math.floor(index / trades.length)] ?? '';
  return {
    id: `calm${index}`,
    author: `${trade}_${index}`,
    title: `Looking for invoicing software as a ${trade}, mostly for ${need} (${index})`,
    selftext: `${trade} number ${index} here. ${need} take all my evenings, ${trade} work should not. What do you recommend? I would pay for ${need} today.`,
    subreddit: index % 3 === 0 ? 'EntrepreneurRideAlong' : 'freelance',
    created_utc: Math.floor(Date.now() / 1000) - 60 * (index + 1),
  };
}

async function importItems(items: readonly object[], campaignId?: string): Promise<void> {
  const form = new FormData();
  if (campaignId !== undefined) form.set('campaignId', campaignId);
  form.set('file', new Blob([items.map((item) => JSON.stringify(item)).join('\n')]), 'posts.jsonl');
  const sent = await fetch(`${instance.url}/api/import/file`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(sent.ok, await sent.text()).toBe(true);
}

test.beforeAll(async () => {
  instance = await startInstance();
  ({ token } = await instance.register('lists'));
  for (const name of ['Late invoices', 'Studio bookkeeping'])
    campaigns.push(await instance.api<Campaign>('POST', '/campaigns', { token, body: { ...offer, name, rules: [{ text: 'invoic*' }] } }));
  await importItems(
    Array.from({ length: leadCount }, (_, index) => buyer(index)),
    campaigns[0]?.id,
  );
  const total = async () => (await instance.api<{ total: number }>('GET', '/leads?limit=1', { token })).total;
  await expect.poll(total).toBe(leadCount);
});
test.afterAll(() => instance.close());

const listed = (page: Page, name: 'Leads' | 'Posts') => page.getByRole('region', { name, exact: true }).getByRole('list');
const rows = (page: Page) => listed(page, 'Leads').getByRole('link');

async function open(page: Page, path: string): Promise<void> {
  await signIn(page.context(), token);
  await page.goto(`${instance.url}${path}`);
}

test('says how many leads there are, also with filters, and shows where each is from in full', async ({ page }) => {
  const { problems } = watch(page);
  await open(page, '/dashboard/leads');
  await expect(listed(page, 'Leads')).toHaveAccessibleName('60 leads');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Found' }).selectOption('7d');
  await expect(page).toHaveURL(/since=7d/);
  await page.getByRole('textbox', { name: 'Subreddit' }).fill('r/EntrepreneurRideAlong');
  await page.keyboard.press('Enter');
  await expect(listed(page, 'Leads')).toHaveAccessibleName('20 leads');
  await page.keyboard.press('Escape');
  await expect(rows(page).first()).toContainText('Late invoices');
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const name = rows(page).first().getByText('r/EntrepreneurRideAlong');
    await expect(name).toBeVisible();
    expect(await name.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${instance.url}/dashboard/leads?campaignId=${campaigns[0]?.id ?? ''}`);
  await expect(rows(page).first()).not.toContainText('Late invoices');
  await page.goto(`${instance.url}/dashboard/posts?q=florist`);
  await expect(listed(page, 'Posts')).toHaveAccessibleName('5 posts');
  expect(problems).toEqual([]);
});

/** The list shows an undo before the server has it; what comes next needs it there. */
async function undo(page: Page): Promise<void> {
  await page.keyboard.press('u');
  await expect(listed(page, 'Leads')).toHaveAccessibleName('60 leads');
  await expect(page.getByText('Undone')).toBeVisible();
}

test('opens the next conversation after one is done, or none where its user does not want that', async ({ page }) => {
  await open(page, '/dashboard/leads');
  await expect(page.getByText('Why this score')).toBeVisible();
  await page.keyboard.press('e');
  await expect(listed(page, 'Leads')).toHaveAccessibleName('59 leads');
  await expect(page.getByText('Why this score')).toBeVisible();
  await undo(page);

  await page.goto(`${instance.url}/dashboard/settings`);
  await page.getByRole('checkbox', { name: /^Open the next conversation/ }).uncheck();
  await page.getByLabel('Tone of drafts').selectOption('Short');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await instance.api<{ settings: object }>('GET', '/auth/me', { token })).settings)
    .toEqual({ opensNext: false, defaultTone: 'short' });
  await page.goto(`${instance.url}/dashboard/leads`);
  await expect(page.getByText('Why this score')).toBeVisible();
  await page.keyboard.press('e');
  await expect(listed(page, 'Leads')).toHaveAccessibleName('59 leads');
  await expect(page.getByText('Why this score')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Why this score')).toBeVisible();
  await undo(page);
});

test('shows a post once that was imported for one campaign and for all', async ({ page }) => {
  await importItems([buyer(7)]);
  const shown = async () =>
    (await instance.api<{ items: Campaign[] }>('GET', '/campaigns', { token })).items
      .map(({ counts }) => counts.leads)
      .toSorted((a, b) => a - b);
  await expect.poll(shown).toEqual([1, 60]);
  await open(page, `/dashboard/posts?campaignId=${campaigns[0]?.id ?? ''}&q=gardener_7`);
  await expect(listed(page, 'Posts')).toHaveAccessibleName('1 post');
});

test('ends with what was done and when the next check is', async ({ page }) => {
  const { token: own } = await instance.register('finisher');
  const { id } = await instance.api<Campaign>('POST', '/campaigns', {
    token: own,
    body: {
      ...offer,
      name: 'Done soon',
      streams: streamsNamed('subreddit', ['freelance']),
      rules: [{ text: 'invoic*' }],
      status: 'active',
    },
  });
  const form = new FormData();
  form.set('campaignId', id);
  form.set('file', new Blob([JSON.stringify(buyer(3))]), 'posts.jsonl');
  await fetch(`${instance.url}/api/import/file`, { method: 'POST', body: form, headers: { authorization: `Bearer ${own}` } });
  await expect.poll(async () => (await instance.api<{ total: number }>('GET', '/leads', { token: own })).total).toBe(1);
  await signIn(page.context(), own);
  await page.goto(`${instance.url}/dashboard/leads`);
  await expect(listed(page, 'Leads')).toHaveAccessibleName('1 lead');
  await page.keyboard.press('e');
  await expect(page.getByText("You're done.")).toBeVisible();
  await expect(page.getByText(/^Next check at (\w{3} )?\d{1,2}:\d{2}/)).toBeVisible();
  await expect(page.getByText('This session: 1 archived.')).toBeVisible();
});

test('asks the reason of the lead that was open when x was pressed, not of the one that loads', async ({ page, context }) => {
  await signIn(context, token);
  const { promise: moved, resolve: letReader } = Promise.withResolvers<void>();
  await page.route('**/lead-reader-*.js', async (route) => {
    await moved;
    await route.continue();
  });
  await page.goto(`${instance.url}/dashboard/leads`);
  const leads = page.getByRole('region', { name: 'Leads', exact: true }).getByRole('list').getByRole('link');
  await expect(leads.first()).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('x');
  await leads.nth(1).click();
  await expect(leads.nth(1)).toHaveAttribute('aria-current', 'true');
  letReader();
  await expect(page.getByRole('article')).toBeVisible();
  await settled(page);
  const why = page.getByRole('dialog', { name: 'Why dismiss this?' });
  await expect(why).toHaveCount(0);
  await page.keyboard.press('x');
  await expect(why).toBeVisible();
});

test('shows lists in rows of one line after d, at least 14 at once, also on the next visit', async ({ page, context }) => {
  await signIn(context, token);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${instance.url}/dashboard/leads?view=all`);
  await settled(page);
  const links = rows(page);
  const heights = async () => (await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height))).slice(0, 3);
  const inSight = () => links.evaluateAll((all) => all.filter((link) => link.getBoundingClientRect().bottom < innerHeight - 36).length);
  expect(Math.min(...(await heights()))).toBeGreaterThan(60);
  await page.keyboard.press('d');
  await expect.poll(async () => Math.max(...(await heights()))).toBeLessThan(40);
  await page.reload();
  await settled(page);
  expect(Math.max(...(await heights()))).toBeLessThan(40);
  expect(await inSight()).toBeGreaterThanOrEqual(14);
  expect(await fitsAcross(page)).toBe(true);
  await keepScreen(page, 'dense');
  await page.keyboard.press('d');
  await expect.poll(async () => Math.min(...(await heights()))).toBeGreaterThan(60);
});
