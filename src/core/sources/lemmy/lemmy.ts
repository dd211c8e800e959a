import * as z from 'zod';
import { fetchedKindOf } from '#shared/sources.ts';
import { hourMs, minuteMs } from '#shared/time.ts';
import { newestOf } from '#core/platform/item.ts';
import type { Reading, Stream } from '#core/reddit/stream.ts';
import { lineOf } from '#core/text/clean.ts';
import { eachStream, readCursor } from '../each-stream.ts';
import { SourceFailure } from '../failure.ts';
import { createJsonReader } from '../json.ts';
import { type List, markSchema, peekPages, readNew, type Rows } from '../read-new.ts';
import type { OpenSource, ReadRequest, Recheck, Watermark, OtherSource, SourceDeps } from '../source.ts';
import {
  baseOf,
  type Listed,
  type Thing,
  thingNamed,
  commentViewSchema,
  communitySchema,
  postViewSchema,
  readView,
  type ThingKind,
  type View,
} from './views.ts';

/** PieFed's API is like that of Lemmy 0.19, which Lemmy 1.0 still answers. */
const paths = { lemmy: '/api/v3', piefed: '/api/alpha' } as const;
type Software = keyof typeof paths;
const isSoftware = (name: string): name is Software => Object.hasOwn(paths, name);

const nodeInfoSchema = z.object({ software: z.object({ name: z.string() }) });
const communityResponseSchema = z.object({ community_view: z.object({ community: communitySchema }) });
const postResponseSchema = z.object({ post_view: postViewSchema });
const nextSchema = z.union([z.string(), z.number()]).nullish().catch(null);
const lists = {
  post: z.object({ posts: z.array(z.unknown()), next_page: nextSchema }).transform(({ posts, ...rest }) => ({ ...rest, views: posts })),
  comment: z
    .object({ comments: z.array(z.unknown()), next_page: nextSchema })
    .transform(({ comments, ...rest }) => ({ ...rest, views: comments })),
};
const viewSchemas = { post: postViewSchema, comment: commentViewSchema };

/** Lemmy says `error`, PieFed `status`. */
const refusalSchema = z.object({ error: z.string().catch(''), message: z.string().catch(''), status: z.string().catch('') });
const noReason = { error: '', message: '', status: '' };
function reasonIn(text: string): z.output<typeof refusalSchema> {
  try {
    return refusalSchema.safeParse(JSON.parse(text)).data ?? noReason;
  } catch {
    return noReason;
  }
}

/** Lemmy 1.0 has one name for all that it doesn't find. */
const lemmyMissing = new Set(['couldnt_find_post', 'couldnt_find_comment', 'couldnt_find_community', 'not_found']);
const piefedMissing = /unknown community|parent_id not found/i;

/** Both answer most refusals with status 400, and say why in JSON. */
function failureOf(text: string, status: number, now: number): SourceFailure | null {
  const { error, message, status: said } = reasonIn(text);
  const isMissingInLemmy = lemmyMissing.has(error) || (error === 'unknown' && message === 'Record not found');
  const isMissingInPiefed = status === 400 && (said === 'Not found' || piefedMissing.test(message));
  if (isMissingInLemmy || isMissingInPiefed) return new SourceFailure('The instance has no such community.', 'missing');
  if (error === 'instance_is_private') return new SourceFailure('This instance is for its members only.', 'private');
  if (/^private community/i.test(message)) return new SourceFailure('This community is for its members only.', 'private');
  // Lemmy 0.19 has no status of its own for too many requests in a minute.
  if (error === 'rate_limit_error') return new SourceFailure('The instance asks to be read later.', 'limited', now + minuteMs);
  // Only the instance itself knows that something is gone, a proxy before it doesn't.
  if (status === 404 || status === 410) return new SourceFailure(`The instance answered with status ${status} and no data.`, 'broken');
  const why = lineOf(error || message, 100);
  return status === 400 && why !== '' ? new SourceFailure(`The instance refused the request (${why}).`, 'broken') : null;
}

