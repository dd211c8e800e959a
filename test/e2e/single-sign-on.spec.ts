import { expect, test } from 'playwright/test';
import { type FakeIssuer, startIssuer } from '../support/fakes/issuer.ts';
import { violationsOf } from './support/axe.ts';
import { freePort } from '#test/support/free-port.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { settled, watch } from './support/page.ts';

let issuer: FakeIssuer;
let instance: Instance;
let url: string;
test.beforeAll(async () => {
  issuer = await startIssuer({ now: Date.now });
  const port = await freePort();
  const { clientId, clientSecret } = issuer.config;
  // Issuers send browsers back to the address that the server knows itself by.
  instance = await startInstance({
    EARSHOT_HTTP__PORT: String(port),
    EARSHOT_AUTH__OIDC__NAME: 'Home',
    EARSHOT_AUTH__OIDC__ISSUER: issuer.issuer,
    EARSHOT_AUTH__OIDC__CLIENT_ID: clientId,
    EARSHOT_AUTH__OIDC__CLIENT_SECRET: clientSecret,
    EARSHOT_AUTH__OIDC__SIGN_UP: 'on',
  });
  url = `http://localhost:${port}`;
});
test.afterAll(async () => {
  await instance.close();
  await issuer.close();
});

test('logs in at the issuer, shows the link, logs out there, and says why a login failed', async ({ page }) => {
  const { problems } = watch(page, [/403/, /400/]);
  await page.addInitScript(() => localStorage.setItem('getting-started-completed', 'true'));
  await instance.register('mara');
  issuer.state.person = { sub: 'ann', email: 'ann@example.test', email_verified: true, preferred_username: 'ann' };
  await page.goto(`${url}/dashboard/settings?tab=security`);
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await settled(page);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue with Home' }).click();
  await expect(page).toHaveURL(`${url}/dashboard/settings?tab=security`);
  await expect(page.getByText('You can log in with ann@example.test at Home.')).toBeVisible();
  await expect(page.getByText('Your account has no password.')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${url}/`);
  expect(issuer.state.requests).toContain('/realms/home/protocol/openid-connect/logout');
  issuer.state.fault = { algorithm: 'none' };
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: 'Continue with Home' }).click();
  await expect(page.getByText("Home confirmed a login that this server can't trust.")).toBeVisible();
  await expect(page).toHaveURL(`${url}/login`);
  expect(problems).toEqual([]);
});
