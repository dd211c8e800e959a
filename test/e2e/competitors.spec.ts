import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'playwright/test';
import { sites } from '../support/sites.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { fitsAcross, signIn, watch } from './support/page.ts';

let instance: Instance;
const website = createServer((request, response) => {
  const page = sites.bare[request.url ?? '/'];
  response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page ?? '');
});

test.beforeAll(async () => {
  await new Promise<void>((resolve) => {
    website.listen(0, '127.0.0.1', resolve);
  });
  instance = await startInstance({ EARSHOT_SECURITY__ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
});
test.afterAll(async () => {
  await instance.close();
  website.closeAllConnections();
  website.close();
});

test('discovers competitors on a website and shows their mentions', async ({ browser }) => {
  const { token } = await instance.register('mara');
  const { id } = await instance.api<{ id: string }>('POST', '/campaigns', {
    token,
    body: { name: 'Invoices', rules: [{ text: 'invoice' }] },
  });
  await instance.api('POST', '/import/paste', {
    token,
    body: { campaignId: id, text: 'Any alternative to Quillbill? I need to send an invoice today.' },
  });

  const context = await browser.newContext();
  await signIn(context, token);
  const page = await context.newPage();
  const { problems } = watch(page, [/status of (?:400|503)/]);
  await page.goto(`${instance.url}/dashboard`);
  await page.getByRole('link', { name: 'Competitors' }).click();
  await page.getByRole('button', { name: 'Discover from website' }).click();
  await page.getByLabel('Website address').fill(`http://127.0.0.1:${(website.address() as AddressInfo).port}/`);
  await page.getByRole('button', { name: 'Read website' }).click();
  await expect(page.getByText('3 pages read.')).toBeVisible();
  await page.getByRole('checkbox', { name: /Quillbill/ }).check();
  await page.getByRole('checkbox', { name: /Ledgerly/ }).check();
  await page.getByRole('button', { name: 'Add 2 competitors' }).click();

  const mention = page.getByRole('listitem').filter({ hasText: 'Any alternative to Quillbill?' });
  await expect(mention.getByText('Looking for an alternative')).toBeVisible();
  await page.getByRole('button', { name: 'Add competitor' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Linear');
  await page.getByLabel('Website').fill('linear.example.com');
  await page.getByLabel('Name', { exact: true }).focus();
  await expect(page.getByLabel('Website')).toHaveValue('https://linear.example.com');
  await page.getByRole('button', { name: 'Add competitor' }).click();
  await expect(page.getByText('“Linear” is also a common word', { exact: false })).toBeVisible();

  await page.getByRole('link', { name: 'Quillbill' }).click();
  await expect(page.getByRole('heading', { name: 'Quillbill', level: 1 })).toBeVisible();
  await expect(page.getByText('1 mention, 100% of all mentions')).toBeVisible();
  await expect(page.getByText('Any alternative to Quillbill?').first()).toBeVisible();
  expect(problems).toEqual([]);
  await context.close();
});

test('loads a long list of mentions page by page, without repeats or horizontal scrolling', async ({ browser }) => {
  const { token } = await instance.register('long');
  const { id } = await instance.api<{ id: string }>('POST', '/campaigns', {
    token,
    body: { name: 'Invoices', rules: [{ text: 'invoice' }] },
  });
  await instance.api('POST', '/competitors', { token, body: { name: 'Quillbill' } });
  const now = Math.floor(Date.now() / 1000);
  const address = `https://quillbill.example/${'abcdefghij'.repeat(30)}`;
  const lines = Array.from({ length: 120 }, (_, number) =>
    JSON.stringify({
      id: `long${number}`,
      kind: 'post',
      subreddit: 'freelance',
      author: `writer_${number}`,
      title: number % 5 === 0 ? 'T'.repeat(280) : `Question ${number}`,
      selftext: `Quillbill number ${number} is fine. ${number % 3 === 0 ? address : ''}`,
      created_utc: now - 60 * (number + 1),
      permalink: `/r/freelance/comments/long${number}/x/`,
    }),
  );
  const form = new FormData();
  form.set('campaignId', id);
  form.set('file', new Blob([lines.join('\n')]), 'posts.jsonl');
  await fetch(`${instance.url}/api/import/file`, { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } });
  const count = async () => (await instance.api<{ items: { mentions: number }[] }>('GET', '/competitors', { token })).items[0]?.mentions;
  await expect.poll(count).toBe(120);

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await signIn(context, token);
  const page = await context.newPage();
  const { problems } = watch(page);
  await page.goto(`${instance.url}/dashboard/competitors`);
  const mentions = page.getByRole('listitem').filter({ hasText: /Quillbill number \d+ is fine/ });
  const more = page.getByRole('button', { name: 'Show more' });
  for (const shown of [50, 100, 120]) {
    await expect(mentions).toHaveCount(shown);
    if (shown < 120) await more.click();
  }
  await expect(more).toBeHidden();
  const numbers = (await mentions.allTextContents()).map((text) => Number(/Quillbill number (\d+) is fine/.exec(text)?.[1]));
  expect(numbers).toEqual(Array.from({ length: 120 }, (_, number) => number));
  expect(await fitsAcross(page)).toBe(true);
  expect(problems).toEqual([]);
  await context.close();
});

test('says why a discovered competitor could not be added', async ({ page, context }) => {
  const { token } = await instance.register('sole');
  await signIn(context, token);
  const site = { name: 'Paperboat', about: '', url: 'https://paperboat.example/', pages: 1 };
  await page.route('**/api/competitors/discover', (route) =>
    route.fulfill({ json: { site, candidates: [{ name: 'X', count: 3, known: false, seen: [] }] } }),
  );
  await page.goto(`${instance.url}/dashboard/competitors`);
  await page.getByRole('button', { name: 'Discover from website' }).click();
  await page.getByLabel('Website address').fill('paperboat.example');
  await page.getByRole('button', { name: 'Read website' }).click();
  await page.getByRole('checkbox', { name: 'X' }).check();
  await page.getByRole('button', { name: 'Add 1 competitor' }).click();
  await expect(page.getByText('At least 2 characters')).toBeVisible();
});
