import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGuardedClient, type GuardedClient } from '../http/guarded.ts';
import { readWebsite } from './website.ts';

const links = [
  '/pricing',
  '/features#top',
  '/features',
  '/about',
  '/login',
  '/blog/features-of-spring',
  '/manual.pdf',
  '/faq',
  '/away',
  '/customers',
  'http://127.0.0.1:1/features',
  'javascript:alert(1)',
  'http://',
];
const front = `<title>Paperboat</title><h1>Get paid</h1>${links.map((link) => `<a href="${link}">x</a>`).join('')}`;

let asked: string[];
let url: string;
let client: GuardedClient;
let stop: () => void;
beforeEach(async () => {
  asked = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const status = path === '/gone' || path === '/faq' ? 404 : path === '/customers' ? 302 : 200;
    const headers = { 'content-type': 'text/html', ...(status === 302 ? { location: 'http://127.0.0.1:1/elsewhere' } : {}) };
    response.writeHead(status, headers).end(path === '/' ? front : `<title>${path}</title><p>About ${path}</p>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = createGuardedClient({ allowPrivateHosts: ['127.0.0.1'] });
  stop = () => void server.close();
});
afterEach(async () => {
  await client.close();
  stop();
});

test('the front page and at most four telling pages of the same origin are read, each once', async () => {
  const pages = await readWebsite(client, url);
  expect(asked[0]).toBe('/');
  expect(asked.slice(1).toSorted()).toEqual(['/about', '/customers', '/features', '/pricing']);
  expect(pages.map(({ title }) => title)).toEqual(['Paperboat', '/features', '/about', '/pricing']);
  expect(pages[1]?.text).toBe('About /features');
});

test('a front page that is missing, or not to be visited, is refused', async () => {
  const closed = createGuardedClient({ allowPrivateHosts: [] });
  await expect(readWebsite(client, `${url}/gone`)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(readWebsite(closed, url)).rejects.toMatchObject({ code: 'unavailable' });
  await closed.close();
});
