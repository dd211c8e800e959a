import { AppError } from '../errors.ts';
import type { GuardedClient } from '../http/guarded.ts';
import { type PageText, pageTextOf } from './page-text.ts';

const mostPages = 5;
/** Pages that tell what is offered and to whom, the most telling first. */
const telling = ['product', 'features', 'how-it-works', 'solutions', 'services', 'use-cases', 'customers', 'about', 'pricing', 'faq'];
const passing = /^(?:blog|news|press|changelog|docs|help|support|jobs|careers)$/;
const fileName = /\.(?!html?$|php$)[a-z0-9]{1,5}$/i;

interface Read {
  page: PageText;
  /** After redirects. */
  url: URL;
}

async function readPage(client: GuardedClient, url: string): Promise<Read> {
  const reply = await client.fetch({ url, accept: ['text/html', 'application/xhtml+xml'] });
  if (reply.status >= 400)
    throw new AppError('unavailable', `The website answers with status ${reply.status}; describe what you offer instead`);
  try {
    return { page: pageTextOf(reply.text), url: new URL(reply.url) };
  } catch (error) {
    throw new AppError('unavailable', 'That page cannot be understood; describe what you offer instead', { cause: error });
  }
}

/** Place among the telling ones, or -1. */
function tellingPlace({ pathname }: URL): number {
  const words = pathname.toLowerCase().split('/').filter(Boolean);
  if (words.length > 2 || words.some((part) => passing.test(part))) return -1;
  return telling.findIndex((word) => words.some((part) => part.startsWith(word)));
}

/** Pages of the same origin that are worth reading, the best first; never the front page itself. */
function tellingLinks({ page, url }: Read): string[] {
  const seen = new Set([url.pathname]);
  const found = page.links.flatMap((link) => {
    const target = URL.canParse(link, url.href) ? new URL(link, url) : null;
    if (target?.origin !== url.origin || seen.has(target.pathname) || fileName.test(target.pathname)) return [];
    seen.add(target.pathname);
    const place = tellingPlace(target);
    return place < 0 ? [] : [{ address: `${target.origin}${target.pathname}`, place }];
  });
  return found.toSorted((one, other) => one.place - other.place).map(({ address }) => address);
}

/**
 * The front page of a website and up to four more of the same origin, through the guarded client. Throws `unavailable`
 * when the front page cannot be had; another page that cannot is left out.
 */
export async function readWebsite(client: GuardedClient, address: string): Promise<PageText[]> {
  const front = await readPage(client, address);
  const more = await Promise.allSettled(
    tellingLinks(front)
      .slice(0, mostPages - 1)
      .map((link) => readPage(client, link)),
  );
  const others = more.flatMap((read) =>
    read.status === 'fulfilled' && read.value.url.origin === front.url.origin ? [read.value.page] : [],
  );
  return [front.page, ...others];
}
