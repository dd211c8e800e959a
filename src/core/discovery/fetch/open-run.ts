import { fetchedKindOf } from '#shared/sources.ts';
import { isoTime } from '#core/platform/clock.ts';
import type { Run } from '#shared/campaigns.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { isFetchedScope } from '#core/inbox/campaigns/streams.ts';
import type { Config } from '#core/platform/config.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { nameKeyOf, type Stream, type Reading, isOnReddit } from '#core/reddit/stream.ts';
import { whyOff } from '#core/reddit/transport.ts';
import type { Source } from '#core/sources/source.ts';
import { findRefusal } from '../outages/queries.ts';
import type { OpenRunRow, RunResult } from './run-queries.ts';
import { addTally, newTally, type Tally } from './tally.ts';

/** Among the reasons of what was filtered out; such a line is no item, so no count includes it. */
export const unreadable = 'unreadable line';

type StreamResult = Run['perSubreddit'][number];
type Failure = Pick<StreamResult, 'name' | 'state'> & { error: string };

/** An open run: what was read for it, and its results so far. */
export interface OpenRun {
  id: number;
  campaignId: number;
  userId: number;
  source: string;
  /** Started by its user, who is waiting for it. */
  asked: boolean;
  /** Opened again after a restart: how many items were scored before is not known. */
  isResumed: boolean;
  /** Scope of the items that count towards it. */
  scope: string;
  streams: Map<string, StreamResult>;
  /** Failures of streams that this run requested, by key: its own causes, unlike what an earlier run learned. */
  failures: Map<string, Failure>;
  tally: Tally;
  fetched: number;
  fresh: Fresh;
  /** Subreddit → leads since progress was last reported. */
  unreported: Map<string, number>;
  notes: string[];
  /** Why Reddit is closed to the whole instance, which then isn't the fault of its streams; null when it isn't. */
  refusal: string | null;
}

export const openRun = (run: Pick<OpenRun, 'id' | 'campaignId' | 'userId' | 'source' | 'scope' | 'asked'>): OpenRun => ({
  ...run,
  isResumed: false,
  streams: new Map(),
  failures: new Map(),
  tally: newTally(run.campaignId, run.scope),
  fetched: 0,
  fresh: { posts: 0, comments: 0 },
  unreported: new Map(),
  notes: [],
  refusal: null,
});

/** A run that an earlier process left open, with its results so far. */
export function reopenRun(
  row: OpenRunRow,
  { scope, itemsDone, itemsNew }: { scope: string; itemsDone: number; itemsNew: number },
): OpenRun {
  const run = openRun({ ...row, scope, asked: true });
  const { matched = 0, posts = 0, leads = 0 } = row.counts;
  addTally(run.tally, { ...run.tally, filtered: row.filtered, matched, posts, leads });
  return { ...run, isResumed: true, fetched: itemsDone, fresh: { posts: itemsNew, comments: 0 } };
}

/** Worst first: a name that is read as two streams has the worse of their states. */
const severity: readonly StreamResult['state'][] = ['failed', 'limited', 'ok', 'empty'];
const worse = (a: StreamResult['state'], b: StreamResult['state']): StreamResult['state'] =>
  severity.indexOf(a) <= severity.indexOf(b) ? a : b;
const later = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a);

interface Fresh {
  posts: number;
  comments: number;
}

/** What runs need of a stored reading. */
export interface CountedReading {
  /** Without its items. */
  reading: Reading;
  items: number;
  /** Items that weren't stored before. */
  fresh: Fresh;
}

function countKinds(items: readonly FetchedItem[]): Fresh {
  const posts = items.filter(({ kind }) => kind === 'post').length;
  return { posts, comments: items.length - posts };
}

export const countReading = (reading: Reading, fresh: readonly FetchedItem[]): CountedReading => ({
  reading: reading.state === 'ok' ? { ...reading, items: [] } : reading,
  items: reading.state === 'ok' ? reading.items.length : 0,
  fresh: countKinds(fresh),
});

function resultOf(reading: Reading, fresh: number): StreamResult {
  const { kind, name } = reading.stream;
  const {
    isComments,
    of: { source },
  } = fetchedKindOf(kind);
  const title = reading.state === 'ok' ? (reading.title ?? null) : null;
  if (reading.state === 'ok') {
    return {
      name,
      source,
      title,
      state: fresh > 0 ? 'ok' : 'empty',
      newest: isoTime(reading.newest),
      items: fresh,
      gapFrom: isoTime(reading.gap?.from),
      gapTo: isoTime(reading.gap?.to),
      error: reading.error ?? null,
    };
  }
  const error = isComments ? `Comments: ${reading.error}` : reading.error;
  return {
    name,
    source,
    state: reading.failure === 'limited' ? 'limited' : 'failed',
    title,
    newest: null,
    items: 0,
    gapFrom: null,
    gapTo: null,
    error,
  };
}

