import { Worker } from 'node:worker_threads';
import { AppError } from '#core/platform/errors.ts';
import type { GuardedClient } from '#core/platform/http/guarded.ts';
import { answerOf, parseLimits } from '#core/platform/thread.ts';
import type { Page } from './page.ts';

const defaultDeadlineMs = 5_000;

const tooComplex = (cause: unknown) =>
  new AppError('unavailable', 'That page is too large or too complex to read. Describe what you offer instead.', { cause });

interface ParseOptions {
  signal?: AbortSignal | undefined;
  deadlineMs?: number;
}

/**
 * Parses a page in a worker thread, so that it can't block the process. The thread ends at the deadline or when the
 * signal aborts. Throws `unavailable`, or the signal's reason.
 */
export async function parsePage(html: string, { signal, deadlineMs = defaultDeadlineMs }: ParseOptions = {}): Promise<Page> {
  signal?.throwIfAborted();
  // `vite.server.ts` bundles the worker as a separate file.
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), { workerData: html, resourceLimits: parseLimits, execArgv: [] });
  return answerOf<Page>(worker, { signal, deadlineMs }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw tooComplex(error);
  });
}

export type SitePage = Page & { url: string };

const maxPages = 5;
/** Pages about products, customers, and competitors. */
const usefulPath =
  /pric|feature|product|about|compar|alternativ|versus|[-/]vs[-/.]|customer|solution|how-it|why|use-case|funktion|preis|vergleich|tarif|precio|prix|fonction/i;
const isPage = (path: string): boolean => !/\.(?:pdf|zip|png|jpe?g|gif|svg|webp|mp4|xml|json|css|js|exe|dmg)$/i.test(path);

/** Unique addresses on the same site, the most useful ones first. */
function worthReading({ url, links }: SitePage): string[] {
  const home = new URL(url);
  const found = new Map<string, number>();
  for (const link of links) {
    if (!URL.canParse(link, url)) continue;
    const address = new URL(link, url);
    address.hash = '';
    address.search = '';
    if (address.origin !== home.origin || address.pathname === home.pathname || !isPage(address.pathname)) continue;
    found.set(address.href, usefulPath.test(address.pathname) ? 1 : 0);
  }
  return [...found].toSorted(([, a], [, b]) => b - a).map(([address]) => address);
}

/** Reads one page through the guarded client. Throws `unavailable` if it can't be read, or the signal's reason. */
export async function readPage(client: GuardedClient, url: string, signal?: AbortSignal): Promise<SitePage> {
  const { text, status, ...reply } = await client.fetch({
    url,
    accept: ['text/html', 'application/xhtml+xml'],
    ...(signal && { signal }),
  });
  if (status >= 400) throw new AppError('unavailable', `The website answers with status ${status}; describe what you offer instead`);
  return { ...(await parsePage(text, { signal })), url: reply.url };
}

/**
 * Reads up to five pages of a website, starting with `url`. Throws `unavailable` if that one can't be read, or the
 * signal's reason; other pages that fail are left out.
 */
export async function readSite(client: GuardedClient, url: string, signal?: AbortSignal): Promise<SitePage[]> {
  const first = await readPage(client, url, signal);
  const pages = [first];
  for (const address of worthReading(first).slice(0, maxPages - 1)) {
    const page = await readPage(client, address, signal).catch(() => null);
    signal?.throwIfAborted();
    if (page) pages.push(page);
  }
  return pages;
}
