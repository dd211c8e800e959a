import { streamsNamed } from '#shared/streams.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startSmtpServer } from '#test/support/fakes/smtp.ts';
import { expect, test, type Page } from 'playwright/test';
import { ownAddress, runJob, startInstance, type Instance } from './support/instance.ts';
import { fitsAcross, settled, signIn, watch } from './support/page.ts';
import { violationsOf } from './support/axe.ts';
import { addBuyers, people, seedPeople } from './support/people.ts';

let instance: Instance;
let token: string;
let problems: string[];

test.beforeAll(async () => {
  instance = await startInstance();
});
test.beforeEach(async ({ context, page }, { testId }) => {
  // A separate user for each test, so that figures don't mix.
  ({ token } = await instance.register(`mara_${testId.slice(-8)}`));
  await signIn(context, token);
  ({ problems } = watch(page));
});
test.afterAll(() => instance.close());

const request =
  'I am looking for invoicing software with payment reminders as soon as possible. Which one do you recommend? My budget is $30 a month.';

/** Creates a campaign for Mara and imports conversations into it. */
async function importPosts(count: number): Promise<string> {
  const { id } = await instance.api<{ id: string }>('POST', '/campaigns', {
    token,
    body: {
      name: 'Invoices',
      offering: 'Invoicing software for freelancers',
      rules: [{ text: 'invoic*' }],
      streams: streamsNamed('subreddit', ['freelance']),
      leadThreshold: 20,
      postFloor: 5,
    },
  });
  const words = ['amber harbour', 'copper kettle', 'maple river', 'walnut garden'];
  for (let number = 0; number < count; number += 1)
    await instance.api('POST', '/import/paste', {
      token,
      body: { campaignId: id, text: `${words[number] ?? ''}: ${request} ${words[number] ?? ''} is where I work.` },
    });
  await expect.poll(async () => (await instance.api<{ items: unknown[] }>('GET', '/posts', { token })).items.length).toBe(count);
  return id;
}

const figureOf = (page: Page, step: string) =>
  page
    .getByRole('list', { name: /From read to won/ })
    .getByRole('listitem')
    .filter({ hasText: step });

