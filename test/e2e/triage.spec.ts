import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test, type BrowserContext, type Page } from 'playwright/test';
import type { Lead } from '#shared/leads.ts';
import type { Post } from '#shared/posts.ts';
import { addBuyers, seedPeople, people } from './support/people.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { settled, signIn, watch } from './support/page.ts';
import { rememberToasts, saidInToasts } from './support/toasts.ts';

let instance: Instance;
test.beforeAll(async () => {
  instance = await startInstance();
});
test.afterAll(() => instance.close());

/** A separate user with posts, so that tests don't affect each other. */
async function arrive(context: BrowserContext, name: string): Promise<string> {
  const { token } = await instance.register(name);
  await seedPeople(instance, token, { count: 5 });
  await signIn(context, token);
  return token;
}

const listed = (page: Page, name: 'Leads' | 'Posts' | 'Today') => page.getByRole('region', { name, exact: true }).getByRole('list');
const statuses = async (token: string) =>
  (await instance.api<{ items: Post[] }>('GET', '/posts?status=all', { token })).items.map(({ status }) => status).toSorted();

test('applies keys pressed before the server responds, and undoes the last one', async ({ context, page }) => {
  const token = await arrive(context, 'fast');
  const { problems } = watch(page);
  const { promise: answer, resolve: letAnswer } = Promise.withResolvers<void>();
  await page.goto(`${instance.url}/dashboard/leads`);
  await expect(listed(page, 'Leads')).toHaveAccessibleName('5 leads');
  await expect(page.getByText('Why this score')).toBeVisible();
  await page.route('**/api/posts/*', async (route) => {
    await answer;
    await route.continue();
  });

  for (const key of ['j', 'x', '3']) await page.keyboard.press(key);
  await expect(listed(page, 'Leads')).toHaveAccessibleName('4 leads');
  await page.keyboard.press('u');
  await expect(listed(page, 'Leads')).toHaveAccessibleName('5 leads');
  // Text typed after `r` goes into the reply, even while the conversation is still loading.
  await page.keyboard.press('r');
  await page.keyboard.type('exact');
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toHaveValue('exact');
  letAnswer();
  await expect(page.getByText('Undone')).toBeVisible();
  await expect(listed(page, 'Leads')).toHaveAccessibleName('5 leads');
  await expect.poll(() => statuses(token)).toEqual(Array(5).fill('lead'));
  expect(problems).toEqual([]);
});

test('drops keys pressed before the list has loaded: nothing is dismissed unseen', async ({ context, page }) => {
  const token = await arrive(context, 'first');
  const { promise: found, resolve: letList } = Promise.withResolvers<void>();
  const asked = page.waitForRequest(/\/api\/leads\?/);
  await page.route(/\/api\/leads\?/, async (route) => {
    await found;
    await route.continue();
  });
  await page.goto(`${instance.url}/dashboard/leads`);
  await asked;
  for (const key of ['x', '2', 'e']) await page.keyboard.press(key);
  letList();
  await expect(page.getByText('Why this score')).toBeVisible();
  await page.keyboard.press('r');
  await page.keyboard.type('exact');
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toHaveValue('exact');
  await expect(listed(page, 'Leads')).toHaveAccessibleName('5 leads');
  expect(await statuses(token)).toEqual(Array(5).fill('lead'));
});

for (const [key, asked] of [
  ['r', (page: Page) => expect(page.getByRole('textbox', { name: 'Your reply' })).toBeFocused()],
  ['x', (page: Page) => expect(page.getByRole('dialog', { name: 'Why dismiss this?' })).toBeVisible()],
] as const)
  test(`holds keys back after ${key} until the reader has loaded`, async ({ context, page }) => {
    const token = await arrive(context, `early-${key}`);
    const { promise: pressed, resolve: letReader } = Promise.withResolvers<void>();
    await page.route('**/lead-reader-*.js', async (route) => {
      await pressed;
      await route.continue();
    });
    await page.goto(`${instance.url}/dashboard/leads`);
    await expect(listed(page, 'Leads')).toHaveAccessibleName('5 leads');
    await page.keyboard.press('j');
    const current = await listed(page, 'Leads').locator('[aria-current=true]').getAttribute('data-inbox-row');
    await page.keyboard.press(key);
    await page.keyboard.type('exact');
    letReader();
    await asked(page);
    await expect(listed(page, 'Leads').locator('[aria-current=true]')).toHaveAttribute('data-inbox-row', current ?? '');
    expect(await statuses(token)).toEqual(Array(5).fill('lead'));
  });

