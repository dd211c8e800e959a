import { expect, test, type Browser, type Page } from 'playwright/test';
import type { Lead } from '#shared/leads.ts';
import type { Post } from '#shared/posts.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { settled, signIn, watch } from './support/page.ts';

let instance: Instance;
let token: string;
const table = `| tool | price |\n| :-- | --: |\n${'| A &amp; B | &pound;12 |\n'.repeat(40)}`;
/** As Reddit's API without `raw_json`, and dumps of it, write texts. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** Bodies as their authors wrote them; each title begins with its number. */
const bodies: readonly string[] = [
  'Fewer than 5 &gt; 3&nbsp;invoices&hellip; Q&amp;amp;A &amp;hellip; &notanentity; &CounterClockwiseContourIntegral; &#x1F9FE; &#0; &',
  'I write invoices by hand &amp; lose them. '.repeat(1000),
  'x'.repeat(40_000),
  `${'> '.repeat(200)}deep quote\n\n${'- '.repeat(200)}deep list\n\n${'*'.repeat(4000)}\n\n${'['.repeat(4000)}`,
  table,
  'أبحث عن برنامج فواتير &lrm;123&rlm; مع **خط عريض** و English inside',
  '\u200Bzero\u200Bwidth\u200D\uFEFF &ZeroWidthSpace;&zwj;&zwnj;&shy; \u202Eright to left\u202C \u2066isolate\u2069',
  '<script>alert(1)</script> &lt;b&gt; `&lt;code&gt;` \n\n    &lt;block&gt;\n\n```\n&amp;&hellip;\n```',
  '[a &gt; b](https://example.org/?a=1&amp;b=2 "title &hellip;") ![x &nbsp;](https://example.org/x.png)\n\n[ref]: https://example.org/&eacute;',
];