interface Place {
  base: string;
  community: string;
  kind: ThingKind;
}
type Query = Readonly<Record<string, string>>;

const pageSize = 50;

interface Asked<T> {
  base: string;
  path: string;
  query: Query;
  schema: z.ZodType<T>;
  signal: AbortSignal;
}

/** Asks an instance in the API of its software, which is asked for once. */
function createGet({ client, now, sleep }: SourceDeps) {
  // Lemmy allows 180 requests a minute unless an instance changes that.
  const reader = createJsonReader({
    client,
    now,
    sleep,
    label: null,
    paceMs: 500,
    failureOf: (text, status) => failureOf(text, status, now()),
  });
  const softwares = new Map<string, Software>();

  async function softwareOf(base: string, signal: AbortSignal): Promise<Software> {
    const known = softwares.get(base);
    if (known) return known;
    const { software } = await reader.get({ url: `${base}/nodeinfo/2.1`, schema: nodeInfoSchema, signal });
    const name = software.name.toLowerCase();
    if (!isSoftware(name)) throw new SourceFailure(`This site runs ${lineOf(name, 40)}, not Lemmy or PieFed.`, 'missing');
    softwares.set(base, name);
    return name;
  }

  async function get<T>({ base, path, query, schema, signal }: Asked<T>): Promise<{ value: T; software: Software }> {
    const software = await softwareOf(base, signal);
    // Lemmy leaves out communities of other instances unless all are asked for. PieFed refuses what it doesn't know.
    const params = new URLSearchParams({ ...query, ...(software === 'lemmy' && path.endsWith('/list') ? { type_: 'All' } : {}) });
    try {
      return { value: await reader.get({ url: `${base}${paths[software]}${path}?${params.toString()}`, schema, signal }), software };
    } catch (error) {
      // It may run another software by now.
      if (error instanceof SourceFailure && error.kind === 'broken') softwares.delete(base);
      throw error;
    }
  }
  return { get, softwareOf };
}

function createApi(deps: SourceDeps) {
  const { now } = deps;
  const { get, softwareOf } = createGet(deps);

  async function list({ base, kind, query, signal }: Pick<Place, 'base' | 'kind'> & { query: Query; signal: AbortSignal }) {
    const { value, software } = await get({ base, path: `/${kind}/list`, query, schema: lists[kind], signal });
    const views = value.views.map((view): View | undefined => viewSchemas[kind].safeParse(view).data);
    const listed = views.filter((view) => view !== undefined).map((view) => readView(view, base, now()));
    return { listed, software, next: value.next_page ?? null, total: views.length };
  }

  return {
    /** The ID of a community: PieFed lists no comments by name, and lists nothing where there is no community. */
    async communityId({ base, community }: Place, signal: AbortSignal): Promise<number> {
      const { value } = await get({ base, path: '/community', query: { name: community }, schema: communityResponseSchema, signal });
      const { id, deleted, removed } = value.community_view.community;
      if (deleted || removed) throw new SourceFailure('This community was deleted or removed.', 'missing');
      return id;
    },
    async page(
      { base, kind }: Place,
      { community, from, signal }: { community: number; from: Query; signal: AbortSignal },
    ): Promise<Rows<Listed, Query>> {
      const query = { ...from, community_id: String(community), sort: 'New', limit: String(pageSize) };
      const { listed, software, next, total } = await list({ base, kind, query, signal });
      const isLast = software === 'lemmy' ? total < pageSize : next === null;
      // Lemmy 0.19 has cursors for posts only, Lemmy 1.0 none in this API.
      const following: Query =
        software === 'lemmy' && next !== null ? { page_cursor: String(next) } : { page: String(Number(from['page']) + 1) };
      return { rows: listed, refused: total - listed.length, next: isLast ? null : following };
    },
    /** Below a post, best first. */
    async comments({ base, id }: Thing, signal: AbortSignal): Promise<Listed[]> {
      const query = { post_id: String(id), sort: 'Top', limit: String(pageSize) };
      return (await list({ base, kind: 'comment', query, signal })).listed;
    },
    /** A post or comment; null if it isn't listed. */
    async thing({ base, kind, id }: Thing, signal: AbortSignal): Promise<Listed | null> {
      // A host that runs something else by now doesn't say what became of a post.
      await softwareOf(base, signal).catch((error: unknown) => {
        throw error instanceof SourceFailure ? new SourceFailure(error.message, 'unreachable') : error;
      });
      if (kind === 'post') {
        const { value } = await get({ base, path: '/post', query: { id: String(id) }, schema: postResponseSchema, signal });
        return readView(value.post_view, base, now());
      }
      // Lemmy 1.0 no longer answers `/comment`.
      const { listed } = await list({ base, kind, query: { parent_id: String(id), max_depth: '0' }, signal });
      return listed.find((one) => one.id === id) ?? null;
    },
  };
}
type Api = ReturnType<typeof createApi>;

