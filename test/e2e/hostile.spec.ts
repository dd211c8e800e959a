import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type Page } from 'playwright/test';
import { startInstance, type Instance } from './support/instance.ts';
import { settled, signIn, watch } from './support/page.ts';

let instance: Instance;
/** Calls here were triggered by content: nothing that users or authors wrote may send a browser anywhere. */
const called: string[] = [];
const canary = createServer((request, response) => {
  called.push(request.url ?? '');
  response.end();
});
let lure = '';

test.beforeAll(async () => {
  await new Promise<void>((resolve) => {
    canary.listen(0, '127.0.0.1', resolve);
  });
  lure = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
  instance = await startInstance();
});
test.afterAll(async () => {
  await instance.close();
  canary.closeAllConnections();
  canary.close();
});

const payloads = (): string[] => [
  `<script>alert(1);fetch('${lure}/script')</script>`,
  `<img src="${lure}/img" onerror="alert(1)">`,
  `"><svg onload=alert(1)><use href="${lure}/svg#x"></svg>`,
  `'"--></style></script><iframe srcdoc="<script>parent.alert(1)</script>"></iframe>`,
  `![pixel](${lure}/markdown) [press](javascript:alert(1))`,
  `{{constructor.constructor('alert(1)')()}} \${alert(1)}`,
];
const schemes = [
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
];

/** An import file in which every field is hostile and every text is about invoices. */
function hostileFile(): string {
  const texts = payloads();
  const rows = [...texts, ...schemes].map((text, index) => ({
    id: `h${index}`,
    title: `Looking for invoicing software ${texts[index % texts.length]}`,
    selftext: `I need an invoice tool as soon as possible, what do you recommend? ${text}`,
    author: index % 2 === 0 ? `<b>author${index}</b>` : `author_${index}`,
    subreddit: index % 3 === 0 ? '<i>freelance</i>' : 'freelance',
    link_flair_text: texts[index % texts.length],
    url: schemes[index % schemes.length],
    permalink: schemes[index % schemes.length],
    created_utc: Date.now() / 1000 - 600,
  }));
  return rows.map((row) => JSON.stringify(row)).join('\n');
}

async function upload(token: string, campaignId: string): Promise<void> {
  const body = new FormData();
  body.set('campaignId', campaignId);
  body.set('file', new Blob([hostileFile()]), `${payloads()[1]}.jsonl`);
  const answer = await fetch(`${instance.url}/api/import/file`, { method: 'POST', body, headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(202);
  await expect
    .poll(async () => (await instance.api<{ items: unknown[] }>('GET', '/posts?status=all', { token })).items.length)
    .toBeGreaterThan(5);
}

/** Fills in hostile names wherever users can give one. */
async function fill(token: string): Promise<{ campaignId: string; leadId: string; postId: string }> {
  const [first = '', second = ''] = payloads();
  const call = <T>(method: string, path: string, body?: unknown) => instance.api<T>(method, path, { token, body });
  const { id: campaignId } = await call<{ id: string }>('POST', '/campaigns', {
    name: first,
    description: second,
    offering: 'Invoicing software',
    rules: [{ text: 'invoice' }, { text: 'invoicing' }],
    leadThreshold: 40,
  });
  await upload(token, campaignId);
  const leads = await call<{ items: { id: string }[] }>('GET', '/leads');
  const posts = await call<{ items: { id: string }[] }>('GET', '/posts?status=all');
  const [lead, post] = [leads.items[0], posts.items[0]];
  if (!lead || !post) throw new Error('The import made no leads');
  const [leadId, postId] = [lead.id, post.id];
  await call('PATCH', `/leads/${leadId}`, { notes: second, tags: ['<img src=x onerror=alert(1)>'] });
  await call('POST', `/leads/${leadId}/follow-ups`, { dueAt: new Date(Date.now() + 86_400_000).toISOString(), note: second });
  await call('POST', '/views', { list: 'leads', name: '<svg onload=alert(1)>', query: 'q="><script>alert(1)</script>' });
  await call('POST', '/feedback', { kind: 'idea', message: second, page: 'javascript:alert(1)' });
  await call('POST', '/admin/roadmap', { title: '<script>alert(1)</script>', text: second });
  await call('POST', '/competitors', {
    name: '<b>Quillbill</b>',
    notes: second,
    website: 'https://example.test/"><script>alert(1)</script>',
  });
  await call('POST', '/tokens', { name: '<img src=x onerror=alert(1)>' });
  await call('POST', '/notifications/channels', { kind: 'email', name: '<img src=x onerror=alert(1)>', target: {} });
  await call('POST', '/admin/blacklist', { kind: 'word', value: '<script>alert(1)</script>' });
  return { campaignId, leadId, postId };
}

/** Links on the page that lead neither to the web nor into the app. */
const badLinks = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[href], [src], [action], [srcdoc]')].flatMap((element) =>
      ['href', 'src', 'action', 'srcdoc'].flatMap((name) => {
        const value = element.getAttribute(name);
        if (value === null) return [];
        const isPicture = name === 'src' && value.startsWith('data:image/');
        return name !== 'srcdoc' && (isPicture || /^https?:$/.test(new URL(value, location.href).protocol)) ? [] : [`${name}=${value}`];
      }),
    ),
  );

