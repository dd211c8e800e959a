import { SWRConfig } from 'swr';
import type { OwnUser } from '#shared/auth.ts';
import { dashboardRoutes, type Today } from '#shared/dashboard.ts';
import { leadRoutes, type Lead } from '#shared/leads.ts';
import { postRoutes, type Post, type PostDetail } from '#shared/posts.ts';
import type { Page } from '#shared/common.ts';
import type { CallInput, CallResult, Route } from '#shared/route.ts';
import { systemRoutes } from '#shared/system.ts';
import { call, keptReads, markStale, pathOf } from './api.ts';
import { basePath } from './base-path.ts';
import { browserTimeZone } from './browser-time-zone.ts';
import { createCell } from './cell.ts';
import {
  addChange,
  type Change,
  eraseKept,
  type KeptChange,
  leadsFor,
  listChanges,
  outlookOf,
  readKept,
  removeChange,
  todayAfter,
  writeKept,
} from './kept-store.ts';
import { draftOwner } from './session.tsx';
import { localStore, meKey } from './storage.ts';

// What is kept in the browser, so that the app opens at once, and without a network: what the last pages showed, the newest leads,
// and their texts. It is replaced as a whole, so that what was deleted on the server leaves with the next answer.

/** The last answers to what every page and the first lists read, by cache key. */
interface First {
  owner: string;
  at: number;
  reads: Record<string, unknown>;
}
interface Library {
  owner: string;
  at: number;
  leads: Lead[];
  posts: PostDetail[];
}

const maxLeads = 500;
const perPage = 100;
/** Earshot erases within this time what authors deleted; longer, nothing is shown that the server can't confirm. */
const maxAgeMs = 48 * 3_600_000;
const everyMs = 5 * 60_000;
/** Whoever opens ten tabs reads it once. */
const leastMs = 60_000;
const lookMs = 5000;
const todayKey = 'today';
const settingsPath = pathOf(systemRoutes.app, {});
/** Not what people read: their lists and campaigns, and what each page asks for. */
const isFirst = (key: string): boolean =>
  /^(?:today$|\/dashboard\?|\/campaigns\?|\/views|\/public-settings\/|(?:\$inf\$)?\/leads\?)/.test(key);

const { cache } = SWRConfig.defaultValue;
const cached = (key: string): unknown => cache.get(key)?.data;

/** Whose data is kept; null after the session. */
let self: { user: OwnUser; token: string } | null = null;
const owner = (): string | null => self && draftOwner(self.user);

/** When what is shown was read (UTC ms), while the server can't be reached; null otherwise. */
export const offlineSince = createCell<number | null>(null);
/** When the server last confirmed what is kept (UTC ms); null if nothing is. */
let confirmedAt: number | null = null;
/** What the server still has, as of the last time it was asked. */
let live: { at: number; leads: ReadonlyMap<string, Lead>; today: ReadonlySet<string> } | null = null;

async function read<T extends { owner: string; at: number }>(key: string): Promise<T | null> {
  const kept = ((await readKept(key)) ?? null) as T | null;
  return kept !== null && kept.owner === owner() && Date.now() - kept.at < maxAgeMs ? kept : null;
}

function begin(user: OwnUser, token: string): void {
  self = { user, token };
  keptReads.answer = answer;
}

const outlook = async () => outlookOf(await listChanges(owner() ?? ''));

/** Shows what was here last, before the network answers. */
export async function hydrate(user: OwnUser, token: string): Promise<void> {
  begin(user, token);
  const [first, view] = [await read<First>('first'), await outlook()];
  if (first === null) return;
  confirmedAt = first.at;
  for (const [key, data] of Object.entries(first.reads)) {
    // The settings are asked for only once.
    if (key === settingsPath || cache.get(key) !== undefined) continue;
    const shown = asShown(key, data, view);
    if (shown !== undefined) cache.set(key, { data: shown });
  }
}

function asShown(key: string, data: unknown, view: ReturnType<typeof outlookOf>): unknown {
  if (key === todayKey) return todayAfter(data as Today, view);
  if (key.startsWith('$inf$')) return (data as Page<Lead>[]).map((page) => pageAfter(page, key, view));
  return key.startsWith('/leads?') ? pageAfter(data as Page<Lead>, key, view) : data;
}

function pageAfter(page: Page<Lead>, key: string, view: ReturnType<typeof outlookOf>): Page<Lead> {
  const stage = new URLSearchParams(key.split('?')[1]).get('stage');
  const items = page.items.flatMap((lead) => {
    const shown = view.shown(lead);
    return shown === null || view.isSnoozed(lead.id) || (stage !== null && shown.stage !== stage) ? [] : [shown];
  });
  return { ...page, items, total: page.total === null ? null : page.total - (page.items.length - items.length) };
}

