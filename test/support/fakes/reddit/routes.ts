import { atomFeed } from './atom.ts';
import { commentThing, commentTree, communityThing, listing, pathOf, postThing, rulesBody } from './things.ts';
import { type Community, fullname, type Thing, type World } from './world.ts';

export interface FakeRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: string;
  /** Time on the fake's clock, UTC ms. */
  at: number;
}

export interface FakeReply {
  status: number;
  body: string;
  headers: Record<string, string>;
}

export interface Habits {
  /** Effect of one bad name in `/r/a+b+c`: both occur on the real Reddit. */
  badMember: 'fails' | 'is left out';
}

const jsonType = 'application/json; charset=UTF-8';
export const jsonReply = (status: number, body: unknown, headers: Record<string, string> = {}): FakeReply => ({
  status,
  body: JSON.stringify(body),
  headers: { 'content-type': jsonType, ...headers },
});
const notFound = (reason?: string) => jsonReply(404, { ...(reason ? { reason } : {}), message: 'Not Found', error: 404 });
const forbidden = (reason: string) => jsonReply(403, { reason, message: 'Forbidden', error: 403 });
const toSearch = (name: string): FakeReply => ({
  status: 302,
  body: '',
  headers: { location: `https://oauth.reddit.com/subreddits/search?q=${name}` },
});

/** Error for a subreddit, or null if it is readable. */
function refusalOf(community: Community | undefined, name: string): FakeReply | null {
  if (!community) return toSearch(name);
  if (community.state === 'banned') return notFound('banned');
  if (community.state === 'private' || community.state === 'quarantined' || community.state === 'gated') return forbidden(community.state);
  return null;
}

/** The readable subreddits of `a+b+c`, or the error of the whole call. */
function membersOf(world: World, names: string, habits: Habits): Set<string> | FakeReply {
  const all = names.split('+').map((name) => ({ name, community: world.communities.get(name.toLowerCase()) }));
  const [only] = all;
  if (all.length === 1 && only) return refusalOf(only.community, only.name) ?? new Set([only.name.toLowerCase()]);
  const bad = all.find(({ community }) => !community || community.state === 'banned');
  const refusal = bad && habits.badMember === 'fails' ? refusalOf(bad.community, bad.name) : null;
  // Private and quarantined subreddits are silently left out.
  return refusal ?? new Set(all.filter(({ name, community }) => !refusalOf(community, name)).map(({ name }) => name.toLowerCase()));
}

const listingCap = 1000;

export function pageOf(things: readonly Thing[], query: URLSearchParams): { page: Thing[]; after: string | null } {
  const limit = Math.min(100, Math.max(1, Number(query.get('limit') ?? 25) || 25));
  const shown = things.slice(0, listingCap);
  const before = query.get('before');
  if (before) {
    // The items just newer than the anchor; a missing anchor looks like "nothing newer".
    const index = shown.findIndex((thing) => fullname(thing) === before);
    return { page: index < 0 ? [] : shown.slice(Math.max(0, index - limit), index), after: null };
  }
  const anchor = query.get('after');
  const start = anchor ? shown.findIndex((thing) => fullname(thing) === anchor) + 1 : 0;
  if (anchor && start === 0) return { page: [], after: null };
  const page = shown.slice(start, start + limit);
  const last = page.at(-1);
  return { page, after: last && start + limit < shown.length ? fullname(last) : null };
}

const escapeOf = (query: URLSearchParams) =>
  query.get('raw_json') === '1'
    ? (text: string) => text
    : (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function show(world: World, things: readonly Thing[], query: URLSearchParams): unknown[] {
  const escape = escapeOf(query);
  return things.map((thing) =>
    thing.kind === 't3' ? postThing(world, thing, escape) : commentThing(world, thing, { escape, inThread: false }),
  );
}

/** Requires every word or "phrase" of the query in the post; supports `subreddit:x`, and `OR` between groups. */
function matches(thing: Thing, query: string): boolean {
  const text = `${thing.title} ${thing.text}`.toLowerCase();
  return query
    .split(/\s+OR\s+/)
    .some((part) =>
      [...part.matchAll(/"([^"]+)"|subreddit:(\S+)|([^\s()"]+)/g)].every(([, phrase, subreddit, word]) =>
        subreddit
          ? thing.subreddit.toLowerCase() === subreddit.replace(/\)$/, '').toLowerCase()
          : text.includes((phrase ?? word ?? '').toLowerCase()),
      ),
    );
}

const everything = () => true;

type Answer = (match: string[], request: FakeRequest) => FakeReply;

