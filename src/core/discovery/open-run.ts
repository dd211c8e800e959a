import type { Run } from '#shared/campaigns.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { Stream, Reading } from '#core/reddit/stream.ts';
import type { OpenRunRow, RunResult } from './run-queries.ts';
import { addTally, newTally, type Tally } from './tally.ts';

type StreamResult = Run['perSubreddit'][number];

/** A run while it is open: what was read for it and what came of it so far. */
export interface OpenRun {
  id: number;
  campaignId: number;
  userId: number;
  source: string;
  /** Its user started it and waits for it. */
  asked: boolean;
  /** Of the items that count for it. */
  scope: string;
  streams: Map<string, StreamResult>;
  tally: Tally;
  fetched: number;
  fresh: { posts: number; comments: number };
  /** Leads since progress was last reported, by subreddit. */
  unreported: Map<string, number>;
  notes: string[];
}

export const openRun = (run: Pick<OpenRun, 'id' | 'campaignId' | 'userId' | 'source' | 'scope' | 'asked'>): OpenRun => ({
  ...run,
  streams: new Map(),
  tally: newTally(run.campaignId, run.scope),
  fetched: 0,
  fresh: { posts: 0, comments: 0 },
  unreported: new Map(),
  notes: [],
});

/** A run that an earlier process left open, with what it had come to. */
export function reopenRun(
  row: OpenRunRow,
  { scope, itemsDone, itemsNew }: { scope: string; itemsDone: number; itemsNew: number },
): OpenRun {
  const run = openRun({ ...row, scope, asked: true });
  const { matched = 0, posts = 0, leads = 0 } = row.counts;
  addTally(run.tally, { ...run.tally, filtered: row.filtered, matched, posts, leads });
  return { ...run, fetched: itemsDone, fresh: { posts: itemsNew, comments: 0 } };
}

/** Worst first: a name that is read in two ways is as good as the worse of them. */
const severity: readonly StreamResult['state'][] = ['failed', 'limited', 'ok', 'empty'];
const worse = (a: StreamResult['state'], b: StreamResult['state']): StreamResult['state'] =>
  severity.indexOf(a) <= severity.indexOf(b) ? a : b;
const isoOrNull = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
const later = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a);

function resultOf(reading: Reading, fresh: number): StreamResult {
  const { name } = reading.stream;
  if (reading.state === 'ok') {
    return {
      name,
      state: fresh > 0 ? 'ok' : 'empty',
      newest: isoOrNull(reading.newest),
      items: fresh,
      gapFrom: isoOrNull(reading.gap?.from ?? null),
      gapTo: isoOrNull(reading.gap?.to ?? null),
      error: null,
    };
  }
  const error = reading.stream.kind === 'comments' ? `Comments: ${reading.error}` : reading.error;
  return { name, state: reading.failure === 'limited' ? 'limited' : 'failed', newest: null, items: 0, gapFrom: null, gapTo: null, error };
}

/** Adds what reading a stream came to. */
export function noteReading(run: OpenRun, reading: Reading, fresh: readonly FetchedItem[]): void {
  const result = resultOf(reading, fresh.length);
  const key = `${reading.stream.kind === 'search' ? 'search' : ''}:${result.name.toLowerCase()}`;
  const before = run.streams.get(key);
  const merged = before && {
    ...before,
    state: worse(before.state, result.state),
    newest: later(before.newest, result.newest),
    items: before.items + result.items,
    gapFrom: before.gapFrom ?? result.gapFrom,
    gapTo: before.gapTo ?? result.gapTo,
    error: before.error ?? result.error,
  };
  run.streams.set(key, merged ?? result);
  if (reading.state === 'ok') noteItems(run, reading.items.length, fresh);
}

export function noteItems(run: OpenRun, fetched: number, fresh: readonly FetchedItem[]): void {
  run.fetched += fetched;
  const posts = fresh.filter(({ kind }) => kind === 'post').length;
  run.fresh.posts += posts;
  run.fresh.comments += fresh.length - posts;
}

/** Adds what scoring came to, where it is about this run's campaign and items. */
export function credit(run: OpenRun, tally: Tally): void {
  if (tally.campaignId !== run.campaignId || tally.scope !== run.scope) return;
  addTally(run.tally, tally);
  for (const [name, leads] of tally.leadsBySubreddit) run.unreported.set(name, (run.unreported.get(name) ?? 0) + leads);
}

/** New leads by subreddit since the last call; the stream just read is always among them. */
export function takeUnreported(run: OpenRun, stream: Stream | null): Map<string, number> {
  const reported = new Map(run.unreported);
  if (stream && stream.kind !== 'search' && ![...reported.keys()].some((name) => name.toLowerCase() === stream.name.toLowerCase()))
    reported.set(stream.name, 0);
  run.unreported.clear();
  return reported;
}

function stateOf(run: OpenRun): Run['state'] {
  const states = [...run.streams.values()].map(({ state }) => state);
  const unread = states.filter((state) => state === 'failed' || state === 'limited').length;
  if (run.notes.length > 0 && run.fetched === 0 && unread === states.length) return 'failed';
  if (unread === 0) return run.notes.length > 0 ? 'partial' : 'ok';
  return unread === states.length ? 'failed' : 'partial';
}

/** The notes of the run itself come before the errors of its streams. */
function errorOf(run: OpenRun, state: Run['state']): string | null {
  if (run.notes.length > 0) return run.notes.join('\n');
  if (state !== 'failed') return null;
  const [first] = [...run.streams.values()].flatMap(({ name, error }) => (error === null ? [] : [`${name}: ${error}`]));
  return first ?? null;
}

/** What is stored of the run; `state` overrules what its streams say. */
export function runResult(run: OpenRun, state: Run['state'] = stateOf(run)): RunResult {
  const { tally, fresh } = run;
  const filtered = Object.values(tally.filtered).reduce((sum, count) => sum + count, 0);
  return {
    state,
    counts: {
      heard: run.fetched,
      new: fresh.posts + fresh.comments,
      filtered,
      matched: tally.matched,
      posts: tally.posts,
      leads: tally.leads,
    },
    filtered: tally.filtered,
    perSubreddit: [...run.streams.values()],
    error: state === 'running' ? null : errorOf(run, state),
  };
}
