import { type Community, fullname, type Thing, type World } from './world.ts';

type Fields = Record<string, unknown>;
/** Without `raw_json=1`, Reddit escapes these three characters in every text. */
type Escape = (text: string) => string;

const slug = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 50) || 'post';

export function pathOf(world: World, thing: Thing): string {
  if (thing.kind === 't3') return `/r/${thing.subreddit}/comments/${thing.id}/${slug(thing.title)}/`;
  return `${pathOf(world, world.get(thing.link ?? ''))}${thing.id}/`;
}

const countComments = (world: World, post: string) => [...world.things.values()].filter((thing) => thing.link === post).length;
const hidesAuthor = (thing: Thing) => thing.gone !== null;
const textOf = (thing: Thing) => (thing.gone === 'deleted' || thing.gone === 'removed' ? `[${thing.gone}]` : thing.text);

function sharedFields(thing: Thing): Fields {
  const author = hidesAuthor(thing) ? { author: '[deleted]' } : { author: thing.author, author_fullname: `t2_${thing.author}` };
  return {
    ...author,
    id: thing.id,
    name: fullname(thing),
    subreddit: thing.subreddit,
    subreddit_name_prefixed: `r/${thing.subreddit}`,
    subreddit_type: thing.closed ? 'private' : 'public',
    created: thing.createdAt / 1000,
    created_utc: thing.createdAt / 1000,
    score: thing.score,
    ups: thing.score,
    downs: 0,
    over_18: thing.over18,
    locked: thing.locked,
    archived: thing.archived === true,
    stickied: false,
    saved: false,
    edited: false,
    likes: null,
    distinguished: null,
  };
}

/** A post as returned by listings, search, threads, and `/api/info`. */
export function postThing(world: World, thing: Thing, escape: Escape): Fields {
  const permalink = pathOf(world, thing);
  const isSelf = thing.url === null;
  const data = {
    ...sharedFields(thing),
    title: escape(thing.title),
    selftext: escape(isSelf || thing.gone ? textOf(thing) : ''),
    selftext_html: null,
    is_self: isSelf,
    url: thing.url ?? `https://www.reddit.com${permalink}`,
    ...(thing.url === null ? {} : { url_overridden_by_dest: thing.url }),
    domain: thing.url ? new URL(thing.url).hostname : `self.${thing.subreddit}`,
    permalink,
    num_comments: countComments(world, fullname(thing)),
    link_flair_text: thing.flair,
    removed_by_category: thing.gone === 'deleted' ? 'deleted' : thing.gone === 'removed' ? 'moderator' : null,
    is_robot_indexable: thing.gone === null,
    hide_score: false,
    upvote_ratio: 1,
    spoiler: false,
    send_replies: true,
    num_crossposts: 0,
    quarantine: false,
  };
  return { kind: 't3', data };
}

/** A comment. Listings of a subreddit include the thread's title, threads don't. */
export function commentThing(
  world: World,
  thing: Thing,
  { escape, inThread, replies }: { escape: Escape; inThread: boolean; replies?: unknown },
): Fields {
  const post = world.get(thing.link ?? '');
  const link = {
    link_title: escape(post.title),
    link_author: post.author,
    link_permalink: `https://www.reddit.com${pathOf(world, post)}`,
    num_comments: countComments(world, fullname(post)),
  };
  const data = {
    ...sharedFields(thing),
    ...(inThread ? {} : link),
    body: escape(textOf(thing)),
    body_html: '',
    permalink: pathOf(world, thing),
    link_id: thing.link,
    parent_id: thing.parent,
    replies: replies ?? '',
    collapsed: false,
    controversiality: 0,
    score_hidden: false,
    is_submitter: thing.author === post.author,
  };
  return { kind: 't1', data };
}

export function listing(
  children: readonly unknown[],
  { after = null, dist = children.length }: { after?: string | null; dist?: number | null } = {},
): Fields {
  return { kind: 'Listing', data: { after, dist, modhash: null, geo_filter: '', children, before: null } };
}

/** The replies to `parent`, each with its own replies nested. */
export function commentTree(world: World, parent: string, escape: Escape): Fields | '' {
  const answers = [...world.things.values()].filter((thing) => thing.parent === parent && thing.gone !== 'vanished');
  if (answers.length === 0) return '';
  return listing(
    answers.map((thing) => commentThing(world, thing, { escape, inThread: true, replies: commentTree(world, fullname(thing), escape) })),
    { dist: null },
  );
}

export function communityThing(community: Community): Fields {
  const data = {
    id: community.name.toLowerCase(),
    name: `t5_${community.name.toLowerCase()}`,
    display_name: community.name,
    display_name_prefixed: `r/${community.name}`,
    title: community.name,
    url: `/r/${community.name}/`,
    public_description: community.description,
    description: community.description,
    subscribers: community.subscribers,
    subreddit_type: community.state === 'private' || community.state === 'restricted' ? community.state : 'public',
    over18: community.over18,
    quarantine: community.state === 'quarantined',
    submission_type: 'any',
    restrict_commenting: false,
    restrict_posting: community.state === 'restricted',
    user_is_banned: null,
    user_is_muted: null,
    user_is_subscriber: null,
    submit_text: '',
    lang: 'en',
    created_utc: 1_500_000_000,
  };
  return { kind: 't5', data };
}

export function rulesBody(community: Community): Fields {
  const rules = community.rules.map((text, priority) => ({
    kind: 'all',
    short_name: text.slice(0, 50),
    description: text,
    violation_reason: text.slice(0, 50),
    created_utc: 1_500_000_000,
    priority,
  }));
  return { rules, site_rules: ['Spam'], site_rules_flow: [] };
}
