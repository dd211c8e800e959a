import { describe, expect, test } from 'vitest';
import { readEntryHtml, textOfHtml, textOfMarkdown } from './html-text.ts';

describe('the text of an HTML entry', () => {
  const read = (html: string) =>
    readEntryHtml(`<!-- SC_OFF --><div class="md">${html}</div><!-- SC_ON --> submitted by <a href="/u/x">/u/x</a>`).text;
  test.each([
    ['<p>One<br/>two</p><p>three</p>', 'One\ntwo\n\nthree'],
    ['<p>A <strong>bold</strong> <em>word</em> and <a href="https://x.test/?a=1&amp;b=2">a link</a>.</p>', 'A bold word and a link.'],
    ['<ul><li><p>one</p></li><li>two</li></ul>', '- one\n\n- two'],
    ['<ol>\n<li>one</li>\n<li>two</li>\n</ol>', '- one\n- two'],
    ['<pre><code>if a &lt; b:\n    go()\n</code></pre>', 'if a < b:\n    go()'],
    ['<h1>Title</h1><hr/><p>Text &hellip; &#39;x&#39; &#x1F600;</p>', "Title\n\nText … 'x' 😀"],
    ['<blockquote><p>quoted</p></blockquote><p>answer</p>', 'quoted\n\nanswer'],
    ['<p>5 &lt; 6 &amp;&amp; 7 &gt; 6</p>', '5 < 6 && 7 > 6'],
    ['', ''],
  ])('is read from %s', (html, text) => expect(read(html)).toBe(text));
});

describe('the text of HTML', () => {
  test.each([
    ['<p>a<br>-<br>b</p>', 'a\n-\nb'],
    ['a\n-\nb', 'a\n-\nb'],
    ['<p>one &nbsp; two <b> three</b></p>', 'one two three'],
    ['<pre>a &amp;  b</pre>', 'a &  b'],
    ['one &amp; two\n\n  three', 'one & two\n\nthree'],
    ['\ue001 no item', 'no item'],
    ['<ul><li>a<ul><li>b</ul><li><p>c</p></ul>', '- a\n\n- b\n\n- c'],
  ])('is read from %j', (html, text) => expect(textOfHtml(html)).toBe(text));

  test('ends where elements nest deeper than in any text', () => {
    const nested = (depth: number) => textOfHtml(`first ${'<div>'.repeat(depth)} inner ${'</div>'.repeat(depth)} last`);
    expect(nested(900)).toBe('first\n\ninner\n\nlast');
    expect(nested(1100)).toBe('first');
  });

  test('ends after 200,000 characters of markup', () => {
    const long = `${'<b></b>'.repeat(28_571)}ab c`;
    expect(textOfHtml(long)).toBe('ab');
    expect(readEntryHtml(`<div class="md">${'x'.repeat(300_000)}</div>`).text.length).toBeLessThan(200_000);
  });
});

test.each([
  ['**Which** [tool](https://example.com)?\n\n- a\n- b', '**Which** [tool](https://example.com)?\n\n- a\n- b'],
  ['see <https://example.com/a?b=c>', 'see https://example.com/a?b=c'],
  ['a <b>bold</b> word<!-- hidden -->', 'a  bold  word '],
  ['price < 5 and > 3, a<3', 'price < 5 and > 3, a<3'],
  ['<img src=x onerror=alert(1)', '< img src=x onerror=alert(1)'],
  ['<<b>script>alert(1)<</b>/script>', '< script>alert(1)< /script>'],
])('keeps the text of %j, and no tag of HTML', (markdown, text) => {
  expect(textOfMarkdown(markdown)).toBe(text);
});
