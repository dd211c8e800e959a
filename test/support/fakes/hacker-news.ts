import { type Handle, page, startSite } from './site.ts';

/** Field names of https://github.com/HackerNews/API. */
interface Item {
  id: number;
  type: 'story' | 'comment' | 'job' | 'poll' | 'pollopt';
  by?: string;
  time?: number;
  title?: string;
  text?: string;
  url?: string;
  parent?: number;
  score?: number;
  descendants?: number;
  deleted?: boolean;
  dead?: boolean;
}

/** A Hacker News on loopback with its official API: `maxitem`, and `item` by id; null for an unknown id. */
export async function startFakeHackerNews(now: () => number, firstId = 1000) {
  const items = new Map<number, Item>();
  const state: { isDown: boolean; handle: Handle | null } = { isDown: false, handle: null };
  let lastId = firstId - 1;
  const json = { 'content-type': 'application/json; charset=utf-8' };
  function valueAt(path: string): unknown {
    if (path === '/v0/maxitem.json') return lastId;
    return items.get(Number(/^\/v0\/item\/(\d+)\.json$/.exec(path)?.[1])) ?? null;
  }
  const site = await startSite({}, (request, response) => {
    if (state.handle) state.handle(request, response);
    else if (state.isDown) response.writeHead(503).end('Service unavailable');
    else page(JSON.stringify(valueAt(request.url ?? '')), json)(request, response);
  });

  function add(fields: Partial<Item>): number {
    lastId += 1;
    items.set(lastId, { id: lastId, type: 'story', by: `hn_author_${lastId}`, time: Math.floor(now() / 1000), ...fields });
    return lastId;
  }
  return {
    ...site,
    state,
    add,
    change(id: number, fields: Partial<Item>): void {
      const item = items.get(id);
      if (!item) throw new Error(`no item ${id}`);
      items.set(id, { ...item, ...fields });
    },
    vanish(id: number): void {
      if (!items.delete(id)) throw new Error(`no item ${id}`);
    },
    /** Assigns ids whose items can't be read yet. */
    reserve: (count: number): void => void (lastId += count),
    itemRequests: () => site.requests.filter(({ path }) => path.startsWith('/v0/item/')).length,
  };
}
