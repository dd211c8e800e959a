import { type Handler, Parser } from 'htmlparser2';

const unseen = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'head']);
const blocks = new Set('p div ul ol blockquote pre table section article h1 h2 h3 h4 h5 h6 hr'.split(' '));
const lines = new Set(['br', 'li', 'tr']);
/** Stand for a space of code and for the mark of a list item until the text is tidied. */
const codeSpace = '\ue000';
const bullet = '\ue001';

/** Parser callbacks that collect the visible text in linear time. */
function createWriter(isVerbatim = false) {
  const parts: string[] = [];
  let hidden = 0;
  let code = 0;
  /** A text arrives in pieces, split at entities. */
  function pushFlat(flat: string): void {
    const rest = flat.startsWith(' ') && parts.at(-1)?.endsWith(' ') ? flat.slice(1) : flat;
    if (rest !== '') parts.push(rest);
  }
  return {
    onopentag(name: string): void {
      if (unseen.has(name)) hidden += 1;
      if (name === 'pre') code += 1;
      if (blocks.has(name)) parts.push('\n\n');
      else if (lines.has(name)) parts.push(name === 'li' ? `\n${bullet}` : '\n');
    },
    ontext(text: string): void {
      if (hidden > 0) return;
      const own = text.replaceAll(/[\ue000\ue001]/g, ' ');
      if (code > 0 || isVerbatim) parts.push(code > 0 ? own.replaceAll(' ', codeSpace) : own);
      else pushFlat(own.replaceAll(/\s+/g, ' '));
    },
    onclosetag(name: string): void {
      if (unseen.has(name)) hidden -= 1;
      if (name === 'pre') code -= 1;
      if (blocks.has(name)) parts.push('\n\n');
    },
    written: (): string => tidy(parts.join('')),
  };
}

const tidy = (text: string): string =>
  text
    .replaceAll(/\ue001\s*/g, '- ')
    .split('\n')
    // Not a regular expression: thousands of spaces in a row would block the process for seconds.
    .map((line) => line.trim().replaceAll(codeSpace, ' ').trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd();

/** Deeper than any text. The parser's time grows with the square of the depth, so what is nested deeper isn't read. */
const maxDepth = 1000;
/** Longer than the markup of any text that is kept whole. */
const maxLength = 200_000;

function parse(html: string, { onopentag, onclosetag, ontext }: Required<Pick<Handler, 'onopentag' | 'onclosetag' | 'ontext'>>): void {
  let depth = 0;
  const parser = new Parser({
    ontext,
    onopentag(...tag) {
      depth += 1;
      if (depth > maxDepth) parser.pause();
      else onopentag(...tag);
    },
    onclosetag(...tag) {
      depth -= 1;
      if (depth < maxDepth) onclosetag(...tag);
    },
  });
  parser.end(html.slice(0, maxLength));
}

/** The visible text of HTML, without markup; line breaks of plain text are kept. Accepts any text; never throws. */
export function textOfHtml(html: string): string {
  const writer = createWriter(!/<[a-z!/]/i.test(html.slice(0, maxLength)));
  parse(html, writer);
  return writer.written();
}

/** The web addresses that HTML links to, in order. */
export function linksInHtml(html: string): string[] {
  const links: string[] = [];
  parse(html, {
    onopentag: (name, { href = '' }) => void (name === 'a' && /^https?:/i.test(href) && links.push(href)),
    onclosetag: () => undefined,
    ontext: () => undefined,
  });
  return links;
}

/** The author's text and the target of the post's `[link]`. */
export interface EntryText {
  text: string;
  link: string | null;
}

/** Reads the content of an entry in Reddit's feeds: `div.md` holds the author's text, the rest is the "submitted by" footer. */
export function readEntryHtml(html: string): EntryText {
  const writer = createWriter();
  let depth = 0;
  let isRead = false;
  let anchor: { href: string | null; text: string } | null = null;
  let link: string | null = null;
  parse(html, {
    onopentag(name, attributes) {
      if (depth > 0) {
        depth += 1;
        writer.onopentag(name);
      } else if (name === 'div' && attributes['class'] === 'md' && !isRead) {
        depth = 1;
        isRead = true;
      }
      if (name === 'a') anchor = { href: attributes['href'] ?? null, text: '' };
    },
    ontext(text) {
      if (depth > 0) writer.ontext(text);
      if (anchor && anchor.text.length < 10) anchor.text += text;
    },
    onclosetag(name) {
      if (depth > 0) depth -= 1;
      if (depth > 0) writer.onclosetag(name);
      if (name === 'a' && anchor?.text.trim() === '[link]') link ??= anchor.href;
      if (name === 'a') anchor = null;
    },
  });
  return { text: writer.written(), link };
}

const autolink = /<(https?:\/\/[^\s<>]{1,2000})>/gi;
const comment = /<!--[^<>]{0,2000}-->/g;
const tag = /<\/?[a-z][^<>]{0,2000}>/gi;
/** Of a tag that doesn't end, or that others were taken out of. */
const opening = /<(?=[a-z/!])/gi;

/** Markdown as it was written, without HTML. Accepts any text. */
export const textOfMarkdown = (text: string): string =>
  text.replaceAll(autolink, '$1').replaceAll(comment, ' ').replaceAll(tag, ' ').replaceAll(opening, '< ');
