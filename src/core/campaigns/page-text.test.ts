import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGuardedClient } from '../http/guarded.ts';
import { pageTextOf, readPage } from './page-text.ts';

const shop = `<!DOCTYPE html><html lang=en><head><meta charset="utf-8"><META name="description" content="Invoices &amp; quotes
  for freelancers"><title>Paperboat &mdash; invoicing</title><script>if (a<b) { document.write("<h1>not this</h1>") }</script></head>
  <body class=x><h1>Get <em>paid</em> faster</h1><p>Unclosed<p>Two<ul><li>one<li>two</ul><h2>Reminders</h2><!-- <h2>nor this</h2> --><img alt="a>b"></body></html>`;

test('title, description and headings are read, whatever else stands on the page', () => {
  expect(pageTextOf(shop)).toEqual({
    title: 'Paperboat — invoicing',
    description: 'Invoices & quotes for freelancers',
    headings: ['Get paid faster', 'Reminders'],
  });
});

test('half a page gives half of it', () => {
  expect(pageTextOf('<html><head><title>Half</title></head><body><h1>One</h1><div><h2>Tw').headings).toContain('One');
});

test('a page that nests a thousand deep, or is no page, gives little and harms nothing', () => {
  expect(pageTextOf(`${'<div>'.repeat(900)}<h1>Deep</h1>`).headings).toEqual(['Deep']);
  const parts = fc.array(fc.constantFrom('<', '>', '</', 'h1', 'title', '"', ' a=', '<!--', '&amp;', 'text', '<script>', ']]>'));
  const read = (html: string): unknown => {
    try {
      return pageTextOf(html).headings;
    } catch (error) {
      return error;
    }
  };
  fc.assert(fc.property(parts, (some) => Array.isArray(read(some.join(''))) || read(some.join('')) instanceof Error));
});

test('a page is fetched through the guarded client; what is missing or private is refused', async () => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/gone' ? 404 : 200, { 'content-type': 'text/html' }).end(shop);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open = createGuardedClient({ allowPrivateHosts: ['127.0.0.1'] });
  const closed = createGuardedClient({ allowPrivateHosts: [] });
  expect((await readPage(open, url)).title).toBe('Paperboat — invoicing');
  await expect(readPage(open, `${url}/gone`)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(readPage(closed, url)).rejects.toMatchObject({ code: 'unavailable' });
  await Promise.all([open.close(), closed.close()]);
  server.close();
});
