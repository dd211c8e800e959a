import { type FakeReply, type FakeRequest, jsonReply, pageOf } from './routes.ts';
import { commentThing, listing, postThing } from './things.ts';
import type { Thing, World } from './world.ts';

interface Options {
  now: () => number;
  clientId: string;
  clientSecret: string;
  tokenSeconds: number;
  world: World;
}
interface Grant {
  /** Null for the app itself. */
  name: string | null;
  scopes: string[];
  until: number;
  refresh: string | null;
}

const refusal = (errors: [string, string, string | null][]): FakeReply => jsonReply(200, { json: { errors } });
const plainText = (text: string) => text;
const kindsOf: Record<string, Thing['kind'][]> = { comments: ['t1'], submitted: ['t3'], overview: ['t3', 't1'] };

/** Users of the fake Reddit: consent, codes, tokens, and their posts. */
export function createMembers({ now, clientId, clientSecret, tokenSeconds, world }: Options) {
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const access = new Map<string, Grant>();
  const refreshes = new Map<string, { name: string; scopes: string[] }>();
  const codes = new Map<string, { name: string; scopes: string[]; redirectUri: string; until: number }>();
  let issued = 0;
  const next = (kind: string) => `${kind}-${(issued += 1)}`;

  /**
   * What the refresh reply does with the refresh token: all three occur on the real Reddit. Some apps get no token of their own.
   */
  const habits = {
    givesAppToken: true,
    rotates: false,
    namesRefreshToken: true,
    grantsLess: false,
    who: 'ann_reddit',
    declines: false,
    hidesHistory: false,
  };
  /** Errors for the next comments, in order. */
  const refusals: [string, string, string | null][][] = [];
  /** What `/api/v1/me` returns besides the name. */
  const me: Record<string, unknown> = {
    created_utc: 1_500_000_000,
    link_karma: 40,
    comment_karma: 80,
    total_karma: 120,
    has_verified_email: true,
    is_suspended: false,
  };

  function give(name: string | null, scopes: string[], refresh: string | null): FakeReply {
    const token = next('token');
    access.set(token, { name, scopes, until: now() + tokenSeconds * 1000, refresh });
    const named = refresh === null ? {} : { refresh_token: refresh };
    return jsonReply(200, { access_token: token, token_type: 'bearer', expires_in: tokenSeconds, scope: scopes.join(' '), ...named });
  }

  function byCode(form: URLSearchParams): FakeReply {
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    if (!code || code.until <= now() || code.redirectUri !== form.get('redirect_uri')) return jsonReply(200, { error: 'invalid_grant' });
    const refresh = next('refresh');
    refreshes.set(refresh, code);
    return give(code.name, code.scopes, refresh);
  }

  function byRefresh(form: URLSearchParams): FakeReply {
    const given = form.get('refresh_token') ?? '';
    const grant = refreshes.get(given);
    if (!grant) return jsonReply(400, { message: 'Bad Request', error: 400 });
    const refresh = habits.rotates ? next('refresh') : given;
    if (habits.rotates) refreshes.delete(given);
    refreshes.set(refresh, grant);
    return give(grant.name, grant.scopes, habits.namesRefreshToken || habits.rotates ? refresh : null);
  }

  const isClient = ({ headers }: FakeRequest) => headers.authorization === basic;
  const unknownClient = () => jsonReply(401, { message: 'Unauthorized', error: 401 }, { 'www-authenticate': 'Basic realm="reddit"' });

  function grantOf({ headers }: FakeRequest): Grant | null {
    const grant = access.get(/^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '');
    return grant && grant.until > now() ? grant : null;
  }
  const may = ({ scopes }: Grant, scope: string) => scopes.includes(scope) || scopes.includes('*');
  const lacking = () =>
    jsonReply(403, { message: 'Forbidden', error: 403 }, { 'www-authenticate': 'Bearer realm="reddit", error="insufficient_scope"' });

  function comment({ name }: Grant, form: URLSearchParams): FakeReply {
    const text = form.get('text') ?? '';
    const on = form.get('thing_id') ?? '';
    const parent = world.things.get(on);
    const refused = refusals.shift();
    if (refused) return refusal(refused);
    if (name === null) return refusal([['USER_REQUIRED', 'Please log in to do that.', null]]);
    if (text.trim() === '') return refusal([['NO_TEXT', 'we need something here', 'text']]);
    if (text.length > 10_000) return refusal([['TOO_LONG', 'this is too long', 'text']]);
    if (!parent || parent.gone === 'vanished') return jsonReply(404, { message: 'Not Found', error: 404 });
    if (parent.gone === 'deleted') return refusal([['DELETED_LINK', 'the link you are commenting on has been deleted', 'parent']]);
    if (parent.locked) return refusal([['THREAD_LOCKED', 'Comments are locked.', 'parent']]);
    const made = world.get(world.comment({ on, text: text.trim(), author: name }));
    const thing = commentThing(world, made, { escape: plainText, inThread: true });
    return jsonReply(200, { json: { errors: [], data: { things: [thing] } } });
  }

  /** A user's own items: authors see items that moderators removed as if nothing happened. */
  function ownThings(name: string, kinds: readonly Thing['kind'][], query: URLSearchParams): FakeReply {
    const own = [...world.things.values()]
      .filter(
        (thing) =>
          !habits.hidesHistory &&
          kinds.includes(thing.kind) &&
          thing.author === name &&
          thing.gone !== 'deleted' &&
          thing.gone !== 'vanished',
      )
      .toSorted((a, b) => b.createdAt - a.createdAt || b.id.localeCompare(a.id));
    const { page, after } = pageOf(own, query);
    const shown = page.map((thing) =>
      thing.kind === 't3'
        ? postThing(world, thing, plainText)
        : commentThing(world, { ...thing, gone: null }, { escape: plainText, inThread: false }),
    );
    return jsonReply(200, listing(shown, { after }));
  }

  /** Looked up by name, users' own items look unchanged to them; others' items look as they do to everyone. */
  function namedThings(name: string, names: readonly string[]): FakeReply {
    const things = names.flatMap((one) => world.things.get(one) ?? []);
    const seen = things.filter(({ author, gone }) => gone !== 'vanished' && (author === name || !world.shadowBanned.has(author)));
    const shown = seen.map((thing) => {
      const own = thing.author === name && thing.gone === 'removed' ? { ...thing, gone: null } : thing;
      return own.kind === 't3' ? postThing(world, own, plainText) : commentThing(world, own, { escape: plainText, inThread: false });
    });
    return jsonReply(200, listing(shown));
  }

  return {
    habits,
    refusals,
    me,
    /** The user accepts or declines in the browser, and Reddit redirects back. */
    consent({ query }: FakeRequest): FakeReply {
      const redirectUri = query.get('redirect_uri') ?? '';
      if (query.get('client_id') !== clientId || query.get('response_type') !== 'code' || redirectUri === '')
        return { status: 400, body: '<html><title>bad request</title></html>', headers: { 'content-type': 'text/html' } };
      const state = query.get('state') ?? '';
      const asked = (query.get('scope') ?? '').split(/[ ,]+/).filter(Boolean);
      const code = next('code');
      codes.set(code, {
        name: habits.who,
        scopes: habits.grantsLess ? asked.slice(0, 2) : asked,
        redirectUri,
        until: now() + 600_000,
      });
      const back = new URLSearchParams(habits.declines ? { state, error: 'access_denied' } : { state, code });
      return { status: 302, body: '', headers: { location: `${redirectUri}?${back.toString()}` } };
    },
    issue(request: FakeRequest): FakeReply {
      if (!isClient(request)) return unknownClient();
      const form = new URLSearchParams(request.body);
      const type = form.get('grant_type');
      if (type === 'client_credentials')
        return habits.givesAppToken ? give(null, ['*'], null) : jsonReply(200, { error: 'unauthorized_client' });
      if (type === 'authorization_code') return byCode(form);
      if (type === 'refresh_token') return byRefresh(form);
      return jsonReply(200, { error: 'unsupported_grant_type' });
    },
    revokeToken(request: FakeRequest): FakeReply {
      if (!isClient(request)) return unknownClient();
      const token = new URLSearchParams(request.body).get('token') ?? '';
      refreshes.delete(token);
      access.delete(token);
      for (const [key, { refresh }] of access) if (refresh === token) access.delete(key);
      return { status: 200, body: '', headers: {} };
    },
    accepts: (request: FakeRequest): boolean => grantOf(request) !== null,
    /** Access tokens become invalid; refresh tokens stay valid. */
    revokeAll: () => access.clear(),
    /** The user removes the app at reddit.com/prefs/apps. */
    removeApp() {
      access.clear();
      refreshes.clear();
    },
    /** Replies to requests that need a user; null for all others. */
    answer(request: FakeRequest): FakeReply | null {
      const grant = grantOf(request);
      if (!grant) return null;
      if (request.path === '/api/v1/me') {
        if (!may(grant, 'identity')) return lacking();
        return jsonReply(200, { name: grant.name, id: 'abc12', ...me });
      }
      if (request.path === '/api/comment' && request.method === 'POST')
        return may(grant, 'submit') ? comment(grant, new URLSearchParams(request.body)) : lacking();
      if (/^\/api\/v1\/[^/]+\/post_requirements\/?$/.test(request.path))
        return may(grant, 'submit')
          ? jsonReply(200, {
              is_flair_required: true,
              title_text_min_length: 10,
              title_text_max_length: null,
              domain_blacklist: ['fakewebsite.com'],
            })
          : lacking();
      const named = request.path === '/api/info' && grant.name !== null ? request.query.get('id') : null;
      if (named && grant.name !== null) return namedThings(grant.name, named.split(',').slice(0, 100));
      const [, name, part] = /^\/user\/([^/]+)\/(comments|submitted|overview)\/?$/.exec(request.path) ?? [];
      if (!name) return null;
      return may(grant, 'history') ? ownThings(name, kindsOf[part ?? ''] ?? [], request.query) : lacking();
    },
  };
}
