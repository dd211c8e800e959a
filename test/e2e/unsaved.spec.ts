import { expect, test, type BrowserContext, type Page } from 'playwright/test';
import { password, type Instance } from './support/instance.ts';
import { settled, signIn, watch } from './support/page.ts';
import { startWithSample } from './support/sample.ts';

let instance: Instance;
let campaign: string;
test.beforeAll(async () => {
  const started = await startWithSample();
  ({ instance } = started);
  campaign = `/dashboard/campaigns/${started.campaignId}`;
});
test.afterAll(() => instance.close());

async function open(context: BrowserContext, path: string): Promise<Page> {
  // A separate session, because logging out ends it on the server.
  const fresh = await instance.api<{ token: string }>('POST', '/auth/login', { body: { email: 'mara@example.com', password } });
  await signIn(context, fresh.token);
  const page = await context.newPage();
  await page.goto(`${instance.url}/dashboard/follow-ups`);
  await page.goto(`${instance.url}${path}`);
  await settled(page);
  return page;
}
const asked = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });

/** Through the menu, so that the history has a page of the app to go back to. */
async function openSettingsOfCampaign(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Campaigns' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /sample/i })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`${campaign}$`));
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
}

test('asks before Back, Forward, a link, the palette, or search discards edits of a campaign', async ({ context }) => {
  const page = await open(context, '/dashboard');
  const { problems } = watch(page);
  await openSettingsOfCampaign(page);
  const name = page.getByLabel('Name', { exact: true });
  const before = await name.inputValue();
  await name.fill('Edited and not saved');

  const ways: (() => Promise<unknown>)[] = [
    () => page.evaluate(() => history.go(-2)),
    () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leads' }).click(),
    async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('Schedule');
      await page.keyboard.press('Enter');
    },
    async () => {
      await page.getByRole('button', { name: 'Search posts and leads' }).click();
      await page.getByRole('dialog').getByRole('combobox').fill('invoice');
      await page.keyboard.press('Enter');
    },
  ];
  for (const go of ways) {
    await go();
    await expect(asked(page)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${campaign}\\?tab=settings$`));
    await page.keyboard.press('Escape');
    await expect(asked(page)).toBeHidden();
    await expect(name).toHaveValue('Edited and not saved');
  }

  await page.evaluate(() => history.go(-2));
  await asked(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/dashboard\/campaigns$/);
  await page.goForward();
  await page.goForward();
  await expect(name).toHaveValue(before);
  expect(problems).toEqual([]);
});

test('restores unsaved campaign edits after the tab was closed, to save or discard', async ({ context }) => {
  const first = await open(context, `${campaign}?tab=settings`);
  await first.getByLabel('Name', { exact: true }).fill('Half a n');
  await first.close({ runBeforeUnload: false });

  const page = await context.newPage();
  await page.goto(`${instance.url}${campaign}?tab=settings`);
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toHaveValue('Half a n');
  await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible();
  await name.fill('A whole name');
  await page.getByRole('button', { name: 'Save campaign', exact: true }).click();
  await expect(page.getByText('Your unsaved changes were restored.')).toBeHidden();
  await page.reload();
  await expect(name).toHaveValue('A whole name');
  await expect(page.getByText('Your unsaved changes were restored.')).toBeHidden();
});

test('asks before another settings tab, Back, or a link discards edits', async ({ context }) => {
  const page = await open(context, '/dashboard');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Username').fill('mara the second');
  await page.getByRole('tab', { name: 'Appearance' }).click();
  await expect(asked(page)).toBeVisible();
  await asked(page).getByRole('button', { name: 'Stay' }).click();
  await page.goBack();
  await expect(asked(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.getByLabel('Username')).toHaveValue('mara the second');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Profile updated successfully')).toBeVisible();
  await page.getByRole('tab', { name: 'Security' }).click();
  await expect(page).toHaveURL(/tab=security$/);

  await page.getByLabel('Current password', { exact: true }).fill('something');
  await page.getByRole('tab', { name: 'Data' }).click();
  await asked(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/tab=data$/);

  await page.getByRole('tab', { name: 'Notifications' }).click();
  await page.getByRole('button', { name: 'Add channel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add channel' });
  await dialog.getByLabel('Name', { exact: true }).fill('Team');
  await page.keyboard.press('Escape');
  const close = page.getByRole('alertdialog', { name: 'Close without saving?' });
  await close.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Team');
  await page.keyboard.press('Escape');
  await close.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
});

test('keeps a reply draft across a reload, an outage, a logout in another tab, and a closed tab', async ({ context }) => {
  const page = await open(context, '/dashboard/leads');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/lead=|leads\/\d+/);
  const answer = page.getByRole('textbox', { name: 'Your reply' });
  await page.keyboard.press('r');
  await expect(answer).toBeFocused();
  await page.keyboard.type('I had the same problem.');
  await page.reload();
  await expect(answer).toHaveValue('I had the same problem.');

  await context.setOffline(true);
  await answer.press('End');
  await page.keyboard.type(' What helped:');
  await context.setOffline(false);
  await page.reload();
  await expect(answer).toHaveValue('I had the same problem. What helped:');

  const place = page.url();
  const other = await context.newPage();
  await other.goto(`${instance.url}/dashboard`);
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill('mara@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(place);
  await expect(answer).toHaveValue('I had the same problem. What helped:');

  await page.close();
  const later = await context.newPage();
  await later.goto(place);
  await expect(later.getByRole('textbox', { name: 'Your reply' })).toHaveValue('I had the same problem. What helped:');
});

test("hides one user's drafts from the next user of the same browser", async ({ browser }) => {
  const context = await browser.newContext();
  const page = await open(context, `${campaign}?tab=settings`);
  await page.getByLabel('Name', { exact: true }).fill('A secret plan');
  const kept = await page.evaluate(() => localStorage.getItem('unsaved') ?? '');
  expect(kept).toContain('A secret plan');
  await page.getByRole('button', { name: 'Logout' }).click();
  const { token: other } = await instance.register('noor');
  await page.evaluate((text) => localStorage.setItem('token', text), other);
  await page.goto(`${instance.url}/dashboard/campaigns/new?mode=manual`);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  await expect(page.getByText('Your unsaved changes were restored.')).toBeHidden();
  await context.close();
});

test('keeps unsent feedback across a reload, and clears it once sent', async ({ context }) => {
  const page = await open(context, '/dashboard');
  const openFeedback = () => page.getByRole('button', { name: 'Feedback', exact: true }).click();
  const field = page.getByRole('dialog', { name: 'Feedback' }).getByLabel("What's on your mind?");
  await openFeedback();
  await field.fill('The board could show points.');
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await page.reload();
  await openFeedback();
  await expect(field).toHaveValue('The board could show points.');
  await page.getByRole('button', { name: 'Send feedback', exact: true }).click();
  await expect(page.getByText('Feedback sent. The reply will appear under Feedback.')).toBeVisible();
  await expect(field).toHaveValue('');
  await page.reload();
  await openFeedback();
  await expect(field).toHaveValue('');
});

test('keeps a description across modes and a reload, and asks before leaving an edited proposal', async ({ context }) => {
  const page = await open(context, '/dashboard/campaigns/new?mode=basic');
  const words = 'Invoicing software for freelancers: send invoices, take deposits, chase late payers politely.';
  const field = page.getByLabel('What do you offer, and who is it for?');
  await field.fill(words);
  await page.reload();
  await expect(field).toHaveValue(words);
  await page.getByRole('radio', { name: /Smart Manual/ }).check();
  await expect(field).toHaveValue(words);
  await page.getByRole('button', { name: 'Suggest campaign' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Late payers');
  const leave = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Analytics', exact: true });
  await leave.click();
  await asked(page).getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Late payers');
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await expect(page).toHaveURL(/campaigns\/\d+$/);
  await page.goto(`${instance.url}/dashboard/campaigns/new?mode=basic`);
  await expect(field).toHaveValue('');
});
