import { type Handle, page, startSite } from './site.ts';

/** Lemmy 0.19, Lemmy 1.0 by its old API, and PieFed. */
export type Flavor = 'lemmy' | 'lemmy-1' | 'piefed';

interface Community {
  id: number;
  name: string;
  /** Another instance's host. */
  home: string | null;
}
interface Thing {
  id: number;
  community: string;
  title: string;
  body: string;
  author: string;
  home: string | null;
  at: number;
  count: number;
  url: string | null;
  isPinned: boolean;
  isNsfw: boolean;
  isBot: boolean;
  isLocked: boolean;
  /** Of its author, or a moderator. */
  gone: 'deleted' | 'removed' | 'account' | null;
  /** Of a comment. */
  post: number | null;
  path: string;
}
interface Added extends Partial<Omit<Thing, 'id' | 'path' | 'post'>> {
  title: string;
  body: string;
}

const notFound = { lemmy: { error: 'unknown', message: 'Record not found' }, 'lemmy-1': { error: 'not_found' } };
/** The text of a refusal, and its status. */
interface Refusal {
  status: number;
  json: object;
}
const isRefusal = (answer: object): answer is Refusal => 'json' in answer;

/**
 * An instance on loopback: `/nodeinfo/2.1`, and of `/api/v3` or `/api/alpha` `/community`, `/post`, `/post/list`, and
 * `/comment/list`, as https://join-lemmy.org/api, Lemmy's source, and PieFed's swagger describe them.
 */
