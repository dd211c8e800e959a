import type { PostThread } from '#shared/posts.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import { isoTime } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { writtenAt } from '#core/platform/item.ts';
import { RedditFailure } from '#core/reddit/client/failure.ts';
import { findPost } from '#core/inbox/posts/queries.ts';
import type { PostRow } from '#core/inbox/posts/rows.ts';
import { SourceFailure } from '#core/sources/failure.ts';
import type { ReadThread } from '#core/sources/read-thread.ts';
import type { ThreadComment } from '#core/sources/source.ts';
import { findName } from '../competitors/reading/mention.ts';
import type { KeptThreads } from './kept.ts';
import { readPerson } from './queries.ts';

/** Names under which a user follows a product; the first one is shown. */
type ProductNames = readonly string[];

const linkPattern = /https?:\/\/([^\s/?#<>"'()[\]\\]{1,253})/gi;
/** What people link to without selling it. */
const elsewhere = [
  'reddit.com',
  'redd.it',
  'imgur.com',
  'youtube.com',
  'youtu.be',
  'wikipedia.org',
  'archive.org',
  'ycombinator.com',
  'stackexchange.com',
  'stackoverflow.com',
  'gstatic.com',
];
const isIn = (host: string, site: string): boolean => host === site || host.endsWith(`.${site}`);
const maxNamed = 3;

interface Said {
  body: string;
  links?: readonly string[] | undefined;
  /** Of the page it stands on, which links to itself. */
  permalink: string | null;
}

/** Which sites a comment links to, and which of these products it names. */
export function pitchesIn({ body, links = [], permalink }: Said, products: readonly ProductNames[]): string[] {
  const own = URL.parse(permalink ?? '')?.hostname.replace(/^www\./, '');
  const hosts = [body, ...links]
    .flatMap((text) => [...text.matchAll(linkPattern)].map(([address]) => URL.parse(address)?.hostname.replace(/^www\./, '')))
    .filter((host) => host !== undefined && host !== own && host.includes('.') && !elsewhere.some((site) => isIn(host, site)));
  const lower = body.toLowerCase();
  const named = products.flatMap((names) =>
    findName(
      lower,
      names.map((name) => name.toLowerCase()),
      0,
    )
      ? names.slice(0, 1)
      : [],
  );
  return [...new Set([...named, ...hosts.filter((host) => host !== undefined)])].slice(0, maxNamed);
}

const maxShown = 10;
/** The asker's newest, whatever others think of them. */
const maxOfAsker = 3;

type Placed = ThreadComment & { depth: number };

const isSamePerson = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one.toLowerCase() === other.toLowerCase();

const isBy =
  (asker: string | null) =>
  ({ author }: Pick<ThreadComment, 'author'>): boolean =>
    isSamePerson(author, asker);

/** The comments that matter most, each below the one that it replies to if that is among them. Depth 1 is a reply to the post. */
function pickComments(all: readonly ThreadComment[], asker: string | null): Placed[] {
  const own = all.filter(isBy(asker)).toSorted((a, b) => b.createdAt - a.createdAt);
  // Where no points are given, as they come.
  const best = all.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
  const names = new Set([...new Set([...own.slice(0, maxOfAsker), ...best])].slice(0, maxShown).map(({ fullname }) => fullname));
  const picked = all.filter(({ fullname }) => names.has(fullname));
  const below = Map.groupBy(picked, ({ parentFullname }) => (parentFullname !== null && names.has(parentFullname) ? parentFullname : null));
  const placed: Placed[] = [];
  const place = (parent: string | null, depth: number): void => {
    for (const comment of below.get(parent) ?? []) {
      placed.push({ ...comment, depth });
      place(comment.fullname, depth + 1);
    }
  };
  place(null, 1);
  return placed;
}

interface Deps {
  readDb: Db;
  kept: KeptThreads;
  readThread: ReadThread;
  listProducts: (userId: number) => Promise<ProductNames[]>;
}

/** A source that takes longer is read elsewhere. */
const timeoutMs = 15_000;

type Thread = NonNullable<ReturnType<KeptThreads['find']>>;

/** As a sentence for the user; throws what is none of theirs. */
function problemOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return "The site didn't answer in time.";
  if (!(error instanceof SourceFailure || error instanceof RedditFailure || error instanceof AppError)) throw error;
  return /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
}

/** Reads each thread once, however many ask for it. */
function createReading({ kept, readThread }: Pick<Deps, 'kept' | 'readThread'>) {
  const running = new Map<string, Promise<Thread>>();
  return (userId: number, post: string): Promise<Thread> => {
    const found = kept.find(userId, post);
    if (found) return Promise.resolve(found);
    const key = `${userId} ${post}`;
    const reading =
      running.get(key) ??
      readThread(userId, post, AbortSignal.timeout(timeoutMs))
        .then((comments) => kept.keep(userId, post, comments))
        .finally(() => running.delete(key));
    running.set(key, reading);
    return reading;
  };
}

/** The thread around a post as it is now, and what the account already has of its author. */
export function createThreads({ readDb, listProducts, ...deps }: Deps) {
  const read = createReading(deps);

  async function commentsOf(row: PostRow): Promise<Omit<PostThread, 'person'>> {
    const none = { comments: [], read: null, askerRepliedAt: null, readAt: null };
    if (row.sample === 1) return { ...none, problem: 'This is a sample post, so there is no thread to read.' };
    if (row.gone_at !== null) return { ...none, problem: 'This was deleted, so its thread is not read.' };
    if (row.kind === 'comment' && row.link_fullname === null)
      return { ...none, problem: 'The post that this replies to is unknown, so its thread is not read.' };
    try {
      const { comments, readAt } = await read(row.user_id, row.link_fullname ?? row.fullname);
      const others = comments.filter(({ fullname }) => fullname !== row.fullname);
      const products = await listProducts(row.user_id);
      const isAsker = isBy(row.author);
      const repliedAt = Math.max(0, ...others.filter(isAsker).map(({ createdAt }) => createdAt));
      return {
        comments: pickComments(others, row.author).map((comment) => ({
          fullname: comment.fullname,
          author: comment.author,
          body: comment.body,
          permalink: comment.permalink,
          createdAt: writtenAt(comment.createdAt),
          score: comment.score,
          depth: comment.depth,
          byAsker: isAsker(comment),
          pitches: isAsker(comment) ? [] : pitchesIn(comment, products),
        })),
        read: others.length,
        askerRepliedAt: writtenAt(repliedAt),
        readAt: isoTime(readAt),
        problem: null,
      };
    } catch (error) {
      return { ...none, problem: problemOf(error) };
    }
  }

  return {
    async get(actor: Actor, postId: string): Promise<PostThread> {
      const row = await findPost(readDb, ownerOf(actor), postId);
      if (!row) throw new AppError('not_found', 'Post not found');
      const { user_id, author_key, item_id } = row;
      const person = author_key === null ? null : await readPerson(readDb, { user_id, author_key }, item_id);
      return {
        ...(await commentsOf(row)),
        person: person && { otherPosts: person.otherPosts, contactedAt: isoTime(person.contactedAt) },
      };
    },
  };
}
export type Threads = ReturnType<typeof createThreads>;
