/** Content of the fake Reddit. Ids count up, so a newer item always has the higher id. */
type CommunityState = 'public' | 'restricted' | 'private' | 'banned' | 'quarantined' | 'gated';

export interface Community {
  name: string;
  state: CommunityState;
  subscribers: number;
  description: string;
  rules: string[];
  over18: boolean;
}

export interface Thing {
  kind: 't3' | 't1';
  id: string;
  subreddit: string;
  author: string;
  /** Posts only. */
  title: string;
  text: string;
  /** Set for link posts. */
  url: string | null;
  createdAt: number;
  score: number;
  over18: boolean;
  locked: boolean;
  archived?: boolean;
  /** In a subreddit that only its members see. */
  closed?: boolean;
  flair: string | null;
  /** Comments only: fullnames. */
  link: string | null;
  parent: string | null;
  gone: 'deleted' | 'removed' | 'account' | 'vanished' | null;
}

type NewPost = { subreddit: string; title?: string; text?: string } & Partial<
  Pick<Thing, 'author' | 'url' | 'createdAt' | 'score' | 'over18' | 'locked' | 'flair'>
>;
type NewComment = { on: string; text?: string } & Partial<Pick<Thing, 'author' | 'createdAt' | 'score'>>;

export const fullname = (thing: Thing): string => `${thing.kind}_${thing.id}`;

const firstId = Number.parseInt('1k00000', 36);

export function createWorld(now: () => number) {
  const communities = new Map<string, Community>();
  const things = new Map<string, Thing>();
  const shares = new Map<string, string>();
  let added = 0;
  /** Authors whose posts only they themselves see. */
  const shadowBanned = new Set<string>();

  /** Adds or changes the subreddit with this name. Names that were never added don't exist. */
  function community(name: string, change: Partial<Omit<Community, 'name'>> = {}): Community {
    const before = communities.get(name.toLowerCase()) ?? {
      name,
      state: 'public',
      subscribers: 1000,
      description: `About ${name}`,
      rules: [],
      over18: false,
    };
    const after = { ...before, ...change };
    communities.set(name.toLowerCase(), after);
    return after;
  }

  function add(thing: Omit<Thing, 'id' | 'gone'>): string {
    const id = (firstId + added).toString(36);
    added += 1;
    things.set(`${thing.kind}_${id}`, { ...thing, id, gone: null });
    return `${thing.kind}_${id}`;
  }

  /** Publishes a post now (or at `createdAt`, UTC ms), and returns its fullname. */
  function post({ subreddit, title = 'A post', text = 'Its text', ...rest }: NewPost): string {
    const { name } = communities.get(subreddit.toLowerCase()) ?? community(subreddit);
    const base = { author: 'poster', url: null, createdAt: now(), score: 1, over18: false, locked: false, flair: null };
    return add({ ...base, ...rest, kind: 't3', subreddit: name, title, text, link: null, parent: null });
  }

  /** Publishes a comment on a post or another comment, and returns its fullname. */
  function comment({ on, text = 'A comment', ...rest }: NewComment): string {
    const parent = get(on);
    const base = { author: 'commenter', createdAt: now(), score: 1 };
    const link = parent.kind === 't3' ? fullname(parent) : parent.link;
    return add({
      ...base,
      ...rest,
      kind: 't1',
      subreddit: parent.subreddit,
      title: '',
      text,
      url: null,
      over18: false,
      locked: false,
      flair: null,
      link,
      parent: on,
    });
  }

  function get(name: string): Thing {
    const thing = things.get(name);
    if (!thing) throw new Error(`No ${name} on the fake Reddit`);
    return thing;
  }

  return {
    communities,
    things,
    shares,
    shadowBanned,
    community,
    post,
    comment,
    get,
    /** `vanished`: purged, so that even `/api/info` doesn't return it. */
    setGone(name: string, gone: Thing['gone']) {
      get(name).gone = gone;
    },
    deleteAccount(author: string) {
      for (const thing of things.values()) if (thing.author === author) thing.gone = 'account';
    },
    /** Creates a share link `/r/<sub>/s/<code>` to an item, and returns its path. */
    share(name: string, code = 'aB3dE5fG7h'): string {
      const path = `/r/${get(name).subreddit}/s/${code}`;
      shares.set(path, name);
      return path;
    },
    /** What listings show, newest first. */
    newest(kind: Thing['kind'], within: (subreddit: string) => boolean): Thing[] {
      return [...things.values()]
        .filter(
          (thing) => thing.kind === kind && (thing.gone === null || thing.gone === 'account') && within(thing.subreddit.toLowerCase()),
        )
        .toSorted((a, b) => b.createdAt - a.createdAt || b.id.localeCompare(a.id));
    },
  };
}

export type World = ReturnType<typeof createWorld>;
