import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { expect, test, type Page } from 'playwright/test';
import { freePort } from '#test/support/free-port.ts';
import { password, startInstance, type Instance } from './support/instance.ts';

const path = '/earshot';
let instance: Instance;
let proxy: Server;
let address: string;

/** A proxy that passes on nothing but the instance's path, as next to another site on the same host. */
async function startProxy(port: string, target: string): Promise<Server> {
  const isOurs = ({ url = '' }: IncomingMessage) => url === path || url.startsWith(`${path}/`);
  const server = createServer((incoming, response) => {
    if (!isOurs(incoming)) {
      response.writeHead(404).end('another site');
      return;
    }
    const { method, headers, url } = incoming;
    const sent = request({ host: '127.0.0.1', port: target, method, headers, path: url }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', () => response.destroy());
    incoming.pipe(sent);
  });
  server.on('upgrade', (incoming, socket, head) => {
    if (!isOurs(incoming)) {
      socket.destroy();
      return;
    }
    const lines = incoming.rawHeaders.flatMap((name, index, all) => (index % 2 === 0 ? [`${name}: ${all[index + 1] ?? ''}`] : []));
    const sent = connect(Number(target), '127.0.0.1', () => {
      sent.write(`GET ${incoming.url ?? ''} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      sent.write(head);
      socket.pipe(sent).pipe(socket);
    });
    for (const end of [sent, socket]) end.on('error', () => (sent.destroy(), socket.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', () => resolve()));
  return server;
}

test.beforeEach(async () => {
  const [port, target] = [String(await freePort()), String(await freePort())];
  address = `http://127.0.0.1:${port}${path}`;
  proxy = await startProxy(port, target);
  instance = await startInstance({ EARSHOT_HTTP__PORT: target, EARSHOT_HTTP__PUBLIC_URL: address });
});
test.afterEach(async () => {
  await instance.close();
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
});

/** Everything that the page asked for in vain, or outside of the path. */
function watchStrays(page: Page): string[] {
  const strays: string[] = [];
  page.on('response', (response) => {
    const url = new URL(response.url());
    if (response.status() >= 400 || !url.pathname.startsWith(path)) strays.push(`${response.status()} ${url.pathname}`);
  });
  return strays;
}

test('the whole app works under the path of its public address', async ({ page }) => {
  await instance.register('mara');
  const strays = watchStrays(page);
  await page.goto(`${address}/dashboard/leads?sort=newest`);
  await expect(page).toHaveURL(`${address}/login`);
  await page.getByLabel('Email').fill('mara@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  const socket = page.waitForEvent('websocket', (opened) => opened.url().includes('/socket.io/'));
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(`${address}/dashboard/leads?sort=newest`);
  expect(new URL((await socket).url()).pathname).toBe(`${path}/socket.io/`);

  await page.getByRole('dialog', { name: 'Welcome to Earshot' }).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).first().click();
  await expect(page).toHaveURL(`${address}/dashboard/settings`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/earshot\/dashboard\/leads/);
  expect(await page.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(true);
  expect(strays).toEqual([]);
});
