import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type BrowserContext, type Page } from 'playwright/test';
import type { PageText } from '#shared/companion.ts';
import type { Post } from '#shared/posts.ts';
import { findWithExtensions } from '../support/chromium.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { keepScreen, signIn } from './support/page.ts';

interface Chrome {
  tabs: { query: (tabs: { url: string }) => Promise<{ id: number }[]> };
  action: { onClicked: { dispatch: (tab: { id: number } | undefined) => void } };
}

interface Read extends Omit<PageText, 'software'> {
  software?: PageText['software'];
}
const title = 'How do you send invoices?';
const ask = 'Looking for invoicing software, would pay today.';
const same = 'Same here, clients pay late every month.';
const [asked, answered] = ['2026-11-20T08:00:00.000Z', '2026-11-20T09:30:00.000Z'];
const post = (url: string, over: Partial<Read> = {}): Read => ({
  url,
  kind: 'post',
  author: 'mira',
  title,
  text: ask,
  writtenAt: asked,
  ...over,
});
const comment = (url: string, over: Partial<Read> = {}): Read => ({
  url,
  kind: 'comment',
  author: 'ledger',
  title,
  text: same,
  writtenAt: answered,
  ...over,
});

const reddit = 'https://www.reddit.com/r/freelance/comments/1abc';
const [forum, lemmy] = ['https://forum.example.test', 'https://lemmy.example.test'];
const recommend = `${ask}\n\nWhat do you recommend?`;
const byHand = { author: 'bram_k', text: 'I gave up and write them by hand.', writtenAt: null };
const known: Record<string, { at: string; reads: Read[] }> = {
  reddit: {
    at: `${reddit}/invoices/`,
    reads: [
      post(`${reddit}/invoices/`, { author: 'mira_draws', text: recommend }),
      comment(`${reddit}/comment/2def/`, { author: 'quiet_ledger' }),
      comment(`${reddit}/comment/3ghi/`, byHand),
    ],
  },
  'old-reddit': {
    at: 'https://old.reddit.com/r/freelance/comments/1abc/invoices/',
    reads: [
      post('https://old.reddit.com/r/freelance/comments/1abc/invoices/', { author: 'mira_draws' }),
      comment('https://old.reddit.com/r/freelance/comments/1abc/invoices/2def/', { author: 'quiet_ledger' }),
      comment('https://old.reddit.com/r/freelance/comments/1abc/invoices/3ghi/', byHand),
    ],
  },
  'hacker-news': {
    at: 'https://news.ycombinator.com/item?id=901',
    reads: [
      post('https://news.ycombinator.com/item?id=901', { title: `Ask HN: ${title}`, text: `${ask}\nWhat do you recommend?` }),
      comment('https://news.ycombinator.com/item?id=902', { title: `Ask HN: ${title}` }),
    ],
  },
  discourse: {
    at: `${forum}/t/invoices/34/2`,
    reads: [post(`${forum}/t/invoices/34`, { software: 'discourse' }), comment(`${forum}/t/invoices/34/2`, { software: 'discourse' })],
  },
  'stack-exchange': {
    at: 'https://stackoverflow.com/questions/55/invoices',
    reads: [post('https://stackoverflow.com/questions/55'), comment('https://stackoverflow.com/a/56')],
  },
  lemmy: {
    at: `${lemmy}/post/12`,
    reads: [post(`${lemmy}/post/12`, { software: 'lemmy' }), comment(`${lemmy}/comment/5`, { software: 'lemmy' })],
  },
  'json-ld': {
    at: `${forum}/threads/7/page-1`,
    reads: [post(`${forum}/threads/7`, { author: 'Mira' }), comment(`${forum}/threads/7#post-9`, { author: 'Ledger' })],
  },
  microdata: {
    at: `${forum}/questions/7`,
    reads: [post(`${forum}/questions/7`, { author: 'Mira' }), comment(`${forum}/questions/7#answer-9`, { author: 'Ledger' })],
  },
  forum: {
    at: `${forum}/showthread.php?t=7`,
    reads: [
      post(`${forum}/showthread.php?t=7`, { author: 'Mira', text: `${ask} Mine` }),
      comment(`${forum}/showthread.php?t=7#post9`, { author: 'Ledger' }),
    ],
  },
  article: { at: `${forum}/about`, reads: [post(`${forum}/about`, { author: null, writtenAt: null, text: `${title}\n\n${recommend}` })] },
};

