import * as z from 'zod';
import { fetchedKindOf } from '#shared/sources.ts';
import { dayMs, hourMs } from '#shared/time.ts';
import { newestOf } from '#core/platform/item.ts';
import { type Reading, type Stream, streamKey } from '#core/reddit/stream.ts';
import { eachStream, readCursor } from '../each-stream.ts';
import { SourceFailure } from '../failure.ts';
import type { OpenSource, Watermark } from '../source.ts';
import { createApi, type Graph, noSuchRepository, type Page, type PageAt } from './api.ts';
import { recheck, type Run } from './recheck.ts';
import { type Issue, type Listed, ofComment, ofDiscussion, ofIssue, titleOf } from './wire.ts';

/** When a stream is read the first time: what is newest of the last 30 days. */
const firstMs = 30 * dayMs;
const maxFirstPages = 4;
const maxPages = 10;
const maxTitlePages = 2;
/** What is searched for is found a while after it was written. */
const overlapMs = hourMs;
const maxKnown = 1000;

const markSchema = z.object({
  /** Time of the newest that was read, in UTC ms. */
  newest: z.number().int().positive(),
  /** Fullnames of those read in the overlap before it. */
  known: z.array(z.string()),
});
type Mark = z.output<typeof markSchema>;
/** Issues or comments, and discussions. */
const cursorSchema = z.object({ first: markSchema, discussions: markSchema.nullable() });

type ListPage<Row> = (at: PageAt) => Promise<Page<Row>>;
interface Found<Row> {
  rows: Row[];
  refused: number;
  gap: { from: number; to: number } | null;
  mark: Mark;
}

/** All that is new in a list, which has the newest first. */
async function readNew<Row extends Pick<Listed, 'at' | 'fullname'>>(
  list: ListPage<Row>,
  { now, signal }: Run,
  mark: Mark | null,
): Promise<Found<Row>> {
  const since = mark === null ? now - firstMs : mark.newest - overlapMs;
  const listed = new Map<string, Row>();
  let [refused, isWhole] = [0, false];
  let page: string | null = null;
  for (let left = mark === null ? maxFirstPages : maxPages; left > 0 && !isWhole; left -= 1) {
    const answer: Page<Row> = await list({ since, page, signal });
    for (const row of answer.rows) listed.set(row.fullname, row);
    refused += answer.refused;
    page = answer.next;
    isWhole = page === null || answer.rows.some(({ at }) => at < since);
  }
  const recent = [...listed.values()].filter(({ at }) => at >= since);
  const newest = recent.reduce((max, { at }) => (at <= now ? Math.max(max, at) : max), mark?.newest ?? since);
  const oldest = recent.reduce((min, { at }) => Math.min(min, at), now);
  const known = new Set(mark?.known);
  const near = recent.filter(({ at }) => at >= newest - overlapMs).map(({ fullname }) => fullname);
  return {
    rows: recent.filter(({ fullname }) => !known.has(fullname)),
    refused,
    gap: mark === null || isWhole || oldest <= mark.newest ? null : { from: mark.newest, to: oldest },
    mark: { newest, known: [...new Set([...near, ...known])].slice(0, maxKnown) },
  };
}

const mapped =
  <Row, To>(list: ListPage<Row>, map: (row: Row) => To | null): ListPage<To> =>
  async (at) => {
    const { rows, ...rest } = await list(at);
    return { ...rest, rows: rows.flatMap((row) => map(row) ?? []) };
  };

interface Marks {
  first: Mark | null;
  discussions: Mark | null;
}
type StreamFound = Found<Listed> & { discussions: Mark | null };

/** A token may read more than anyone may. */
async function checkPublic({ api, signal }: Run, repo: string): Promise<void> {
  const isPublic = api.graph === null || (await api.graph.publicOf([repo], signal)).has(repo);
  if (!isPublic) throw noSuchRepository();
}

/** Issues may be turned off where there are discussions. */
async function readIssues(run: Run, repo: string, mark: Mark | null): Promise<Found<Listed>> {
  const list = mapped(
    (at) => run.api.rest.issues(repo, 'created', at),
    (issue) => ofIssue(issue, run.now),
  );
  try {
    return await readNew(list, run, mark);
  } catch (error) {
    if (run.api.graph === null || !(error instanceof SourceFailure) || error.kind !== 'missing') throw error;
    return { rows: [], refused: 0, gap: null, mark: mark ?? { newest: run.now - firstMs, known: [] } };
  }
}

async function withDiscussions(run: Run, issues: Found<Listed>, read: (graph: Graph) => Promise<Found<Listed>>): Promise<StreamFound> {
  if (run.api.graph === null) return { ...issues, discussions: null };
  const { rows, refused, gap, mark } = await read(run.api.graph);
  return { ...issues, rows: [...issues.rows, ...rows], refused: issues.refused + refused, gap: issues.gap ?? gap, discussions: mark };
}

async function readRepository(run: Run, repo: string, marks: Marks): Promise<StreamFound> {
  await checkPublic(run, repo);
  return withDiscussions(run, await readIssues(run, repo, marks.first), (graph) =>
    readNew(
      mapped(
        (at) => graph.discussions(repo, at),
        (discussion) => ofDiscussion(discussion, run.now),
      ),
      run,
      marks.discussions,
    ),
  );
}

async function readSearch(run: Run, text: string, marks: Marks): Promise<StreamFound> {
  const issues = mapped(
    (at) => run.api.rest.search(text, at),
    (issue) => ofIssue(issue, run.now),
  );
  const found = await withDiscussions(run, await readNew(issues, run, marks.first), (graph) =>
    readNew(
      mapped(
        (at) => graph.search(text, at),
        (discussion) => ofDiscussion(discussion, run.now),
      ),
      run,
      marks.discussions,
    ),
  );
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
  const list = mapped(
    (at) => run.api.rest.comments(repo, at),
    (comment) => ofComment(comment, run.now),
  );
  const found = await readNew(list, run, marks.first);
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
  const usable = (mark: Mark | null | undefined): Mark | null => (mark && mark.newest <= run.now ? mark : null);
  const marks = { first: usable(cursor?.first), discussions: usable(cursor?.discussions) };
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
    read({ streams, watermarks, signal: given }) {
      // Without a token, the limit may not be enough for all: none waits twice.
      const readAt = (stream: Stream): number => watermarks.get(streamKey(stream))?.readAt ?? 0;
      const sorted = streams.toSorted((a, b) => readAt(a) - readAt(b));
      return eachStream({ streams: sorted, watermarks, signal: given }, (stream, watermark, signal) =>
        readStream({ api: reading, now: deps.now(), signal }, stream, watermark),
      );
    },
    recheck: (fullnames, signal) => recheck({ api: rechecking, now: deps.now(), signal }, fullnames),
  };
};