/** Answers a read from what is kept, or throws the failure. What is on screen already stays. */
async function answer<R extends Route>(route: R, input: CallInput<R>, failure: unknown): Promise<CallResult<R>> {
  const path = pathOf(route, input);
  const key = route.path === dashboardRoutes.today.path ? todayKey : path;
  if (confirmedAt !== null) setOffline(confirmedAt);
  if (cached(key) !== undefined) throw failure;
  const kept = await find(route, path, key).catch(() => null);
  if (kept === null) throw failure;
  setOffline(kept.at);
  return kept.data as CallResult<R>;
}

async function find(route: Route, path: string, key: string): Promise<{ at: number; data: unknown } | null> {
  const view = await outlook();
  const first = await read<First>('first');
  const known = first?.reads[key];
  if (first && known !== undefined) return { at: first.at, data: asShown(key, known, view) };
  const library = await read<Library>('library');
  if (!library) return null;
  const { at, leads, posts } = library;
  const id = decodeURIComponent(path.split('/')[2] ?? '');
  if (route.path === leadRoutes.list.path) {
    const items = leadsFor(leads, new URLSearchParams(path.split('?')[1]), { outlook: view, userId: self?.user.id ?? '' });
    return { at, data: { items, nextCursor: null, total: items.length } };
  }
  if (route.path === leadRoutes.get.path) {
    const today = first?.reads[todayKey] as Today | undefined;
    const lead = leads.find((each) => each.id === id) ?? today?.items.find((item) => item.lead.id === id)?.lead;
    return lead ? { at, data: view.shown(lead) ?? lead } : null;
  }
  const post = route.path === postRoutes.get.path ? posts.find((each) => each.id === id) : undefined;
  return post ? { at, data: post } : null;
}

function setOffline(at: number): void {
  offlineSince.set(at);
  looking ??= setTimeout(() => void look(), lookMs);
}

let looking: ReturnType<typeof setTimeout> | undefined;
/** Whether the server is back: then everything is read again. */
export async function look(): Promise<void> {
  clearTimeout(looking);
  looking = undefined;
  const at = offlineSince.get();
  if (at === null) return;
  try {
    const response = await fetch(`${basePath}/api${systemRoutes.health.path}`, { cache: 'no-store' });
    if (!response.ok) throw new Error(String(response.status));
    offlineSince.set(null);
    markStale(['/']);
  } catch {
    setOffline(at);
  }
}

async function fetchAll(route: Route, query: object): Promise<unknown[]> {
  const items: unknown[] = [];
  let cursor: string | null = null;
  do {
    const input = { query: { ...query, limit: perPage, ...(cursor !== null && { cursor }) } };
    const page = (await call(route, input as CallInput<Route>)) as Page<unknown>;
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null && items.length < maxLeads);
  return items;
}

/** A worker opens the app without a network; where there is none, keeping is of no use. */
const canOpenOffline = (): boolean => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;

const isOnline = (): boolean => navigator.onLine && offlineSince.get() === null;

/** Without what the server no longer has. */
function stillThere(key: string, data: unknown): unknown {
  if (live === null || !/^(?:today$|(?:\$inf\$)?\/leads\?)/.test(key)) return data;
  const { at, leads, today } = live;
  const isNewer = ({ firstSeenAt }: Lead) => Date.parse(firstSeenAt) > at;
  if (key === todayKey) {
    const { items, ...rest } = data as Today;
    return { ...rest, items: items.filter(({ lead }) => leads.has(lead.id) || today.has(lead.id) || isNewer(lead)) };
  }
  const page = (shown: Page<Lead>) => ({ ...shown, items: shown.items.filter((lead) => leads.has(lead.id) || isNewer(lead)) });
  return key.startsWith('$inf$') ? (data as Page<Lead>[]).slice(0, 1).map(page) : page(data as Page<Lead>);
}

/** Keeps what pages show now. */
async function keepFirst(): Promise<void> {
  const mine = owner();
  if (mine === null || self === null || !canOpenOffline() || !isOnline()) return;
  localStore.set(meKey, JSON.stringify({ tail: self.token.slice(-16), user: self.user }));
  const keys = [...cache.keys()].filter((key) => isFirst(key) && cached(key) !== undefined);
  const reads = Object.fromEntries(keys.map((key) => [key, stillThere(key, cached(key))]));
  await writeKept('first', { owner: mine, at: Date.now(), reads } satisfies First);
}

