import { expect, test, type Page } from 'playwright/test';
import type { Lead } from '#shared/leads.ts';
import { startFakeReddit } from '#test/support/fakes/reddit/server.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { fitsAcross, keepScreen, settled, signIn, watch } from './support/page.ts';
import { seedPeople } from './support/people.ts';
import { connectReddit, redditEnvironment } from './support/reddit.ts';
import { openReply } from './support/reply.ts';
import { nextWeek } from './support/weeks.ts';

let instance: Instance;
let reddit: Awaited<ReturnType<typeof startFakeReddit>>;

test.beforeAll(async () => {
  reddit = await startFakeReddit();
  instance = await startInstance(redditEnvironment(reddit));
});
test.afterAll(async () => {
  await instance.close();
  await reddit.close();
});

const zone = 'Europe/Berlin';

async function connect(token: string, account: string): Promise<void> {
  // Its own, because a Reddit account posts a limited number of replies a day.
  reddit.members.habits.who = account;
  await connectReddit(instance, token);
}

/** Ingests a lead whose post exists on the fake Reddit. */
async function ingestLead(token: string): Promise<void> {
  const title = 'Looking for invoicing software, would pay today';
  const selftext = 'I am a freelancer and need an invoicing tool with payment reminders as soon as possible. What do you recommend?';
  const fullname = reddit.world.post({ subreddit: 'freelance', title, text: selftext, author: 'buyer' });
  const { id } = await instance.api<{ id: string }>('POST', '/campaigns', {
    token,
    body: {
      name: 'Invoicing',
      offering: 'Invoicing software for freelancers: quotes, reminders, online payment',
      idealCustomer: 'Freelancers who send their own invoices',
      painPoints: ['clients pay late'],
      rules: [{ text: 'invoic*' }],
      leadThreshold: 30,
      postFloor: 10,
    },
  });
  const name = fullname.slice('t3_'.length);
  const line = {
    id: name,
    kind: 'post',
    subreddit: 'freelance',
    author: 'buyer',
    title,
    selftext,
    permalink: `/r/freelance/comments/${name}/x/`,
  };
  const form = new FormData();
  form.set('campaignId', id);
  form.set('file', new Blob([`${JSON.stringify({ ...line, created_utc: Math.floor(Date.now() / 1000) - 60 })}\n`]), 'posts.jsonl');
  await fetch(`${instance.url}/api/import/file`, { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } });
  await expect.poll(async () => (await instance.api<{ items: unknown[] }>('GET', '/leads', { token })).items.length).toBe(1);
}

const keep = (page: Page, name: string) => keepScreen(page, `schedule-${name}`);

