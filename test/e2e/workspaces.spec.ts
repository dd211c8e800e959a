import { type Browser, type BrowserContext, expect, type Page, test } from 'playwright/test';
import type { AuthResult, GivenRole } from '#shared/auth.ts';
import type { Lead } from '#shared/leads.ts';
import { faultsOf, violationsOf } from './support/axe.ts';
import { type Instance, password, startInstance } from './support/instance.ts';
import { fitsAcross, settled, signIn, watch } from './support/page.ts';
import { seedPeople } from './support/people.ts';

let instance: Instance;
test.beforeAll(async () => {
  instance = await startInstance();
});
test.afterAll(() => instance.close());

interface Guest {
  context: BrowserContext;
  page: Page;
  problems: string[];
}

/** `expected`: failures that the test causes, which browsers log. */
async function enter(browser: Browser, { token }: AuthResult, expected: readonly RegExp[] = []): Promise<Guest> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signIn(context, token);
  const page = await context.newPage();
  return { context, page, problems: watch(page, expected).problems };
}

/** The link of a new invitation. */
async function invite(page: Page, role: 'Member' | 'Viewer'): Promise<string> {
  await page.goto(`${instance.url}/dashboard/settings?tab=people`);
  await page.getByRole('radio', { name: role }).check();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link =
    (await page
      .getByRole('note')
      .getByText(/\/invitation\//)
      .textContent()) ?? '';
  // The server names itself by the address that it listens on.
  return `${instance.url}${new URL(link).pathname}`;
}

const leadRows = (page: Page) => page.getByRole('region', { name: 'Leads' }).locator('[data-inbox-row]');
const assignee = (page: Page) => page.getByRole('toolbar').getByRole('combobox', { name: 'Assignee' });

test('lets three people work on the leads of one: a member, a viewer, and a member who is removed', async ({ browser }) => {
  const [ada, ben, cy] = [await instance.register('ada'), await instance.register('ben'), await instance.register('cy')];
  await seedPeople(instance, ada.token, { count: 4 });
  const leads = async () => (await instance.api<{ items: Lead[] }>('GET', '/leads?limit=20', { token: ada.token })).items;
  const [first] = await leads();
  if (!first) throw new Error('No leads');
  const adas = await enter(browser, ada);
  // The invitation that was used, and what is read of the workspace before the page knows that Ben was removed.
  const bens = await enter(browser, ben, [/status of 40[49]/]);
  const cys = await enter(browser, cy);

  await adas.page.goto(`${instance.url}/dashboard/leads?view=all&lead=${first.id}`);
  await settled(adas.page);
  await expect(assignee(adas.page), 'nothing of assignees where somebody works alone').toHaveCount(0);
  const [asMember, asViewer] = [await invite(adas.page, 'Member'), await invite(adas.page, 'Viewer')];
  await expect(adas.page.getByRole('button', { name: /^Revoke invitation/ })).toHaveCount(2);

  await bens.page.goto(asMember);
  await expect(bens.page.getByRole('heading', { name: /^Join / })).toBeVisible();
  await bens.page.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(bens.page.getByText(/^You joined /)).toBeVisible();
  await expect(bens.page.getByRole('button', { name: /Switch workspace/ })).toContainText('ada');
  await bens.page.goto(`${instance.url}/dashboard/leads?view=all&lead=${first.id}`);
  await expect(leadRows(bens.page)).toHaveCount(4);

  await adas.page.goto(`${instance.url}/dashboard/leads?view=all&lead=${first.id}`);
  await expect(assignee(adas.page)).toHaveValue('none');
  await expect(assignee(bens.page)).toHaveValue('none');
  await bens.page.keyboard.press('a');
  await expect(assignee(bens.page)).toHaveValue(ben.user.id);
  await expect(assignee(adas.page), 'Ada sees it without a reload').toHaveValue(ben.user.id);
  await expect(leadRows(adas.page).filter({ hasText: 'Assigned to ben' })).toHaveCount(1);
  await expect.poll(async () => (await leads()).find(({ id }) => id === first.id)?.assignee?.username).toBe('ben');
  await adas.page.goto(`${instance.url}/dashboard/leads/${first.id}`);
  await expect(adas.page.getByRole('complementary', { name: 'Person' }).getByRole('listitem').filter({ hasText: 'ben' })).toBeVisible();
  await adas.page.goto(`${instance.url}/dashboard/leads?view=all&assignee=none`);
  await expect(leadRows(adas.page)).toHaveCount(3);

  await cys.page.goto(asViewer);
  await cys.page.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(cys.page.getByText('You can read this workspace.').first()).toBeVisible();
  await cys.page.goto(`${instance.url}/dashboard/leads?view=all&lead=${first.id}`);
  await expect(leadRows(cys.page)).toHaveCount(4);
  await settled(cys.page);
  for (const name of [/^Archive/, /^Dismiss/, 'Good match', 'Bad match', /^Write a reply/, /^Follow up/, 'Snooze'])
    await expect(cys.page.getByRole('main').getByRole('button', { name }), String(name)).toHaveCount(0);
  await expect(cys.page.getByRole('combobox', { name: 'Stage' })).toBeDisabled();
  for (const key of ['e', 'x', 'r', 'a', 'f', 'h', '+']) await cys.page.keyboard.press(key);
  await expect(cys.page.getByRole('dialog')).toHaveCount(0);
  await expect(leadRows(cys.page)).toHaveCount(4);
  await cys.page.goto(`${instance.url}/dashboard/campaigns`);
  await expect(cys.page.getByRole('link', { name: 'Invoicing' })).toBeVisible();
  await expect(cys.page.getByRole('link', { name: 'New campaign' })).toHaveCount(0);
  expect((await leads()).map(({ stage }) => stage)).toEqual(Array.from({ length: 4 }, () => 'new'));

  await bens.page.goto(`${instance.url}/dashboard/leads?view=all`);
  await expect(leadRows(bens.page)).toHaveCount(4);
  await adas.page.goto(`${instance.url}/dashboard/settings?tab=people`);
  await adas.page.getByRole('button', { name: 'Remove ben' }).click();
  await adas.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(bens.page.getByText(/^You're no longer a member of /)).toBeVisible();
  await expect(bens.page.getByRole('textbox', { name: 'A sentence or your website' })).toBeVisible();
  await expect.poll(async () => (await leads()).find(({ id }) => id === first.id)?.assignee).toBeNull();
  await bens.page.goto(asMember);
  await expect(bens.page.getByText('It has expired, was already used, or was revoked.')).toBeVisible();
  await bens.page.getByRole('link', { name: 'Open dashboard' }).click();
  await expect(bens.page).toHaveURL(/\/dashboard$/);

  for (const { problems, context } of [adas, bens, cys]) {
    expect(problems).toEqual([]);
    await context.close();
  }
});

test('leads from an invitation to a new account and back, and switches workspaces by keyboard, with nothing left of the other one', async ({
  browser,
}) => {
  const owner = await instance.register('olga');
  await seedPeople(instance, owner.token, { count: 2 });
  const { items } = await instance.api<{ items: Lead[] }>('GET', '/leads', { token: owner.token });
  const path = `/dashboard/leads?view=all&lead=${items[0]?.id ?? ''}`;
  const olgas = await enter(browser, owner);
  const link = await invite(olgas.page, 'Member');

  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  await context.addInitScript(() => localStorage.setItem('getting-started-completed', 'true'));
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Username').fill('dina');
  await page.getByLabel('Email').fill('dina@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(page.getByText(/^You joined /)).toBeVisible();

  await page.goto(instance.url + path);
  await expect(leadRows(page)).toHaveCount(2);
  await page.getByRole('button', { name: /^Write a reply/ }).click();
  await page.getByRole('textbox', { name: 'Your reply' }).fill('Half of it up front.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await expect(page.getByRole('option').first()).toContainText('Your workspace');
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.type('your');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'A sentence or your website' })).toBeVisible();
  await page.goto(`${instance.url}/dashboard/leads?view=all`);
  await settled(page);
  await expect(leadRows(page)).toHaveCount(0);
  await expect(page.getByText('Invoicing')).toHaveCount(0);

  await page.getByRole('button', { name: /Switch workspace/ }).click();
  await page.getByRole('option', { name: /olga/ }).click();
  await page.waitForURL(/\/dashboard$/);
  await page.goto(instance.url + path);
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toHaveValue('Half of it up front.');
  await context.close();
  await olgas.context.close();
});

test('changes nothing from a tab whose session is in another workspace, and keeps what was changed offline for its own', async ({
  browser,
}) => {
  const [owner, guest] = [await instance.register('rosa'), await instance.register('sven')];
  await seedPeople(instance, owner.token, { count: 3 });
  const rosas = await enter(browser, owner);
  const link = await invite(rosas.page, 'Member');
  const { context, page } = await enter(browser, guest);
  await page.goto(link);
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(page.getByText(/^You joined /)).toBeVisible();
  const go = (id: string) => instance.api('PUT', '/workspaces/active', { token: guest.token, body: { id } });
  const count = async () => (await instance.api<{ items: Lead[] }>('GET', '/leads', { token: owner.token })).items.length;
  // Nothing tells this tab.
  await page.route('**/socket.io/**', (route) => route.abort());

  await page.goto(`${instance.url}/dashboard/leads?view=all`);
  await expect(leadRows(page)).toHaveCount(3);
  await leadRows(page).first().click();
  await settled(page);
  await go(guest.user.id);
  await page.keyboard.press('e');
  await expect(page.getByText(/^You're in the workspace sven now/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'A sentence or your website' })).toBeVisible();
  expect(await count()).toBe(3);

  await go(owner.user.id);
  await page.goto(`${instance.url}/dashboard/leads?view=all`);
  await expect(leadRows(page)).toHaveCount(3);
  await leadRows(page).first().click();
  await settled(page);
  await context.setOffline(true);
  await page.keyboard.press('e');
  await expect(page.getByText(/change waits for the network/)).toBeVisible();
  await go(guest.user.id);
  await context.setOffline(false);
  await expect(page.getByRole('textbox', { name: 'A sentence or your website' })).toBeVisible();
  expect(await count()).toBe(3);
  await go(owner.user.id);
  await page.reload();
  await expect.poll(count).toBe(2);
  await context.close();
  await rosas.context.close();
});

test('opens a link in the workspace that it names, and tells whoever may not enter it', async ({ browser }) => {
  const [owner, guest] = [await instance.register('tove'), await instance.register('ulf')];
  await seedPeople(instance, owner.token, { count: 2 });
  const { items } = await instance.api<{ items: Lead[] }>('GET', '/leads', { token: owner.token });
  const link = `${instance.url}/dashboard/leads/${items[0]?.id ?? ''}?workspace=${owner.user.id}`;
  const toves = await enter(browser, owner);
  const { context, page } = await enter(browser, guest);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: "You don't have access to this workspace" })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);

  await page.goto(await invite(toves.page, 'Member'));
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(page.getByText(/^You joined /)).toBeVisible();
  await instance.api('PUT', '/workspaces/active', { token: guest.token, body: { id: guest.user.id } });
  await page.goto(link);
  await expect(page.getByText('You switched to the workspace tove.')).toBeVisible();
  await expect(page).toHaveURL(link);
  await expect(page.getByRole('complementary', { name: 'Person' })).toBeVisible();
  await toves.page.goto(link);
  await expect(toves.page.getByRole('complementary', { name: 'Person' })).toBeVisible();
  await expect(toves.page.getByText(/^You switched/)).toHaveCount(0);
  await context.close();
  await toves.context.close();
});

test('shows fifty people and long and right-to-left names without breaking the page', async ({ browser }) => {
  const owner = await instance.register('petra');
  const { context, page } = await enter(browser, owner);
  const names = ['petra', 'مريم الحسيني', `${'Maximiliana-Alexandrina.'.repeat(2)}x`.slice(0, 40)];
  const members = Array.from({ length: 50 }, (_, index) => ({
    id: String(index + 1),
    username: names[index] ?? `Colleague ${String(index)}`,
    role: index === 0 ? 'owner' : 'member',
    isYou: index === 0,
    canChange: index > 0,
    joinedAt: new Date().toISOString(),
  }));
  await page.route('**/api/workspaces/*/members', (route) => route.fulfill({ json: { items: members, nextCursor: null, total: 50 } }));
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${instance.url}/dashboard/settings?tab=people`);
    const people = page.getByRole('list', { name: 'People' }).getByRole('listitem');
    await expect(people).toHaveCount(50);
    expect(await fitsAcross(page), String(width)).toBe(true);
    expect(await faultsOf(page), String(width)).toEqual([]);
    await page.getByRole('searchbox', { name: 'Find a person' }).fill('مريم');
    await expect(people).toHaveCount(1);
  }
  await context.close();
});

/** Accepts an invitation to the owner's workspace. */
async function join({ token }: AuthResult, { owner, role }: { owner: AuthResult; role: GivenRole }): Promise<void> {
  const path = `/workspaces/${owner.user.id}/invitations`;
  const { link } = await instance.api<{ link: string }>('POST', path, { token: owner.token, body: { role } });
  await instance.api('POST', `/workspaces/invitations/${link.split('/').at(-1) ?? ''}/accept`, { token });
}

/** A desk and a phone, each in another theme. */
const looks = [
  { viewport: { width: 1440, height: 900 }, theme: 'dark' },
  { viewport: { width: 390, height: 844 }, theme: 'light' },
] as const;

test('moves a campaign to a workspace that is chosen by keyboard, and offers only those where the person may', async ({ browser }) => {
  const [una, vic, wes, xia] = [
    await instance.register('una'),
    await instance.register('vic'),
    await instance.register('wes'),
    await instance.register('xia'),
  ];
  const campaign = await seedPeople(instance, una.token, { count: 2 });
  for (const [owner, role] of [
    [vic, 'admin'],
    [wes, 'admin'],
    [xia, 'member'],
  ] as const)
    await join(una, { owner, role });
  await instance.api('PUT', '/workspaces/active', { token: una.token, body: { id: una.user.id } });

  for (const { viewport, theme } of looks) {
    const context = await browser.newContext({ viewport });
    await signIn(context, una.token, theme);
    const page = await context.newPage();
    await page.goto(`${instance.url}/dashboard/campaigns/${campaign.id}`);
    await page.getByRole('button', { name: 'More actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Move to another workspace' }).press('Enter');
    const dialog = page.getByRole('alertdialog', { name: /^Move “Invoicing”/ });
    await expect(dialog.getByRole('radio')).toHaveCount(2);
    expect(await violationsOf(page)).toEqual([]);
    expect(await fitsAcross(page)).toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused();
    await context.close();
  }

  // What its page reads of it before the list is there.
  const { context, page, problems } = await enter(browser, una, [/status of 404/]);
  await page.goto(`${instance.url}/dashboard/campaigns/${campaign.id}`);
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Move to another workspace' }).press('Enter');
  await page.getByRole('radio', { name: /vic/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /wes/ })).toBeChecked();
  await page.getByRole('button', { name: 'Move campaign' }).press('Enter');
  await expect(page.getByText('Campaign “Invoicing” moved.')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/campaigns$/);
  await expect(page.getByRole('link', { name: 'Invoicing' })).toHaveCount(0);
  const { items } = await instance.api<{ items: { name: string }[] }>('GET', '/campaigns', { token: wes.token });
  expect(items.map(({ name }) => name)).toEqual(['Invoicing']);
  expect(problems).toEqual([]);
  await context.close();
});

test('lets a member exclude an author in the workspace, which a viewer sees and another workspace does not', async ({ browser }) => {
  const [owner, member, viewer] = [await instance.register('yara'), await instance.register('zoe'), await instance.register('zed')];
  await seedPeople(instance, owner.token, { count: 3 });
  for (const [guest, role] of [
    [member, 'member'],
    [viewer, 'viewer'],
  ] as const)
    await join(guest, { owner, role });
  const members = await enter(browser, member);
  const viewers = await enter(browser, viewer);
  await viewers.page.goto(`${instance.url}/dashboard/settings?tab=blacklist`);
  await expect(viewers.page.getByText('Nothing is excluded.', { exact: true })).toBeVisible();
  await members.page.goto(`${instance.url}/dashboard/settings?tab=blacklist`);
  await members.page.getByRole('combobox', { name: 'Kind' }).selectOption('Author');
  await members.page.getByLabel('Exclude', { exact: true }).fill('u/quiet_fern');
  await members.page.keyboard.press('Enter');
  await expect(members.page.getByText('1 entry added, 1 stored post hidden')).toBeVisible();
  await expect(members.page.getByRole('cell', { name: 'quiet_fern', exact: true })).toBeVisible();
  expect(await faultsOf(members.page)).toEqual([]);
  await viewers.page.goto(`${instance.url}/dashboard/settings?tab=blacklist`);
  await expect(viewers.page.getByRole('cell', { name: 'quiet_fern', exact: true })).toBeVisible();
  for (const name of ['Add entry', 'Import', 'Remove quiet_fern'])
    await expect(viewers.page.getByRole('button', { name }), name).toHaveCount(0);
  await viewers.page.goto(`${instance.url}/dashboard/leads?view=all`);
  await expect(leadRows(viewers.page)).toHaveCount(2);
  expect(viewers.problems).toEqual([]);
  await viewers.context.close();
  await instance.api('PUT', '/workspaces/active', { token: viewer.token, body: { id: viewer.user.id } });
  expect((await instance.api<{ items: unknown[] }>('GET', '/blacklist', { token: viewer.token })).items).toEqual([]);
  await members.page.getByRole('button', { name: 'Remove quiet_fern' }).press('Enter');
  await expect(members.page.getByText('quiet_fern removed from the blacklist, 1 post restored')).toBeVisible();
  expect(members.problems).toEqual([]);
  await members.context.close();
});