export function createRoutes(world: World, habits: Habits): (request: FakeRequest) => FakeReply {
  /** Items of a listing path, or its error. */
  function listed(kind: Thing['kind'], names: string | undefined): Thing[] | FakeReply {
    if (!names || names === 'all') return world.newest(kind, everything);
    const members = membersOf(world, names, habits);
    return members instanceof Set ? world.newest(kind, (subreddit) => members.has(subreddit)) : members;
  }

  function found(names: string | undefined, query: URLSearchParams): Thing[] | FakeReply {
    const things = listed('t3', query.get('restrict_sr') ? names : undefined);
    return Array.isArray(things) ? things.filter((thing) => matches(thing, query.get('q') ?? '')) : things;
  }

  const asListing = (things: Thing[] | FakeReply, query: URLSearchParams): FakeReply => {
    if (!Array.isArray(things)) return things;
    const { page, after } = pageOf(things, query);
    return jsonReply(200, listing(show(world, page, query), { after }));
  };
  const asFeed = (things: Thing[] | FakeReply, { path, query }: FakeRequest): FakeReply => {
    if (!Array.isArray(things)) return things;
    const body = atomFeed(world, path, pageOf(things, query).page);
    return {
      status: 200,
      body,
      headers: { 'content-type': 'application/atom+xml; charset=UTF-8', 'cache-control': 'private, max-age=3600' },
    };
  };

  function thread(id: string, query: URLSearchParams): FakeReply {
    const post = world.things.get(`t3_${id}`);
    if (!post || post.gone === 'vanished') return notFound();
    const escape = escapeOf(query);
    return jsonReply(200, [
      listing([postThing(world, post, escape)], { dist: 1 }),
      commentTree(world, `t3_${id}`, escape) || listing([], { dist: null }),
    ]);
  }

  function threadFeed(id: string, request: FakeRequest): FakeReply {
    const post = world.things.get(`t3_${id}`);
    if (!post || post.gone) return notFound();
    const comments = world.newest('t1', everything).filter((thing) => thing.link === `t3_${id}`);
    return asFeed([post, ...comments], request);
  }

  function info(query: URLSearchParams): FakeReply {
    const names = (query.get('sr_name') ?? '').split(',').filter(Boolean);
    const communities = names
      .flatMap((name) => world.communities.get(name.toLowerCase()) ?? [])
      .filter(({ state }) => state !== 'banned' && state !== 'private');
    const ids = (query.get('id') ?? '').split(',').filter(Boolean).slice(0, 100);
    const things = ids
      .flatMap((id) => world.things.get(id) ?? [])
      .filter(
        (thing) =>
          thing.gone !== 'vanished' &&
          !world.shadowBanned.has(thing.author) &&
          world.communities.get(thing.subreddit.toLowerCase())?.state !== 'private',
      );
    return jsonReply(200, listing([...show(world, things, query), ...communities.map(communityThing)]));
  }

  function about(name: string, body: (community: Community) => unknown): FakeReply {
    const community = world.communities.get(name.toLowerCase());
    return refusalOf(community, name) ?? jsonReply(200, community && body(community));
  }

  const profile = (name: string): FakeReply =>
    world.shadowBanned.has(name) ? notFound() : jsonReply(200, { kind: 't2', data: { name, is_suspended: false, link_karma: 1 } });

  function shared(path: string): FakeReply {
    const target = world.shares.get(path);
    const location = target ? `https://www.reddit.com${pathOf(world, world.get(target))}?context=3&share_id=xyz&utm_source=share` : '';
    return target ? { status: 301, body: '', headers: { location, 'content-type': 'text/html; charset=utf-8' } } : notFound();
  }

  const routes: [RegExp, Answer][] = [
    [/^(?:\/r\/([^/]+))?\/comments\/([0-9a-z]+)(?:\/.*)?\.rss$/, ([, id], request) => threadFeed(id ?? '', request)],
    [/^(?:\/r\/([^/]+))?\/new\/?\.rss$/, ([names], request) => asFeed(listed('t3', names), request)],
    [/^(?:\/r\/([^/]+))?\/comments\/?\.rss$/, ([names], request) => asFeed(listed('t1', names), request)],
    [/^(?:\/r\/([^/]+))?\/search\/?\.rss$/, ([names], request) => asFeed(found(names, request.query), request)],
    [/^(?:\/r\/([^/]+))?\/new\/?$/, ([names], { query }) => asListing(listed('t3', names), query)],
    [/^(?:\/r\/([^/]+))?\/comments\/?$/, ([names], { query }) => asListing(listed('t1', names), query)],
    [/^(?:\/r\/([^/]+))?\/search\/?$/, ([names], { query }) => asListing(found(names, query), query)],
    [/^(?:\/r\/([^/]+))?\/comments\/([0-9a-z]+)(?:\/.*)?$/, ([, id], { query }) => thread(id ?? '', query)],
    [/^\/r\/([^/+]+)\/about\/rules\/?$/, ([name]) => about(name ?? '', rulesBody)],
    [/^\/r\/([^/+]+)\/about\/?$/, ([name]) => about(name ?? '', communityThing)],
    [/^\/r\/[^/]+\/s\/[^/]+\/?$/, (_, { path }) => shared(path)],
    [/^\/user\/([^/]+)\/about\/?$/, ([name]) => profile(name ?? '')],
    [/^\/api\/info\/?$/, (_, { query }) => info(query)],
  ];

  return (request) => {
    for (const [pattern, answer] of routes) {
      const match = pattern.exec(request.path);
      if (match) return answer(match.slice(1), request);
    }
    return notFound();
  };
}
