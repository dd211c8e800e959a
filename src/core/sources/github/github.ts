import * as z from 'zod';
import { fetchedKindOf } from '#shared/sources.ts';
import { hourMs } from '#shared/time.ts';
import { newestOf } from '#core/platform/item.ts';
import { type Reading, type Stream, streamKey } from '#core/reddit/stream.ts';
import { linksInHtml } from '#core/text/html-text.ts';
import { eachStream, readCursor } from '../each-stream.ts';
import { SourceFailure } from '../failure.ts';
import { firstMs, type List, type Mark, markSchema, type New, readNew } from '../read-new.ts';
import type { OpenSource, Watermark, ThreadComment, Recheck } from '../source.ts';
import { createApi, type Graph, noSuchRepository, type Page, type PageAt, type Api } from './api.ts';
import { type Discussion, type Issue, type Listed, ofComment, ofDiscussion, ofIssue, titleOf, readFullname, type Named } from './wire.ts';

interface Run {
  api: Api;
  now: number;
  signal: AbortSignal;
  /** Somebody waits for the first reading. */
  isPeek?: boolean;
}

/** From that many of a repository on, lists of its newest are asked first: 20 for one request. */
const listFrom = 3;
const maxPages = 10;

interface Checking extends Run {
  repo: string;
  /** What becomes known is added here. */
  fates: Recheck;
}

interface Lookup {
  list: (at: PageAt) => Promise<{ rows: (Listed | null)[]; next: string | null }>;
  one: (number: number) => Promise<Listed | null>;
}
function lookupOf({ api: { rest }, repo, now, signal }: Checking, part: 'issues' | 'comments'): Lookup {
  if (part === 'comments')
    return {
      list: async (at) => {
        const { rows, next } = await rest.comments(repo, at);
        return { rows: rows.map((comment) => ofComment(comment, now)), next };
      },
      one: async (id) => ofComment(await rest.comment(repo, id, signal), now),
    };
  return {
    list: async (at) => {
      const { rows, next } = await rest.issues(repo, 'created', at);
      return { rows: rows.map((issue) => ofIssue(issue, now)), next };
    },
    one: async (number) => ofIssue(await rest.issue(repo, number, signal), now),
  };
}

/** Those of them that stand in the newest pages, as long as each page has some. */
async function findListed({ list }: Lookup, wanted: readonly Named[], signal: AbortSignal): Promise<Map<string, Listed>> {
  const found = new Map<string, Listed>();
  const names = new Set(wanted.map(({ fullname }) => fullname));
  if (names.size < listFrom) return found;
  let page: string | null = null;
  for (let left = maxPages; left > 0 && found.size < names.size; left -= 1) {
    const before = found.size;
    const { rows, next }: Awaited<ReturnType<Lookup['list']>> = await list({ since: 0, page, signal });
    for (const row of rows) if (row && names.has(row.fullname)) found.set(row.fullname, row);
    page = next;
    if (page === null || found.size === before) break;
  }
  return found;
}

/** Whether what isn't found in a repository is gone: the repository itself can be read. */
async function isReadable({ api, repo, signal }: Checking): Promise<boolean> {
  const { private: isPrivate, has_issues: hasIssues } = await api.rest.repository(repo, signal);
  return hasIssues && !isPrivate;
}

async function recheckPart(checking: Checking, part: 'issues' | 'comments', wanted: readonly Named[]): Promise<void> {
  const { fates } = checking;
  const lookup = lookupOf(checking, part);
  const listed = await findListed(lookup, wanted, checking.signal);
  let canTell: boolean | null = null;
  for (const { fullname, number } of wanted) {
    try {
      const found = listed.get(fullname) ?? (await lookup.one(number));
      // Of another name after its repository was renamed or it was moved; a comment has its title from elsewhere.
      const isSame = found?.fullname === fullname && found.item?.kind === 'post';
      fates.set(fullname, { gone: null, item: isSame ? found.item : null });
    } catch (error) {
      if (!(error instanceof SourceFailure) || (error.kind !== 'missing' && error.kind !== 'broken')) throw error;
      if (error.kind === 'broken') continue;
      canTell ??= await isReadable(checking);
      if (!canTell) return;
      fates.set(fullname, { gone: 'missing', item: null });
    }
  }
}