test('says in a sentence that what exports a list could not be loaded', async ({ context, page }) => {
  await arrive(context, 'offline');
  await page.route('**/export-list-*.js', (route) => route.abort());
  await page.goto(`${instance.url}/dashboard/leads`);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await expect(page.getByText(/A part of this page could not be fetched\. Check your connection/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toBeEnabled();
});

/** The open row, and whether it is in view. */
const openRow = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('section[aria-label=Leads] ul')?.getBoundingClientRect();
    const row = document.querySelector('[data-inbox-row][aria-current=true]');
    if (!box || !row) return { id: null, isInView: false };
    const { top, bottom } = row.getBoundingClientRect();
    return { id: row.getAttribute('data-inbox-row'), isInView: top >= box.top - 1 && bottom <= box.bottom + 1 };
  });

test('keeps the open lead in view, from signing in to the last lead, by keyboard alone', async ({ context }) => {
  const { token } = await instance.register('session');
  const campaign = await seedPeople(instance, token, { count: 1 });
  await addBuyers(instance, token, { campaign, from: 1, to: 60 });
  await rememberToasts(context);
  await signIn(context, token);
  const page = await context.newPage();
  const { problems } = watch(page);
  await page.goto(`${instance.url}/dashboard`);
  await expect(listed(page, 'Today')).toHaveAccessibleName('10 leads');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('leads');
  await page.keyboard.press('Enter');
  await expect(listed(page, 'Leads')).toHaveAccessibleName('60 leads');
  await expect.poll(async () => (await openRow(page)).isInView).toBe(true);

  const done = page.getByText("You're done");
  for (let handled = 0; handled < 90 && !(await done.isVisible()); handled += 1) {
    if (handled === 20) await addBuyers(instance, token, { campaign, from: 60, to: 75, gone: handled });
    const before = await openRow(page);
    await page.keyboard.press('e');
    await expect
      .poll(async () => (await done.isVisible()) || ((await openRow(page)).isInView && (await openRow(page)).id !== before.id), {
        intervals: [20, 20, 50, 100],
      })
      .toBe(true);
  }
  await expect(done).toBeVisible();
  const arrivals = new Set((await saidInToasts(page)).filter((text) => text.startsWith('New lead found')));
  expect(arrivals.size, [...arrivals].join('\n')).toBeLessThanOrEqual(3);
  expect(problems).toEqual([]);
});

test('opens a follow-up dialog requested before it has loaded', async ({ context, page }) => {
  await arrive(context, 'early');
  const { promise: pressed, resolve: afterPress } = Promise.withResolvers<void>();
  await page.route('**/follow-up-dialog-*.js', async (route) => {
    await pressed;
    await route.continue();
  });
  await page.goto(`${instance.url}/dashboard/leads`);
  await expect(listed(page, 'Leads')).toHaveAccessibleName('5 leads');
  await page.keyboard.press('f');
  afterPress();
  await expect(page.getByRole('dialog', { name: /^Follow up with u\// })).toBeVisible();
});

test('removes two filters clicked before the list is rendered again', async ({ context, page }) => {
  await arrive(context, 'filters');
  await page.goto(`${instance.url}/dashboard/posts?kind=comment&minScore=90&sort=-createdAt`);
  const chips = page.getByRole('button', { name: /^Remove filter/ });
  await expect(chips).toHaveCount(2);
  await chips.evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()));
  await expect(page).toHaveURL(/\/dashboard\/posts\?sort=-createdAt$/);
  await expect(listed(page, 'Posts')).toHaveAccessibleName('5 posts');
});

test('archives several posts at once, undoes it, and lists them under Archived', async ({ context, page }) => {
  const token = await arrive(context, 'bulk');
  const { problems } = watch(page);
  await page.goto(`${instance.url}/dashboard/posts`);
  const list = listed(page, 'Posts');
  await expect(list).toHaveAccessibleName('5 posts');
  await expect(page.getByText('Why this score')).toBeVisible();

  for (const key of ['v', 'j', 'v', 'e']) await page.keyboard.press(key);
  await expect(list).toHaveAccessibleName('3 posts');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list).toHaveAccessibleName('5 posts');
  await expect.poll(() => statuses(token)).not.toContain('archived');

  // The list that the undo brings back ends a selection that was begun before it.
  await settled(page);
  await page.keyboard.press('v');
  await page.getByRole('button', { name: 'Select all shown' }).click();
  await expect(page.getByRole('toolbar', { name: '5 selected' })).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.getByRole('dialog', { name: 'Why dismiss these 5?' })).toBeVisible();
  await page.keyboard.press('2');
  await expect(page.getByText('Dismissed 5 posts')).toBeVisible();
  await expect(list).toBeHidden();
  expect(await statuses(token)).toEqual(Array(5).fill('dismissed'));
  await page.keyboard.press('u');
  await expect(list).toHaveAccessibleName('5 posts');
  await expect.poll(() => statuses(token)).not.toContain('dismissed');

  await page.keyboard.press('v');
  await page.keyboard.press('e');
  await expect(page.getByText('Archived 1 post')).toBeVisible();
  await page.getByRole('link', { name: 'Archived', exact: true }).click();
  const away = page.getByRole('main').getByRole('listitem');
  await expect(away).toHaveCount(1);
  await away.getByRole('button', { name: /^Restore/ }).click();
  await expect(page.getByText('Nothing archived yet.', { exact: false })).toBeVisible();
  await expect.poll(() => statuses(token)).not.toContain('archived');
  expect(problems).toEqual([]);
});

