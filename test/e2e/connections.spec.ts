import { expect, test } from 'playwright/test';
import { responders } from '../ai/support/responders.ts';
import { startFakeOllama } from '../support/fakes/ollama/server.ts';
import { startFakeReddit } from '../support/fakes/reddit/server.ts';
import { startSmtpServer } from '../support/fakes/smtp.ts';
import { faultsOf } from './support/axe.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { fitsAcross, keepScreen, registerFirst, settled, signIn, watch } from './support/page.ts';

let instance: Instance;
const closing: (() => Promise<unknown>)[] = [];

async function open() {
  const reddit = await startFakeReddit();
  const ollama = await startFakeOllama({ respond: responders.sensible, models: ['qwen3:4b-instruct', 'qwen3'] });
  const smtp = await startSmtpServer({ login: { user: 'mara', password: 'canary-mail-password' } });
  closing.push(
    () => reddit.close(),
    () => ollama.close(),
    () => smtp.close(),
  );
  instance = await startInstance({
    EARSHOT_REDDIT__WWW_URL: reddit.url,
    EARSHOT_REDDIT__API_URL: reddit.url,
    EARSHOT_SECURITY__ALLOW_PRIVATE_HOSTS: '127.0.0.1',
  });
  return { ollama, smtp };
}

test.afterEach(async () => {
  await instance.close();
  for (const close of closing.splice(0)) await close();
});

test('connects Reddit, Ollama, and email on an empty instance, and tests each of them', async ({ page }) => {
  const { ollama, smtp } = await open();
  // A form that lacks a password is refused.
  const { problems } = watch(page, [/status of 400/]);
  await registerFirst(page, instance.url);
  await page.goto(`${instance.url}/dashboard/admin?tab=connections`);
  const reddit = page.getByRole('form', { name: 'Reddit app' });
  await expect(reddit.getByText(`/reddit/callback`)).toBeVisible();
  await reddit.getByLabel('Client ID').fill('client');
  await reddit.getByLabel('Client secret').fill('wrong');
  await reddit.getByRole('button', { name: 'Test Reddit app' }).click();
  await expect(reddit.getByRole('status')).toContainText('Reddit rejected this client ID and secret.');
  await reddit.getByLabel('Client secret').fill('secret');
  await reddit.getByRole('button', { name: 'Test Reddit app' }).click();
  await expect(reddit.getByRole('status')).toContainText('Reddit accepted this client ID and secret.');
  await reddit.getByRole('button', { name: 'Save Reddit app' }).click();
  await expect(reddit.getByText('Saved', { exact: true })).toBeVisible();

  const model = page.getByRole('form', { name: 'AI model' });
  await expect(page.getByRole('form').first()).toHaveAccessibleName('AI model');
  await model.getByLabel('Provider').selectOption('Groq');
  await expect(model.getByLabel('Base URL')).toHaveValue('https://api.groq.com/openai/v1');
  await expect(model.getByText('Get a key at console.groq.com/keys.')).toBeVisible();
  await model.getByLabel('Provider').selectOption('Ollama');
  await model.getByLabel('Address of Ollama').fill(ollama.host);
  await model.getByRole('button', { name: 'List models' }).click();
  await expect(model.getByRole('status')).toContainText('2 models found.');
  await model.getByLabel('Model', { exact: true }).selectOption('qwen3');
  await model.getByRole('button', { name: 'Test model' }).click();
  await expect(model.getByRole('status')).toContainText('Ollama answered with qwen3.');
  await expect(model.getByText('What the model said about a sample post')).toBeVisible();
  await model.getByRole('button', { name: 'Check with 20 posts' }).click();
  await expect(model.getByText('Valid answers')).toBeVisible();
  await expect(model.getByText('100%')).toBeVisible();
  await model.getByRole('button', { name: 'Save AI model' }).click();
  await expect(page.getByText('AI model saved')).toBeVisible();

  const email = page.getByRole('form', { name: 'Email server' });
  await email.getByLabel('Host').fill('127.0.0.1');
  await email.getByLabel('Port').fill(new URL(smtp.url).port);
  await email.getByLabel('User').fill('mara');
  await email.getByRole('button', { name: 'Save email server' }).click();
  await expect(email.getByText('Enter the password of this user.')).toBeVisible();
  await email.getByLabel('Password').fill('canary-mail-password');
  await email.getByLabel('Sender').fill('Earshot <earshot@example.com>');
  await email.getByRole('button', { name: 'Save email server' }).click();
  await expect(page.getByText('Email server saved')).toBeVisible();
  await email.getByRole('button', { name: 'Send a test email' }).click();
  await expect(email.getByRole('status')).toContainText('mara@example.com');
  expect(smtp.taken[0]).toContain('To: mara@example.com');

  await page.goto(`${instance.url}/dashboard/admin?tab=connections`);
  await settled(page);
  expect(await page.content()).not.toContain('canary-mail-password');
  await page.goto(`${instance.url}/dashboard/settings?tab=reddit`);
  await expect(page.getByRole('button', { name: 'Connect Reddit' })).toBeVisible();
  await page.goto(`${instance.url}/dashboard/settings?tab=ai`);
  await expect(page.getByText('Ollama is working')).toBeVisible();
  expect(problems).toEqual([]);
});

