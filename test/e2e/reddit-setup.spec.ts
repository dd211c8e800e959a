import { expect, test } from 'playwright/test';
import { startInstance, type Instance } from './support/instance.ts';
import { fitsAcross, signIn, watch } from './support/page.ts';

let instance: Instance;
test.beforeAll(async () => {
  instance = await startInstance();
});
test.afterAll(() => instance.close());

test('shows an admin how to set up Reddit where it is missing, and shows others whom to ask', async ({ browser }) => {
  const admin = await instance.register('boss');
  const other = await instance.register('guest');
  for (const [{ token }, isAdmin] of [
    [admin, true],
    [other, false],
  ] as const) {
    const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
    await signIn(context, token);
    const page = await context.newPage();
    const { problems } = watch(page);
    for (const path of ['/dashboard/settings?tab=reddit', '/dashboard/my-activity', '/dashboard/reddit-health']) {
      await page.goto(`${instance.url}${path}`);
      const steps = page.getByRole('region', { name: 'Reddit needs an app before you can connect' });
      if (isAdmin) {
        await expect(steps.getByText('/reddit/callback')).toBeVisible();
        await expect(steps.getByRole('button', { name: 'Copy redirect URI' })).toBeVisible();
        await expect(steps.getByRole('link', { name: 'reddit.com/prefs/apps' })).toBeVisible();
      } else {
        await expect(page.getByText('Ask boss to add a Reddit app.')).toBeVisible();
        await expect(steps).toBeHidden();
      }
      expect(await fitsAcross(page)).toBe(true);
    }
    await page.goto(`${instance.url}/dashboard/settings?tab=reddit`);
    await expect(page.getByRole('heading', { name: 'Reddit access' })).toBeVisible();
    await expect(page.getByText(/^Reddit isn't read: .* imports work without it\.$/)).toBeVisible();
    await expect(page.getByText(/^Apps and users that aren't registered lose access \(/)).toBeVisible();
    await expect(page.getByText(/^From March on, .* imports remain\.$/)).toBeVisible();
    expect(problems).toEqual([]);
    await context.close();
  }
});
