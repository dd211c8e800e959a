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

const searchPath = '/api/v1/search_by_date';
const mostHits = 1000;
const isAsk = ({ type, title }: Item): boolean => type === 'story' && /^ask hn\b/i.test(title ?? '');

/** As https://hn.algolia.com/api describes them: tags with a comma are all required, of those in parentheses one. */
function answerSearch(items: ReadonlyMap<number, Item>, { searchParams }: URL): object {
  const storyOf = (item: Item): Item => {
    const above = item.parent === undefined ? undefined : items.get(item.parent);
    return above ? storyOf(above) : item;
  };
  const tagsOf = (item: Item): string[] => [
    item.type,
    `author_${item.by}`,
    `story_${storyOf(item).id}`,
    ...(isAsk(item) ? ['ask_hn'] : []),
  ];
  const groups = [...(searchParams.get('tags') ?? '').matchAll(/\(([^)]+)\)|([^,()]+)/g)].map(([, some, one]) => some?.split(',') ?? [one]);
  const limits = (searchParams.get('numericFilters') ?? '').split(',').map((filter) => {
    const [, sign, seconds] = /^created_at_i(<=|>=)(\d+)$/.exec(filter) ?? [];
    if (sign === undefined) throw new Error(`unknown filter ${filter}`);
    return (time: number): boolean => (sign === '<=' ? time <= Number(seconds) : time >= Number(seconds));
  });
  const size = Number(searchParams.get('hitsPerPage'));
  const found = [...items.values()]
    .filter(({ deleted, dead, time = 0 }) => !deleted && !dead && limits.every((isIn) => isIn(time)))
    .filter((item) => groups.every((tags) => tagsOf(item).some((tag) => tags.includes(tag))))
    .toSorted((a, b) => (b.time ?? 0) - (a.time ?? 0));
  const hits = found.slice(0, Math.min(size, mostHits)).map((item) => ({
    objectID: String(item.id),
    created_at: new Date((item.time ?? 0) * 1000).toISOString(),
    created_at_i: item.time,
    author: item.by,
    points: item.score ?? null,
    _tags: tagsOf(item),
    ...(item.type === 'comment'
      ? { comment_text: item.text, parent_id: item.parent, story_id: storyOf(item).id, story_title: storyOf(item).title }
      : { title: item.title, url: item.url, story_text: item.text, story_id: item.id, num_comments: item.descendants ?? 0 }),
  }));
  return { hits, page: 0, nbHits: found.length, nbPages: Math.ceil(Math.min(found.length, mostHits) / size), hitsPerPage: size };
}

/** A Hacker News on loopback with its official API: `maxitem`, and `item` by id; null for an unknown id. And with Algolia's search. */
export async function startFakeHackerNews(now: () => number, firstId = 1000) {
  const items = new Map<number, Item>();
  const state: { isDown: boolean; isSearchDown: boolean; handle: Handle | null } = { isDown: false, isSearchDown: false, handle: null };
  let lastId = firstId - 1;
  const json = { 'content-type': 'application/json; charset=utf-8' };
  function valueAt(path: string): unknown {
    const url = new URL(path, 'http://localhost');
    if (url.pathname === searchPath) return answerSearch(items, url);
    if (path === '/v0/maxitem.json') return lastId;
    return items.get(Number(/^\/v0\/item\/(\d+)\.json$/.exec(path)?.[1])) ?? null;
  }
  const site = await startSite({}, (request, response) => {
    if (state.handle) state.handle(request, response);
    else if (state.isDown || (state.isSearchDown && request.url?.startsWith(searchPath)))
      response.writeHead(503).end('Service unavailable');
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
    config: { hackerNews: { url: site.url, searchUrl: site.url }, security: { allowPrivateHosts: [site.host] } },
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
    searches: () => site.requests.filter(({ path }) => path.startsWith(searchPath)).length,
    itemRequests: () => site.requests.filter(({ path }) => path.startsWith('/v0/item/')).length,
  };
}