test('shows what the environment sets, without a way to change it', async ({ page, context }) => {
  instance = await startInstance({ EARSHOT_REDDIT__CLIENT_ID: 'from-env', EARSHOT_SMTP__URL: 'smtps://me:canary-pw@mail.example.com' });
  const { token } = await instance.register('boss');
  await signIn(context, token);
  await page.goto(`${instance.url}/dashboard/admin?tab=connections`);
  const reddit = page.getByRole('form', { name: 'Reddit app' });
  await expect(reddit.getByText('Set in the environment by EARSHOT_REDDIT__CLIENT_ID.')).toBeVisible();
  await expect(reddit.getByLabel('Client ID')).toBeDisabled();
  await expect(reddit.getByLabel('Client ID')).toHaveValue('from-env');
  const email = page.getByRole('form', { name: 'Email server' });
  await expect(email.getByLabel('Host')).toHaveValue('mail.example.com');
  await expect(email.getByLabel('Password')).toBeDisabled();
  expect(await page.content()).not.toContain('canary-pw');
});

test('offers an Ollama at the configured address', async ({ page }) => {
  const ollama = await startFakeOllama({ respond: responders.sensible, models: ['gemma4', 'qwen3:4b-instruct'] });
  closing.push(() => ollama.close());
  instance = await startInstance({ EARSHOT_AI__OLLAMA__HOST: ollama.host });
  await registerFirst(page, instance.url);
  await page.goto(`${instance.url}/dashboard/admin?tab=connections`);
  const model = page.getByRole('form', { name: 'AI model' });
  await expect(model.getByText('Detected Ollama on this machine, with 2 models.')).toBeVisible();
  await model.getByRole('button', { name: 'Use Ollama' }).click();
  await expect(model.getByLabel('Model', { exact: true })).toHaveValue('qwen3:4b-instruct');
  await model.getByRole('button', { name: 'Save AI model' }).click();
  await expect(page.getByText('AI model saved')).toBeVisible();
  expect(ollama.requests.map(({ path }) => path)).toEqual(['/api/tags']);
});

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
  [390, 844],
] as const) {
  for (const theme of ['light', 'dark']) {
    test(`fits ${width} × ${height} in the ${theme} theme and is accessible`, async ({ browser }) => {
      instance = await startInstance({ EARSHOT_REDDIT__CLIENT_ID: 'from-env' });
      const { token } = await instance.register('boss');
      await instance.api('PATCH', '/admin/connections/model', {
        token,
        body: {
          values: { 'ai.provider': 'openai', 'ai.openai.baseUrl': 'https://models.example.com/v1', 'ai.openai.apiKey': 'sk-canary' },
        },
      });
      const context = await browser.newContext({ viewport: { width, height } });
      await signIn(context, token, theme);
      const page = await context.newPage();
      await page.goto(`${instance.url}/dashboard/admin?tab=connections`);
      await settled(page);
      await expect(page.getByRole('form', { name: 'Retention' })).toBeVisible();
      expect(await fitsAcross(page)).toBe(true);
      expect(await faultsOf(page)).toEqual([]);
      await keepScreen(page, `connections-${width}-${theme}`, { fullPage: true });
      await context.close();
    });
  }
}
