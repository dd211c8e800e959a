import { Parser } from 'htmlparser2';

const unseen = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'head']);
const blocks = new Set([
  'p',
  'div',
  'ul',
  'ol',
  'blockquote',
  'pre',
  'table',
  'section',
  'article',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
]);
const lines = new Set(['br', 'li', 'tr']);

/** The visible text of HTML, without markup. Accepts any text; never throws. */
export function textOfHtml(html: string): string {
  const parts: string[] = [];
  let hidden = 0;
  // Line breaks of plain text are kept.
  let verbatim = /<[a-z!/]/i.test(html) ? 0 : 1;
  const parser = new Parser({
    onopentag(name) {
      if (unseen.has(name)) hidden += 1;
      if (name === 'pre') verbatim += 1;
      if (blocks.has(name)) parts.push('\n\n');
      else if (lines.has(name)) parts.push(name === 'li' ? '\n- ' : '\n');
    },
    ontext(text) {
      if (hidden === 0) parts.push(verbatim > 0 ? text : text.replaceAll(/\s+/g, ' '));
    },
    onclosetag(name) {
      if (unseen.has(name)) hidden -= 1;
      if (name === 'pre') verbatim -= 1;
      if (blocks.has(name)) parts.push('\n\n');
    },
  });
  parser.end(html);
  return tidy(parts.join(''));
}

const tidy = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
