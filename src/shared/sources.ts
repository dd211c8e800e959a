import type { SourceDescriptor, StreamKind } from './source-descriptor.ts';
import * as names from './stream-names.ts';
import { minuteMs } from './time.ts';

/** For a stream that is the only one of its kind. */
const fixed = (name: string): Pick<StreamKind, 'only' | 'noun' | 'maxStreams' | 'readName'> => ({
  only: name,
  noun: name,
  maxStreams: 1,
  readName: () => ({ name }),
});

/** In the order of the campaign form. A new source gets an entry here; see CONTRIBUTING. */
const entries = [
  {
    id: 'reddit',
    label: 'Reddit',
    shortLabel: 'Reddit',
    openLabel: 'Open on Reddit',
    prefix: '',
    streams: [
      {
        kind: 'subreddit',
        label: 'Subreddits',
        placeholder: 'Add r/…',
        noun: 'subreddit',
        maxStreams: 300,
        readName: names.readSubredditName,
        communityOf: (name) => name,
        fetchedAs: { posts: (name) => `r/${name}`, comments: (name) => `r/${name}, comments` },
        commentsAs: 'comments',
      },
      {
        kind: 'search',
        ...fixed('Reddit'),
        label: 'Search all of Reddit',
        hint: "Also runs the rules through Reddit's own search.",
        isSearch: true,
        fetchedAs: { search: (name) => `“${name}”, search` },
      },
    ],
    transports: { api: 'API', rss: 'RSS' },
    can: { followDeletions: true, search: true, lookBack: true, comments: true, thread: true, reply: true },
  },
  {
    id: 'hackernews',
    label: 'Hacker News',
    shortLabel: 'HN',
    openLabel: 'Open on Hacker News',
    prefix: 'hn_',
    streams: [
      {
        kind: 'hackernews',
        ...fixed('Hacker News'),
        label: 'Hacker News',
        hint: 'All stories and comments.',
        option: { flag: 'hacker-news', what: 'Hacker News' },
        suggestion: {
          topics: ['api', 'backend', 'devops', 'developer', 'founder', 'kubernetes', 'programming', 'startup'],
          // Developers of games and makers of hobby projects meet elsewhere.
          exceptTopics: ['career', 'game', 'industrial', 'wordpress'],
          why: 'Developers and founders ask here, too',
        },
      },
    ],
    transports: { hackernews: 'Hacker News' },
    can: { followDeletions: true, search: false, lookBack: true, comments: true, thread: true, reply: false },
  },
  {
    id: 'lobsters',
    label: 'Lobsters',
    shortLabel: 'Lobsters',
    openLabel: 'Open on Lobsters',
    prefix: 'lob_',
    streams: [
      {
        kind: 'lobsters',
        // "Lobsters" could be a subreddit.
        ...fixed('lobste.rs'),
        label: 'Lobsters',
        noun: 'Lobsters',
        hint: 'All stories, as far as the robots.txt of lobste.rs lets Earshot read them.',
        pollMs: 10 * minuteMs,
        option: { flag: 'lobsters', what: 'Lobsters' },
      },
    ],
    transports: { lobsters: 'Lobsters' },
    can: { followDeletions: true, search: false, lookBack: true, comments: false, thread: true, reply: false },
  },
  {
    id: 'stackexchange',
    label: 'Stack Exchange',
    shortLabel: 'SE',
    openLabel: 'Open on Stack Exchange',
    prefix: 'se_',
    streams: [
      {
        kind: 'stackexchange',
        label: 'Stack Exchange',
        hint: 'Sites, or tags of a site: softwarerecs, stackoverflow/invoice.',
        placeholder: 'Add a site or site/tag',
        noun: 'Stack Exchange stream',
        maxStreams: 30,
        readName: names.readStackName,
        communityOf: names.stackSite,
        // A site's own name could be a subreddit's.
        fetchedAs: { stackexchange: names.stackLabel },
        pollMs: 30 * minuteMs,
        option: { flag: 'stack-exchange', what: 'sites or tags of Stack Exchange', argument: '<site/tag...>' },
      },
    ],
    transports: { stackexchange: 'Stack Exchange' },
    license: { label: 'CC BY-SA', url: 'https://stackoverflow.com/help/licensing' },
    can: { followDeletions: true, search: false, lookBack: true, comments: false, thread: true, reply: false },
  },
  {
    id: 'discourse',
    label: 'Discourse',
    shortLabel: 'Forum',
    openLabel: 'Open the forum',
    prefix: 'dc_',
    streams: [
      {
        kind: 'discourse',
        label: 'Discourse forums',
        hint: 'Addresses of public Discourse forums, categories, or searches.',
        placeholder: 'Add https://forum…',
        noun: 'forum',
        maxStreams: 30,
        readName: names.readForumAddress,
        communityOf: (name) => new URL(name).host,
        isCaseSensitive: true,
        pollMs: 10 * minuteMs,
        option: { flag: 'discourse', what: 'Discourse forums, categories, or searches', argument: '<address...>' },
      },
    ],
    transports: { discourse: 'Discourse' },
    failsFrom: 2,
    can: { followDeletions: true, search: false, lookBack: true, comments: false, thread: true, reply: false },
  },
  {
    id: 'lemmy',
    label: 'Lemmy and PieFed',
    shortLabel: 'Thread',
    openLabel: 'Open the thread',
    prefix: 'lemmy_',
    streams: [
      {
        kind: 'lemmy',
        label: 'Lemmy and PieFed',
        hint: 'Communities, such as lemmy.world/c/smallbusiness or lemmy.ml/c/name@other.host.',
        placeholder: 'Add host/c/…',
        noun: 'Lemmy stream',
        maxStreams: 30,
        readName: names.readCommunityName,
        communityOf: (name) => name,
        fetchedAs: { lemmy: (name) => name, lemmycomments: (name) => `${name}, comments` },
        commentsAs: 'lemmycomments',
        pollMs: 10 * minuteMs,
        option: { flag: 'lemmy', what: 'communities of Lemmy or PieFed', argument: '<community...>' },
      },
    ],
    transports: { lemmy: 'Lemmy and PieFed' },
    failsFrom: 2,
    can: { followDeletions: true, search: false, lookBack: true, comments: true, thread: true, reply: false },
  },
  {
    id: 'github',
    label: 'GitHub',
    shortLabel: 'GitHub',
    openLabel: 'Open on GitHub',
    prefix: 'gh_',
    streams: [
      {
        kind: 'github',
        label: 'GitHub repositories',
        hint: 'Issues of public repositories, and their discussions if the server has a token.',
        placeholder: 'Add owner/name',
        noun: 'GitHub repo',
        maxStreams: 30,
        readName: names.readGithubName,
        communityOf: names.githubLabel,
        fetchedAs: { github: names.githubLabel, githubcomments: (name) => `${names.githubLabel(name)}, comments` },
        commentsAs: 'githubcomments',
        pollMs: 30 * minuteMs,
        option: { flag: 'github', what: 'repositories on GitHub', argument: '<owner/name...>' },
      },
      {
        kind: 'githubsearch',
        label: 'Searches on GitHub',
        hint: 'Issues and discussions of all public repositories that contain these words.',
        placeholder: 'Add a search',
        noun: 'GitHub search',
        maxStreams: 30,
        readName: names.readGithubSearch,
        fetchedAs: { githubsearch: (name) => `“${name}” on GitHub` },
        pollMs: 30 * minuteMs,
        option: { flag: 'github-search', what: 'searches on GitHub', argument: '<text...>' },
      },
    ],
    transports: { github: 'GitHub' },
    can: { followDeletions: true, search: false, lookBack: true, comments: true, thread: true, reply: false },
  },
  {
    id: 'bluesky',
    label: 'Bluesky',
    shortLabel: 'Bluesky',
    openLabel: 'Open on Bluesky',
    prefix: 'bsky_',
    streams: [
      {
        kind: 'bluesky',
        // "Bluesky" could be a subreddit.
        ...fixed('bsky.app'),
        label: 'Bluesky',
        noun: 'Bluesky',
        hint: 'All new posts and replies that match a rule.',
        isLive: true,
        // A round reads it only while the job doesn't.
        pollMs: minuteMs,
        option: { flag: 'bluesky', what: 'Bluesky' },
      },
    ],
    transports: { bluesky: 'Bluesky' },
    can: { followDeletions: true, search: false, lookBack: true, comments: true, thread: false, reply: false },
  },
  {
    id: 'alerts',
    label: 'Alert emails',
    shortLabel: 'Page',
    openLabel: 'Open the page',
    prefix: 'alert_',
    streams: [
      {
        kind: 'alerts',
        ...fixed('Alert emails'),
        label: 'Alert emails',
        hint: 'Alerts of F5Bot, Google Alerts, Syften, Octolens, and Reddit in the mailbox of this instance.',
        pollMs: 5 * minuteMs,
        option: { flag: 'alert-emails', what: 'alert emails' },
      },
    ],
    transports: { alerts: 'Alert emails' },
    can: { followDeletions: false, search: false, lookBack: true, comments: false, thread: false, reply: false },
  },
  {
    id: 'feed',
    label: 'Feeds',
    shortLabel: 'Page',
    openLabel: 'Open the page',
    prefix: 'feed_',
    streams: [
      {
        kind: 'feed',
        label: 'Feeds',
        hint: 'Addresses of public RSS or Atom feeds: a forum, a blog, an alert.',
        placeholder: 'Add https://…',
        noun: 'feed',
        maxStreams: 30,
        readName: (text) => names.readAddress(text.trim().replace(/^feed:(?:\/\/)?/i, ''), 'https://example.com/feed.xml'),
        isCaseSensitive: true,
        pollMs: 10 * minuteMs,
        option: { flag: 'feed', what: 'RSS or Atom feeds', argument: '<address...>' },
      },
    ],
    transports: { feed: 'Feeds' },
    failsFrom: 2,
    can: { followDeletions: false, search: false, lookBack: true, comments: false, thread: false, reply: false },
  },
] as const satisfies readonly SourceDescriptor[];

