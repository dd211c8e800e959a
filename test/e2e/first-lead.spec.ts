import { expect, test } from 'playwright/test';
import { responders } from '../ai/support/responders.ts';
import { startFakeOllama } from '../support/fakes/ollama/server.ts';
import { startReceiver } from '../support/fakes/receiver.ts';
import { startFakeReddit } from '../support/fakes/reddit/server.ts';
import { startInstance } from './support/instance.ts';
import { registerFirst, watch } from './support/page.ts';
import { startWebsite } from './support/website.ts';

const closing: (() => unknown)[] = [];
test.afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function start() {
  const reddit = await startFakeReddit();
  const ollama = await startFakeOllama({ respond: responders.sensible, models: ['qwen3'] });
  const ntfy = await startReceiver();
  const website = await startWebsite();
  const instance = await startInstance({
    EARSHOT_REDDIT__WWW_URL: reddit.url,
    EARSHOT_REDDIT__API_URL: reddit.url,
    EARSHOT_REDDIT__SOURCE: 'auto',
    EARSHOT_SECURITY__ALLOW_PRIVATE_HOSTS: '127.0.0.1',
  });
  for (const part of [reddit, ollama, ntfy, website, instance]) closing.push(() => part.close());
  return { reddit, ollama, ntfy, website, instance };
}

test('takes an empty instance to its first lead in ntfy, set up in the browser alone', async ({ page }) => {
  const { reddit, ollama, ntfy, website, instance } = await start();
  const { problems } = watch(page);
  await registerFirst(page, instance.url);
  await page.goto(`${instance.url}/dashboard/admin?tab=connections`);

  const app = page.getByRole('form', { name: 'Reddit app' });
  await app.getByLabel('Client ID').fill('client');
  await app.getByLabel('Client secret').fill('secret');
  await app.getByRole('button', { name: 'Save Reddit app' }).click();
  await expect(app.getByText('Saved', { exact: true })).toBeVisible();
  const model = page.getByRole('form', { name: 'AI model' });
  await model.getByLabel('Provider').selectOption('Ollama');
  await model.getByLabel('Address of Ollama').fill(ollama.host);
  await model.getByRole('button', { name: 'List models' }).click();
  await expect(model.getByRole('status')).toContainText('1 model found.');
  await model.getByLabel('Model', { exact: true }).selectOption('qwen3');
  await model.getByRole('button', { name: 'Save AI model' }).click();
  await expect(page.getByText('AI model saved')).toBeVisible();

  await page.goto(`${instance.url}/dashboard/settings?tab=notifications`);
  await page.getByRole('button', { name: 'Add channel' }).click();
  await page.getByLabel('Kind').selectOption('ntfy');
  await page.getByLabel('Address').fill(`${ntfy.url}/my-leads`);
  await page.getByRole('button', { name: 'Add channel' }).click();
  await expect(page.getByRole('button', { name: /^Send a test to / })).toBeVisible();

  for (const name of ['freelance', 'smallbusiness', 'Entrepreneur', 'Bookkeeping', 'web_design', 'graphic_design']) {
    reddit.world.community(name);
    reddit.world.post({
      subreddit: name,
      author: `buyer_${name}`,
      title: 'Looking for invoicing software that chases late payers, any recommendation?',
      text: 'I am a freelancer, my clients pay late, and I need a tool that sends quotes, invoices, and reminders. My budget is $20 a month.',
    });
  }
  await page.goto(`${instance.url}/dashboard/campaigns/new`);
  await page.getByRole('radio', { name: /Website Builder/ }).check();
  await page.getByRole('textbox', { name: 'Website' }).fill(website.url);
  await page.getByRole('button', { name: 'Suggest campaign' }).click();
  await expect(page.getByText('Nothing is saved yet.', { exact: false })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await expect(page).toHaveURL(/\/dashboard\/campaigns\/\d+$/);
  await expect
    .poll(() => ntfy.calls.map(({ json }) => json), { timeout: 120_000 })
    .toContainEqual(expect.objectContaining({ topic: 'my-leads', message: expect.stringContaining('Looking for invoicing software') }));
  expect(problems).toEqual([]);
});
