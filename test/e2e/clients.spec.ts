import { type Browser, expect, type Page, test } from 'playwright/test';
import type { AuthResult } from '#shared/auth.ts';
import type { Lead } from '#shared/leads.ts';
import { faultsOf } from './support/axe.ts';
import { type Instance, password, startInstance } from './support/instance.ts';
import { fitsAcross, settled, signIn, watch } from './support/page.ts';
import { seedPeople } from './support/people.ts';

let instance: Instance;
let owner: AuthResult;
test.beforeAll(async () => {
  instance = await startInstance();
  owner = await instance.register('ada');
});
test.afterAll(() => instance.close());

async function openAs(browser: Browser, token: string | null): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (token !== null) await signIn(context, token);
  const page = await context.newPage();
  return { page, problems: watch(page).problems };
}

test('shows a client who was invited the report and the leads that the owner chose, and nothing else', async ({ browser }) => {
  await seedPeople(instance, owner.token, { count: 3 });
  const { items } = await instance.api<{ items: Lead[] }>('GET', '/leads', { token: owner.token });
  const [chosen, other] = items;
  const titleOf = (lead: Lead | undefined) => lead?.posts[0]?.title ?? 'a title';
  const cora = await instance.register('cora');

  const { page: adas, problems: adasProblems } = await openAs(browser, owner.token);
  await adas.goto(`${instance.url}/dashboard/settings?tab=people`);
  await adas.getByRole('radio', { name: 'Client' }).check();
  await expect(adas.getByText('Sees the report and the leads that you show to clients, nothing else')).toBeVisible();
  await adas.getByRole('button', { name: 'Create link' }).click();
  const link =
    (await adas
      .getByText(/\/invitation\/[\w-]{20}/)
      .first()
      .textContent()) ?? '';

  const { page, problems } = await openAs(browser, null);
  await page.goto(`${instance.url}${new URL(link).pathname}`);
  await expect(page.getByText('You see its report and the leads chosen for you.')).toBeVisible();
  await page.getByRole('link', { name: 'Log in to accept' }).click();
  await page.getByLabel('Email').fill(cora.user.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link')).toHaveText(['Report', 'Leads', 'Account settings']);
  await expect(page.getByRole('heading', { name: 'Conversations report' })).toBeVisible();
  await expect(page.getByText(titleOf(other))).toBeVisible();
  await settled(page);
  expect(await faultsOf(page)).toEqual([]);

  await navigation.getByRole('link', { name: 'Leads' }).click();
  await expect(page.getByText('No leads yet.')).toBeVisible();
  await adas.goto(`${instance.url}/dashboard/leads?view=all&lead=${chosen?.id ?? ''}`);
  await adas.getByRole('button', { name: 'Show to clients' }).click();
  await expect(adas.getByRole('button', { name: 'Hide from clients' })).toBeVisible();
  await expect(adas.getByText('Clients', { exact: true })).toHaveCount(1);
  await settled(adas);
  await page.reload();
  await page.getByRole('link', { name: titleOf(chosen) }).click();
  await expect(page.getByRole('heading', { name: titleOf(chosen), level: 1 })).toBeVisible();
  await expect(page.getByText(titleOf(other))).toHaveCount(0);
  await settled(page);
  expect(await faultsOf(page)).toEqual([]);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await fitsAcross(page)).toBe(true);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  for (const path of ['posts', 'campaigns', 'analytics', 'schedule', 'billing', 'help', 'admin']) {
    await page.goto(`${instance.url}/dashboard/${path}`);
    await expect(page).toHaveURL(`${instance.url}/dashboard`);
  }
  await page.goto(`${instance.url}/dashboard/leads/${other?.id ?? ''}`);
  await expect(page.getByText('This lead is no longer available.')).toBeVisible();
  problems.splice(0);

  await page.goto(`${instance.url}/dashboard/settings`);
  await expect(page.getByRole('tab')).toHaveText(['Profile', 'Workspace', 'Appearance', 'Security', 'Data']);
  await page.getByRole('tab', { name: 'Workspace' }).click();
  await expect(page.getByRole('button', { name: 'Leave workspace' })).toBeVisible();
  await expect(page.getByText('ada', { exact: true })).not.toHaveCount(0);

  await adas.getByRole('button', { name: 'Hide from clients' }).click();
  await expect(adas.getByRole('button', { name: 'Show to clients' })).toBeVisible();
  await settled(adas);
  await page.goto(`${instance.url}/dashboard/leads`);
  await expect(page.getByText('No leads yet.')).toBeVisible();
  expect([problems, adasProblems]).toEqual([[], []]);
});
