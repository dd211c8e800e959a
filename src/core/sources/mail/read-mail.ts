import type { FetchedItem } from '#core/platform/item.ts';
import { textOnly, timeOf } from '#core/platform/item.ts';
import { authorAt, originOf } from '#shared/origin.ts';
import { cleanText, lineOf, maxTitleLength } from '#core/text/clean.ts';
import { linesOfHtml, linesOfText, type MailLine, type MailLink } from './lines.ts';
import { type AlertService, alertServices } from './services.ts';
import { type Target, targetOf, unwrapLink } from '../target.ts';

/** What a mail holds. */
export interface MailReading {
  /** Null: of no service whose alerts are read. */
  service: string | null;
  items: FetchedItem[];
  /** Entries without a link or text: the service writes them in another form than Earshot knows. */
  unread: number;
}

interface Entry {
  title: string;
  author: string | null;
  subreddit: string;
  isComment: boolean;
  target: Target | null;
  lines: string[];
}

/** What stands on buttons: no title. */
const button =
  /^(?:(?:view|open|read|see|go to|reply|show|visit|continue|join)(?: (?:the|this|on|in|to|at|full|more|post|comment|thread|reply|mention|conversation|discussion|it|original|reddit|hacker news|github|source|context)){0,5}|link|permalink|source)?[\s→»›]{0,3}$/i;
const shares = /(?:^|\.)(?:facebook|twitter|x|linkedin)\.com\/(?:share|sharer|intent|sharing)/i;
const isTitle = (label: string): boolean => /\s/.test(label) && label.length >= 8 && !button.test(label);

function targetIn({ own, onlyReddit }: AlertService, { href }: MailLink): Target | null {
  const url = unwrapLink(href);
  if (!url || shares.test(`${url.host}${url.pathname}`)) return null;
  const target = targetOf(url);
  const isThread = originOf(target.fullname) !== 'feed';
  if (onlyReddit && !/^t[13]_/.test(target.fullname)) return null;
  return isThread || !own.test(url.hostname) ? target : null;
}

interface Anchor {
  target: Target;
  label: string;
}
const anchorIn = (service: AlertService, { links }: MailLine): Anchor | null => {
  const anchors = links.flatMap((link) => {
    const target = targetIn(service, link);
    return target ? [{ target, label: link.label }] : [];
  });
  return anchors.find(({ label }) => isTitle(label)) ?? anchors[0] ?? null;
};

/** A row of links that lead to no entry, such as "Share" and "Unsubscribe". */
function isMenu({ text, links }: MailLine, anchor: Anchor | null): boolean {
  if (anchor || links.length === 0) return false;
  const rest = links.reduce((left, { label }) => left.replace(label, ''), text);
  return !/[\p{L}\p{N}]/u.test(rest);
}

