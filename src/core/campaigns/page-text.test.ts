import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageTextOf } from './page-text.ts';

const shop = `<!DOCTYPE html><html lang=en><head><meta charset="utf-8"><META name="description" content="Invoices &amp; quotes
  for freelancers"><title>Paperboat &mdash; invoicing</title><script>if (a<b) { document.write("<h1>not this</h1>") }</script></head>
  <body class=x><h1>Get <em>paid</em> faster</h1><p>Unclosed<p>Two<ul><li>one<li>two</ul><h2>Reminders</h2><!-- <h2>nor this</h2> --><img alt="a>b"></body></html>`;

test('title, description and headings are read, whatever else stands on the page', () => {
  expect(pageTextOf(shop)).toEqual({
    title: 'Paperboat — invoicing',
    description: 'Invoices & quotes for freelancers',
    headings: ['Get paid faster', 'Reminders'],
    text: 'Unclosed Two one two',
    links: [],
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

test('menus, forms and footers are not what a page says; its links are told as they are written', () => {
  const page = pageTextOf(
    '<body><nav><a href="/features">Features</a></nav><main><p>Read <b>this</b></p></main><form>Mail?</form><footer>© <a href="mailto:x">us</a></footer></body>',
  );
  expect(page).toMatchObject({ text: 'Read this', links: ['/features', 'mailto:x'] });
});

test('a page without end gives a readable beginning', () => {
  expect(pageTextOf(`<body>${'<p>word word</p>'.repeat(20_000)}</body>`).text.length).toBeLessThanOrEqual(4000);
});
