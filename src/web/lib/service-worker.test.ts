import { afterEach, expect, test, vi } from 'vitest';
import { registerWorker, subscribe } from './service-worker.ts';

const serverKey = Buffer.from([251, 255, 254, 1]);
const pushKey = serverKey.toString('base64url');

/** What a browser has of push messages: one subscription at a time. */
function openBrowser({ refusals = 0 } = {}) {
  const browser = { refusals, subscribed: 0, unsubscribed: 0 };
  let current: unknown = null;
  const pushManager = {
    getSubscription: () => Promise.resolve(current),
    subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      browser.subscribed += 1;
      current = {
        endpoint: `https://push.example.com/${browser.subscribed}`,
        options: { applicationServerKey: new Uint8Array(Buffer.from(applicationServerKey, 'base64url')).buffer },
        toJSON: () => ({ keys: { p256dh: 'p', auth: 'a' } }),
        unsubscribe() {
          browser.unsubscribed += 1;
          return Promise.resolve(true);
        },
      };
      return Promise.resolve(current);
    },
  };
  const register = () => {
    browser.refusals -= 1;
    return browser.refusals >= 0 ? Promise.reject(new Error('refused')) : Promise.resolve({ pushManager });
  };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', { requestPermission: () => Promise.resolve('granted') });
  vi.stubGlobal('navigator', { serviceWorker: { register, ready: Promise.resolve({ pushManager }) } });
  return browser;
}

afterEach(() => vi.unstubAllGlobals());

test('registers the worker at the next try if the browser refused the first', async () => {
  openBrowser({ refusals: 1 });
  await expect(registerWorker()).rejects.toThrow('refused');
  await expect(registerWorker()).resolves.toBeDefined();
});

test('a second channel in the same browser leaves the first one its subscription', async () => {
  const browser = openBrowser();
  const first = await subscribe(pushKey);
  expect(await subscribe(pushKey)).toEqual(first);
  expect(browser).toMatchObject({ subscribed: 1, unsubscribed: 0 });
});

test("replaces the subscription of a server's earlier key", async () => {
  const browser = openBrowser();
  await subscribe(Buffer.from([1, 2, 3]).toString('base64url'));
  expect((await subscribe(pushKey)).url).toBe('https://push.example.com/2');
  expect(browser).toMatchObject({ subscribed: 2, unsubscribed: 1 });
});