/** Reads the newest leads and their texts, and keeps them instead of those of before. */
async function keepLibrary(): Promise<void> {
  const mine = owner();
  if (mine === null || !canOpenOffline() || !isOnline()) return;
  const before = await read<Library>('library');
  if (before !== null && Date.now() - before.at < leastMs) return;
  const at = Date.now();
  const today = await call(dashboardRoutes.today, { query: { zone: browserTimeZone() } });
  const leads = (await fetchAll(leadRoutes.list, { sort: '-discoveredAt' })) as Lead[];
  const posts = (await fetchAll(postRoutes.list, { status: 'lead', sort: '-discoveredAt' })) as Post[];
  const opened = await Promise.all(
    today.items.flatMap(({ lead }) => lead.posts.slice(0, 1)).map(({ id }) => call(postRoutes.get, { params: { id } }).catch(() => null)),
  );
  const details = opened.filter((post) => post !== null);
  const known = new Set(details.map(({ id }) => id));
  const others = posts.filter(({ id }) => !known.has(id)).map((post) => ({ ...post, thread: [], points: [] }));
  // Otherwise, some of it may be what was kept before.
  if (owner() !== mine || !isOnline()) return;
  confirmedAt = at;
  live = { at, leads: new Map(leads.map((lead) => [lead.id, lead])), today: new Set(today.items.map(({ lead }) => lead.id)) };
  if (cached(todayKey) === undefined) cache.set(todayKey, { data: today });
  await writeKept('library', { owner: mine, at, leads, posts: [...details, ...others] } satisfies Library);
  await keepFirst();
  await keepShell();
}

/** The files of this visit that were loaded before the worker was there. */
async function keepShell(): Promise<void> {
  const kept = await caches.open('earshot');
  const used = [document.baseURI, ...performance.getEntriesByType('resource').map(({ name }) => name)];
  const missing = [];
  for (const url of new Set(used.filter((name) => name.includes('/static/')))) if (!(await kept.match(url))) missing.push(url);
  await kept.addAll(missing);
}

export async function erase(): Promise<void> {
  self = null;
  offlineSince.set(null);
  confirmedAt = null;
  live = null;
  await eraseKept();
}

/** Changes of this tab carry its name, and while it lives, it holds the lock of that name. */
export const tab = `earshot-tab-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
let held: Promise<void> | null = null;
function holdTab(): Promise<void> {
  held ??= new Promise((resolve) => {
    void navigator.locks.request(tab, () => {
      resolve();
      return new Promise(() => {});
    });
  });
  return held;
}

/** Keeps a change beyond this tab. Resolves to what forgets it, or to null where the browser can't keep it. */
export async function keepChange(change: Change): Promise<(() => void) | null> {
  const mine = owner();
  if (mine === null || !('locks' in navigator)) return null;
  await holdTab();
  const id = await addChange({ ...change, owner: mine, tab });
  return () => void removeChange(id).catch(() => {});
}

/** Changes of tabs that are gone. Whoever gets the lock of one sends them, until `send` resolves. */
export async function takeOrphans(send: (changes: KeptChange[]) => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return;
  const mine = owner() ?? '';
  for (const name of new Set((await listChanges(mine)).map((change) => change.tab)))
    void navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      // Read again: the tab that had the lock may have sent some.
      if (lock) await send((await listChanges(mine)).filter((change) => change.tab === name));
    });
}

const watchMs = 1000;

/** Starts keeping, and returns what stops it. */
export function startKeeping(user: OwnUser, token: string): () => void {
  begin(user, token);
  const mine = owner();
  let seen: unknown[] = [];
  const quietly = (act: () => Promise<void>) => void act().catch(() => undefined);
  const watch = () => {
    const now = [...cache.keys()].filter((key) => isFirst(key)).map(cached);
    if (now.length === seen.length && now.every((data, index) => data === seen[index])) return;
    seen = now;
    quietly(keepFirst);
  };
  quietly(async () => {
    const kept = (await readKept('first')) as First | undefined;
    if (kept && (kept.owner !== mine || Date.now() - kept.at > maxAgeMs)) await eraseKept();
  });
  const watching = setInterval(watch, watchMs);
  const soon = setTimeout(() => quietly(keepLibrary), 3000);
  const often = setInterval(() => quietly(keepLibrary), everyMs);
  const back = () => quietly(look);
  addEventListener('online', back);
  return () => {
    clearInterval(watching);
    clearInterval(often);
    clearTimeout(soon);
    removeEventListener('online', back);
  };
}