async function serve(on: Page | BrowserContext, name: string, at: string): Promise<void> {
  const body = readFileSync(`test/fixtures/companion/${name}.html`, 'utf8');
  const headers = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; require-trusted-types-for 'script'" };
  await on.route(at, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', headers, body }));
}

/** The page's script alone, with the browser's part of an extension replaced by what notes its messages. */
async function readPage(page: Page): Promise<PageText[]> {
  await page.evaluate(() => {
    const sendMessage = (message: { texts: PageText[] }) => {
      Object.assign(globalThis, { sent: message.texts });
      return Promise.resolve({ ok: true, result: { campaigns: [], calls: [] } });
    };
    Object.assign(globalThis, { chrome: { runtime: { sendMessage } } });
  });
  await page.evaluate(readFileSync('dist/companion/content.js', 'utf8'));
  return page.evaluate(() => (globalThis as { sent?: PageText[] }).sent ?? []);
}

test('reads each text of a page with its address, author, and time, in layouts that it knows and in others', async ({ page }) => {
  for (const [name, { at, reads }] of Object.entries(known)) {
    await serve(page, name, at);
    await page.goto(at);
    expect.soft([name, ...(await readPage(page))]).toEqual([name, ...reads.map((read) => ({ software: null, ...read }))]);
  }
});

test('the extension asks for no permission but those in the docs, and reaches instances without HTTPS', () => {
  const manifest = JSON.parse(readFileSync('dist/companion/manifest.json', 'utf8')) as Record<string, unknown>;
  expect(manifest).toMatchObject({ permissions: ['activeTab', 'scripting', 'storage'], version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  expect(Object.keys(manifest).filter((name) => /host_permissions|content_scripts|externally/.test(name))).toEqual([
    'optional_host_permissions',
  ]);
  // Without a policy of its own, Firefox asks for HTTPS everywhere.
  expect(manifest['content_security_policy']).toEqual({ extension_pages: expect.not.stringContaining('upgrade') });
});

test('the extension says what it is, and its options, in German', async ({ browser }) => {
  const manifest = JSON.parse(readFileSync('dist/companion/manifest.json', 'utf8')) as Record<string, unknown>;
  expect(manifest).toMatchObject({ default_locale: 'en', description: '__MSG_description__' });
  const messages = (language: string) =>
    JSON.parse(readFileSync(`dist/companion/_locales/${language}/messages.json`, 'utf8')) as Record<string, { message: string }>;
  expect(messages('en')['title']?.message).toBe('Score this page');
  expect(messages('de')['title']?.message).toBe('Diese Seite bewerten');
  const context = await browser.newContext({ locale: 'de-DE' });
  const page = await context.newPage();
  await serve(page, 'article', `${forum}/about`);
  await page.goto(`${forum}/about`);
  expect((await readPage(page)).length).toBe(1);
  const options = await context.newPage();
  await options.setContent(readFileSync('dist/companion/options.html', 'utf8').replaceAll(/<link[^>]*>|<script[^]*?<\/script>/g, ''));
  await options.evaluate(() => {
    const get = () => Promise.resolve({});
    Object.assign(globalThis, { chrome: { storage: { local: { get } } } });
  });
  await options.addStyleTag({ path: 'dist/companion/options.css' });
  await options.addScriptTag({ path: 'dist/companion/options.js', type: 'module' });
  await expect(options.getByRole('button', { name: 'Verbinden' })).toBeVisible();
  await expect(options.getByText('Öffne dein Earshot, gehe zu Einstellungen')).toBeVisible();
  await options.getByLabel('Adresse').fill('https://earshot.example.com');
  await keepScreen(options, 'companion-options-german');
  await context.close();
});

test.describe('with an instance', () => {
  let instance: Instance;
  let token: string;
  test.beforeAll(async () => {
    instance = await startInstance();
    ({ token } = await instance.register('mara'));
    const offering = 'Invoicing software for freelancers: quotes, reminders, online payment';
    const body = { name: 'Invoices', offering, rules: [{ text: 'invoic*' }], leadThreshold: 50 };
    await instance.api('POST', '/campaigns', { token, body });
  });
  test.afterAll(() => instance.close());

  test('the bookmarklet opens the form with what the page says', async ({ context, page }) => {
    await signIn(context, token);
    await page.goto(`${instance.url}/dashboard/settings?tab=companion`);
    const link = (await page.getByRole('link', { name: 'Save to Earshot' }).getAttribute('href')) ?? '';
    const { at } = known['article'] ?? { at: '' };
    await serve(page, 'article', at);
    await page.goto(at);
    const opened = page.waitForEvent('popup');
    await page.evaluate(decodeURIComponent(link.replace('javascript:', '')));
    const form = await opened;
    await expect(form.getByRole('textbox')).toHaveValue(
      /^A page\n\nHow do you send invoices\?\n[^]*What do you recommend\?\n\nhttps:\/\/forum\.example\.test\/about$/,
    );
  });

  const browser = findWithExtensions();
  test.skip(browser === undefined, 'Only Chromium itself loads extensions, and it is not installed');

  /** The extension, with what people grant it by a click: its instance's address and the page. */
  function grantedExtension(): string {
    const folder = mkdtempSync(join(tmpdir(), 'earshot-extension-'));
    cpSync('dist/companion', folder, { recursive: true });
    const file = join(folder, 'manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(
      file,
      JSON.stringify({ ...manifest, host_permissions: ['https://www.reddit.com/*', `http://${new URL(instance.url).hostname}/*`] }),
    );
    return folder;
  }

  interface Node {
    role?: { value: string };
    name?: { value: string };
    backendDOMNodeId?: number;
    ignored: boolean;
  }
  const nodesOf = async (page: Page): Promise<Node[]> => {
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    await session.detach();
    return nodes.filter(({ ignored }) => !ignored) as Node[];
  };
  /** Names of what the page shows, the extension's closed shadow root included. */
  const shownIn = async (page: Page): Promise<string[]> => (await nodesOf(page)).map(({ name }) => name?.value ?? '');
  async function press(page: Page, label: string): Promise<void> {
    const { backendDOMNodeId: backendNodeId } =
      (await nodesOf(page)).find(({ role, name }) => role?.value === 'button' && name?.value === label) ?? {};
    if (backendNodeId === undefined) throw new Error(`No button ${label}`);
    const session = await page.context().newCDPSession(page);
    const [left = 0, top = 0, , , right = 0, bottom = 0] = (await session.send('DOM.getBoxModel', { backendNodeId })).model.content;
    await session.detach();
    await page.mouse.click((left + right) / 2, (top + bottom) / 2);
  }

  test('the extension is connected by a code, marks the leads of a page, saves them, and opens the reply box', async () => {
    const folder = grantedExtension();
    const args = ['--no-sandbox', '--disable-gpu', `--disable-extensions-except=${folder}`, `--load-extension=${folder}`];
    const context = await chromium.launchPersistentContext('', { executablePath: browser, headless: true, args });
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    await signIn(context, token);
    const settings = await context.newPage();
    await settings.goto(`${instance.url}/dashboard/settings?tab=companion`);
    const file = await settings.request.get(
      `${instance.url}${await settings.getByRole('link', { name: 'Download the extension' }).getAttribute('href')}`,
    );
    expect([file.status(), file.headers()['content-type'], (await file.body()).length < 1_000_000]).toEqual([200, 'application/zip', true]);
    await settings.getByRole('button', { name: 'Get a code' }).click();
    const code = await settings.locator('code').innerText();

    const options = await context.newPage();
    await options.goto(worker.url().replace('background.js', 'options.html'));
    await options.getByLabel('Address').fill(instance.url);
    await options.getByLabel('Code').fill('AAAA-BBBB');
    await options.getByRole('button', { name: 'Connect' }).click();
    await expect(options.getByRole('alert')).toContainText('wrong, used, or expired');
    await options.getByLabel('Code').fill(code);
    await options.getByRole('button', { name: 'Connect' }).click();
    await expect(options.getByText(`Connected to ${instance.url}/`)).toBeVisible();

    const { at } = known['reddit'] ?? { at: '' };
    await serve(context, 'reddit', at);
    const page = await context.newPage();
    await page.goto(at);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    // The browser's own button can't be pressed by a test.
    const click = () =>
      worker.evaluate(async (url) => {
        const { chrome } = globalThis as unknown as { chrome: Chrome };
        const [tab] = await chrome.tabs.query({ url });
        chrome.action.onClicked.dispatch(tab);
      }, at);
    await click();
    await expect.poll(() => shownIn(page)).toContain('2 leads in 3 texts');
    expect(await page.evaluate(() => document.documentElement.innerHTML.includes('lead'))).toBe(false);
    await press(page, 'Save 2 leads');
    const listSaved = async () => {
      const { items } = await instance.api<{ items: Post[] }>('GET', '/posts?status=all', { token });
      return items.map(({ fullname, author, status }) => [fullname, author, status].join(' ')).sort();
    };
    await expect.poll(listSaved).toEqual(['t1_2def quiet_ledger lead', 't3_1abc mira_draws lead']);

    const opened = context.waitForEvent('page');
    await press(page, 'Reply');
    const reader = await opened;
    await expect(reader.getByRole('textbox', { name: /reply/i })).toBeFocused();
    expect(requested).toEqual([]);

    await click();
    await expect.poll(() => shownIn(page)).not.toContain('2 leads in 3 texts');
    await context.close();
    rmSync(folder, { recursive: true });
  });
});