test.beforeAll(async () => {
  instance = await startInstance();
  token = (await instance.register('mara')).token;
  const { id } = await instance.api<{ id: string }>('POST', '/campaigns', {
    token,
    body: { name: 'Invoices', offering: 'Invoicing software', rules: [{ text: 'invoic*' }], leadThreshold: 10, postFloor: 0 },
  });
  const lines = bodies.map((selftext, index) =>
    JSON.stringify({
      id: `text${index}`,
      title: escaped(`${index} Looking for an invoicing tool > Excel&nbsp;&hellip; &amp; \u202Eback\u202C \u200B`),
      selftext: escaped(selftext),
      author: `author${index}`,
      subreddit: 'freelance',
      created_utc: Math.floor(Date.now() / 1000) - 600 - index,
    }),
  );
  const body = new FormData();
  body.set('campaignId', id);
  body.set('file', new Blob([lines.join('\n')]), 'posts.jsonl');
  const answer = await fetch(`${instance.url}/api/import/file`, { method: 'POST', body, headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(202);
  const count = async (path: string) => (await instance.api<{ items: unknown[] }>('GET', path, { token })).items.length;
  await expect.poll(() => count('/posts?status=all')).toBe(bodies.length);
});
test.afterAll(() => instance.close());

async function open(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signIn(context, token);
  return context.newPage();
}
const listOf = async <T>(path: string) => (await instance.api<{ items: T[] }>('GET', path, { token })).items;
const article = (page: Page) => page.getByRole('article');

/** Presses `j` through the whole list; the number at the beginning of each title that the reader shows. */
async function readAll(page: Page, path: string): Promise<Set<string>> {
  await page.goto(`${instance.url}${path}`);
  await settled(page);
  const read = new Set<string>();
  for (const _ of bodies) {
    const title = (await article(page).getByRole('heading', { level: 2 }).textContent()) ?? '';
    read.add(title.slice(0, 1));
    await page.keyboard.press('j');
    await settled(page);
  }
  return read;
}

test('shows posts and leads with entities, tables, long, RTL, and invisible text', async ({ browser }) => {
  const page = await open(browser);
  const { problems } = watch(page);
  const leads = await listOf<Lead>('/leads?limit=100');
  expect(leads.length).toBeGreaterThan(5);
  expect(await readAll(page, '/dashboard/posts?status=all')).toHaveProperty('size', bodies.length);
  expect(await readAll(page, '/dashboard/leads')).toHaveProperty('size', leads.length);
  for (const { id } of leads) {
    await page.goto(`${instance.url}/dashboard/leads/${id}`);
    await settled(page);
    await expect(article(page).getByRole('heading', { name: 'Looking for an invoicing tool' })).toBeVisible();
  }
  for (const path of ['/dashboard', '/dashboard/leads?view=board']) {
    await page.goto(`${instance.url}${path}`);
    await settled(page);
    await expect(page.getByText('Looking for an invoicing tool').first()).toBeVisible();
  }
  expect(problems).toEqual([]);
  await page.context().close();
});

/** The text of the article without the letters of the evidence, which aren't the author's. */
const writtenIn = (page: Page): Promise<string> =>
  article(page).evaluate((shown) => {
    const own = shown.cloneNode(true) as Element;
    for (const letter of own.querySelectorAll('.evidence-ref')) letter.remove();
    return own.textContent;
  });

test('shows what an author wrote, with its entities decoded once', async ({ browser }) => {
  const page = await open(browser);
  const { problems } = watch(page);
  const first = (await listOf<Post>('/posts?status=all')).find(({ title }) => title.startsWith('0 '));
  await page.goto(`${instance.url}/dashboard/posts?status=all&post=${first?.id}`);
  await settled(page);
  await expect.poll(() => writtenIn(page)).toContain('Fewer than 5 > 3\u00A0invoices… Q&amp;A &hellip; &notanentity; ∳ 🧾 \uFFFD &');
  // A title is no Markdown: what looks like an entity was written so.
  await expect(article(page).getByRole('heading', { level: 2 })).toContainText('tool > Excel&nbsp;&hellip; &amp;');
  expect(problems).toEqual([]);
  await page.context().close();
});

type Json = Record<string, unknown>;
/** Changes what the server answers, as a fault there would: a boundary must hold whatever breaks an item. */
async function spoil(page: Page, path: RegExp, change: (answer: Json) => void): Promise<void> {
  await page.route(
    ({ pathname, search }) => path.test(pathname + search),
    async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as Json;
      change(json);
      await route.fulfill({ response, json });
    },
  );
}
const second = (list: unknown) => (list as Json[])[1] ?? {};
const crashed = (page: Page) => page.getByText('Unexpected Application Error!');

test('keeps the list and the reader when one post breaks them', async ({ browser }) => {
  const page = await open(browser);
  const posts = await listOf<Post>('/posts?status=all');
  await spoil(page, /\/api\/posts\?/, ({ items }) => void (second(items)['title'] = {}));
  await spoil(page, new RegExp(`/api/posts/${posts[1]?.id}$`), (post) => void (post['title'] = {}));
  await page.goto(`${instance.url}/dashboard/posts?status=all`);
  await settled(page);
  const rows = page.getByRole('region', { name: 'Posts' }).getByRole('link');
  await expect(rows).toHaveCount(bodies.length);
  await expect(rows.nth(1)).toHaveText("Couldn't show this post.");

  await page.keyboard.press('j');
  const failed = page.getByRole('alert').filter({ hasText: "Couldn't show this post." });
  await expect(failed.getByRole('link', { name: 'Open on Reddit' })).toHaveAttribute('href', /reddit\.com/);
  await expect(rows.nth(1)).toBeFocused();
  await expect(page.getByRole('toolbar').getByRole('button', { name: 'Dismiss' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(article(page).getByRole('heading', { level: 2 })).toContainText(posts[2]?.title.slice(0, 20) ?? '-');
  await page.keyboard.press('k');
  await expect(failed).toBeVisible();
  await page.reload();
  await expect(failed).toBeVisible();
  await expect(crashed(page)).toBeHidden();

  await page.unrouteAll({ behavior: 'wait' });
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(article(page).getByRole('heading', { level: 2 })).toContainText(posts[1]?.title.slice(0, 20) ?? '-');
  await page.context().close();
});

test('keeps the leads, the board, and a lead with its person when one of their parts breaks', async ({ browser }) => {
  const page = await open(browser);
  const leads = await listOf<Lead>('/leads?limit=100');
  await spoil(page, /\/api\/leads\?/, ({ items }) => void (second(items)['posts'] = null));
  await page.goto(`${instance.url}/dashboard/leads`);
  await settled(page);
  const rows = page.getByRole('region', { name: 'Leads' }).getByRole('link');
  await expect(rows).toHaveCount(leads.length);
  await expect(rows.nth(1)).toHaveText("Couldn't show this lead.");
  await page.goto(`${instance.url}/dashboard/leads?view=board`);
  await settled(page);
  await expect(page.getByRole('link', { name: "Couldn't show this lead." })).toHaveCount(1);
  await expect(page.getByText('Looking for an invoicing tool')).toHaveCount(leads.length - 1);

  const [lead] = leads;
  await spoil(page, /\/api\/leads\/\d+$/, (answer) => void (answer['tags'] = null));
  await page.goto(`${instance.url}/dashboard/leads/${lead?.id}`);
  await settled(page);
  const person = page.getByRole('complementary', { name: 'Person' });
  await expect(person.getByRole('alert')).toContainText("Couldn't show this part of the page.");
  await expect(article(page)).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await person.getByRole('button', { name: 'Retry' }).click();
  await expect(person.getByRole('alert')).toBeHidden();

  await spoil(page, /\/api\/posts\/\d+$/, (answer) => void (answer['thread'] = null));
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: "Couldn't show this post." })).toBeVisible();
  await expect(person).toBeVisible();
  await expect(crashed(page)).toBeHidden();
  await page.context().close();
});

test('keeps the dashboard when some of its panels break', async ({ browser }) => {
  const page = await open(browser);
  await spoil(page, /\/api\/dashboard\?/, (dashboard) => {
    dashboard['monitored'] = null;
    dashboard['trend'] = null;
  });
  await spoil(page, /\/api\/dashboard\/today/, ({ items }) => void ((second(items)['lead'] as { posts: null }).posts = null));
  await page.goto(`${instance.url}/dashboard`);
  await settled(page);
  const failed = page.getByRole('alert').filter({ hasText: "Couldn't show this part of the page." });
  await expect(failed).toHaveCount(2);
  await expect(page.getByRole('link', { name: "Couldn't show this lead." })).toHaveCount(1);
  for (const name of ['Campaigns', 'Setup']) await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await failed.first().getByRole('button', { name: 'Retry' }).click();
  await expect(failed).toHaveCount(0);
  await expect(crashed(page)).toBeHidden();
  await page.context().close();
});
