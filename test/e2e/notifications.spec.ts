import { expect, test, type Page } from 'playwright/test';
import { startReceiver } from '#test/support/fakes/receiver.ts';
import { violationsOf } from './support/axe.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { fitsAcross, settled, signIn, watch } from './support/page.ts';

let instance: Instance;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

test.beforeAll(async () => {
  receiver = await startReceiver();
  instance = await startInstance({ EARSHOT_SECURITY__ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
});
test.afterAll(async () => {
  await instance.close();
  await receiver.close();
});

/** Pasted text by someone who needs the campaign's offering. */
const text = `Looking for invoicing software, would pay today

I am a freelancer and need an invoicing tool with payment reminders as soon as possible. What do you recommend? My budget is $20 a month.`;

/** Expects no serious or critical accessibility violation. */
async function expectOpenToAll(page: Page): Promise<void> {
  await settled(page);
  const violations = await violationsOf(page);
  expect(
    violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
  ).toEqual([]);
}

async function ingestLead(token: string): Promise<void> {
  const body = {
    name: 'Invoicing',
    offering: 'Invoicing software for freelancers: quotes, reminders, online payment',
    idealCustomer: 'Freelancers who send their own invoices',
    painPoints: ['clients pay late'],
    rules: [{ text: 'invoic*' }],
    leadThreshold: 30,
    postFloor: 10,
  };
  const { id } = await instance.api<{ id: string }>('POST', '/campaigns', { token, body });
  const line = JSON.stringify({
    id: 'lead1',
    kind: 'post',
    subreddit: 'freelance',
    author: 'buyer',
    title: text.split('\n', 1)[0],
    selftext: text,
    created_utc: Math.floor(Date.now() / 1000) - 60,
    permalink: '/r/freelance/comments/lead1/x/',
  });
  const form = new FormData();
  form.set('campaignId', id);
  form.set('file', new Blob([`${line}\n`]), 'posts.jsonl');
  const sent = await fetch(`${instance.url}/api/import/file`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(sent.ok, await sent.text()).toBe(true);
}

test('adds and tests a webhook, and notifies it and the bell of a lead', async ({ page, context }) => {
  const { token } = await instance.register('nora');
  await signIn(context, token);
  const { problems } = watch(page, [/status of 404/]);
  await page.goto(`${instance.url}/dashboard/settings?tab=notifications`);
  await page.getByRole('button', { name: 'Add channel' }).click();
  await page.getByLabel('Kind').selectOption('webhook');
  await page.getByLabel('Address').fill('nowhere');
  await page.getByRole('button', { name: 'Add channel' }).click();
  await expect(page.getByText('Enter a URL that starts with https://')).toBeVisible();
  await expect(page.getByLabel('Address')).toBeFocused();
  await expectOpenToAll(page);
  await page.getByLabel('Address').fill(`${receiver.url}/hook`);
  await page.getByLabel('Name').fill('My program');
  await page.getByRole('slider').fill('0');
  await page.getByRole('button', { name: 'Add channel' }).click();
  await expect(page.getByText("It's shown only once.")).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Send a test to My program' }).click();
  await expect(page.getByText('The receiver accepted the message.')).toBeVisible();
  expect(receiver.calls.map(({ json }) => (json as { type: string }).type)).toEqual(['test']);

  await ingestLead(token);
  const bell = page.getByRole('button', { name: 'Notifications, 1 unread' });
  await expect(bell).toBeVisible();
  await expect.poll(() => receiver.calls.length).toBe(2);
  await bell.click();
  await expect(page.getByText('New lead · Invoicing · r/freelance')).toBeVisible();
  await expectOpenToAll(page);
  await page.getByRole('link', { name: /Looking for invoicing software/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/leads\/\d+$/);
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();

  await page.goto(`${instance.url}/dashboard/settings?tab=notifications`);
  await page.getByRole('button', { name: 'Deliveries of My program' }).click();
  const log = page.getByRole('dialog');
  await expect(log.getByRole('listitem')).toHaveCount(2);
  await log.getByRole('button', { name: /^Send again: lead\.created/ }).click();
  await expect(log.getByRole('listitem')).toHaveCount(3);
  await expect(log.getByText('ok', { exact: true })).toHaveCount(3);
  expect(receiver.calls).toHaveLength(3);
  await expectOpenToAll(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Pause My program' }).click();
  await expect(page.getByText('Paused by you')).toBeVisible();
  await expectOpenToAll(page);
  await page.getByRole('button', { name: 'Resume My program' }).click();
  await expect(page.getByText('Paused by you')).toBeHidden();
  await page.getByRole('button', { name: 'Remove My program' }).click();
  await page.getByRole('button', { name: 'Remove channel', exact: true }).click();
  await expect(page.getByText('Notifications only appear under the bell')).toBeVisible();
  await page.goto(`${instance.url}/mail/${'a'.repeat(80)}`);
  await expect(page.getByRole('heading', { name: "This link doesn't work" })).toBeVisible();
  expect(await fitsAcross(page)).toBe(true);
  expect(problems).toEqual([]);
});

test('adds a channel of each service with what it asks for', async ({ page, context }) => {
  const { token } = await instance.register('olga');
  await signIn(context, token);
  const { problems } = watch(page);
  await page.goto(`${instance.url}/dashboard/settings?tab=notifications`);
  const fields: Record<string, Record<string, string>> = {
    teams: { 'Webhook address': `${receiver.url}/workflows/1` },
    matrix: { 'Homeserver address': receiver.url, 'Access token': 'syt_token', 'Room ID': '!room:example.com' },
    gotify: { 'Server address': receiver.url, 'Application token': 'Abcdefgh' },
    pushover: { 'Application token': 'a'.repeat(30), 'User or group key': 'u'.repeat(30) },
    custom: { Address: `${receiver.url}/notify/key`, 'JSON to send': '{"text": "{{text}}"}', Headers: 'X-Key: abc' },
  };
  for (const [kind, values] of Object.entries(fields)) {
    await page.getByRole('button', { name: 'Add channel' }).click();
    await page.getByLabel('Kind').selectOption(kind);
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByLabel('Name', { exact: true }).fill(`My ${kind}`);
    await expectOpenToAll(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Add channel' }).click();
    await expect(page.getByRole('button', { name: `Edit My ${kind}` })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Send a test to My custom' }).click();
  await expect(page.getByText('The receiver accepted the message.')).toBeVisible();
  expect(receiver.calls.at(-1)).toMatchObject({ path: '/notify/key', json: { text: expect.stringMatching(/\S/) } });
  expect(problems).toEqual([]);
});

test('leads from the bell to the reply to their feedback, also on a phone', async ({ page, context }) => {
  const own = await startInstance();
  try {
    const { token: admin } = await own.register('captain');
    const { token } = await own.register('sailor');
    const body = { kind: 'idea', message: 'More colors, please', page: '/dashboard' };
    const { id } = await own.api<{ id: string }>('POST', '/feedback', { token, body });
    await own.api('PATCH', `/admin/feedback/${id}`, { token: admin, body: { reply: 'There are eight now' } });
    await signIn(context, token);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${own.url}/dashboard`);
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('link', { name: /There is a reply to your feedback/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('There are eight now')).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/dashboard$/);
  } finally {
    await own.close();
  }
});
