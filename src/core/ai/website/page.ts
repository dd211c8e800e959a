import { Parser } from 'htmlparser2';
import { AppError } from '#core/platform/errors.ts';
import type { GuardedClient } from '#core/platform/http/guarded.ts';

/** What one page of a website says about itself. */
export interface Page {
  title: string;
  description: string;
  headings: string[];
  /** What it calls the whole site, where it says so. */
  siteName: string;
  /** Everything readable, a line for each block. */
  text: string;
  /** Where its links lead, as written. */
  links: string[];
}

const maxHeadings = 20;
const maxLinks = 400;
const longest = 300;
const longestText = 20_000;
const silent = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head', 'select', 'iframe', 'nav', 'form', 'button', 'footer']);
/** Inside these, words of two elements run together; everywhere else they are apart. */
const inline = new Set(['a', 'abbr', 'b', 'bdi', 'code', 'em', 'i', 'mark', 'q', 's', 'small', 'span', 'strong', 'sub', 'sup', 'u']);
const clean = (text: string, most = longest): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, most).toWellFormed();

/** Takes a page in as it streams by. Whatever stands in it, it is only ever text. */
function createReading() {
  const page: Page = { title: '', description: '', headings: [], siteName: '', text: '', links: [] };
  const open: string[] = [];
  let heading: string | null = null;
  let title: string | null = null;
  let text = '';

  function readMeta({ name = '', property = '', content = '' }: Record<string, string>): void {
    const key = (name || property).toLowerCase();
    if (key === 'description' || key === 'og:description') page.description ||= clean(content);
    if (key === 'og:site_name' || key === 'application-name') page.siteName ||= clean(content);
  }
  const isSilent = (): boolean => open.some((tag) => silent.has(tag));
  const isHeading = (tag: string): boolean => tag === 'h1' || tag === 'h2' || tag === 'h3';

  return {
    page,
    handler: {
      onopentag(tag: string, attributes: Record<string, string>): void {
        open.push(tag);
        if (tag === 'meta') readMeta(attributes);
        if (tag === 'a' && attributes['href'] && page.links.length < maxLinks) page.links.push(attributes['href'].slice(0, 2000));
        if (tag === 'title') title = '';
        if (isHeading(tag)) heading = '';
        if (!inline.has(tag) && text.length < longestText) text += '\n';
      },
      ontext(words: string): void {
        if (title !== null && title.length < longestText) title += words;
        if (isSilent()) return;
        if (heading !== null && heading.length < longestText) heading += words;
        if (title === null && text.length < longestText * 2) text += words.replaceAll(/\s+/g, ' ');
      },
      onclosetag(tag: string): void {
        open.pop();
        if (tag === 'title' && title !== null) {
          page.title ||= clean(title);
          title = null;
        }
        if (isHeading(tag) && heading !== null) {
          const said = clean(heading);
          if (said !== '' && page.headings.length < maxHeadings) page.headings.push(said);
          heading = null;
        }
        if (!inline.has(tag) && text.length < longestText) text += '\n';
      },
      onend(): void {
        page.text = text
          .replaceAll(/ *\n[ \n]*/g, '\n')
          .replaceAll(/ +/g, ' ')
          .trim()
          .slice(0, longestText)
          .toWellFormed();
      },
    },
  };
}

/** Any text is a page: what browsers forgive is forgiven. */
export function pageOf(html: string): Page {
  const { page, handler } = createReading();
  const parser = new Parser(handler, { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true });
  parser.end(html);
  return page;
}

/** Reads one page through the guarded client; throws `unavailable` where it cannot be had. */
export async function readPage(client: GuardedClient, url: string): Promise<Page & { url: string }> {
  const { text, status, ...reply } = await client.fetch({ url, accept: ['text/html', 'application/xhtml+xml'] });
  if (status >= 400) throw new AppError('unavailable', `The website answers with status ${status}; describe what you offer instead`);
  return { ...pageOf(text), url: reply.url };
}
