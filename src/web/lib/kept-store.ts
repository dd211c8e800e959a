import type { Today } from '#shared/dashboard.ts';
import type { Lead } from '#shared/leads.ts';
import { basePath } from './base-path.ts';

/** A request as it can be kept. */
interface KeptRequest {
  method: 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
}

/** What a change makes of what is kept, until the server has it. */
interface Effect {
  /** Posts that leave the lists. */
  gone?: readonly string[];
  /** Posts that come back after an undo. */
  back?: readonly string[];
  /** A lead that is put off. */
  snoozed?: string;
  lead?: { id: string; change: Partial<Lead> };
}

/** A change that waits for the network. It holds ids and choices, no text of a post. */
export interface Change {
  /** Sent in this order; each may be sent again if its response was lost. */
  requests?: readonly KeptRequest[];
  /** Instead of requests: what there is to send depends on the follow-ups that the server has. */
  snooze?: { leadId: string; until: string };
  effect: Effect;
  /** For messages: "Archived 1 lead". */
  label: string;
}

export interface KeptChange extends Change {
  id: number;
  owner: string;
  tab: string;
}

type StoreName = 'reads' | 'changes';
let opening: Promise<IDBDatabase> | null = null;

function openDatabase(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(`earshot${basePath}`, 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('reads');
      request.result.createObjectStore('changes', { autoIncrement: true, keyPath: 'id' });
    });
    request.addEventListener('success', () => {
      request.result.addEventListener('versionchange', () => request.result.close());
      resolve(request.result);
    });
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
  }).catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}

/** Resolves once it is on the disk. Rejects where a browser keeps nothing. */
async function inStore<T>(name: StoreName, mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await openDatabase();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode);
    const request = act(transaction.objectStore(name));
    transaction.addEventListener('complete', () => resolve(request.result));
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB failed')));
  });
}

export const readKept = (key: string): Promise<unknown> => inStore<unknown>('reads', 'readonly', (store) => store.get(key));
export const writeKept = (key: string, value: unknown): Promise<unknown> => inStore('reads', 'readwrite', (store) => store.put(value, key));
export const eraseKept = (): Promise<unknown> => inStore('reads', 'readwrite', (store) => store.clear());

export const addChange = (change: Omit<KeptChange, 'id'>): Promise<IDBValidKey> =>
  inStore('changes', 'readwrite', (store) => store.add(change));
export const removeChange = (id: IDBValidKey): Promise<unknown> => inStore('changes', 'readwrite', (store) => store.delete(id));
/** In the order in which they were made. */
export async function listChanges(owner: string): Promise<KeptChange[]> {
  const all = (await inStore<unknown[]>('changes', 'readonly', (store) => store.getAll())) as KeptChange[];
  return all.filter((change) => change.owner === owner);
}

interface Outlook {
  /** The lead with its changes, or null if it left the lists. */
  shown: (lead: Lead) => Lead | null;
  isSnoozed: (id: string) => boolean;
}

/** What is kept, as the changes that wait leave it. */
export function outlookOf(changes: readonly Pick<Change, 'effect'>[]): Outlook {
  const gone = new Set<string>();
  const snoozed = new Set<string>();
  const changed = new Map<string, Partial<Lead>>();
  for (const { effect } of changes) {
    for (const id of effect.gone ?? []) gone.add(id);
    for (const id of effect.back ?? []) gone.delete(id);
    if (effect.snoozed !== undefined) snoozed.add(effect.snoozed);
    if (effect.lead) changed.set(effect.lead.id, { ...changed.get(effect.lead.id), ...effect.lead.change });
  }
  return {
    shown: (lead) => (lead.posts.length > 0 && lead.posts.every(({ id }) => gone.has(id)) ? null : { ...lead, ...changed.get(lead.id) }),
    isSnoozed: (id) => snoozed.has(id),
  };
}

/** Today's list without what waits to be sent. */
export const todayAfter = (today: Today, { shown, isSnoozed }: Outlook): Today => ({
  ...today,
  items: today.items.flatMap((item) => {
    const lead = shown(item.lead);
    const isLeft = lead === null || isSnoozed(lead.id) || (item.kind === 'lead' && lead.stage !== 'new');
    return isLeft ? [] : [{ ...item, lead }];
  }),
});

const sortValue: Record<string, (lead: Lead) => number> = {
  '-confidence': ({ confidence }) => confidence,
  '-createdAt': ({ posts, lastActivityAt }) => Date.parse(posts[0]?.createdAt ?? lastActivityAt),
  '-lastActivityAt': ({ lastActivityAt }) => Date.parse(lastActivityAt),
};
const byDiscovery = ({ firstSeenAt }: Lead): number => Date.parse(firstSeenAt);

/** Which of the kept leads a list shows, by the query of its address. */
export function leadsFor(
  leads: readonly Lead[],
  query: URLSearchParams,
  { outlook, userId }: { outlook: Outlook; userId: string },
): Lead[] {
  const wanted = (name: string, holds: (value: string) => boolean) => {
    const value = query.get(name);
    return value === null || holds(value);
  };
  const found = leads.flatMap((kept): Lead[] => {
    const lead = outlook.shown(kept);
    if (lead === null) return [];
    const words = [lead.redditUsername, lead.notes, ...lead.posts.map(({ title }) => title)].join(' ').toLowerCase();
    const fits =
      wanted('stage', (stage) => lead.stage === stage) &&
      wanted('campaignId', (id) => lead.campaigns.some((campaign) => campaign.id === id)) &&
      wanted('minConfidence', (least) => lead.confidence >= Number(least)) &&
      wanted('tag', (tag) => lead.tags.includes(tag)) &&
      wanted('subreddit', (name) => lead.posts.some(({ subreddit }) => subreddit.toLowerCase() === name.toLowerCase())) &&
      wanted('since', (time) => Date.parse(lead.firstSeenAt) >= Date.parse(time)) &&
      wanted('q', (text) => words.includes(text.toLowerCase())) &&
      wanted('waiting', (isWaiting) => isWaiting === 'true' || !outlook.isSnoozed(lead.id)) &&
      wanted('assignee', (who) => (who === 'none' ? !lead.assignee : lead.assignee?.id === (who === 'me' ? userId : who)));
    return fits ? [lead] : [];
  });
  const value = sortValue[query.get('sort') ?? ''] ?? byDiscovery;
  return found.toSorted((a, b) => value(b) - value(a));
}
