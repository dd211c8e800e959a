// Shows notifications, and keeps the app's document and files, so that it opens without a network. Nothing of a user is kept.
// Plain JavaScript under a fixed name: a browser compares this file with the one it has at every visit.
const cacheName = 'earshot';
const home = new URL(self.registration.scope);
const maxFiles = 400;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

async function keep(key, response) {
  const cache = await caches.open(cacheName);
  await cache.put(key, response);
  // In the order in which they were added: files of old versions first.
  const files = (await cache.keys()).filter(({ url }) => url !== home.href);
  await Promise.all(files.slice(0, Math.max(0, files.length - maxFiles)).map((file) => cache.delete(file)));
}

/** One document serves every path. Always the server's own while there is one, so that a new version shows at once. */
async function openDocument(event) {
  try {
    const response = await fetch(event.request);
    const isDocument = response.ok && (response.headers.get('content-type') ?? '').startsWith('text/html');
    if (isDocument) event.waitUntil(keep(home.href, response.clone()));
    return response;
  } catch (error) {
    const kept = await caches.match(home.href);
    if (kept) return kept;
    throw error;
  }
}

/** Their names contain a hash of their content. */
async function openFile(event) {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(keep(event.request, response.clone()));
  return response;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== home.origin || !pathname.startsWith(home.pathname)) return;
  const path = pathname.slice(home.pathname.length);
  if (/^(?:api|socket\.io)(?:\/|$)/.test(path)) return;
  if (request.mode === 'navigate') event.respondWith(openDocument(event));
  else if (path.startsWith('static/')) event.respondWith(openFile(event));
});

self.addEventListener('push', (event) => {
  const { tag, title, text, url } = event.data.json();
  const icon = new URL('icon-192.png', home).href;
  event.waitUntil(self.registration.showNotification(title, { tag, body: text, icon, data: { url } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = event.notification.data?.url ?? new URL('dashboard', home).href;
  event.waitUntil(
    (async () => {
      const open = await self.clients.matchAll({ type: 'window' });
      const tab = open.find((client) => client.url.startsWith(home.href));
      if (!tab || !url.startsWith(home.href)) return self.clients.openWindow(url);
      await tab.focus();
      return tab.navigate(url);
    })(),
  );
});
