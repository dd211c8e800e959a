import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'playwright/test';
import type { Campaign } from '#shared/campaigns.ts';
import type { Post } from '#shared/posts.ts';
import type { ApiToken } from '#shared/tokens.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { signIn, watch } from './support/page.ts';

let instance: Instance;
const views: unknown[] = [];
const collector = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    views.push(JSON.parse(body));
    response.writeHead(204).end();
  });
});

test.beforeAll(async () => {
  await new Promise<void>((resolve) => {
    collector.listen(0, '127.0.0.1', resolve);
  });
  const { port } = collector.address() as AddressInfo;
  instance = await startInstance({ EARSHOT_ANALYTICS__ENDPOINT: `http://127.0.0.1:${port}/collect` });
});
test.afterAll(async () => {
  await instance.close();
  collector.closeAllConnections();
  collector.close();
});

const csv = [
  'Betreff,Inhalt,Who,When,Sub',
  'Invoicing tool?,"Looking for invoicing software, which one?",ann,2026-11-20,freelance',
  'Another question,"Need an invoicing app for late payers, please recommend one",bob,2026-11-21,smallbusiness',
].join('\n');

test('imports a file whose columns are mapped in the dialog, and remembers the mapping', async ({ context, page }) => {
  const { token } = await instance.register('importer');
  await signIn(context, token);
  const { problems } = watch(page);
  const campaign = await instance.api<Campaign>('POST', '/campaigns', {
    token,
    body: { name: 'Invoices', rules: [{ text: 'invoic*' }], postFloor: 0 },
  });
  await page.goto(`${instance.url}/dashboard/campaigns/${campaign.id}`);
  await expect(page).toHaveTitle(/^Invoices · /);
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
  const choose = async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Import posts' }).click();
    await page.getByRole('alertdialog').getByRole('radio', { name: 'File' }).check();
    await page
      .getByRole('alertdialog')
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  };
  await choose();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText('Check which column holds what.', { exact: false })).toBeVisible();
  await expect(dialog.getByLabel('Author')).toHaveValue('Who');
  await expect(dialog.getByLabel('Date')).toHaveValue('When');
  await expect(dialog.getByLabel('Subreddit')).toHaveValue('Sub');
  await expect(dialog.getByLabel('Title')).toHaveValue('');
  await dialog.getByRole('button', { name: 'Import posts' }).click();
  await expect(dialog.getByText('Choose the column that holds the title or the text.')).toBeVisible();
  await dialog.getByLabel('Title').selectOption('Betreff');
  await dialog.getByLabel('Text', { exact: true }).selectOption('Inhalt');
  await expect(dialog.getByText('First value: Invoicing tool?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import posts' }).click();
  await expect(page.getByText('Import started.', { exact: false })).toBeVisible();
  await expect
    .poll(async () =>
      (await instance.api<{ items: Post[] }>('GET', '/posts?status=all&sort=-createdAt', { token })).items.map(({ title }) => title),
    )
    .toEqual(['Another question', 'Invoicing tool?']);

  await choose();
  await expect(dialog.getByText('Same as last time.')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toHaveValue('Betreff');
  expect(problems).toEqual([]);
});

test('keywords from another tool become a suggestion, of which nothing is saved before it is accepted', async ({ context, page }) => {
  const { token } = await instance.register('switcher');
  await signIn(context, token);
  const { problems } = watch(page);
  const listed = async () => (await instance.api<{ items: Campaign[] }>('GET', '/campaigns', { token })).items;
  await page.goto(`${instance.url}/dashboard/campaigns/new`);
  await page.getByRole('button', { name: 'Bring your keywords from another tool' }).click();
  await page.getByRole('button', { name: 'Suggest campaign' }).click();
  await expect(page.getByText('Paste a list or choose a file first')).toBeVisible();
  const list = 'Keyword,Whole word only?,Flags\ninvoice tool,Yes,\nlate payment,Yes,\n';
  await page.getByLabel('Or choose a file').setInputFiles({ name: 'f5bot.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
  await expect(page.getByLabel('Keywords, searches, subreddits, or feeds')).toHaveValue(list);
  await page.getByRole('button', { name: 'Suggest campaign' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Keywords from F5Bot');
  await expect(page.getByText('From F5Bot: late payment')).toBeVisible();
  expect(await listed()).toEqual([]);
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await expect(page).toHaveURL(/\/dashboard\/campaigns\/\d+$/);
  expect(await listed()).toMatchObject([
    {
      mode: 'manual',
      rules: [{ text: '"invoice tool"' }, { text: '"late payment"' }],
      streams: [{ kind: 'search' }, { kind: 'hackernews' }],
    },
  ]);
  expect(problems).toEqual([]);
});

test('creates a token with the tools that were selected, and no tools for one that only reads', async ({ context, page }) => {
  const { token } = await instance.register('assisted');
  await signIn(context, token);
  const { problems } = watch(page);
  await page.goto(`${instance.url}/dashboard/settings?tab=tokens`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Assistant');
  await expect(page.getByRole('group', { name: 'Assistants (MCP) may also' })).toBeHidden();
  await page.getByRole('radio', { name: 'Read and write' }).check();
  await page.getByRole('checkbox', { name: 'Give feedback' }).check();
  await page.getByRole('checkbox', { name: 'Draft replies' }).check();
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByText("Copy the token now. It won't be shown again.")).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Reader');
  await page.getByRole('checkbox', { name: 'Give feedback' }).check();
  await page.getByRole('radio', { name: /^Read(?! and)/ }).check();
  await page.getByRole('button', { name: 'Create token' }).click();
  const made = async () => {
    const { items } = await instance.api<{ items: ApiToken[] }>('GET', '/tokens', { token });
    return items.map(({ name, scope, tools }) => ({ name, scope, tools: tools.toSorted() }));
  };
  await expect.poll(made).toEqual([
    { name: 'Reader', scope: 'read', tools: [] },
    { name: 'Assistant', scope: 'write', tools: ['draft_reply', 'give_feedback'] },
  ]);
  expect(problems).toEqual([]);
});

test('reports page views to the configured endpoint, also of a change of page within the app', async ({ page }) => {
  const { problems } = watch(page);
  views.length = 0;
  await page.goto(`${instance.url}/login?next=secret`);
  await page.getByRole('link', { name: 'Forgot' }).first().click();
  await expect
    .poll(() => views)
    .toEqual([
      { type: 'page-view', path: '/login' },
      { type: 'page-view', path: '/forgot-password' },
    ]);
  expect(problems).toEqual([]);
});
