import { Parser } from 'htmlparser2';

/** Content of one web page. */
export interface Page {
  title: string;
  description: string;
  headings: string[];
  /** Name of the whole site; empty if not stated. */
  siteName: string;
  /** Readable text, one line per block. */
  text: string;
  /** Link targets as written. */
  links: string[];
}

const maxHeadings = 20;
const maxLinks = 400;
const longest = 300;
const longestText = 20_000;
/** Content beyond these limits is ignored: real pages don't reach them. */
const maxDepth = 256;
const maxElements = 50_000;
/** The limits are checked after each piece. */
const pieceLength = 16_384;
const ignored = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head', 'select', 'iframe', 'nav', 'form', 'button', 'footer']);
/** Elements that don't separate words; all others do. */
const inline = new Set(['a', 'abbr', 'b', 'bdi', 'code', 'em', 'i', 'mark', 'q', 's', 'small', 'span', 'strong', 'sub', 'sup', 'u']);
const clean = (text: string, max = longest): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, max).toWellFormed();

/** One line per block, without empty lines. */
const linesOf = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => clean(line, longestText) || [])
    .join('\n')
    .slice(0, longestText)
    .toWellFormed();

/** Parser callbacks that collect a page in linear time. The content is only ever treated as text. */
function createReading() {
  const page: Page = { title: '', description: '', headings: [], siteName: '', text: '', links: [] };
  let depth = 0;
  let elements = 0;
  let ignoredDepth = 0;
  let heading: string | null = null;
  let title: string | null = null;
  let text = '';

  function readMeta({ name = '', property = '', content = '' }: Record<string, string>): void {
    const key = (name || property).toLowerCase();
    if (key === 'description' || key === 'og:description') page.description ||= clean(content);
    if (key === 'og:site_name' || key === 'application-name') page.siteName ||= clean(content);
  }
  const isHeading = (tag: string): boolean => tag === 'h1' || tag === 'h2' || tag === 'h3';

  return {
    page,
    isFull: (): boolean => depth >= maxDepth || elements >= maxElements,
    handler: {
      onopentag(tag: string, attributes: Record<string, string>): void {
        depth += 1;
        elements += 1;
        if (ignored.has(tag)) ignoredDepth += 1;
        if (tag === 'meta') readMeta(attributes);
        if (tag === 'a' && attributes['href'] && page.links.length < maxLinks) page.links.push(attributes['href'].slice(0, 2000));
        if (tag === 'title') title = '';
        if (isHeading(tag)) heading = '';
        if (!inline.has(tag) && text.length < longestText) text += '\n';
      },
      ontext(piece: string): void {
        if (title !== null && title.length < longestText) title += piece;
        if (ignoredDepth > 0) return;
        if (heading !== null && heading.length < longestText) heading += piece;
        if (title === null && text.length < longestText * 2) text += piece.replaceAll(/\s+/g, ' ');
      },
      onclosetag(tag: string): void {
        depth -= 1;
        if (ignored.has(tag)) ignoredDepth -= 1;
        if (tag === 'title' && title !== null) {
          page.title ||= clean(title);
          title = null;
        }
        if (isHeading(tag) && heading !== null) {
          const cleaned = clean(heading);
          if (cleaned !== '' && page.headings.length < maxHeadings) page.headings.push(cleaned);
          heading = null;
        }
        if (!inline.has(tag) && text.length < longestText) text += '\n';
      },
      onend(): void {
        page.text = linesOf(text);
      },
    },
  };
}

/** Parses any text as HTML, as tolerantly as a browser. Only the beginning of a too deep or too long page is read. */
export function pageOf(html: string): Page {
  const { page, handler, isFull } = createReading();
  const parser = new Parser(handler, { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true });
  for (let at = 0; at < html.length && !isFull(); at += pieceLength) parser.write(html.slice(at, at + pieceLength));
  parser.end();
  return page;
}
