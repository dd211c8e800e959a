import { expect, test, type Page } from 'playwright/test';
import { freePort } from '#test/support/free-port.ts';
import { violationsOf } from './support/axe.ts';
import { password, startInstance, type Instance } from './support/instance.ts';
import { settled, signIn, watch } from './support/page.ts';

let instance: Instance;
let url: string;
test.beforeAll(async () => {
  // Passkeys are bound to the address that the server knows itself by.
  const port = await freePort();
  instance = await startInstance({ EARSHOT_HTTP__PORT: String(port) });
  url = `http://localhost:${port}`;
});
test.afterAll(() => instance.close());

/** Chromium's own authenticator in software. Returns what makes it ask for a fingerprint in vain. */
async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verify: (isUserVerified: boolean) => client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    count: async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}

test('adds a passkey, logs in with it, renames it, and removes it', async ({ context, page }) => {
  const { problems } = watch(page, [/401/, /400/]);
  const authenticator = await addAuthenticator(page);
  await signIn(context, (await instance.register('mara')).token);
  await page.goto(`${url}/dashboard/settings?tab=security`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password', { exact: true }).fill('not the harbour');
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  await expect(dialog.getByText('Wrong current password')).toBeVisible();
  await settled(page);
  expect(await violationsOf(page)).toEqual([]);
  await authenticator.verify(false);
  await dialog.getByLabel('Current password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  await expect(dialog.getByText('No passkey was created. Try again.')).toBeVisible();
  await authenticator.verify(true);
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  await expect(dialog).toBeHidden();
  const list = page.getByRole('list', { name: 'Your passkeys' });
  await expect(list.getByText('not used yet')).toBeVisible();
  expect(await authenticator.count()).toBe(1);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByLabel('Current password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  await expect(dialog.getByText('already has a passkey for your account')).toBeVisible();
  await page.keyboard.press('Escape');

  await list.getByRole('button', { name: /^Rename/ }).click();
  await dialog.getByLabel('Name').fill('Work laptop');
  await dialog.getByRole('button', { name: 'Save name' }).click();
  await expect(list.getByText('Work laptop')).toBeVisible();

  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto(`${url}/login`);
  const logIn = page.getByRole('button', { name: 'Use a passkey' });
  await settled(page);
  expect(await violationsOf(page)).toEqual([]);
  await authenticator.verify(false);
  await logIn.click();
  await expect(page.getByText('No passkey was used. Try again, or log in with your password.')).toBeVisible();
  await authenticator.verify(true);
  await logIn.click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto(`${url}/dashboard/settings?tab=security`);
  await expect(list.getByText('last used')).toBeVisible();
  await list.getByRole('button', { name: 'Remove Work laptop' }).click();
  await dialog.getByLabel('Current password', { exact: true }).fill('not the harbour');
  await dialog.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(dialog.getByText('Wrong current password')).toBeVisible();
  await dialog.getByLabel('Current password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(dialog).toBeHidden();
  await expect(list).toBeHidden();

  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto(`${url}/login`);
  await logIn.click();
  await expect(page.getByText("This passkey isn't registered here, or was removed. Log in with your password.")).toBeVisible();
  expect(problems).toEqual([]);
});

test('offers no passkeys at an IP address', async ({ context, page }) => {
  const byAddress = url.replace('localhost', '127.0.0.1');
  await page.goto(`${byAddress}/login`);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeHidden();
  await signIn(context, (await instance.register('noor')).token);
  await page.goto(`${byAddress}/dashboard/settings?tab=security`);
  await expect(page.getByText('Passkeys need https')).toBeVisible();
});
