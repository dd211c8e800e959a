import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGuardedClient } from '#core/platform/http/guarded.ts';
import { pageOf } from './page.ts';
import { parsePage, readPage, readSite } from './read-site.ts';

const shop = `<!DOCTYPE html><html lang=en><head><meta charset="utf-8"><META name="description" content="Invoices &amp; quotes
  for freelancers"><title>Paperboat &mdash; invoicing</title><script>if (a<b) { document.write("<h1>not this</h1>") }</script></head>
  <body class=x><h1>Get <em>paid</em> faster</h1><p>Unclosed<p>Two<ul><li>one<li>two</ul><h2>Reminders</h2><!-- <h2>nor this</h2> --><img alt="a>b"></body></html>`;

test('reads title, description, and headings, but not scripts or comments', () => {
  expect(pageOf(shop)).toMatchObject({
    title: 'Paperboat — invoicing',
    description: 'Invoices & quotes for freelancers',
    headings: ['Get paid faster', 'Reminders'],
  });
});

test('reads what there is of a truncated page', () => {
  expect(pageOf('<html><head><title>Half</title></head><body><h1>One</h1><div><h2>Tw').headings).toContain('One');
});

test('handles deeply nested and malformed pages', () => {
  expect(pageOf(`${'<div>'.repeat(900)}<h1>Deep</h1>`).headings).toEqual(['Deep']);
  const parts = fc.array(fc.constantFrom('<', '>', '</', 'h1', 'title', '"', ' a=', '<!--', '&amp;', 'text', '<script>', ']]>'));
  const read = (html: string): unknown => {
    try {
      return pageOf(html).headings;
    } catch (error) {
      return error;
    }
  };
  fc.assert(fc.property(parts, (some) => Array.isArray(read(some.join(''))) || read(some.join('')) instanceof Error));
});

test('reports missing pages and private addresses as unavailable', async () => {
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

test('reads at most five pages of the same site, the most useful ones first, and skips one that fails', async () => {
  const asked: string[] = [];
  const links = [
    '/blog/1',
    '/blog/2',
    '/pricing',
    '/pricing#top',
    '/alternatives/other',
    'https://elsewhere.test/',
    '/broken-features',
    '/brochure.pdf',
    '/about',
    '/about?ref=1',
    'javascript:alert(1)',
  ];
  const page = (name: string) =>
    `<title>${name}</title><body><p>${name} says something</p>${links.map((to) => `<a href="${to}">x</a>`).join('')}`;
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(request.url === '/broken-features' ? 500 : 200, { 'content-type': 'text/html' }).end(page(request.url ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = createGuardedClient({ allowPrivateHosts: ['127.0.0.1'] });
  const pages = await readSite(client, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect(asked).toEqual(['/', '/pricing', '/alternatives/other', '/broken-features', '/about']);
  expect(pages.map(({ title }) => title)).toEqual(['/', '/pricing', '/alternatives/other', '/about']);
  expect(pages[1]?.text).toContain('/pricing says something');
  await client.close();
  server.close();
});

test('ignores the text of menus, forms, and footers, but follows their links', () => {
  const page = pageOf(
    '<body><nav><a href="/pricing">Pricing</a></nav><main><p>We send <b>in</b>voices</p></main><form>Your name</form><footer>Imprint<a href="/about">About</a></footer>',
  );
  expect(page).toMatchObject({ text: 'We send invoices', links: ['/pricing', '/about'] });
});

test('reads the beginning of huge repetitive pages', () => {
  const bombs = ['<div>a', '<b>a', '<script>a</script> ', '<p> </p>', '<a href=x> ', '</div>a', '<svg>', '<title>a</title>', '<form>'];
  for (const bomb of bombs) {
    const page = pageOf(`<h1>Top</h1>${bomb.repeat(3_000_000 / bomb.length)}`);
    expect(page.headings).toContain('Top');
    expect(page.text.length).toBeLessThanOrEqual(20_000);
  }
});

test('ends the worker thread at the deadline and on abort', async () => {
  const late = parsePage('<p>a', { deadlineMs: 0 });
  await expect(late).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('too complex') as unknown });
  const controller = new AbortController();
  const stopped = parsePage('<p>a', { signal: controller.signal });
  controller.abort(new Error('gone'));
  await expect(stopped).rejects.toThrow('gone');
});
