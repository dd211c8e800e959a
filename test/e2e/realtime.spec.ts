import { expect, test, type BrowserContext, type Page } from 'playwright/test';
import { freePort } from '#test/support/free-port.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { settled, signIn } from './support/page.ts';

let port: string;
let instance: Instance;
let token: string;
let campaignId: string;

const start = (folder?: string) => startInstance({ EARSHOT_HTTP__PORT: port }, folder);
test.beforeEach(async () => {
  port = String(await freePort());
  instance = await start();
  token = (await instance.register('mara')).token;
  const body = {
    name: 'Invoicing',
    offering: 'Invoicing software for freelancers: quotes, reminders, online payment',
    idealCustomer: 'Freelancers who send their own invoices',
    painPoints: ['clients pay late'],
    rules: [{ text: 'invoic*' }],
    leadThreshold: 30,
    postFloor: 10,
  };
  campaignId = (await instance.api<{ id: string }>('POST', '/campaigns', { token, body })).id;
});
test.afterEach(() => instance.close());

const words =
  'bakery market stall winter delivery route ledger paper drawer client garden studio railway harbour violin lesson kitchen repair window ladder bicycle pottery translation wedding photograph carpenter orchard library workshop telephone calendar suitcase'.split(
    ' ',
  );
let written = 0;

/** Texts from one template would count as duplicates, so each tells its own story. */
function storyOf(n: number): string {
  return Array.from({ length: 24 }, (_, index) => words[(n * 7 + index * (n + 3)) % words.length]).join(' ');
}

/**
 * Ingests people who need the campaign's offering; some may be too similar and left out. Resolves when all have been processed.
 */
async function ingest(count: number): Promise<void> {
  const before = (await idsOf()).length;
  const people = Array.from({ length: count }, () => (written += 1));
  const lines = people.map((n) =>
    JSON.stringify({
      id: `e2e${n}`,
      kind: 'post',
      subreddit: 'freelance',
      author: `buyer_${n}`,
      title: `${storyOf(n).split(' ', 3).join(' ')}: which invoicing software would you pay for?`,
      selftext: `${storyOf(n)}. I need an invoicing tool with payment reminders as soon as possible, what do you recommend? ${storyOf(n + 50)}.`,
      created_utc: Math.floor(Date.now() / 1000) - 60,
      permalink: `/r/freelance/comments/e2e${n}/x/`,
    }),
  );
  const form = new FormData();
  form.set('campaignId', campaignId);
  form.set('file', new Blob([`${lines.join('\n')}\n`]), 'posts.jsonl');
  const response = await fetch(`${instance.url}/api/import/file`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  const { runId } = (await response.json()) as { runId: string };
  await expect
    .poll(
      async () => {
        const { items } = await instance.api<{ items: { id: string; state: string }[] }>('GET', `/campaigns/${campaignId}/runs`, { token });
        return items.find(({ id }) => id === runId)?.state;
      },
      { timeout: 20_000 },
    )
    .toBe('ok');
  expect((await idsOf()).length).toBeGreaterThan(before);
}

async function openLeads(context: BrowserContext): Promise<Page> {
  await signIn(context, token);
  const page = await context.newPage();
  await page.goto(`${instance.url}/dashboard/leads?sort=-createdAt`);
  await settled(page);
  return page;
}
/** The ids of all rows, including repeats. */
const rowsOf = (page: Page) =>
  page
    .getByRole('region', { name: 'Leads' })
    .locator('[data-inbox-row]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-inbox-row') ?? ''));
const idsOf = async () => (await instance.api<{ items: { id: string }[] }>('GET', '/leads?limit=100', { token })).items.map(({ id }) => id);

/** Every lead on the server is in the list exactly once. */
async function expectEachOnce(page: Page): Promise<void> {
  const known = (await idsOf()).toSorted();
  await expect.poll(async () => (await rowsOf(page)).toSorted()).toEqual(known);
}