/** The comments with the most votes below a post. */
const createThread =
  (api: Pick<Api, 'comments'>): NonNullable<OtherSource['thread']> =>
  async (fullname, signal) => {
    const post = thingNamed(fullname);
    if (post?.kind !== 'post') return [];
    const listed = await api.comments(post, signal);
    return listed.filter(({ isByBot, item }) => !isByBot && item.gone === null).map(({ item }) => item);
  };

/** At first the newest 300. */
const pages = [6, 10] as const;
/** What was written on another instance may arrive this late. */
const overlapMs = 6 * hourMs;

function placeOf({ kind, name }: Stream): Place {
  const at = name.lastIndexOf('/c/');
  return { base: baseOf(name.slice(0, at)), community: name.slice(at + 3), kind: fetchedKindOf(kind).isComments ? 'comment' : 'post' };
}

interface Run {
  api: Api;
  now: number;
  signal: AbortSignal;
}

async function readStream(
  { api, now, signal, peek }: Run & Pick<ReadRequest, 'peek'>,
  stream: Stream,
  watermark: Watermark | undefined,
): Promise<Reading> {
  const place = placeOf(stream);
  const community = await api.communityId(place, signal);
  const list: List<Listed, Query> = ({ from }) => api.page(place, { community, from: from ?? { page: '1' }, signal });
  const mark = readCursor(markSchema, watermark);
  const { rows, refused, gap, markAfter } = await readNew(list, { now, mark, overlapMs, pages: peek ? [peekPages, pages[1]] : pages });
  const items = rows.filter(({ isByBot, item }) => !isByBot && item.gone === null).map(({ item }) => item);
  const newest = newestOf(items, watermark?.newest ?? null, now);
  return { stream, state: 'ok', items, newest, gap, refused, cursor: JSON.stringify(markAfter(rows)) };
}

/** Adds what became of posts and comments, as long as their instance can be read. */
async function recheckInstance({ api, signal }: Run, things: readonly (Thing & { fullname: string })[], fates: Recheck): Promise<void> {
  for (const thing of things) {
    try {
      const found = await api.thing(thing, signal);
      if (found) fates.set(thing.fullname, { gone: found.item.gone, item: found.item.gone === null ? found.item : null });
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error;
      if (error.kind === 'missing') fates.set(thing.fullname, { gone: 'missing', item: null });
      else if (error.kind !== 'broken') return;
    }
  }
}

/** Reads posts and comments of communities, oldest first, from where it stopped. */
export const openLemmy: OpenSource = (deps) => {
  const api = createApi(deps);
  return {
    id: 'lemmy',
    read: (request) =>
      eachStream(request, (stream, watermark, signal) =>
        readStream({ api, now: deps.now(), signal, peek: request.peek }, stream, watermark),
      ),
    thread: createThread(api),
    async recheck(fullnames, signal) {
      const fates: Recheck = new Map();
      const run = { api, now: deps.now(), signal };
      const named = fullnames.flatMap((fullname) => {
        const thing = thingNamed(fullname);
        return thing ? [{ ...thing, fullname }] : [];
      });
      await Promise.all(
        Map.groupBy(named, ({ base }) => base)
          .values()
          .map((things) => recheckInstance(run, things, fates)),
      );
      return fates;
    },
  };
};
