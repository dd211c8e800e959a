import { setTimeout } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { expect, test, type Page } from 'playwright/test';

import { violationsOf } from './support/axe.ts';
import { password, startInstance, type Instance } from './support/instance.ts';
import { signIn, watch } from './support/page.ts';

let instance: Instance;
test.beforeAll(async () => {
  instance = await startInstance();
});
test.afterAll(() => instance.close());

const period = 30_000;
const slowestRequest = 15_000;

/**
 * The server accepts the previous and the next code too, so that no test waits for the next 30 seconds. A previous code is
 * accepted until the current one ends, so it isn't used just before that.
 */
async function codeOf(secret: string, steps: number): Promise<string> {
  const left = period - (Date.now() % period);
  if (steps < 0 && left < slowestRequest) await setTimeout(left);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * period });
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto(`${instance.url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

test('sets up two-factor login, logs in with a code and with a recovery code, and turns it off', async ({ browser, context, page }) => {
  const { problems } = watch(page, [/401/, /400/]);
  await signIn(context, (await instance.register('mara')).token);
  await page.goto(`${instance.url}/dashboard/settings?tab=security`);
  await page.getByRole('button', { name: 'Set up two-factor login' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  const secret = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByLabel('Current password', { exact: true }).fill(password);
  await dialog.getByLabel('Code from your app').fill('000000');
  await dialog.getByRole('button', { name: 'Turn on two-factor login' }).click();
  await expect(dialog.getByText('This code is wrong or was already used.')).toBeVisible();
  await dialog.getByLabel('Code from your app').fill(await codeOf(secret, -1));
  await dialog.getByRole('button', { name: 'Turn on two-factor login' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const recoveryCode = (await dialog.getByRole('listitem').first().textContent()) ?? '';
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await dialog.getByRole('button', { name: 'I saved the codes' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('10 recovery codes left.')).toBeVisible();

  const phone = await (await browser.newContext()).newPage();
  await logIn(phone, 'mara@example.com');
  await expect(phone.getByLabel('Code from your authenticator app')).toBeFocused();
  await expect(phone.getByLabel('Password', { exact: true })).toBeHidden();
  expect(await violationsOf(phone)).toEqual([]);
  await phone.keyboard.type('000000');
  await phone.keyboard.press('Enter');
  await expect(phone.getByText('This code is wrong or was already used.')).toBeVisible();
  await phone.getByLabel('Code from your authenticator app').fill(await codeOf(secret, 0));
  await phone.keyboard.press('Enter');
  await expect(phone).toHaveURL(/\/dashboard$/);

  const borrowed = await (await browser.newContext()).newPage();
  await logIn(borrowed, 'mara@example.com');
  await borrowed.getByLabel('Code from your authenticator app').fill(recoveryCode);
  await borrowed.keyboard.press('Enter');
  await expect(borrowed).toHaveURL(/\/dashboard$/);

  await page.reload();
  await expect(page.getByText('9 recovery codes left.')).toBeVisible();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByLabel('Current password', { exact: true }).fill(password);
  await dialog.getByLabel('Code from your app').fill(await codeOf(secret, 1));
  await dialog.getByRole('button', { name: 'Turn off two-factor login' }).click();
  await expect(page.getByRole('button', { name: 'Set up two-factor login' })).toBeVisible();
  expect(problems).toEqual([]);
});
