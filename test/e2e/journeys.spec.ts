import type { Campaign } from '#shared/campaigns.ts';
import type { Post } from '#shared/posts.ts';
import { streamsNamed } from '#shared/streams.ts';
import { expect, test } from 'playwright/test';
import { tabTo } from './support/keyboard.ts';
import { password, startInstance, type Instance } from './support/instance.ts';
import { signIn, watch } from './support/page.ts';
import { seedPeople } from './support/people.ts';
import { rememberToasts, saidInToasts } from './support/toasts.ts';

let instance: Instance;
test.beforeAll(async () => {
  instance = await startInstance();
});
test.afterAll(() => instance.close());

test('creates the first account, runs the sample, and replies using only the keyboard', async ({ context, page }) => {
  await rememberToasts(context);
  // On a slow connection the palette's list loads late. From the start, because it is also loaded ahead of its use.
  const { promise: typed, resolve: letList } = Promise.withResolvers<void>();
  await context.route('**/command-palette-*.js', async (route) => {
    await typed;
    await route.continue();
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { problems } = watch(page);
  await page.goto(`${instance.url}/register`);
  await expect(page.getByRole('heading', { name: 'Create the first account' })).toBeVisible();
  await page.getByLabel('Username').fill('founder');
  await page.getByLabel('Email').fill('founder@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('textbox', { name: 'A sentence or your website' })).toBeFocused();

  await tabTo(page, page.getByRole('button', { name: /sample posts/i }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/leads/);
  const guide = page.getByRole('dialog');
  await expect(guide).toContainText('This will only take 60 seconds!');
  await page.keyboard.press('Escape');
  await expect(guide).toBeHidden();
  const complete = /Analysis complete: \d+ posts, \d+ comments, (\d+) new leads/;
  const said = async () => (await saidInToasts(page)).join('\n');
  await expect.poll(said, { timeout: 90_000 }).toMatch(complete);
  expect(await said()).toMatch(/New lead found: u\//);
  const shown = (await saidInToasts(page)).filter((text) => /Monitoring started|Found \d|New lead|Analysis complete/.test(text));
  expect(new Set(shown).size, shown.join('\n')).toBeLessThanOrEqual(6);
  const leads = Number(complete.exec(await said())?.[1]);

  const list = page.getByRole('region', { name: 'Leads' }).getByRole('list');
  await expect(list).toHaveAccessibleName(`${leads} leads`);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Why this score')).toBeVisible();
  await page.keyboard.press('x');
  await page.keyboard.press('1');
  await expect(list).toHaveAccessibleName(`${leads - 1} leads`);
  await page.keyboard.press('u');
  await expect(list).toHaveAccessibleName(`${leads} leads`);

  await page.keyboard.press('r');
  const words = 'Ask for the deposit in the quote itself.';
  await page.keyboard.type(words);
  await tabTo(page, page.getByRole('button', { name: 'Copy' }));
  await page.keyboard.press('Enter');
  await expect.poll(said).toContain('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(words);

  await page.keyboard.press('f');
  const asked = page.getByRole('dialog', { name: /^Follow up with u\// });
  await tabTo(page, asked.getByLabel('Note'));
  await page.keyboard.type('Did the deposit arrive?');
  await page.keyboard.press('Enter');
  await expect(asked).toBeHidden();

  // What is typed meanwhile is meant for the palette, not for the list behind it.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Follow Ups');
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('Follow Ups');
  await page.keyboard.press('Enter');
  letList();
  const due = page.getByRole('listitem').filter({ hasText: 'Did the deposit arrive?' });
  await tabTo(page, due.getByRole('button', { name: 'Mark as done' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Done', exact: true })).toBeVisible();
  await expect(due.getByRole('button', { name: 'Mark as done' })).toBeHidden();
  expect(problems).toEqual([]);
});

test('returns to the requested page after login and signs out in all tabs', async ({ context, page }) => {
  await instance.register('visitor');
  await page.goto(`${instance.url}/dashboard/settings?tab=appearance`);
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill('visitor@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/settings\?tab=appearance$/);

  const second = await context.newPage();
  await second.goto(`${instance.url}/dashboard`);
  await expect(second.getByText('visitor@example.com')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(second).toHaveURL(/\/login$/);
});

test('shows the fixed message for a wrong password', async ({ page }) => {
  await instance.register('forgetful');
  await page.goto(`${instance.url}/login`);
  await page.getByLabel('Email').fill('forgetful@example.com');
  await page.getByLabel('Password', { exact: true }).fill('not that one');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText("Login failed. Please check your email and password, or create a new account if you haven't registered yet."),
  ).toBeVisible();
});

test('redirects legacy paths, and unknown ones to the landing page', async ({ context, page }) => {
  const { token } = await instance.register('regular');
  await signIn(context, token);
  await page.goto(`${instance.url}/settings?tab=security`);
  await expect(page).toHaveURL(/\/dashboard\/settings\?tab=security$/);
  await page.goto(`${instance.url}/leads`);
  await expect(page).toHaveURL(/\/dashboard\/leads$/);
  await page.goto(`${instance.url}/no/such/page`);
  await expect(page).toHaveURL(`${instance.url}/`);
});

test('remembers a collapsed sidebar for seven days', async ({ context, page }) => {
  const { token } = await instance.register('tidy');
  await signIn(context, token);
  await page.goto(`${instance.url}/dashboard`);
  await expect(page.getByText('tidy@example.com')).toBeVisible();
  await page.keyboard.press('Control+b');
  await expect(page.getByText('tidy@example.com')).toBeHidden();
  const cookie = (await context.cookies()).find(({ name }) => name.includes('sidebar'));
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(Math.round(days)).toBe(7);
});

test('shows a toast after an earlier one disappeared', async ({ context, page }) => {
  const { token } = await instance.register('renamed');
  await signIn(context, token);
  await page.goto(`${instance.url}/dashboard/settings`);
  const toast = page.getByText('Profile updated successfully');
  for (const name of ['mara one', 'mara two', 'mara three']) {
    await page.getByLabel('Username').fill(name);
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(toast).toBeVisible();
    await expect(toast).toBeHidden();
  }
});

test('imports a text and a file into a campaign', async ({ context, page }) => {
  const { token } = await instance.register('bringer');
  await signIn(context, token);
  const { id } = await instance.api<{ id: string }>('POST', '/campaigns', {
    token,
    body: {
      name: 'Invoices',
      offering: 'Invoicing software for freelancers: send invoices, chase late payers',
      idealCustomer: 'Freelancers',
      rules: [{ text: 'invoic*' }],
      streams: streamsNamed('subreddit', ['freelance']),
    },
  });
  const post = (name: string, title: string) => ({
    name,
    title,
    selftext: 'I need an invoicing tool that sends invoices and chases late payers. Budget is 20 a month. What do you recommend?',
    author: `author_${name}`,
    subreddit: 'freelance',
    created_utc: Math.floor(Date.now() / 1000) - 600,
  });
  await page.goto(`${instance.url}/dashboard/campaigns/${id}`);
  const ingest = async (fill: () => Promise<void>) => {
    // By keyboard, because toasts of new items may cover the menu.
    await page.getByRole('button', { name: 'More actions', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Import posts' }).press('Enter');
    await fill();
    await page.getByRole('button', { name: 'Import posts' }).press('Enter');
    await expect(page.getByRole('alertdialog')).toBeHidden();
  };
  await ingest(() =>
    page
      .getByLabel('Reddit link or text')
      .fill('Which invoicing software do you use? I am looking for something that sends invoices and chases late payers.'),
  );
  await ingest(async () => {
    await page.getByRole('radio', { name: 'File' }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'posts.jsonl',
      mimeType: 'application/jsonl',
      buffer: Buffer.from(
        ['t3_e1', 't3_e2']
          .map((name, index) =>
            JSON.stringify(post(name, index === 0 ? 'Looking for an invoicing tool' : 'Which invoicing software would you buy?')),
          )
          .join('\n'),
      ),
    });
  });
  const listed = async () => (await instance.api<{ items: unknown[] }>('GET', `/posts?campaignId=${id}`, { token })).items.length;
  await expect.poll(listed).toBe(3);
});

test('suggests a change from marks, makes it with one click, and undoes it', async ({ context, page }) => {
  const { token } = await instance.register('marks');
  const { id } = await seedPeople(instance, token);
  await signIn(context, token);
  const { problems } = watch(page);
  const api = <T>(method: string, path: string, body?: unknown) => instance.api<T>(method, path, { token, body });
  const before = await api<Campaign>('GET', `/campaigns/${id}`);
  const rules = [...before.rules, { text: 'recommend*' }];
  await api('PATCH', `/campaigns/${id}`, { rules });
  const matched = async () => (await api<{ items: Post[] }>('GET', '/posts?status=all')).items;
  await expect.poll(async () => (await matched()).filter((post) => post.matchedRules.includes('recommend*')).length).toBe(4);
  for (const post of await matched())
    await api('POST', `/posts/${post.id}/feedback`, { verdict: post.matchedRules.includes('recommend*') ? 'wrong' : 'right' });
  await expect.poll(async () => (await api<Campaign>('GET', `/campaigns/${id}`)).suggestions).toBe(1);
  await page.goto(`${instance.url}/dashboard/campaigns/${id}`);
  await expect(page.getByText('Your marks suggest 1 change.')).toBeVisible();
  await page.getByRole('link', { name: 'View changes' }).click();
  await expect(page.getByText('Changes nothing in the last 30 days.')).toBeVisible();
  const remove = page.getByRole('button', { name: 'Remove rule' });
  await remove.click();
  await expect(remove).toBeHidden();
  expect((await api<Campaign>('GET', `/campaigns/${id}`)).rules).toEqual(before.rules);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(remove).toBeVisible();
  expect((await api<Campaign>('GET', `/campaigns/${id}`)).rules).toEqual(rules);
  // What it would change is asked for again.
  await expect(page.getByText('Changes nothing in the last 30 days.')).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(remove).toBeHidden();
  expect(problems).toEqual([]);
});