export async function startFakeLemmy(now: () => number, flavor: Flavor = 'lemmy') {
  const isPiefed = flavor === 'piefed';
  const api = isPiefed ? '/api/alpha' : '/api/v3';
  const communities: Community[] = [];
  const things: Thing[] = [];
  let lastId = 100;
  const state: { handle: Handle | null; software: string } = { handle: null, software: isPiefed ? 'piefed' : 'lemmy' };
  const time = (at: number): string => new Date(at).toISOString().replace('Z', '123Z');

  function communityView({ id, name, home }: Community) {
    return {
      id,
      name,
      title: 'A title',
      actor_id: home === null ? `${site.url}/c/${name}` : `https://${home}/c/${name}`,
      local: home === null,
      nsfw: false,
      deleted: false,
      removed: false,
    };
  }
  function personView({ author, home, isBot, gone }: Thing) {
    const address = `${home === null ? site.url : `https://${home}`}/u/${author}`;
    const shared = { id: 7, actor_id: address, local: home === null, deleted: gone === 'account', banned: false };
    return isPiefed ? { ...shared, user_name: author, title: 'A Full Name', bot: isBot } : { ...shared, name: author, bot_account: isBot };
  }
  function postView(post: Thing) {
    const { id, title, body, at, url, isPinned, isNsfw, isLocked, gone } = post;
    const shared = {
      id,
      body: gone === 'deleted' ? '' : body,
      ...(url === null ? {} : { url }),
      ap_id: `https://elsewhere.example/post/${id + 5000}`,
      published: time(at),
      deleted: gone === 'deleted',
      removed: gone === 'removed',
      nsfw: isNsfw,
      locked: isLocked,
    };
    return isPiefed ? { ...shared, title, sticky: isPinned } : { ...shared, name: title, featured_community: isPinned };
  }
  const communityOf = ({ community }: Thing): Community => {
    const found = communities.find(({ name }) => name === community);
    if (!found) throw new Error(`no community ${community}`);
    return found;
  };
  const postOf = (thing: Thing): Thing => things.find(({ id }) => id === thing.post) ?? thing;
  function view(thing: Thing): object {
    const { id, body, at, path, gone, count } = thing;
    const text = gone === 'deleted' || gone === 'removed' ? '' : body;
    const comment = {
      id,
      ...(isPiefed ? { body: text } : { content: text }),
      path,
      published: time(at),
      deleted: gone === 'deleted',
      removed: gone === 'removed',
    };
    return {
      post: postView(postOf(thing)),
      creator: personView(thing),
      community: communityView(communityOf(thing)),
      counts: { score: count, comments: count, child_count: count, published: time(at) },
      ...(thing.post === null ? {} : { comment }),
    };
  }

  const refusal = (status: number, json: object): Refusal => ({ status, json });
  const missing = (kind: 'post' | 'comment' | 'community'): Refusal => {
    if (flavor === 'lemmy-1') return refusal(404, notFound['lemmy-1']);
    if (flavor === 'lemmy') return kind === 'community' ? refusal(404, notFound.lemmy) : refusal(400, { error: `couldnt_find_${kind}` });
    if (kind === 'post') return refusal(400, { code: 400, message: '', status: 'Not found' });
    const message =
      kind === 'comment' ? 'Comment with parent_id not found.' : 'error - unknown community. Please wait a sec and try again.';
    return refusal(400, { code: 400, message, status: 'Bad Request' });
  };

  function pageOf(query: URLSearchParams, some: readonly Thing[], isComments: boolean) {
    const limit = Number(query.get('limit') ?? 10);
    const sorted = some.toSorted((a, b) => Number(b.isPinned) - Number(a.isPinned) || b.at - a.at || b.id - a.id);
    const cursor = query.get('page_cursor');
    // Lemmy 1.0 ignores what page of comments is asked for.
    const number = flavor === 'lemmy-1' && isComments ? 1 : Number(query.get('page') ?? 1);
    const start = cursor === null ? (number - 1) * limit : sorted.findIndex(({ id }) => `P${id.toString(16)}` === cursor) + 1;
    const shown = sorted.slice(start, start + limit);
    const last = shown.at(-1);
    if (isPiefed) return { shown, next_page: sorted.length > start + limit ? String(number + 1) : null };
    return { shown, ...(flavor === 'lemmy' && !isComments && last ? { next_page: `P${last.id.toString(16)}` } : {}) };
  }

  function list(query: URLSearchParams, kind: 'post' | 'comment'): object {
    if (isPiefed && kind === 'comment' && (query.has('type_') || query.has('community_name')))
      return refusal(400, { code: 400, message: 'Validation failed', status: "{'query': {'type_': ['Unknown field.']}}" });
    const listsAll = isPiefed || query.get('type_') === 'All';
    const of = things.filter((thing) => (thing.post === null) === (kind === 'post') && (listsAll || communityOf(thing).home === null));
    const parent = query.get('parent_id');
    if (parent !== null) {
      if (!things.some(({ id }) => id === Number(parent))) return missing('comment');
      return { comments: of.filter(({ path }) => path.split('.').at(-1) === parent).map(view) };
    }
    const post = query.get('post_id');
    if (post !== null) {
      const below = of.filter((thing) => thing.post === Number(post)).toSorted((a, b) => b.count - a.count);
      return { comments: below.slice(0, Number(query.get('limit') ?? 10)).map(view) };
    }
    const community = communities.find(({ id }) => id === Number(query.get('community_id')));
    const own = of.filter(
      (thing) => communityOf(thing) === community && (kind === 'comment' || thing.gone === null || thing.gone === 'account'),
    );
    const { shown, ...rest } = pageOf(query, own, kind === 'comment');
    return { [`${kind}s`]: shown.map(view), ...rest };
  }

  function answer({ pathname, searchParams: query }: URL): object | null {
    if (pathname === '/nodeinfo/2.1')
      return { version: '2.1', software: { name: state.software, version: '1' }, protocols: ['activitypub'] };
    if (pathname === `${api}/post/list`) return list(query, 'post');
    if (pathname === `${api}/comment/list`) return list(query, 'comment');
    if (pathname === `${api}/community`) {
      const [name, home = null] = query.get('name')?.split('@') ?? [];
      const found = communities.find((one) => one.name === name && one.home === home);
      return found ? { community_view: { community: communityView(found), counts: {} } } : missing('community');
    }
    if (pathname !== `${api}/post`) return null;
    const found = things.find(({ id, post }) => post === null && id === Number(query.get('id')));
    const isShown = found && (isPiefed || found.gone === null || found.gone === 'account');
    return isShown ? { post_view: view(found), cross_posts: [] } : missing('post');
  }

  const site = await startSite({}, (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    const found = state.handle ? null : answer(url);
    if (state.handle) state.handle(request, response);
    else if (found === null) response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found');
    else if (isRefusal(found)) refuse(found.status, found.json)(request, response);
    else page(JSON.stringify(found), { 'content-type': 'application/json' })(request, response);
  });

  function add(added: Added, post: number | null, above: string): number {
    const id = (lastId += 1);
    const defaults = { community: 'smallbusiness', author: 'somebody', home: null, at: now(), count: 4, url: null, gone: null };
    const flags = { isPinned: false, isNsfw: false, isBot: false, isLocked: false };
    things.push({ ...defaults, ...flags, ...added, id, post, path: `${above}.${id}` });
    return id;
  }
  function open(name: string, home: string | null = null): void {
    communities.push({ id: 40 + communities.length, name, home });
  }
  const get = (id: number): Thing => {
    const found = things.find((one) => one.id === id);
    if (!found) throw new Error(`nothing has the ID ${id}`);
    return found;
  };
  open('smallbusiness');
  return {
    ...site,
    state,
    open,
    addPost: (added: Added): number => add(added, null, '0'),
    /** A comment on a post, or the answer to another one. */
    addComment: (of: number, added: Omit<Added, 'title'>): number => {
      const above = get(of);
      const post = above.post ?? above.id;
      return add({ ...added, title: '', community: above.community }, post, above.post === null ? '0' : above.path);
    },
    change: (id: number, changes: Partial<Thing>): void => void Object.assign(get(id), changes),
    /** Without a trace. */
    purge: (id: number): void => void things.splice(things.indexOf(get(id)), 1),
  };
}

/** How instances refuse requests. */
export const refuse =
  (status: number, json: object): Handle =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
