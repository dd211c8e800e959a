import { expect, test } from 'vitest';
import { labelEvidence } from '#web/ui/passages.ts';
import { disguisedHost, markTextNodes, parseMarkdown, safeLink } from './markdown-tree.ts';

/** The marked passages with their letters, such as "[late payers](a)". */
function marksIn(source: string, quote: string): string {
  const root = parseMarkdown(source);
  if (!root) throw new Error('not parsed');
  const start = source.indexOf(quote);
  const lettered = labelEvidence([{ text: quote, start, end: start + quote.length, field: 'body', why: 'fit' }]);
  return [...markTextNodes(root, source, lettered).values()]
    .flat()
    .map(({ text, letters, closing }) => (letters.length > 0 ? `[${text}](${closing.join('')})` : text))
    .join('|');
}

test('marks a passage in plain text', () => {
  expect(marksIn('Tired of late payers here.', 'late payers')).toBe('Tired of |[late payers](a)| here.');
});

test('marks a passage across bold text and a link, with its letter once at the end', () => {
  expect(marksIn('I am **tired** of [late](https://a.example) payers now', '**tired** of [late](https://a.example) payers')).toBe(
    'I am |[tired]()|[ of ]()|[late]()|[ payers](a)| now',
  );
});

test('keeps marks in place after entities, escapes and quote marks', () => {
  expect(marksIn('R&amp;D \\*late\\* payers', 'payers')).toBe('R&D *late* |[payers](a)');
  expect(marksIn('> one\n> late payers', 'late payers')).toBe('one\n|[late payers](a)');
  expect(marksIn('AT&T and late payers', 'late')).toBe('AT&T and |[late](a)| payers');
});

test('shows absurdly nested quotes as plain text instead of parsing them', () => {
  expect(parseMarkdown('>'.repeat(40_000))).toBeNull();
  expect(parseMarkdown('> > reply to a reply')).not.toBeNull();
});

test.each(['https://example.com/', 'http://example.com/', 'mailto:ann@example.com'])('follows %s', (url) => {
  expect(safeLink(url)).toBe(url);
});
test('resolves a path as a link on Reddit', () => expect(safeLink('/r/freelance')).toBe('https://www.reddit.com/r/freelance'));
test.each(['javascript:alert(1)', ' JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', 'https://['])(
  "doesn't follow %s",
  (url) => expect(safeLink(url)).toBeNull(),
);

test('names the real host of a link whose text looks like another address', () => {
  expect(disguisedHost('https://evil.example/', 'paypal.com/login')).toBe('evil.example');
  expect(disguisedHost('https://xn--pypal-4ve.com/', 'https://pаypal.com')).toBe('xn--pypal-4ve.com');
  expect(disguisedHost('https://www.paypal.com/', 'PayPal.com')).toBeNull();
  expect(disguisedHost('https://evil.example/', 'my site')).toBeNull();
});