type Entry = (typeof entries)[number];
type EntryKind = Entry['streams'][number];
type FetchedAs<K> = K extends { fetchedAs: infer Labels } ? keyof Labels : K extends { kind: infer Kind } ? Kind : never;

export type SourceId = Entry['id'];
/** Of a stream in a campaign's list. */
export type StreamKindName = EntryKind['kind'];
/** Of a stream as it is fetched. */
export type FetchedKind = FetchedAs<EntryKind>;

type Descriptor = SourceDescriptor<SourceId, StreamKindName>;
export const sources: readonly Descriptor[] = entries;
export const sourceIds = sources.map(({ id }) => id);

const byId = new Map<string, Descriptor>(sources.map((source) => [source.id, source]));
export function sourceOf(id: SourceId): Descriptor {
  const source = byId.get(id);
  if (!source) throw new Error(`no source is called ${id}`);
  return source;
}

/** The kinds of streams, in the order of the campaign form. */
export const streamKinds = sources.flatMap(({ id, streams }) => streams.map((kind) => ({ ...kind, source: id })));
export type CampaignStreamKind = (typeof streamKinds)[number];
export function streamKindOf(kind: StreamKindName): CampaignStreamKind {
  const found = streamKinds.find((one) => one.kind === kind);
  if (!found) throw new Error(`no source has streams of the kind ${kind}`);
  return found;
}

interface FetchedStreamKind {
  kind: FetchedKind;
  of: CampaignStreamKind;
  isComments: boolean;
  /** How coverage names such a stream. */
  labelOf: (name: string) => string;
}
/** The kinds of streams as they are fetched: a subreddit's posts and its comments are two. */
export const fetchedKinds: readonly FetchedStreamKind[] = streamKinds.flatMap((of) =>
  Object.entries(of.fetchedAs ?? { [of.kind]: (name: string) => name }).map(([kind, labelOf]) => ({
    kind: kind as FetchedKind,
    of,
    isComments: kind === of.commentsAs,
    labelOf,
  })),
);
const byFetchedKind = new Map(fetchedKinds.map((fetched) => [fetched.kind, fetched]));
export function fetchedKindOf(kind: FetchedKind): FetchedStreamKind {
  const found = byFetchedKind.get(kind);
  if (!found) throw new Error(`no source has streams of the kind ${kind}`);
  return found;
}