async function recheckDiscussions({ api, repo, now, signal, fates }: Checking, wanted: readonly Named[]): Promise<void> {
  if (api.graph === null || wanted.length === 0) return;
  const found = await api.graph.discussionsBy(
    repo,
    wanted.map(({ number }) => number),
    signal,
  );
  for (const { fullname, number } of wanted) {
    const discussion = found.get(number);
    if (discussion === undefined) continue;
    const listed = discussion && ofDiscussion(discussion, now);
    const item = listed?.fullname === fullname ? listed.item : null;
    fates.set(fullname, { gone: discussion === null ? 'missing' : null, item });
  }
}

/** What became of these, as long as their repository can be read by anyone; discussions need a token. */
async function recheck(run: Run, fullnames: readonly string[]): Promise<Recheck> {
  const { api, signal } = run;
  const fates: Recheck = new Map();
  const named = fullnames.flatMap((fullname) => readFullname(fullname) ?? []);
  for (const [repo, of] of Map.groupBy(named, ({ repository }) => repository)) {
    const inPart = (part: Named['part']): Named[] => of.filter((one) => one.part === part);
    try {
      if (api.graph && !(await api.graph.publicOf([repo], signal)).has(repo)) continue;
      const checking = { ...run, repo, fates };
      for (const part of ['issues', 'comments'] as const) await recheckPart(checking, part, inPart(part));
      await recheckDiscussions(checking, inPart('discussions'));
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof SourceFailure)) throw error;
    }
  }
  return fates;
}

/** The first comments on an issue of a public repository, oldest first. */
async function readThread({ api, now, signal }: Run, fullname: string): Promise<ThreadComment[]> {
  const named = readFullname(fullname);
  if (!named || named.part === 'comments') return [];
  const { repository, part, number } = named;
  if (part === 'discussions')
    throw new SourceFailure('Earshot reads the comments of issues on GitHub, not those of discussions.', 'broken');
  // A token may read more than anyone may.
  if (api.graph && !(await api.graph.publicOf([repository], signal)).has(repository)) throw noSuchRepository();
  const { rows } = await api.rest.commentsOn(repository, number, signal);
  return rows.flatMap((comment) => {
    const item = ofComment(comment, now)?.item;
    return item ? [{ ...item, links: linksInHtml(comment.body_html ?? '') }] : [];
  });
}

/** At first the newest 200. */
const pages = [10, 25] as const;
const maxTitlePages = 5;
/** What is searched for is found a while after it was written. */
const overlapMs = hourMs;

/** Issues or comments, and discussions. */
const cursorSchema = z.object({ first: markSchema, discussions: markSchema.nullable() });

type Found = Pick<New<Listed>, 'refused' | 'gap'> & { rows: Listed[]; mark: Mark };

/** All that is new in a list, which has the newest first. */
async function readList<Row>(
  { now, signal, isPeek }: Run,
  mark: Mark | null,
  { page, map }: { page: (at: PageAt) => Promise<Page<Row>>; map: (row: Row, now: number) => Listed | null },
): Promise<Found> {
  const list: List<Listed & { id: string }, string> = async ({ since, from }) => {
    const listed = await page({ since, page: from, signal });
    const read = listed.rows.flatMap((row) => map(row, now) ?? []);
    return { ...listed, rows: read.map((row) => ({ ...row, id: row.fullname })) };
  };
  const { rows, refused, gap, markAfter } = await readNew(list, { now, mark, overlapMs, pages: isPeek ? [1, pages[1]] : pages });
  return { rows, refused, gap, mark: markAfter(rows) };
}

interface Marks {
  first: Mark | null;
  discussions: Mark | null;
}
type StreamFound = Found & { discussions: Mark | null };

/** A token may read more than anyone may. */
async function checkPublic({ api, signal }: Run, repo: string): Promise<void> {
  const isPublic = api.graph === null || (await api.graph.publicOf([repo], signal)).has(repo);
  if (!isPublic) throw noSuchRepository();
}

/** Issues may be turned off where there are discussions. */
async function readIssues(run: Run, repo: string, mark: Mark | null): Promise<Found> {
  try {
    return await readList(run, mark, { page: (at) => run.api.rest.issues(repo, 'created', at), map: ofIssue });
  } catch (error) {
    if (run.api.graph === null || !(error instanceof SourceFailure) || error.kind !== 'missing') throw error;
    return { rows: [], refused: 0, gap: null, mark: mark ?? { newest: run.now - firstMs, known: [] } };
  }
}

