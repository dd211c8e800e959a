import { maxTextLength, type PageText } from '#shared/companion.ts';

/** A text, and the element that shows it. */
export interface Found {
  anchor: HTMLElement;
  text: PageText;
}

export interface Page {
  document: Document;
  url: URL;
}

const unread = 'script,style,noscript,template,button,form,nav,select,textarea,svg,[hidden],[aria-hidden="true"]';
const ownLines = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BR DD DIV DL DT FIGURE H1 H2 H3 H4 H5 H6 HEADER HR LI OL P PRE SECTION TABLE TR UL'.split(' '),
);

/** What an element says, with its paragraphs as lines, and without what `without` matches. */
export function textOf(root: Element | null | undefined, without = ''): string {
  const skipped = without === '' ? unread : `${unread},${without}`;
  const parts: string[] = [];
  function add(node: Node): void {
    if (node.nodeType === Node.TEXT_NODE) parts.push((node.textContent ?? '').replaceAll(/\s+/g, ' '));
    if (!(node instanceof Element) || node.matches(skipped)) return;
    const line = ownLines.has(node.tagName) ? '\n' : '';
    parts.push(line);
    for (const child of node.childNodes) add(child);
    parts.push(line);
  }
  for (const child of root?.childNodes ?? []) add(child);
  return parts
    .join('')
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** An address on the web; null for anything else. */
export function webAddress(link: string | null | undefined, { url: page }: Page): string | null {
  const url = link ? URL.parse(link, page.href) : null;
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 2000 ? url.href : null;
}

function timeOf(at: string | number | null | undefined): string | null {
  if (at === null || at === undefined || at === '') return null;
  const time = new Date(at);
  return time.getTime() > Date.UTC(1990) && time.getTime() < Date.UTC(2100) ? time.toISOString() : null;
}

export interface Parts {
  anchor: Element | null | undefined;
  kind: PageText['kind'];
  link?: string | null | undefined;
  software?: PageText['software'];
  author?: string | null | undefined;
  title?: string | null | undefined;
  text: string;
  /** A date, or UTC milliseconds. */
  at?: string | number | null | undefined;
}

const cut = (text: string, length: number): string => text.replaceAll('\0', '').slice(0, length).toWellFormed().trim();
const lineOf = (text: string | null | undefined, length: number): string => cut((text ?? '').replaceAll(/\s+/g, ' '), length);

/** Nothing if it says nothing. */
export function foundAt(page: Page, { anchor, kind, link, software = null, author, title, text, at }: Parts): Found[] {
  const said = { title: lineOf(title, 300), text: cut(text, maxTextLength) };
  if (!(anchor instanceof HTMLElement) || (kind === 'comment' ? said.text : said.title + said.text) === '') return [];
  const url = webAddress(link, page) ?? page.url.href.slice(0, 2000);
  return [{ anchor, text: { url, kind, software, author: lineOf(author, 200) || null, ...said, writtenAt: timeOf(at) } }];
}