/** Adds the result of reading a stream. */
export function noteReading(run: OpenRun, { reading, items, fresh }: CountedReading): void {
  const result = resultOf(reading, fresh.posts + fresh.comments);
  const key = `${fetchedKindOf(reading.stream.kind).of.kind}:${nameKeyOf(reading.stream)}`;
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
  const { name, state, error } = result;
  const isOwn = reading.state === 'failed' && reading.isKept !== true;
  if (error !== null && isOwn && !run.failures.has(key)) run.failures.set(key, { name, state, error });
  addItems(run, items, fresh);
}

export const noteItems = (run: OpenRun, fetched: number, fresh: readonly FetchedItem[]): void => addItems(run, fetched, countKinds(fresh));

function addItems(run: OpenRun, fetched: number, { posts, comments }: Fresh): void {
  run.fetched += fetched;
  run.fresh.posts += posts;
  run.fresh.comments += comments;
}

/** Adds the result of scoring, if it concerns this run's campaign and items. */
export function credit(run: OpenRun, tally: Tally): void {
  const isOwn = tally.scope === run.scope || (run.scope === '' && isFetchedScope(tally.scope));
  if (tally.campaignId !== run.campaignId || !isOwn) return;
  addTally(run.tally, tally);
  for (const [name, leads] of tally.leadsBySubreddit) run.unreported.set(name, (run.unreported.get(name) ?? 0) + leads);
}

/** Subreddit → new leads since the last call; always includes the subreddits just read. */
export function takeUnreported(run: OpenRun, streams: readonly Stream[]): Map<string, number> {
  const reported = new Map(run.unreported);
  const named = new Set([...reported.keys()].map((name) => name.toLowerCase()));
  for (const { kind, name } of streams) {
    if (fetchedKindOf(kind).of.kind !== 'subreddit' || named.has(name.toLowerCase())) continue;
    named.add(name.toLowerCase());
    reported.set(name, 0);
  }
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

/** The most frequent error, failures before waits for a turn. */
function mainFailure(failures: readonly Failure[]): Failure | undefined {
  const failed = failures.filter(({ state }) => state === 'failed');
  const causes = [...Map.groupBy(failed.length > 0 ? failed : failures, ({ error }) => error).values()];
  return causes.toSorted((a, b) => b.length - a.length)[0]?.[0];
}

const isFailedReddit = ({ source, state }: StreamResult): boolean => source === 'reddit' && state === 'failed';

/** The run's own notes come before its streams' errors, and what its requests were answered before what was known. */
function errorOf(run: OpenRun, runState: Run['state']): string | null {
  if (run.notes.length > 0) return run.notes.join('\n');
  if (run.refusal !== null) return run.refusal;
  if (runState !== 'failed') return null;
  const known = [...run.streams.values()].flatMap(({ name, state, error }) => (error === null ? [] : [{ name, state, error }]));
  const failure = mainFailure([...run.failures.values()]) ?? mainFailure(known);
  return failure ? `${failure.name}: ${failure.error}` : null;
}

/** The stored result of a run; `state` overrides the one derived from its streams. */
export function runResult(run: OpenRun, state: Run['state'] = stateOf(run)): RunResult {
  const { tally, fresh } = run;
  const filtered = Object.entries(tally.filtered).reduce((sum, [reason, count]) => (reason === unreadable ? sum : sum + count), 0);
  const added = fresh.posts + fresh.comments;
  // Items that waited, because the campaign is new or was paused, are scored in its next run and count there.
  const waited = run.isResumed ? 0 : Math.max(0, tally.scored - added);
  return {
    state,
    counts: {
      heard: run.fetched + waited,
      new: added,
      filtered,
      matched: tally.matched,
      posts: tally.posts,
      leads: tally.leads,
    },
    filtered: tally.filtered,
    perSubreddit: [...run.streams.values()].map((stream) =>
      isFailedReddit(stream) ? { ...stream, error: run.refusal ?? stream.error } : stream,
    ),
    error: state === 'running' ? null : errorOf(run, state),
  };
}

export interface RedditChoice {
  config: Pick<Config, 'reddit'>;
}

/** Without a Reddit source, a campaign that fetches from Reddit reports that, and reads its other streams. */
export function noteSwitchedOff(
  listeners: readonly { run: OpenRun; streams: readonly Stream[] }[],
  source: Source | null,
  { reddit }: RedditChoice['config'],
): void {
  if (source !== null) return;
  for (const { run, streams } of listeners) if (streams.some(isOnReddit)) run.notes.push(whyOff(reddit) ?? "Reddit isn't read");
}

/** The streams of all campaigns say together whether Reddit is closed to the instance. */
export async function noteRefusal(db: Db, runs: readonly OpenRun[], now: number): Promise<void> {
  const failed = runs.filter(({ source, streams }) => (source === 'api' || source === 'rss') && [...streams.values()].some(isFailedReddit));
  const refusal = failed.length > 0 ? await findRefusal(db, now) : null;
  for (const run of failed) run.refusal = refusal;
}
