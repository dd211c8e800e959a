import type { CompetitorDiscovery } from '#shared/competitors.ts';
import { type Actor, workspaceOf } from '#core/platform/actor.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { SitePage } from '#core/ai/website/read-site.ts';
import { keyOf, hostOfSite } from '../present.ts';
import { type CompetitorRow, listCompetitors, listNewestTexts } from '../queries.ts';
import { termsAndMarksIn } from '#core/text/tokens.ts';
import { namedIn, namedInPath } from './named.ts';

interface Deps {
  db: Db;
  /** Throws `unavailable` if the site can't be read. */
  readSite: (url: string, signal?: AbortSignal) => Promise<SitePage[]>;
}
type Seen = CompetitorDiscovery['candidates'][number]['seen'][number];
interface Found {
  name: string;
  count: number;
  seen: Seen[];
}

const maxFetched = 20_000;
const pageSize = 1000;
const maxSeen = 3;
const maxCandidates = 30;
const minLength = 5;

const plainName = (name: string): string => keyOf(name).replaceAll(/[^\p{L}\p{N}]/gu, '');
const namesOf = ({ name, aliases }: CompetitorRow): string[] => [name, ...(JSON.parse(aliases) as string[])];

/** Candidates by normalized name, so that spelling variants are one candidate. */
class Candidates {
  readonly found = new Map<string, Found>();
  private readonly own: readonly string[];
  /** `own`: names of the user's product, which are never suggested. */
  constructor(own: readonly string[]) {
    this.own = own.map(plainName).filter((name) => name !== '');
  }
  add(name: string, seen: Seen): void {
    const key = keyOf(name).replace(/\.(?:com|io|ai|app|co|net|org)$/, '');
    if (key.length < 2 || this.isOwn(key)) return;
    const known = this.found.get(key) ?? { name, count: 0, seen: [] };
    known.count += 1;
    if (known.seen.length < maxSeen && !known.seen.some(({ quote }) => quote === seen.quote)) known.seen.push(seen);
    this.found.set(key, known);
  }
  /** Includes "Paperboat Pro" if the product is "Paperboat". */
  private isOwn(key: string): boolean {
    const letters = plainName(key);
    return this.own.some((name) => letters === name || (name.length >= minLength && letters.startsWith(name)));
  }
}

function siteName(pages: readonly SitePage[], url: string): string {
  const [first] = pages;
  const declaredName = first?.siteName ?? '';
  if (declaredName !== '') return declaredName;
  const host = hostOfSite(url)?.split('.')[0] ?? '';
  const parts = (first?.title ?? '').split(/\s[|–—:·-]\s/).map((part) => part.trim());
  const named =
    parts.find((part) =>
      part
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]/gu, '')
        .includes(host),
    ) ??
    parts[0] ??
    '';
  const isName = named !== '' && named.length <= 40 && !/[<>]/.test(named);
  return (isName ? named : host).slice(0, 60).toWellFormed();
}

interface Wanted {
  /** A relevant text contains at least one of these. */
  terms: ReadonlySet<string>;
  signal: AbortSignal | undefined;
}

/** Frequent words of the site's titles and headings: a text with none of them is about something else. */
function termsOf(pages: readonly SitePage[]): Set<string> {
  const headlines = pages.flatMap(({ title, description, headings }) => [title, description, ...headings]).join(' ');
  const counts = new Map<string, number>();
  for (const word of termsAndMarksIn(headlines)) if (word.length >= minLength) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Set(
    [...counts]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, 25)
      .map(([word]) => word),
  );
}

function readPages(pages: readonly SitePage[], candidates: Candidates): void {
  for (const { url, title, description, headings, text, links } of pages) {
    for (const part of [title, description, ...headings, text])
      for (const { name, quote } of namedIn(part)) candidates.add(name, { where: 'site', quote, url });
    for (const address of new Set(links.filter((link) => URL.canParse(link, url)).map((link) => new URL(link, url).pathname))) {
      const name = namedInPath(address);
      if (name !== null) candidates.add(name, { where: 'site', quote: address, url: new URL(address, url).href });
    }
  }
}

async function readFetched(db: Db, { terms, signal }: Wanted, candidates: Candidates): Promise<void> {
  let beforeId = Number.MAX_SAFE_INTEGER;
  for (let read = 0; read < maxFetched; read += pageSize) {
    const items = await listNewestTexts(db, beforeId, pageSize);
    signal?.throwIfAborted();
    for (const { title, body, permalink } of items) {
      const text = `${title}\n${body.slice(0, 4000)}`;
      const named = namedIn(text);
      if (named.length === 0 || !termsAndMarksIn(text).some((word) => terms.has(word))) continue;
      for (const { name, quote } of named) candidates.add(name, { where: 'heard', quote, url: permalink });
    }
    beforeId = items.at(-1)?.id ?? 0;
    if (items.length < pageSize) return;
  }
}

/** Suggests competitors named on the site or in fetched posts about the same topic. */
export function createCompetitorDiscovery({ db, readSite }: Deps) {
  return async function discover(actor: Actor, websiteUrl: string, signal?: AbortSignal): Promise<CompetitorDiscovery> {
    const userId = workspaceOf(actor);
    const pages = await readSite(websiteUrl, signal);
    const ownName = siteName(pages, websiteUrl);
    const host = hostOfSite(websiteUrl)?.split('.')[0] ?? '';
    const listed = await listCompetitors(db, userId);
    const candidates = new Candidates([ownName, host, ...listed.filter(({ own }) => own === 1).flatMap(namesOf)]);
    readPages(pages, candidates);
    const onSite = new Set(candidates.found.keys());
    await readFetched(db, { terms: termsOf(pages), signal }, candidates);
    const known = new Set(listed.map((row) => row.name_key));
    // A single mention on Reddit is too weak to suggest a competitor.
    const chosen = [...candidates.found].filter(([key, { count }]) => onSite.has(key) || count >= 2);
    return {
      site: { name: ownName, about: pages[0]?.description ?? '', url: pages[0]?.url ?? websiteUrl, pages: pages.length },
      candidates: chosen
        .toSorted(([a, one], [b, other]) => Number(onSite.has(b)) - Number(onSite.has(a)) || other.count - one.count)
        .slice(0, maxCandidates)
        .map(([key, { name, count, seen }]) => ({ name, count, seen, known: known.has(key) || known.has(keyOf(name)) })),
    };
  };
}