test('shows five replies at the same minute so that each can be read and opened', async ({ page, context }) => {
  const { token } = await instance.register('five');
  await connect(token, 'five');
  await seedPeople(instance, token, {
    count: 5,
    idOf: ({ author, title, selftext }) => reddit.world.post({ subreddit: 'freelance', author, title, text: selftext }).slice('t3_'.length),
  });
  const { items } = await instance.api<{ items: Lead[] }>('GET', '/leads', { token });
  for (const { posts, redditUsername } of items)
    await instance.api('POST', '/schedule', {
      token,
      body: { postId: posts[0]?.id, message: `Hello ${redditUsername}, we make one.`, dueAt: `${nextWeek(2)}T10:00:00Z` },
    });
  await signIn(context, token);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${instance.url}/dashboard/schedule?week=${nextWeek(1)}`);
  const entries = page.getByRole('region', { name: 'Replies this week' }).getByRole('button', { name: /in r\/freelance/ });
  await expect(entries).toHaveCount(5);
  let below = 0;
  for (const entry of await entries.all()) {
    const box = await entry.boundingBox();
    expect(box?.width).toBeGreaterThan(110);
    expect(box?.y).toBeGreaterThanOrEqual(below);
    below = (box?.y ?? 0) + (box?.height ?? 0);
    // Before the dialog opens: it hides everything else from the accessibility tree.
    const author = /^u\/(\w+)/.exec((await entry.getAttribute('aria-label')) ?? '')?.[1];
    await entry.click();
    await expect(page.getByRole('dialog').getByLabel('Reply', { exact: true })).toHaveValue(`Hello ${author}, we make one.`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await keep(page, 'five');
});

test('schedules a reply, moves it by keyboard, and cancels it', async ({ page, context }) => {
  const { token } = await instance.register('ida');
  await instance.api('PUT', '/auth/profile', { token, body: { settings: { timezone: zone } } });
  await connect(token, 'ida');
  await ingestLead(token);
  await signIn(context, token);
  const { problems } = watch(page);

  const { items } = await instance.api<{ items: Lead[] }>('GET', '/leads', { token });
  await page.goto(`${instance.url}/dashboard/leads/${items[0]?.id}`);
  await (await openReply(page)).fill('We make one. Disclosure: I work there. Reminders are in the free plan.');
  await page.getByRole('button', { name: 'Schedule…' }).click();
  await page.getByLabel('When').fill(`${nextWeek(2)}T10:00`);
  await keep(page, 'dialog');
  await page.getByRole('button', { name: 'Schedule reply' }).click();
  await expect(page.getByText(/^Reply scheduled for .*10:00/)).toBeVisible();
  await expect(page.getByText('Waiting to be posted', { exact: true })).toBeVisible();

  await page.goto(`${instance.url}/dashboard/schedule?week=${nextWeek(1)}`);
  const entry = page.getByRole('region', { name: 'Replies this week' }).getByRole('button', { name: /^u\/buyer in r\/freelance/ });
  await expect(entry).toHaveAccessibleName(/Tue.*10:00/);
  await entry.focus();
  const announced = (text: RegExp) => expect(page.locator('output').filter({ hasText: text })).toBeAttached();
  await page.keyboard.press('Space');
  await announced(/Tue.*10:00/);
  await page.keyboard.press('ArrowRight');
  await announced(/Wed.*10:00/);
  await page.keyboard.press('ArrowDown');
  await announced(/Wed.*10:30/);
  await keep(page, 'lifted');
  await page.keyboard.press('Space');
  await expect(page.getByText(/^Moved to Wed.*10:30/)).toBeVisible();
  await expect(entry).toHaveAccessibleName(/Wed.*10:30/);
  const planned = await instance.api<{ replies: { dueAt: string }[] }>(
    'GET',
    `/schedule?from=${nextWeek(1)}T00:00:00Z&to=${nextWeek(7)}T00:00:00Z`,
    { token },
  );
  expect(new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(new Date(planned.replies[0]?.dueAt ?? 0))).toBe(
    '10:30',
  );

  await expect(page.getByText(/^Moved to/)).toBeHidden();
  await page.getByRole('button', { name: 'Pause all' }).click();
  await expect(entry).toHaveAccessibleName(/Paused/);
  await page.getByRole('button', { name: 'Resume all' }).click();
  await expect(entry).toHaveAccessibleName(/Scheduled/);
  await settled(page);
  await keep(page, 'week');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
  expect(await fitsAcross(page)).toBe(true);
  await keep(page, '390');
  await page.setViewportSize({ width: 1440, height: 900 });

  await entry.focus();
  await page.keyboard.press('Enter');
  const message = page.getByRole('dialog').getByLabel('Reply', { exact: true });
  // Both in the same task, as on a slow machine.
  await message.evaluate(async (field: HTMLTextAreaElement) => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, 'We make one, and I work there.');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await Promise.resolve();
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  });
  const close = page.getByRole('alertdialog', { name: 'Close without saving?' });
  await close.getByRole('button', { name: 'Keep editing' }).click();
  await expect(message).toHaveValue('We make one, and I work there.');
  await page.keyboard.press('Escape');
  await close.getByRole('button', { name: 'Discard' }).click();
  await expect(message).toBeHidden();

  await entry.focus();
  await page.keyboard.press('Enter');
  await expect(message).toHaveValue(/^We make one. Disclosure/);
  await page.getByRole('button', { name: 'Cancel reply' }).click();
  await expect(page.getByText('Reply canceled')).toBeVisible();
  await expect(page.getByText(/^No scheduled replies/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(entry).toHaveAccessibleName(/Wed.*10:30/);
  expect(reddit.requests.filter(({ path }) => path === '/api/comment')).toEqual([]);
  expect(problems).toEqual([]);
});