test('shows charts, their tables by keyboard, and CSV files', async ({ page }) => {
  const campaign = await importPosts(3);
  await page.goto(`${instance.url}/dashboard/analytics`);
  await settled(page);
  await expect(figureOf(page, 'Read')).toContainText('3');
  await expect(figureOf(page, 'Kept')).toContainText('3');
  await expect(page.getByRole('img', { name: 'Leads per day by campaign' })).toBeVisible();

  const button = page.getByRole('button', { name: 'Funnel as a table' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  const table = page.getByRole('region', { name: /From read to won/ });
  await expect(table.getByRole('row').nth(3)).toHaveText(/Kept\s*3\s*100%/);
  await page.keyboard.press('Enter');
  await expect(table).toBeHidden();

  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Funnel: save as CSV' }).click();
  const file = await (await waiting).path();
  expect(readFileSync(file, 'utf8').split('\r\n').slice(0, 4)).toEqual([
    'step,count,shareOfStepAbove',
    'heard,3,',
    'matched,3,1',
    'posts,3,1',
  ]);

  await page.getByRole('combobox', { name: 'Campaign' }).selectOption({ label: 'Invoices' });
  await expect(page).toHaveURL(new RegExp(`campaign=${campaign}`));
  await expect(page.getByText(/, Invoices, compared with the previous 30 days/)).toBeVisible();
  expect(problems).toEqual([]);
});

test('filters the whole page by a step of the funnel, in the URL, until Escape or the chip', async ({ page }) => {
  await seedPeople(instance, token);
  const { items } = await instance.api<{ items: { id: string }[] }>('GET', '/leads', { token });
  await instance.api('PATCH', `/leads/${items[0]?.id ?? ''}`, { token, body: { stage: 'won' } });
  await page.goto(`${instance.url}/dashboard/analytics`);
  await settled(page);
  const step = (name: string) => page.getByRole('list', { name: /From read to won/ }).getByRole('button', { name: new RegExp(`^${name}`) });
  await step('Won').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?step=won$/);
  await expect(step('Won')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('heading', { name: 'Won per day' })).toBeVisible();
  await expect(page.getByRole('definition').first()).toHaveText(/^1/);
  await expect(page.getByText(/The peak is .* \(1 lead\)/)).toBeVisible();
  await expect(step('Kept')).toContainText(String(people.length));
  expect(await violationsOf(page)).toEqual([]);

  await step('Kept').click();
  await expect(page).toHaveURL(/\?step=posts$/);
  await expect(page.getByRole('heading', { name: 'When people post' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Kept per day by campaign' })).toBeVisible();
  await expect(page.getByText(/The peak is .* \(\d+ posts?\)/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/analytics$/);
  await expect(page.getByRole('heading', { name: 'Leads per day' })).toBeVisible();

  await page.goto(`${instance.url}/dashboard/analytics?step=heard`);
  await expect(page.getByRole('heading', { name: 'Read per day' })).toBeVisible();
  await expect(page.getByText('Only totals are stored of what was read, not when each post was written.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all steps' }).click();
  await expect(page).toHaveURL(/analytics$/);
  expect(problems).toEqual([]);
});

test('keeps the date range in the URL and explains an empty one', async ({ page }) => {
  await page.goto(`${instance.url}/dashboard/analytics`);
  await expect(page.getByRole('link', { name: 'New campaign' })).toBeVisible();
  await importPosts(1);
  await page.goto(`${instance.url}/dashboard/analytics?from=2020-01-01&to=2020-01-31`);
  await settled(page);
  await expect(page.getByText(/1 January to 31 January|January 1 to January 31/)).toBeVisible();
  await expect(page.getByText(/No data for these dates/)).toBeVisible();
  await page.getByRole('button', { name: 'Show 12 months' }).click();
  await expect(page).toHaveURL(/days=365$/);
  await expect(figureOf(page, 'Kept')).toContainText('1');
  await expect(page.getByRole('heading', { name: 'Leads per week' })).toBeVisible();

  await page.getByRole('radio', { name: '7 days' }).click();
  await expect(page).toHaveURL(/days=7$/);
  await page.getByRole('button', { name: 'Choose dates' }).click();
  await page.getByLabel('From', { exact: true }).fill('2020-02-01');
  await page.getByLabel('To', { exact: true }).fill('2020-02-10');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=2020-02-01&to=2020-02-10$/);
  await page.goBack();
  await expect(page).toHaveURL(/days=7$/);
  expect(problems).toEqual([]);
});

test('shows a failed request with a retry', async ({ page }) => {
  await page.route(
    '**/api/analytics?*',
    (route) =>
      route.fulfill({ status: 400, json: { error: 'invalid', message: "The range can't be longer than ten years", requestId: 'x' } }),
    { times: 1 },
  );
  await page.goto(`${instance.url}/dashboard/analytics`);
  await expect(page.getByText("The range can't be longer than ten years")).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(/No campaigns yet/)).toBeVisible();
});

/** As much as a report can hold. */
const longest = {
  brand: {
    name: 'North Agency '.repeat(4).trim(),
    accent: 'Red',
    logo: `data:image/png;base64,${readFileSync('src/web/public/icon-192.png').toString('base64')}`,
  },
  campaign: 'Invoicing software for freelancers '.repeat(2).trim(),
  from: '2025-12-01',
  to: '2026-11-30',
  sample: true,
  leads: 100_000,
  contacted: 20_000,
  replied: 10_000,
  answeredMinutes: 4321,
  weeks: Array.from({ length: 53 }, (_, week) => ({
    from: new Date(Date.UTC(2025, 11, 1 + 7 * week)).toISOString().slice(0, 10),
    leads: 900 + week,
    answered: 300,
  })),
  voice: Array.from({ length: 8 }, (_, at) => ({
    name: `Competitor with a long name ${at}`,
    own: at === 0,
    mentions: 12_500,
    share: 0.125,
  })),
  best: Array.from({ length: 10 }, (_, at) => ({
    author: `u/a_rather_long_user_name_${at}`,
    community: 'r/a_rather_long_subreddit',
    title: 'Which tool would you recommend to somebody who sends invoices '.repeat(5).trim(),
    excerpt: 'All my evenings go into chasing late payers, and I need something better. '.repeat(4).slice(0, 240),
    reason: 'Looking for: "somebody who sends invoices to clients that pay late in two currencies" '.repeat(3),
    permalink: `https://www.example.com/${at}`,
    postedAt: '2026-11-20T08:00:00.000Z',
  })),
};

const pagesOf = (pdf: Buffer): number => (pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []).length;

test('shares a report that a client reads without an account and prints on two A4 pages, until it is revoked', async ({
  page,
  browser,
}) => {
  const campaign = await seedPeople(instance, token);
  const { name } = campaign;
  await addBuyers(instance, token, { campaign, from: people.length, to: 50 });
  for (const product of ['Paperboat', 'Billbird']) await instance.api('POST', '/competitors', { token, body: { name: product } });
  await page.goto(`${instance.url}/dashboard/analytics`);
  await expect(figureOf(page, 'Leads')).toContainText('50');
  await page.getByRole('button', { name: 'Share a report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share a report' });
  await dialog.getByRole('combobox', { name: 'Campaign' }).selectOption({ label: name });
  await dialog.getByLabel('Your name or company').fill('North Agency');
  await dialog.getByLabel('Add a logo').setInputFiles('src/web/public/icon-192.png');
  await expect(dialog.getByRole('img', { name: 'Your logo' })).toBeVisible();
  await dialog.getByRole('radio', { name: 'Red' }).check({ force: true });
  await dialog.getByRole('checkbox', { name: 'Paperboat' }).check();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = (await dialog.getByText(/\/report\/[\w-]{43}$/).textContent()) ?? '';

  const client = await browser.newContext({ serviceWorkers: 'block', colorScheme: 'dark' });
  const report = await client.newPage();
  const { problems: clientProblems } = watch(report, [/404/]);
  await report.goto(link);
  await settled(report);
  await expect(report.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(report.getByText('North Agency')).toBeVisible();
  await expect(report.getByRole('img', { name: 'North Agency' })).toBeVisible();
  await expect(report.getByRole('definition').first()).toHaveText('50');
  await expect(report.getByRole('heading', { name: 'The best 10 of 50 leads' })).toBeVisible();
  await expect(report.getByRole('heading', { level: 3 })).toHaveCount(10);
  await expect(report.getByRole('img', { name: 'Leads per week' })).toBeVisible();
  await expect(report).toHaveTitle(/^North Agency · /);
  expect(pagesOf(await report.pdf({ format: 'A4' }))).toBe(2);
  expect(await violationsOf(report)).toEqual([]);
  await report.route('**/api/reports/*', (route) => route.fulfill({ json: longest }), { times: 1 });
  await report.reload();
  await expect(report.getByText('100,000')).toBeVisible();
  await expect(report.getByRole('img', { name: 'Leads per week' })).toBeVisible();
  expect(pagesOf(await report.pdf({ format: 'A4' }))).toBe(2);
  await report.setViewportSize({ width: 390, height: 844 });
  expect(await fitsAcross(report)).toBe(true);

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share a report' }).click();
  await expect(dialog.getByText(/last opened/)).toBeVisible();
  await dialog.getByRole('button', { name: /Revoke the link/ }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(dialog.getByText('No links yet.')).toBeVisible();
  await report.reload();
  await expect(report.getByRole('heading', { name: /^This report has expired or was revoked\./ })).toBeVisible();
  await client.close();
  expect([...problems, ...clientProblems]).toEqual([]);
});

test('emails a report every week by keyboard, tries it, and lets who gets it unsubscribe without an account', async ({ browser }) => {
  const smtp = await startSmtpServer();
  const own = await startInstance({
    ...(await ownAddress()),
    EARSHOT_SMTP__URL: smtp.url,
    EARSHOT_SMTP__FROM: 'Earshot <earshot@earshot.test>',
  });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const { token: ownToken } = await own.register('mara');
  await signIn(context, ownToken, 'dark');
  const page = await context.newPage();
  const { problems: seen } = watch(page);
  await page.goto(`${own.url}/dashboard/analytics`);
  await page.getByRole('button', { name: 'Share a report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share a report' });
  await dialog.getByRole('tab', { name: 'By link' }).focus();
  await page.keyboard.press('ArrowRight');
  await dialog.getByRole('button', { name: 'Email a report' }).press('Enter');
  await dialog.getByLabel('Recipients').fill('nobody');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Schedule emails' }).press('Enter');
  await expect(dialog.getByRole('alert').filter({ hasText: 'nobody is no email address' })).toBeVisible();
  await dialog.getByLabel('Recipients').press('Backspace');
  await dialog.getByLabel('Recipients').fill('client@north.example');
  await page.keyboard.press('Enter');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Schedule emails' }).press('Enter');
  await expect(dialog.getByText(/^Every Monday at 08:00/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Edit All campaigns' }).press('Enter');
  await dialog.getByRole('combobox', { name: 'At' }).selectOption('17');
  await dialog.getByRole('button', { name: 'Save schedule' }).press('Enter');
  await expect(dialog.getByText(/^Every Monday at 17:00/)).toBeVisible();
  await dialog.getByRole('button', { name: /^Send me the last report/ }).press('Enter');
  await expect(page.getByText('The email server accepted the report for mara@example.com.')).toBeVisible();
  expect(smtp.taken).toHaveLength(1);

  const database = new DatabaseSync(join(own.dataDir, 'earshot.db'));
  database.exec('update report_schedules set due_at = 1');
  database.close();
  await runJob(own, ownToken, 'reports');
  await expect.poll(() => smtp.taken.length).toBe(2);
  const mail = (smtp.taken[1] ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const guest = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const outside = await guest.newPage();
  const { problems: guestProblems } = watch(outside);
  await outside.goto(/http:\S+\/mail\/[\w-]+/.exec(mail)?.[0] ?? '');
  await expect(outside.getByRole('heading', { name: 'Unsubscribe from these reports?' })).toBeVisible();
  await outside.getByRole('button', { name: 'Unsubscribe' }).press('Enter');
  await expect(outside.getByRole('heading', { name: 'Unsubscribed' })).toBeVisible();
  expect(await violationsOf(outside)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('button', { name: 'Share a report' }).click();
  await dialog.getByRole('tab', { name: 'By email' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: /^client@north\.example · unsubscribed/ })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await outside.getByRole('button', { name: 'Subscribe again' }).click();
  await expect(outside.getByRole('heading', { name: 'Unsubscribe from these reports?' })).toBeVisible();

  await dialog.getByRole('button', { name: 'Remove All campaigns' }).click();
  await page.getByRole('button', { name: 'Delete schedule' }).press('Enter');
  await expect(dialog.getByText('No report is emailed yet.')).toBeVisible();
  expect([...seen, ...guestProblems]).toEqual([]);
  await guest.close();
  await context.close();
  await own.close();
  await smtp.close();
});