test('acts once on a change whose response was lost, and undoes all of it', async ({ context, page }) => {
  const token = await arrive(context, 'lost');
  /** Requests wait for it; null while their responses are lost. */
  let reachable: Promise<void> | null = Promise.resolve();
  let lost = 0;
  await page.route(/\/api\/posts\/(bulk|undo)$/, async (route) => {
    if (reachable) {
      await reachable;
      return route.continue();
    }
    // The request arrives and its response is lost; its repetitions don't arrive.
    if (lost === 0) await route.fetch();
    lost += 1;
    await route.abort();
  });
  const waiting = page.getByText('1 change waits for the network');
  const lose = async (key: string) => {
    [reachable, lost] = [null, 0];
    await page.keyboard.press(key);
    await expect(waiting).toBeVisible();
    expect(lost).toBeGreaterThan(0);
  };
  /** Nothing is answered before the click, so that the button stays until then: the app tries again by itself too. */
  const tryNow = async (outcome: string) => {
    const clicked = Promise.withResolvers<void>();
    reachable = clicked.promise;
    await page.getByRole('button', { name: 'Try now' }).click();
    clicked.resolve();
    await expect(page.getByText(outcome)).toBeVisible();
    await expect(waiting).toBeHidden();
  };
  await page.goto(`${instance.url}/dashboard/posts`);
  await expect(listed(page, 'Posts')).toHaveAccessibleName('5 posts');
  const before = await statuses(token);
  await page.keyboard.press('v');
  await page.getByRole('button', { name: 'Select all shown' }).click();
  await lose('e');
  expect(await statuses(token)).toEqual(Array(5).fill('archived'));
  await tryNow('Archived 5 posts');
  await lose('u');
  expect(await statuses(token)).toEqual(before);
  await tryNow('Undone');
  expect(await statuses(token)).toEqual(before);
});

test('keeps a change and an undo that are followed at once by a reload', async ({ context, page }) => {
  const token = await arrive(context, 'leaving');
  const archived = async () => (await statuses(token)).filter((status) => status === 'archived').length;
  /** Waits for the new page too: Chromium may never close a context whose page is still reloading. */
  const leaveAfter = async (...keys: string[]) => {
    const reloaded = page.waitForEvent('load');
    await page.evaluate((pressed) => {
      for (const key of pressed) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      setTimeout(() => location.reload());
    }, keys);
    await reloaded;
  };
  await page.goto(`${instance.url}/dashboard/posts`);
  await expect(page.getByText('Why this score')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await leaveAfter('e');
  await expect.poll(archived).toBe(1);
  await expect(listed(page, 'Posts')).toHaveAccessibleName('4 posts');

  await expect(page.getByText('Why this score')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('e');
  await expect(page.getByText('Archived 1 post')).toBeVisible();
  await expect.poll(archived).toBe(2);
  await leaveAfter('u');
  await expect.poll(archived).toBe(1);
  await expect(listed(page, 'Posts')).toHaveAccessibleName('4 posts');

  // Both at once, so the undo can't wait for the response to the change.
  await expect(page.getByText('Why this score')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const sent: string[] = [];
  page.on('request', (request) => void sent.push(new URL(request.url()).pathname));
  await leaveAfter('e', 'u');
  expect(sent.filter((path) => path.startsWith('/api/posts/'))).toEqual(expect.arrayContaining(['/api/posts/bulk', '/api/posts/undo']));
  await expect(listed(page, 'Posts')).toHaveAccessibleName('4 posts');
  await expect.poll(archived).toBe(1);
});

test('goes on with the next page when everything shown was handled before it loaded', async ({ context, page }) => {
  await arrive(context, 'ahead');
  const { promise: arrived, resolve: release } = Promise.withResolvers<void>();
  let requests = 0;
  await page.route(/\/api\/posts\?.*limit=50/, async (route) => {
    requests += 1;
    if (requests > 1) await arrived;
    await route.continue({ url: route.request().url().replace('limit=50', 'limit=3') });
  });
  await page.goto(`${instance.url}/dashboard/posts`);
  const list = listed(page, 'Posts');
  const rows = list.locator('[data-inbox-row]');
  await expect(rows).toHaveCount(3);
  for (let left = 3; left > 0; left -= 1) await page.keyboard.press('e');
  await expect(list).toBeHidden();
  await expect(page.getByRole('region', { name: 'Posts', exact: true }).locator('[aria-busy=true]')).toBeVisible();
  release();
  await expect(rows).toHaveCount(2);
});

/** Chooses a format in the menu and returns the file that the browser downloads. */
async function exported(page: Page, form: 'CSV' | 'JSON'): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: 'Export this list' }).click();
  const waiting = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: form }).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

