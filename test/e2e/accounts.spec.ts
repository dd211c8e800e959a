import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type Page, test } from 'playwright/test';
import { startSmtp, type SmtpStandIn } from '../security/smtp.ts';
import { password, ownAddress, startInstance, type Instance } from './support/instance.ts';
import { fitsAcross, settled, signIn, watch } from './support/page.ts';
import { seedPeople } from './support/people.ts';
import { violationsOf } from './support/axe.ts';

let smtp: SmtpStandIn;
let instance: Instance;
test.beforeEach(async () => {
  smtp = await startSmtp();
  instance = await startInstance({
    ...(await ownAddress()),
    EARSHOT_SMTP__URL: smtp.url,
  });
});
test.afterEach(async () => {
  await instance.close();
  await smtp.close();
});

/** The link in the latest email. */
async function linkInEmail(pattern: RegExp): Promise<string> {
  const read = (): string | undefined =>
    smtp.taken.map((mail) => pattern.exec(mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0]).findLast((link) => link !== undefined);
  await expect.poll(read).toBeTruthy();
  return read() ?? '';
}

test('lets an applicant in beta apply, confirm the invitation, and register', async ({ browser }) => {
  const { token } = await instance.register('admin');
  const house = await browser.newContext();
  await signIn(house, token);
  const admin = await house.newPage();
  await admin.goto(`${instance.url}/dashboard/admin?tab=settings`);
  await admin.getByRole('switch', { name: /Beta mode/ }).click();
  await expect(admin.getByText('Beta mode is on')).toBeVisible();

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${instance.url}/beta-application`);
  await stranger.getByLabel('Name').fill('Noor');
  await stranger.getByLabel('Email').fill('noor@example.com');
  await stranger.getByRole('textbox').last().fill('Leads for my bookkeeping practice');
  await stranger.getByRole('button', { name: /apply|send/i }).click();
  await expect(stranger.getByRole('status').first()).toBeVisible();

  await admin.goto(`${instance.url}/dashboard/admin?tab=applications`);
  await admin.getByRole('button', { name: /Accept/ }).click();
  await stranger.goto(await linkInEmail(/http:\S+beta-verification\/[\w-]+/));
  await stranger.getByRole('button', { name: 'Confirm invitation' }).click();
  await stranger.getByRole('link', { name: 'Create your account' }).click();
  await stranger.getByLabel('Username').fill('noor');
  await stranger.getByLabel('Email').fill('noor@example.com');
  await stranger.getByLabel('Password', { exact: true }).fill(password);
  await stranger.keyboard.press('Enter');
  await expect(stranger).toHaveURL(/\/dashboard$/);
});

test('resets a forgotten password by email', async ({ page }) => {
  await instance.register('mara');
  const { problems } = watch(page);
  await page.goto(`${instance.url}/login`);
  await page.getByRole('link', { name: /forgot/i }).click();
  // The page before has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill('mara@example.com');
  await page.keyboard.press('Enter');
  await page.goto(await linkInEmail(/http:\S+reset-password\?token=[\w-]+/));
  await page.getByRole('textbox', { name: /password/i }).fill('another quiet harbour');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill('mara@example.com');
  await page.getByLabel('Password', { exact: true }).fill('another quiet harbour');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(problems).toEqual([]);
});

test('logs a disabled user out within seconds', async ({ browser }) => {
  const { token } = await instance.register('admin');
  const member = await instance.register('mara');
  const theirs = await browser.newContext();
  await signIn(theirs, member.token);
  const online = await theirs.newPage();
  await online.goto(`${instance.url}/dashboard`);
  await expect(online.getByText('mara@example.com')).toBeVisible();

  const house = await browser.newContext();
  await signIn(house, token);
  const admin = await house.newPage();
  await admin.goto(`${instance.url}/dashboard/admin?tab=users`);
  await admin.getByRole('button', { name: 'Actions for mara' }).click();
  await admin.getByRole('menuitem', { name: 'Disable account' }).click();
  await admin.getByRole('button', { name: 'Disable account' }).click();
  await expect(online).toHaveURL(/\/login$/);
  await expect(admin.getByText('Disabled').first()).toBeVisible();
});

test('adds a user, who sets a password with the link, and deletes them with their session', async ({ browser, context, page }) => {
  const { token } = await instance.register('admin');
  await signIn(context, token);
  const { problems } = watch(page);
  await page.goto(`${instance.url}/dashboard/admin?tab=users`);
  await page.getByRole('button', { name: 'Add user' }).click();
  const form = page.getByRole('dialog', { name: 'Add user' });
  await form.getByLabel('Username').fill('mara');
  await form.getByLabel('Email').fill('admin@example.com');
  await form.getByRole('button', { name: 'Add user' }).click();
  await expect(form.getByText(/already/)).toBeVisible();
  await form.getByLabel('Email').fill('mara@example.com');
  await form.getByRole('button', { name: 'Add user' }).click();
  const shown = page.getByRole('dialog', { name: 'mara added' });
  await expect(shown).toContainText('emailed to mara@example.com');
  const link = await shown.getByRole('textbox').inputValue();
  expect(await linkInEmail(/http:\S+token=[\w-]+/)).toBe(link);
  await page.keyboard.press('Escape');
  const row = page.getByRole('row', { name: /mara@example\.com/ });
  await expect(row).toContainText('Active');

  const theirs = await browser.newContext();
  const online = await theirs.newPage();
  await online.goto(link);
  await online.getByLabel('New password', { exact: true }).fill('a lighthouse at noon');
  await online.keyboard.press('Enter');
  await expect(online).toHaveURL(/\/login$/);
  await online.getByLabel('Email').fill('mara@example.com');
  await online.getByLabel('Password', { exact: true }).fill('a lighthouse at noon');
  await online.keyboard.press('Enter');
  await expect(online).toHaveURL(/\/dashboard$/);

  await row.getByRole('button', { name: 'Actions for mara' }).click();
  await page.getByRole('menuitem', { name: 'Delete account' }).click();
  const question = page.getByRole('alertdialog', { name: "Delete mara's account?" });
  await question.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText("mara's account deleted")).toBeVisible();
  await expect(row).toBeHidden();
  await expect(online).toHaveURL(/\/login$/);
  const again = { email: 'mara@example.com', password: 'a lighthouse at noon' };
  await expect(instance.api('POST', '/auth/login', { body: again })).rejects.toThrow('401');
  expect(problems).toEqual([expect.stringContaining('409 (Conflict)')]);
});

test('changes an email address by a link, and ends the session of another device', async ({ browser, context, page }) => {
  const { token } = await instance.register('mara');
  const credentials = { email: 'mara@example.com', password };
  const phone = await instance.api<{ token: string }>('POST', '/auth/login', { body: credentials });
  const elsewhere = await browser.newContext();
  await signIn(elsewhere, phone.token);
  const other = await elsewhere.newPage();
  await other.goto(`${instance.url}/dashboard/follow-ups`);
  await signIn(context, token);
  await page.goto(`${instance.url}/dashboard/settings?tab=security`);
  await expect(page.getByText('This device')).toBeVisible();
  await page.getByRole('list', { name: "Devices you're logged in on" }).getByRole('button').click();
  await expect(page.getByText('Device logged out')).toBeVisible();
  await expect(other).toHaveURL(/\/login$/);

  await page.goto(`${instance.url}/dashboard/settings`);
  await page.getByLabel('Email', { exact: true }).fill('mara@elsewhere.example');
  await page.getByLabel('Current password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Open the link we sent to mara@elsewhere.example')).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('mara@example.com');
  await page.goto(await linkInEmail(/http:\S+confirm-email\?token=[\w-]+/));
  await page.getByRole('button', { name: 'Confirm email address' }).click();
  await expect(page.getByText('mara@elsewhere.example is now your email address.')).toBeVisible();
  await page.goto(await linkInEmail(/http:\S+undo-email-change\?token=[\w-]+/));
  await page.getByRole('button', { name: 'Keep this email address' }).click();
  await expect(page.getByText('mara@example.com is your email address, and nobody is logged in')).toBeVisible();
  await page.getByRole('link', { name: 'Set a new password' }).click();
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await page.getByRole('textbox', { name: /password/i }).fill('a harbour of her own');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill('mara@example.com');
  await page.getByLabel('Password', { exact: true }).fill('a harbour of her own');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await elsewhere.close();
});

test('shows an admin what each workspace cost, once there are two', async ({ browser }) => {
  const [root, ann] = [await instance.register('root'), await instance.register('ann')];
  await seedPeople(instance, root.token, { count: 2 });
  const open = async (width: number) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    await signIn(context, root.token);
    const page = await context.newPage();
    await page.goto(`${instance.url}/dashboard/admin`);
    await expect(page.getByRole('heading', { name: 'Instance' })).toBeVisible();
    return page;
  };
  const alone = await open(1440);
  await settled(alone);
  await expect(alone.getByRole('heading', { name: 'Workspaces' })).toHaveCount(0);

  await seedPeople(instance, ann.token, { count: 3 });
  const file = new DatabaseSync(join(instance.dataDir, 'earshot.db'), { timeout: 20_000 });
  const add = file.prepare(
    `insert into ai_ledger (at, day, user_id, provider, model, purpose, tokens_in, tokens_out, cost)
     values (unixepoch() * 1000, unixepoch() / 86400, ?, 'openai', 'small', 'score', 10, 2, ?)`,
  );
  for (const cost of [1.25, null]) add.run(Number(ann.user.id), cost);
  file.close();
  for (const width of [1440, 390]) {
    const page = await open(width);
    const rows = page.getByRole('region', { name: 'Workspaces' }).getByRole('row');
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(1)).toContainText(/^ann.*\$1\.251 call without a price$/);
    await expect(rows.nth(2)).toContainText(/^root.*\$0$/);
    expect(await fitsAcross(page)).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
  }
});

test('merges two accounts by keyboard, and says what is missing or wrong before it does', async ({ browser }) => {
  const [root, ann, anna] = [await instance.register('root'), await instance.register('ann'), await instance.register('anna')];
  await seedPeople(instance, ann.token, { count: 2 });
  const open = async (page: Page) => {
    await page.goto(`${instance.url}/dashboard/admin?tab=users`);
    await page.getByRole('button', { name: 'Actions for ann', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Merge into another account' }).press('Enter');
    return page.getByRole('dialog', { name: 'Merge ann into another account?' });
  };
  for (const { viewport, theme } of [
    { viewport: { width: 1440, height: 900 }, theme: 'dark' },
    { viewport: { width: 390, height: 844 }, theme: 'light' },
  ]) {
    const context = await browser.newContext({ viewport });
    await signIn(context, root.token, theme);
    const page = await context.newPage();
    const dialog = await open(page);
    await expect(dialog.getByLabel('Email address of the account that stays')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Enter an email address')).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    expect(await fitsAcross(page)).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(dialog).toHaveCount(0);
    await context.close();
  }

  const context = await browser.newContext();
  await signIn(context, root.token);
  const page = await context.newPage();
  const { problems } = watch(page);
  const dialog = await open(page);
  await page.keyboard.type('nobody@example.com');
  await page.keyboard.press('Tab');
  await page.keyboard.type('anna');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('To confirm, enter ann', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('No account has the address nobody@example.com.')).toBeVisible();
  await dialog.getByLabel('Email address of the account that stays').fill('ANNA@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByText('ann was merged into anna')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const { items } = await instance.api<{ items: { name: string }[] }>('GET', '/campaigns', { token: anna.token });
  expect(items.map(({ name }) => name)).toEqual(['Invoicing']);
  await expect(instance.api('GET', '/campaigns', { token: ann.token })).rejects.toThrow(/401/);
  expect(problems).toEqual([]);
  await context.close();
});
