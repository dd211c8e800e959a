import { once } from 'node:events';
import { createServer as createHttpServer, request as requestOver } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, type Page, test } from 'playwright/test';
import type { Lead } from '#shared/leads.ts';
import { makeBrowserKeys } from '#test/support/browser-keys.ts';
import { startReceiver } from '#test/support/fakes/receiver.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { keepScreen, settled, signIn, watch } from './support/page.ts';
import { seedPeople } from './support/people.ts';

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

let instance: Instance;

const fromStore = (page: Page, name: string): Promise<unknown[]> =>
  page.evaluate(
    (store) =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('earshot', 1);
        opening.addEventListener('error', () => reject(opening.error ?? new Error('IndexedDB failed')));
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction(store).objectStore(store).getAll();
          reading.addEventListener('success', () => resolve(reading.result));
        });
      }),
    name,
  );
const keptChanges = async (page: Page): Promise<number> => (await fromStore(page, 'changes')).length;
const keptLeads = async (page: Page): Promise<number> =>
  ((await fromStore(page, 'reads')) as { leads?: unknown[] }[]).find(({ leads }) => leads !== undefined)?.leads?.length ?? 0;
const statusOf = async (id: string, token: string): Promise<string> =>
  (await instance.api<{ status: string }>('GET', `/posts/${id}`, { token })).status;

/** A line to the instance that can be cut: what a browser sends while it closes a page is not held back by its own offline mode. */
async function openLine() {
  const ends = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(Number(new URL(instance.url).port), '127.0.0.1');
    for (const end of [near, far]) {
      ends.add(end);
      end.on('error', () => undefined);
      end.on('close', () => (ends.delete(end), near.destroy(), far.destroy()));
    }
    if (isCut) near.destroy();
    else near.pipe(far).pipe(near);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const cut = (): void => {
    for (const end of ends) end.destroy();
  };
  return {
    url: `http://localhost:${String((server.address() as AddressInfo).port)}`,
    setOffline(isOffline: boolean): void {
      isCut = isOffline;
      if (isCut) cut();
    },
    close(): void {
      server.close();
      cut();
    },
  };
}

/** Answers every visit with a page of its own, without asking the server. */
const oldWorker = `
  self.addEventListener('install', () => self.skipWaiting());
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
  self.addEventListener('fetch', (event) => {
    if (event.request.mode === 'navigate')
      event.respondWith(new Response('<p>From the version before</p>', { headers: { 'content-type': 'text/html' } }));
  });`;