test('exports the filtered list as CSV and JSON', async ({ context, page }) => {
  const token = await arrive(context, 'export');
  const [best] = (await instance.api<{ items: Lead[] }>('GET', '/leads', { token })).items;
  await instance.api('PATCH', `/leads/${best?.id}`, {
    token,
    body: { stage: 'qualified', notes: '=cmd()|"x", two\nlines', tags: ['shed'] },
  });
  const { problems } = watch(page);

  await page.goto(`${instance.url}/dashboard/leads?view=all`);
  await expect(listed(page, 'Leads')).toHaveAccessibleName('5 leads');
  const csv = await exported(page, 'CSV');
  expect(csv.name).toMatch(/^earshot-leads-\d{4}-\d\d-\d\d\.csv$/);
  const rows: Record<string, string>[] = parse(csv.text, { columns: true, bom: true });
  expect(new Set(rows.map(({ redditUsername }) => redditUsername))).toEqual(new Set(people.slice(0, 5).map(({ author }) => author)));
  // A cell that a spreadsheet would run as a formula is escaped.
  expect(rows.find(({ stage }) => stage === 'qualified')).toMatchObject({ tags: 'shed', notes: `'=cmd()|"x", two\nlines` });

  await page.goto(`${instance.url}/dashboard/leads?stage=qualified`);
  await expect(listed(page, 'Leads')).toHaveAccessibleName('1 lead');
  const json = await exported(page, 'JSON');
  expect(JSON.parse(json.text)).toMatchObject([{ redditUsername: best?.redditUsername, stage: 'qualified', tags: ['shed'] }]);

  await page.goto(`${instance.url}/dashboard/posts?q=photographer`);
  await expect(listed(page, 'Posts')).toHaveAccessibleName('1 post');
  const posts = await exported(page, 'JSON');
  expect(posts.name).toMatch(/^earshot-posts-.*\.json$/);
  expect(JSON.parse(posts.text)).toMatchObject([{ author: 'walnut_river', subreddit: 'freelance', matchedRules: ['invoic*'] }]);
  expect(problems).toEqual([]);
});

test('completes and deletes a follow-up whose response was lost', async ({ context, page }) => {
  const token = await arrive(context, 'reminded');
  const [lead] = (await instance.api<{ items: Lead[] }>('GET', '/leads?limit=1', { token })).items;
  const path = `/leads/${lead?.id ?? ''}`;
  await instance.api('POST', `${path}/follow-ups`, { token, body: { dueAt: new Date().toISOString(), note: 'Did it arrive?' } });
  const lost = new Set<string>();
  await page.route(/\/api\/follow-ups\/\d+$/, async (route) => {
    const method = route.request().method();
    if (lost.has(method)) return route.continue();
    lost.add(method);
    await route.fetch();
    await route.abort();
  });
  await page.goto(`${instance.url}/dashboard/follow-ups`);
  const due = page.getByRole('listitem').filter({ hasText: 'Did it arrive?' });
  await due.getByRole('button', { name: 'Mark as done' }).click();
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(page.getByText('Follow-up done')).toBeVisible();
  await due.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(page.getByText('Follow-up deleted')).toBeVisible();
  await expect(due).toBeHidden();
  const { items } = await instance.api<{ items: { text: string }[] }>('GET', `${path}/timeline`, { token });
  expect(items.filter(({ text }) => text.startsWith('Follow-up done'))).toHaveLength(1);
  expect([...lost]).toEqual(['PATCH', 'DELETE']);
});
