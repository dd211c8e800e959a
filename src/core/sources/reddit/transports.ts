import { createListings } from '#core/reddit/client/listings.ts';
import type { ConnectedAccount } from '#core/reddit/account/service.ts';
import type { RedditApi } from '#core/reddit/client/request.ts';
import type { TokenSource } from '#core/reddit/client/token.ts';
import { fieldsOf } from '#core/reddit/client/wire.ts';
import type { Sources } from '../registry.ts';
import type { ReadRequest, Source } from '../source.ts';
import type { Reading } from '#core/reddit/stream.ts';

interface Deps {
  sources: Pick<Sources, 'live' | 'feeds' | 'app' | 'apiTransport'>;
  findConnected: (userId: number) => Promise<ConnectedAccount | null>;
  /** For tests: replaces the source for all users. */
  only?: Source | null | undefined;
}

/** Selects the Reddit source for a user's campaigns. */
export interface Transports {
  /** Checks the app's own token with Reddit if its state is unknown. Null: fetching is off. */
  of(userId: number): Promise<Source | null>;
  /** The app's own source, with which every server reads the same; null if there is none. */
  ofApp(): Promise<Source | null>;
  /** Id of that source as far as known without a request to Reddit; `off` when there is none. */
  idOf(userId: number): Promise<string>;
}

const isClosed = (thing: unknown): boolean => {
  const type = fieldsOf(fieldsOf(thing)?.data)?.subreddit_type;
  return type === 'private' || type === 'employees_only' || type === 'gold_only';
};

function withoutClosed(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutClosed);
  const listing = fieldsOf(json);
  const data = fieldsOf(listing?.data);
  if (!data || !Array.isArray(data.children)) return json;
  return { ...listing, data: { ...data, children: data.children.filter((thing) => !isClosed(thing)) } };
}

/**
 * Reads through a user's account, but only what is public: fetched items are shared by all campaigns of the instance, and a
 * member must not leak a private subreddit to them.
 */
const publicOnly = (api: RedditApi): RedditApi => ({
  get: async (path, query, options) => withoutClosed(await api.get(path, query, options)),
});

/** Streams that the first source has no access to are read over the other one in the same round. */
function orElse(first: Source, other: Source | null): Source {
  async function* read(request: ReadRequest): AsyncGenerator<Reading> {
    const refused: Extract<Reading, { state: 'failed' }>[] = [];
    for await (const reading of first.read(request)) {
      if (reading.state === 'failed' && reading.failure === 'unauthorized') refused.push(reading);
      else yield reading;
    }
    if (!other) yield* refused;
    else if (refused.length > 0) yield* other.read({ ...request, streams: refused.map(({ stream }) => stream) });
  }
  return { ...first, read };
}

/**
 * The app's own token serves all users. If there is none, or Reddit refuses it, campaigns of users with a connected account are
 * fetched through that account, and all others over feeds where they are chosen.
 */
export function createTransports({ sources, findConnected, only }: Deps): Transports {
  const { live, feeds, app, apiTransport } = sources;
  const own = new WeakMap<TokenSource, Source>();
  const fallback = feeds ?? live;

  function throughAccount({ api, token }: ConnectedAccount): Source | null {
    if (!apiTransport) return null;
    const made = own.get(token) ?? orElse(apiTransport(createListings(publicOnly(api))), feeds);
    own.set(token, made);
    return made;
  }
  async function chooseApp(appServes: () => boolean | Promise<boolean>): Promise<Source | null> {
    return only === undefined && live?.id === 'api' && (await appServes()) ? live : null;
  }
  async function choose(userId: number, appServes: () => boolean | Promise<boolean>): Promise<Source | null> {
    if (only !== undefined) return only;
    if (live === null) return null;
    const ofApp = await chooseApp(appServes);
    if (ofApp) return ofApp;
    const account = await findConnected(userId);
    return (account && throughAccount(account)) ?? fallback;
  }
  return {
    of: (userId) => choose(userId, () => app?.serves() ?? false),
    ofApp: () => chooseApp(() => app?.serves() ?? false),
    idOf: async (userId) => (await choose(userId, () => app?.isRefused() === false))?.id ?? 'off',
  };
}