/** Simulates unvalidated stored data: every URL in API responses becomes a script. */
async function poisonAddresses(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    try {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({
        response,
        body: text.replaceAll(/"(permalink|url|website|websiteUrl)":(?:null|"[^"]*")/g, '"$1":"javascript:alert(1)"'),
      });
    } catch (error) {
      // The page was left meanwhile, so nothing of it is shown.
      if (!/disposed|closed/.test(String(error))) throw error;
    }
  });
}

test('never runs or renders markup that users or Reddit authors wrote', async ({ browser }) => {
  const { token } = await instance.register('mara');
  const { campaignId, leadId } = await fill(token);
  const context = await browser.newContext();
  await signIn(context, token);
  const page = await context.newPage();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const { problems } = watch(page);
  await poisonAddresses(page);
  const paths = [
    '/dashboard',
    '/dashboard/posts?status=all',
    '/dashboard/leads',
    '/dashboard/leads?view=board',
    `/dashboard/leads/${leadId}`,
    '/dashboard/campaigns',
    `/dashboard/campaigns/${campaignId}`,
    `/dashboard/campaigns/${campaignId}?tab=runs`,
    `/dashboard/campaigns/${campaignId}?tab=settings`,
    `/dashboard/campaigns/${campaignId}?tab=learning`,
    '/dashboard/follow-ups',
    '/dashboard/analytics',
    '/dashboard/competitors',
    '/dashboard/competitors/1/analytics',
    '/dashboard/settings?tab=tokens',
    '/dashboard/settings?tab=notifications',
    '/dashboard/search?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
    '/dashboard/posts?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E',
    '/dashboard/admin',
    '/dashboard/admin/feedback',
    '/dashboard/admin/blacklist',
    '/roadmap',
    '/reset-password?token=%3Cscript%3Ealert(1)%3C/script%3E',
    '/mail/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  ];
  for (const path of paths) {
    await page.goto(instance.url + path);
    await settled(page);
    expect(await badLinks(page), path).toEqual([]);
  }
  await page.goto(`${instance.url}/dashboard/posts?status=all`);
  await page
    .getByText(/Looking for invoicing software <script>/)
    .first()
    .click();
  await settled(page);
  expect(await badLinks(page)).toEqual([]);
  expect({ dialogs, called, problems: problems.filter((line) => !/status of 404/.test(line)) }).toEqual({
    dialogs: [],
    called: [],
    problems: [],
  });
  await context.close();
});

test('removes token and recent searches on logout', async ({ browser }) => {
  const { token } = await instance.register('gone');
  const context = await browser.newContext();
  await signIn(context, token);
  const page = await context.newPage();
  await page.goto(`${instance.url}/dashboard/search?q=canary-search`);
  await settled(page);
  const kept = () => page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));
  expect(await kept()).toContain('canary-search');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Logged out successfully')).toBeVisible();
  expect(await kept()).not.toContain('canary');
  expect(await kept()).not.toContain(token);
  await context.close();
});