test('shows new leads automatically, with a toast', async ({ context }) => {
  await ingest(2);
  const page = await openLeads(context);
  await expectEachOnce(page);
  await ingest(1);
  await expect(page.getByText(new RegExp(`^New lead found: u/buyer_${written} \\(\\d+\\)$`))).toBeVisible();
  await expectEachOnce(page);
  await expect(page.getByText('Found 1 new lead in r/freelance')).toBeVisible();
  await expect(page.getByText(/^Analysis complete: 1 post, 0 comments, 1 new lead$/)).toBeVisible();
});

test('shows leads found during a server restart, each once', async ({ context }) => {
  await ingest(3);
  const page = await openLeads(context);
  await expectEachOnce(page);
  const folder = instance.dataDir;
  await instance.kill('SIGTERM');
  await expect(page.getByRole('link', { name: 'Not connected to the server' })).toBeVisible();
  instance = await start(folder);
  await expect(page.getByRole('link', { name: 'Not connected to the server' })).toBeHidden();
  await ingest(4);
  await expectEachOnce(page);

  await instance.kill('SIGKILL');
  instance = await start(folder);
  await ingest(2);
  await expectEachOnce(page);
  await ingest(2);
  await expectEachOnce(page);
});

test('neither loses nor duplicates anything across a network outage, at any scroll position', async ({ context }) => {
  await ingest(20);
  const before = (await idsOf()).length;
  const page = await openLeads(context);
  const dashboard = await context.newPage();
  await dashboard.goto(`${instance.url}/dashboard`);
  await settled(dashboard);
  const list = page.getByRole('region', { name: 'Leads' }).getByRole('list');
  await list.evaluate((element) => element.scrollTo({ top: 600 }));

  await context.setOffline(true);
  // Ends the connection as if a cable was pulled; the browser itself can only block new connections.
  await instance.kill('SIGKILL');
  instance = await start(instance.dataDir);
  await ingest(5);
  await context.setOffline(false);

  const after = (await idsOf()).length;
  const arrivals = page.getByRole('button', { name: new RegExp(`^${after - before} new`) });
  await expect(arrivals).toBeVisible({ timeout: 30_000 });
  await arrivals.click();
  await expect(arrivals).toBeHidden();
  await expect(list).toHaveAttribute('aria-label', `${after} leads`);
  const seen = new Set<string>();
  let top = 0;
  // Only rows in view are rendered, shortly after scrolling.
  const look = async () => {
    await list.evaluate((element, to) => element.scrollTo({ top: to }), top % 3000);
    top += 300;
    const rows = await rowsOf(page);
    expect(new Set(rows).size).toBe(rows.length);
    for (const row of rows) seen.add(row);
    return [...seen].toSorted();
  };
  await expect.poll(look, { intervals: [100], timeout: 20_000 }).toEqual((await idsOf()).toSorted());
  await expect(dashboard.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: `Leads ${after} new` })).toBeVisible({
    timeout: 30_000,
  });
});

test('shows a role that changed after the page had read it and before it was connected', async ({ browser }) => {
  const [owner, guest] = [await instance.register('olga'), await instance.register('paul')];
  const members = `/workspaces/${owner.user.id}`;
  const { link } = await instance.api<{ link: string }>('POST', `${members}/invitations`, { token: owner.token, body: { role: 'viewer' } });
  await instance.api('POST', `/workspaces/invitations/${link.split('/').at(-1) ?? ''}/accept`, { token: guest.token });
  const context = await browser.newContext();
  await signIn(context, guest.token);
  const page = await context.newPage();
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.goto(`${instance.url}/dashboard/campaigns`);
  await settled(page);
  await instance.api('PATCH', `${members}/members/${guest.user.id}`, { token: owner.token, body: { role: 'member' } });
  await expect(page.getByRole('link', { name: 'New campaign' })).toHaveCount(0);
  await page.unroute('**/socket.io/**');
  await expect(page.getByRole('link', { name: 'New campaign' }).first()).toBeVisible();
  await context.close();
});