const unquoted = (title: string): string => /^(['"“‘])(.*)['"”’]$/.exec(title)?.[2] ?? title;
const newEntry = (title: string, target: Target | null): Entry => ({
  title,
  target,
  author: null,
  subreddit: target?.subreddit ?? '',
  isComment: target?.kind === 'comment',
  lines: [],
});

/** The entry that a line begins, if the service's do not begin with links. */
function startOf({ starts }: AlertService, { text }: MailLine, anchor: Anchor | null): Entry | null {
  const found = starts?.exec(text)?.groups;
  if (!found) return null;
  const title = anchor && isTitle(anchor.label) ? anchor.label : unquoted(found['title'] ?? '');
  const entry = newEntry(title, anchor?.target ?? null);
  return {
    ...entry,
    author: found['author'] ?? null,
    subreddit: entry.subreddit || (found['sub'] ?? ''),
    isComment: entry.isComment || /^comment/i.test(found['kind'] ?? ''),
  };
}

/** Entries that begin with their title, and go on to the next one. */
function headed(service: AlertService, lines: readonly MailLine[]): Entry[] {
  const entries: Entry[] = [];
  let current: Entry | null = null;
  const begin = (entry: Entry): void => {
    entries.push(entry);
    current = entry;
  };
  const before: string[] = [];
  for (const line of lines) {
    const anchor = anchorIn(service, line);
    const open = current as Entry | null;
    const start = startOf(service, line, anchor);
    if (start) begin(start);
    else if (service.footer.test(line.text)) current = null;
    else if (service.noise.test(line.text) || isMenu(line, anchor)) continue;
    else if (anchor && !service.starts && isTitle(anchor.label) && open?.target?.fullname !== anchor.target.fullname) {
      begin({ ...newEntry(anchor.label, anchor.target), author: authorIn(service, open ? takeByline(service, open) : before) });
    } else if (anchor && open?.target === null) open.target = anchor.target;
    else if (anchor && open && open.target?.fullname === anchor.target.fullname && (line.text === anchor.label || anchor.label === ''))
      addText(open, line.text, anchor);
    else if (open) open.lines.push(line.text);
    if (!(current as Entry | null) && line.text !== '') before.push(line.text);
  }
  return entries;
}

/** Who wrote the next entry may stand above it, at the end of this one. */
function takeByline({ author }: AlertService, { lines }: Entry): string[] {
  return lines.length > 1 && author?.test(lines.at(-1) ?? '') ? lines.splice(-1) : [];
}

/** A link to the entry itself says nothing, unless it is a card whose lines all are the link. */
function addText(entry: Entry, text: string, { label }: Anchor): void {
  if (text !== entry.title && !(label !== '' && button.test(label)) && !button.test(text)) entry.lines.push(text);
}

/** Entries that end with their link. */
function closed(service: AlertService, lines: readonly MailLine[]): Entry[] {
  const entries: Entry[] = [];
  let pending: string[] = [];
  for (const line of lines) {
    const anchor = anchorIn(service, line);
    if (anchor && button.test(line.text)) {
      const last = entries.at(-1);
      if (last?.target?.fullname === anchor.target.fullname) continue;
      entries.push({ ...newEntry('', anchor.target), lines: pending });
      pending = [];
    } else if (service.footer.test(line.text)) pending = [];
    else if (!service.noise.test(line.text) && !isMenu(line, anchor)) pending.push(line.text);
  }
  return entries;
}

const authorIn = ({ author }: AlertService, lines: readonly string[]): string | null =>
  lines.map((text) => author?.exec(text)?.groups?.['author']).findLast((name) => name !== undefined) ?? null;

/** The words of an entry: without who wrote it and what stands before that, and without the name of the site. */
function wordsOf(service: AlertService, entry: Entry): { author: string | null; title: string; lines: string[] } {
  const { author: pattern, namesSite } = service;
  const isByline = (text: string): boolean => pattern?.test(text) === true;
  const author = entry.author ?? authorIn(service, [...entry.lines.slice(0, 4), entry.title]);
  const byline = entry.lines.slice(0, 4).findLastIndex(isByline);
  const own = (entry.title === '' ? entry.lines.slice(byline + 1) : entry.lines.filter((text, at) => at > 3 || !isByline(text))).filter(
    (text) => text !== '',
  );
  const hasTitle = entry.title !== '' && !isByline(entry.title);
  // Without a title of its own, the first of several lines is one.
  const [first = ''] = own;
  const isFirst = !hasTitle && !entry.isComment && own.length > 1 && first.length <= maxTitleLength;
  const rest = isFirst ? own.slice(1) : own;
  const isNamed = namesSite === true && rest.length > 1 && (rest[0]?.length ?? 0) <= 60;
  return { author, title: hasTitle ? entry.title : isFirst ? first : '', lines: isNamed ? rest.slice(1) : rest };
}

function itemOf(service: AlertService, entry: Entry, createdAt: number): FetchedItem | null {
  const { target, isComment } = entry;
  const { author, title, lines } = wordsOf(service, entry);
  const body = cleanText(lines.join('\n'));
  if (!target || `${title}${body}`.trim() === '') return null;
  const { site, fullname, permalink, linkFullname } = target;
  const name = lineOf(author ?? '', 80);
  return {
    ...textOnly,
    fullname,
    kind: isComment ? 'comment' : 'post',
    subreddit: entry.subreddit || target.subreddit,
    author: name === '' ? null : /^t[13]_/.test(fullname) ? name : authorAt(name, site),
    title: lineOf(title, maxTitleLength),
    body,
    permalink,
    createdAt,
    linkFullname,
  };
}

const sizeOf = ({ title, body }: FetchedItem): number => title.length + body.length;

/** The entries of an alert in the lines of one of its parts. */
export function readEntries(service: AlertService, lines: readonly MailLine[], createdAt: number): Pick<MailReading, 'items' | 'unread'> {
  const isHeaded = lines.some((line) => service.starts?.test(line.text) || isTitle(anchorIn(service, line)?.label ?? ''));
  const entries = (isHeaded ? headed : closed)(service, lines);
  const items = new Map<string, FetchedItem>();
  let unread = 0;
  for (const entry of entries) {
    const item = itemOf(service, entry, createdAt);
    if (!item) unread += 1;
    else if (sizeOf(item) > sizeOf(items.get(item.fullname) ?? { ...item, title: '', body: '' })) items.set(item.fullname, item);
  }
  return { items: [...items.values()], unread };
}

const maxNesting = 50;

/** Reads the entries of one mail. Throws an error of the parser for one that can't be taken apart. */
export async function readMail(raw: Uint8Array, now: number): Promise<MailReading> {
  const { default: PostalMime } = await import('postal-mime');
  const { from, subject = '', date, html = '', text = '' } = await PostalMime.parse(raw, { maxNestingDepth: maxNesting });
  const sender = from?.address?.toLowerCase() ?? '';
  const service =
    alertServices.find((one) => one.from.test(sender)) ?? alertServices.find((one) => one.name !== 'Reddit' && one.subject.test(subject));
  if (!service) return { service: null, items: [], unread: 0 };
  const createdAt = timeOf(date ?? null, now);
  const parts = [html, text].filter((part) => part.trim() !== '');
  const readings = parts.map((part) => readEntries(service, part === html ? linesOfHtml(part) : linesOfText(part), createdAt));
  const best = readings.reduce((one, other) => (other.items.length > one.items.length ? other : one), { items: [], unread: 0 });
  const unread = Math.max(best.unread, best.items.length === 0 && service.subject.test(subject) ? 1 : 0);
  return { service: unread > 0 || best.items.length > 0 ? service.name : null, items: best.items, unread };
}
