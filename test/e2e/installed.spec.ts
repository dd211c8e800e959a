import { expect, test } from 'playwright/test';
import { makeBrowserKeys } from '#test/support/browser-keys.ts';
import { startReceiver } from '#test/support/fakes/receiver.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { settled, signIn, watch } from './support/page.ts';

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

let instance: Instance;
let pushService: Awaited<ReturnType<typeof startReceiver>>;

test.beforeAll(async () => {
  pushService = await startReceiver();
  instance = await startInstance({ EARSHOT_SECURITY__ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
});
test.afterAll(async () => {
  await instance.close();
  await pushService.close();
});

test('can be installed, and opens without a network', async ({ page, context }) => {
  const { token } = await instance.register('ida');
  await signIn(context, token);
  const { problems } = watch(page, [/ERR_INTERNET_DISCONNECTED/, /Can't reach Earshot/]);
  await page.goto(`${instance.url}/dashboard`);
  await settled(page);
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual([]);
  // The first visit is over before the worker is there; the second one goes through it.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await settled(page);
  await expect.poll(() => page.evaluate(async () => (await caches.match('/')) !== undefined)).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/offline|couldn't reach|can't reach/i).first()).toBeVisible();
  await context.setOffline(false);
  expect(problems).toEqual([]);
});

test('shows in the browser what its push service delivers', async ({ page, context }) => {
  const { token } = await instance.register('pia');
  await signIn(context, token);
  const keys = makeBrowserKeys();
  // The vendor's push service can't be reached from here.
  await context.addInitScript(
    ({ url, p256dh, auth }) => {
      PushManager.prototype.subscribe = () =>
        Promise.resolve({ endpoint: url, toJSON: () => ({ keys: { p256dh, auth } }) } as unknown as PushSubscription);
    },
    { url: `${pushService.url}/send/pia`, p256dh: keys.p256dh, auth: keys.auth },
  );
  await page.goto(`${instance.url}/dashboard/settings?tab=notifications`);
  await page.getByRole('button', { name: 'Add channel' }).click();
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Browser' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add channel' }).click();
  await page.getByRole('button', { name: 'Send a test to Browser' }).click();
  await expect.poll(() => pushService.calls.length).toBe(1);

  // This Chromium has no notifications: what the worker would show is written down.
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('The service worker did not start');
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { shown: string[]; registration: ServiceWorkerRegistration };
    scope.shown = [];
    scope.registration.showNotification = (title) => Promise.resolve(void scope.shown.push(title));
  });
  const devtools = await context.newCDPSession(page);
  const registrations: { registrationId: string }[] = [];
  devtools.on('ServiceWorker.workerRegistrationUpdated', (update) => void registrations.push(...update.registrations));
  await devtools.send('ServiceWorker.enable');
  await expect.poll(() => registrations.length).toBeGreaterThan(0);
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: instance.url,
    registrationId: registrations[0]?.registrationId ?? '',
    data: JSON.stringify(keys.read(pushService.calls[0]?.bytes ?? Buffer.of())),
  });
  const shown = () => worker.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
  await expect.poll(shown).toEqual(['Test message from Earshot']);
});