async function withDiscussions(
  run: Run,
  { issues, mark: before, page }: { issues: Found; mark: Mark | null; page: (graph: Graph, at: PageAt) => Promise<Page<Discussion>> },
): Promise<StreamFound> {
  const { graph } = run.api;
  if (graph === null) return { ...issues, discussions: null };
  const { rows, refused, gap, mark } = await readList(run, before, { page: (at) => page(graph, at), map: ofDiscussion });
  return { ...issues, rows: [...issues.rows, ...rows], refused: issues.refused + refused, gap: issues.gap ?? gap, discussions: mark };
}

async function readRepository(run: Run, repo: string, { first, discussions }: Marks): Promise<StreamFound> {
  await checkPublic(run, repo);
  const issues = await readIssues(run, repo, first);
  return withDiscussions(run, { issues, mark: discussions, page: (graph, at) => graph.discussions(repo, at) });
}

async function readSearch(run: Run, text: string, { first, discussions }: Marks): Promise<StreamFound> {
  const issues = await readList(run, first, { page: (at) => run.api.rest.search(text, at), map: ofIssue });
  const found = await withDiscussions(run, { issues, mark: discussions, page: (graph, at) => graph.search(text, at) });
  if (run.api.graph === null) return found;
  const shown = await run.api.graph.publicOf([...new Set(found.rows.map(({ repository }) => repository))], run.signal);
  return { ...found, rows: found.rows.filter(({ repository }) => shown.has(repository)) };
}

/** The first pages of what changed since the oldest of these comments hold their issues, because a comment changes its issue. */
async function readTitles({ api, signal }: Run, repo: string, comments: readonly Listed[]): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  const since = comments.reduce((min, { at }) => Math.min(min, at), Number.MAX_SAFE_INTEGER);
  const isNamed = ({ item }: Listed): boolean => item === null || titles.has(item.linkFullname ?? '');
  let page: string | null = null;
  for (let left = maxTitlePages; left > 0 && !comments.every(isNamed); left -= 1) {
    const answer: Page<Issue> = await api.rest.issues(repo, 'updated', { since, page, signal });
    for (const issue of answer.rows) titles.set(...titleOf(issue));
    page = answer.next;
    if (page === null) break;
  }
  return titles;
}

async function readComments(run: Run, repo: string, marks: Marks): Promise<StreamFound> {
  await checkPublic(run, repo);
  const found = await readList(run, marks.first, { page: (at) => run.api.rest.comments(repo, at), map: ofComment });
  const titles = await readTitles(run, repo, found.rows);
  const rows = found.rows.map(({ item, ...row }) => ({
    ...row,
    item: item && { ...item, title: titles.get(item.linkFullname ?? '') ?? '' },
  }));
  return { ...found, rows, discussions: null };
}

function readByKind(run: Run, { kind, name }: Stream, marks: Marks): Promise<StreamFound> {
  if (kind === 'githubsearch') return readSearch(run, name, marks);
  return kind === 'githubcomments' ? readComments(run, name, marks) : readRepository(run, name, marks);
}

async function readStream(run: Run, stream: Stream, watermark: Watermark | undefined): Promise<Reading> {
  const cursor = readCursor(cursorSchema, watermark);
  const marks = { first: cursor?.first ?? null, discussions: cursor?.discussions ?? null };
  const { rows, refused, gap, mark, discussions } = await readByKind(run, stream, marks);
  const items = rows.flatMap(({ item }) => item ?? []);
  const next: z.input<typeof cursorSchema> = { first: mark, discussions: discussions ?? marks.discussions };
  return {
    stream,
    state: 'ok',
    items,
    newest: newestOf(items, watermark?.newest ?? null, run.now),
    gap,
    refused,
    title: fetchedKindOf(stream.kind).labelOf(stream.name),
    cursor: JSON.stringify(next),
  };
}

/** Reads issues, comments, and discussions from where it stopped. */
export const openGithub: OpenSource = (deps) => {
  const { reading, rechecking } = createApi(deps);
  return {
    id: 'github',
    read({ streams, watermarks, signal: given, peek }) {
      // Without a token, the limit may not be enough for all: none waits twice.
      const readAt = (stream: Stream): number => watermarks.get(streamKey(stream))?.readAt ?? 0;
      const sorted = streams.toSorted((a, b) => readAt(a) - readAt(b));
      return eachStream({ streams: sorted, watermarks, signal: given }, (stream, watermark, signal) =>
        readStream({ api: reading, now: deps.now(), signal, isPeek: peek !== undefined }, stream, watermark),
      );
    },
    thread: (fullname, signal) => readThread({ api: reading, now: deps.now(), signal }, fullname),
    recheck: (fullnames, signal) => recheck({ api: rechecking, now: deps.now(), signal }, fullnames),
  };
};