/** The instance with the worker of an earlier version, until it is updated. */
async function openOldWorker() {
  let isOld = true;
  const server = createHttpServer((request, response) => {
    if (isOld && request.url?.endsWith('/sw.js'))
      return void response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(oldWorker);
    const { method, headers, url } = request;
    const onward = requestOver(new URL(url ?? '/', instance.url), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
    return undefined;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://localhost:${String((server.address() as AddressInfo).port)}`,
    update: () => void (isOld = false),
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

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
  // What Lighthouse asks for beyond that: a splash screen, a colored address bar, and icons that fill every shape.
  const { data, errors } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '{}') as Record<string, string> & { icons: { src: string; sizes: string; purpose?: string }[] };
  expect(manifest).toMatchObject({
    name: expect.stringMatching(/./),
    short_name: expect.stringMatching(/^.{1,12}$/),
    display: 'standalone',
  });
  for (const color of ['background_color', 'theme_color']) expect(manifest[color]).toMatch(/^#[\da-f]{6}$/);
  for (const [size, purpose] of [
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
  ]) {
    const icon = manifest.icons.find((one) => one.sizes === size && one.purpose === purpose && one.src.endsWith('.png'));
    const drawn = page.evaluate(
      async (src) => {
        const { width, height } = await createImageBitmap(await (await fetch(src)).blob());
        return `${String(width)}x${String(height)}`;
      },
      new URL(icon?.src ?? '', instance.url).href,
    );
    expect(await drawn, `${String(size)} ${purpose ?? ''}`).toBe(size);
  }
  expect(await page.locator('meta[name="theme-color"]').count()).toBe(2);
  await expect(page.locator('meta[name="viewport"]')).toHaveAttribute('content', /width=device-width/);
  await expect(page.locator('link[rel="apple-touch-icon"]')).toHaveAttribute('href', /\.png$/);
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

const isCached = (page: Page, part: string): Promise<boolean> =>
  page.evaluate(async (wanted) => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().some(({ url }) => url.includes(`/${wanted}-`));
  }, part);

test('reads and triages offline, keeps that over a reload, and sends it once and in order when back', async ({ page, context }) => {
  const { token } = await instance.register('ola');
  await seedPeople(instance, token, { count: 6 });
  const leads = async () => (await instance.api<{ items: Lead[] }>('GET', '/leads?sort=-confidence', { token })).items;
  const [first, second, third, fourth] = await leads();
  if (!first || !second || !third || !fourth) throw new Error('There are too few leads');
  await signIn(context, token);
  const line = await openLine();
  const setOffline = async (isOffline: boolean): Promise<void> => {
    line.setOffline(isOffline);
    await context.setOffline(isOffline);
  };
  await page.goto(`${line.url}/dashboard`);
  await settled(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect.poll(() => keptLeads(page), { timeout: 30_000 }).toBe(6);
  // The worker has what the page loads after the first view, and when it is idle.
  for (const part of ['after-first-view', 'lead-page']) await expect.poll(() => isCached(page, part), { timeout: 30_000 }).toBe(true);
  const stack = page.getByRole('region', { name: 'Today', exact: true });
  const open = stack.locator('[aria-current]');
  await expect(open).toContainText(first.posts[0]?.title ?? '-');

  await setOffline(true);
  // Archive, dismiss, undo, snooze, and a stage.
  await page.keyboard.press('e');
  await expect(page.getByText('1 change waits for the network.')).toBeVisible();
  await page.keyboard.press('x');
  await page.keyboard.press('1');
  await expect(page.getByText('2 changes wait for the network.')).toBeVisible();
  await page.keyboard.press('u');
  await expect(open).toContainText(second.posts[0]?.title ?? '-');
  await expect(page.getByText('3 changes wait for the network.')).toBeVisible();
  await page.keyboard.press('h');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('4 changes wait for the network.')).toBeVisible();
  await expect(open).toContainText(third.posts[0]?.title ?? '-');

  // Another visit, still offline: the same texts, without what was done.
  await page.reload();
  await expect(page.getByText(/Offline: you see what was here at .*4 changes wait for the network\./)).toBeVisible();
  await expect(open).toContainText(third.posts[0]?.title ?? '-');
  await expect(stack.getByText(first.posts[0]?.title ?? '-')).toHaveCount(0);
  await expect(page.getByText('Why this score')).toBeVisible();
  await page.getByRole('combobox', { name: 'Stage' }).selectOption('contacted');
  await expect(page.getByText(/5 changes wait for the network\./)).toBeVisible();
  await keepScreen(page, 'offline-today');
  await page.goto(`${line.url}/dashboard/leads`);
  await expect(page.getByRole('list', { name: /^3 leads/ })).toBeVisible();
  await keepScreen(page, 'offline');
  expect((await leads()).map(({ stage }) => stage)).toEqual(Array(6).fill('new'));

  // A second tab shares what waits and doesn't send it a second time.
  const other = await context.newPage();
  await other.goto(`${line.url}/dashboard/leads`);
  await expect(other.getByRole('list', { name: /^3 leads/ })).toBeVisible();
  const sent: string[] = [];
  context.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() !== 'GET' && path.startsWith('/api/')) sent.push(path.replace(/\d+/, '#'));
  });
  await setOffline(false);
  await expect(page.getByText(/wait for the network/)).toHaveCount(0);
  await expect(other.getByText(/Offline|wait for the network/)).toHaveCount(0);
  await expect.poll(() => keptChanges(page)).toBe(0);
  const [archived, kept] = await Promise.all([first, second].map(({ posts }) => statusOf(posts[0]?.id ?? '', token)));
  expect([archived, kept]).toEqual(['archived', 'lead']);
  const { items: due } = await instance.api<{ items: { lead: { id: string } }[] }>('GET', '/follow-ups', { token });
  expect(due.map(({ lead }) => lead.id)).toEqual([second.id]);
  expect((await leads()).find(({ id }) => id === third.id)?.stage).toBe('contacted');
  expect(sent).toEqual(['/api/posts/bulk', '/api/posts/bulk', '/api/posts/undo', '/api/leads/#/follow-ups', '/api/leads/#']);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => keptLeads(page)).toBe(0);
  line.close();
});

test('replaces a worker of an earlier version that showed its own document, and loses nothing that waits', async ({ page, context }) => {
  const { token } = await instance.register('vera');
  await signIn(context, token);
  const line = await openOldWorker();
  await page.goto(`${line.url}/dashboard`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect(page.getByText('From the version before')).toBeVisible();
  await page.evaluate(() => localStorage.setItem('kept', 'typed before the update'));

  line.update();
  // The browser compares the worker with the server's at every visit; the new one takes over at once.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(page.getByText('From the version before')).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('kept'))).toBe('typed before the update');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(1);
  line.close();
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
