import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { expect, test } from 'playwright/test';
import type { ApiToken } from '#shared/tokens.ts';
import { violationsOf } from './support/axe.ts';
import { type Instance, ownAddress, password, startInstance } from './support/instance.ts';
import { fitsAcross, keepScreen, settled, signIn, watch } from './support/page.ts';

let instance: Instance;
/** Where the assistant awaits the user. */
const answers: URL[] = [];
const assistantSite = createServer((request, response) => {
  answers.push(new URL(request.url ?? '', 'http://localhost'));
  response.setHeader('content-type', 'text/html').end('<title>Assistant</title><h1>Back at the assistant</h1>');
});
let redirectUrl: string;

test.beforeAll(async () => {
  instance = await startInstance(await ownAddress());
  assistantSite.listen(0, '127.0.0.1');
  await once(assistantSite, 'listening');
  redirectUrl = `http://127.0.0.1:${(assistantSite.address() as AddressInfo).port}/callback`;
});
test.afterAll(async () => {
  await instance.close();
  assistantSite.closeAllConnections();
  assistantSite.close();
});

function newAssistant(name: string) {
  const kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier: string; opened: string } = {
    verifier: '',
    opened: '',
  };
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: name, redirect_uris: [redirectUrl] },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (kept.opened = url.href),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier,
  };
  const serverUrl = `${instance.url}/mcp`;
  return {
    /** The address that it opens in the user's browser. */
    async ask(): Promise<string> {
      await auth(provider, { serverUrl });
      return kept.opened;
    },
    async toolsAfter(answer: URL): Promise<string[]> {
      await auth(provider, { serverUrl, authorizationCode: answer.searchParams.get('code') ?? '' });
      const client = new Client({ name, version: '1' });
      await client.connect(new StreamableHTTPClientTransport(new URL(serverUrl), { authProvider: provider }));
      const { tools } = await client.listTools();
      await client.close();
      return tools.map((tool) => tool.name).toSorted();
    },
  };
}

test('logs in, allows an assistant with chosen tools, sees it in the settings, and disconnects it', async ({ page }) => {
  const { user, token } = await instance.register('ada');
  const { problems } = watch(page);
  await page.addInitScript(() => localStorage.setItem('getting-started-completed', 'true'));
  const assistant = newAssistant('<b>Claude</b>');
  await page.goto(await assistant.ask());
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Connect an assistant' })).toBeVisible();
  await expect(page.getByText('A program that calls itself “<b>Claude</b>” asks')).toBeVisible();
  await expect(page.getByText(new URL(redirectUrl).host)).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Read(?! and)/ })).toBeChecked();
  await settled(page);
  expect(await violationsOf(page)).toEqual([]);
  await keepScreen(page, 'authorize');
  await page.getByRole('radio', { name: 'Read and write' }).check();
  await page.getByRole('checkbox', { name: 'Find conversations' }).uncheck();
  await page.getByRole('checkbox', { name: 'Draft replies' }).uncheck();
  await keepScreen(page, 'authorize-write', { fullPage: true });
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('heading', { name: 'Back at the assistant' })).toBeVisible();
  const tools = await assistant.toolsAfter(answers.at(-1) ?? new URL(redirectUrl));
  expect(tools).toEqual(expect.arrayContaining(['list_leads', 'set_lead_stage']));
  expect(tools).not.toContain('draft_reply');

  await page.goto(`${instance.url}/dashboard/settings?tab=tokens`);
  await expect(page.getByText(`${instance.url}/mcp`).last()).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: '<b>Claude</b>' });
  await expect(row).toContainText(new URL(redirectUrl).host);
  await expect(row).toContainText('Read and write');
  await settled(page);
  expect(await violationsOf(page)).toEqual([]);
  await keepScreen(page, 'assistants', { fullPage: true });
  await row.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('No assistants yet.')).toBeVisible();
  expect(await instance.api<{ items: ApiToken[] }>('GET', '/tokens', { token })).toMatchObject({ items: [] });
  expect(problems).toEqual([]);
});

test('asks which workspace, with the access that the user has in it', async ({ context, page }) => {
  const [cleo, dan, eve] = [await instance.register('cleo'), await instance.register('dan'), await instance.register('eve')];
  for (const [{ user, token }, role] of [
    [dan, 'viewer'],
    [eve, 'client'],
  ] as const) {
    const path = `/workspaces/${user.id}/invitations`;
    const { link } = await instance.api<{ link: string }>('POST', path, { token, body: { role } });
    await instance.api('POST', `/workspaces/invitations/${link.split('/').at(-1) ?? ''}/accept`, { token: cleo.token });
  }
  await instance.api('PUT', '/workspaces/active', { token: cleo.token, body: { id: cleo.user.id } });
  await signIn(context, cleo.token);
  const { problems } = watch(page);
  await page.goto(await newAssistant('Claude').ask());
  await page.getByRole('radio', { name: 'Read and write' }).check();
  await expect(page.getByRole('combobox', { name: 'Workspace' }).getByRole('option')).toHaveText(['cleo', 'dan']);
  await page.getByRole('combobox', { name: 'Workspace' }).selectOption('dan');
  await expect(page.getByRole('radio', { name: 'Read and write' })).toBeHidden();
  await settled(page);
  await keepScreen(page, 'authorize-workspace');
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('heading', { name: 'Back at the assistant' })).toBeVisible();
  expect(answers.at(-1)?.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  expect(problems).toEqual([]);
});

test('lets another account answer', async ({ context, page }) => {
  const [fay, gus] = [await instance.register('fay'), await instance.register('gus')];
  await signIn(context, fay.token);
  const { problems } = watch(page);
  await page.goto(await newAssistant('Claude').ask());
  await expect(page.getByText('fay', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Use another account' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(gus.user.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Connect an assistant' })).toBeVisible();
  await expect(page.getByText('gus', { exact: true })).toBeVisible();
  expect(problems).toEqual([]);
});

test('goes back without access when the user cancels, and nowhere from a forged address', async ({ context, page }) => {
  const { token } = await instance.register('bo');
  await signIn(context, token, 'dark');
  const { problems } = watch(page, [/400/]);
  await page.setViewportSize({ width: 390, height: 844 });
  const asked = await newAssistant('').ask();
  await page.goto(asked);
  await expect(page.getByText('A program asks for access to your data.')).toBeVisible();
  await settled(page);
  expect(await fitsAcross(page)).toBe(true);
  await keepScreen(page, 'authorize-phone', { fullPage: true });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Back at the assistant' })).toBeVisible();
  expect(answers.at(-1)?.searchParams.get('error')).toBe('access_denied');

  const forged = new URL(asked);
  forged.searchParams.set('redirect_uri', 'https://evil.example/');
  await page.goto(forged.href);
  await expect(page.getByRole('heading', { name: "This can't be allowed" })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Allow' })).toBeHidden();
  await keepScreen(page, 'authorize-forged');
  const unsafe = new URL(asked);
  unsafe.searchParams.set('code_challenge_method', 'plain');
  await page.goto(unsafe.href);
  await page.getByRole('button', { name: 'Back to 127.0.0.1' }).click();
  await expect(page.getByRole('heading', { name: 'Back at the assistant' })).toBeVisible();
  expect(answers.at(-1)?.searchParams.get('error')).toBe('invalid_request');
  expect(problems).toEqual([]);
});
