import type { NameReading } from './stream-names.ts';

/** One of the things that a source lets a campaign monitor, and its field in the campaign form. */
export interface StreamKind<Kind extends string = string> {
  /** In a campaign's list of streams; unique among all sources. */
  kind: Kind;
  /** The only stream of its kind has this name, and a switch in the form; all others have a list of names. */
  only?: string;
  /** Of the field. */
  label: string;
  hint?: string;
  placeholder?: string;
  /** Counted, in "3 feeds": the plural adds an s. */
  noun: string;
  /** In a campaign. */
  maxStreams: number;
  /** Reads a name as people type it. */
  readName: (text: string) => NameReading;
  /** The community that a stream of this name is, as its items name it; missing where a stream is none, such as a feed or a search. */
  communityOf?: (name: string) => string;
  /** Names that differ only in case are two streams. */
  isCaseSensitive?: true;
  /** A stream isn't read again sooner: it rarely changes, and every request costs its server something. */
  pollMs?: number;
  /** So much is written there that only what a rule of an active campaign matches is kept. The job `listen` reads it all the time. */
  isLive?: true;
  /** Fetched as one stream per rule of the campaign, which is its name. */
  isSearch?: true;
  /** Fetched as streams of these kinds, by how coverage names them. Without it: one of its own kind. */
  fetchedAs?: Readonly<Record<string, (name: string) => string>>;
  /** The one of these that holds comments, fetched unless a stream leaves them out. */
  commentsAs?: string;
  /** Of `earshot campaign create` and `edit`; `what` it monitors, and the names it takes unless there is only one. */
  option?: { flag: string; what: string; argument?: string };
  /** Suggested campaigns include it if most subreddits that fit are about these topics of the catalog. Only with `only`. */
  suggestion?: { topics: readonly string[]; exceptTopics: readonly string[]; why: string };
}

/**
 * What every part of the app knows about a source: the API, campaign form, command line, coverage, rules, suggestions, exports,
 * and documentation are made from this list. How it is read is in `src/core/sources`.
 */
export interface SourceDescriptor<Id extends string = string, Kind extends string = string> {
  /** In the API and the database. */
  id: Id;
  label: string;
  /** Of narrow buttons. */
  shortLabel: string;
  /** Label of a link to a post there. */
  openLabel: string;
  /** What fullnames of its posts start with; those of Reddit start with `t1_` or `t3_`. */
  prefix: string;
  streams: readonly StreamKind<Kind>[];
  /** What its streams are read through, by the name in coverage; most have one way, named like the source. */
  transports: Readonly<Record<string, string>>;
  /** Of its texts, which then are shown with it. */
  license?: { label: string; url: string };
  /** Its streams are on servers of their own: that many of them must fail before the source counts as failing. */
  failsFrom?: number;
  can: {
    /** Posts that their author deletes there are erased here. */
    followDeletions: boolean;
    /** Its posts can be searched for, beside those of the streams. */
    search: boolean;
    /** The first reading reaches back to posts from before the campaign. */
    lookBack: boolean;
    /** It also has comments, which a stream may leave out. */
    comments: boolean;
    /** The comments below an open post are shown beside it. */
    thread: boolean;
    /** Replies can be sent from here. */
    reply: boolean;
  };
}
