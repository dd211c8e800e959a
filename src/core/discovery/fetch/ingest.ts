import type { CoreContext } from '#core/context.ts';
import { sourceIdOf } from './coverage.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Peers } from '#core/platform/peers.ts';
import type { OtherSource, RuleMatches, Source } from '#core/sources/source.ts';
import { type Stream, streamKey } from '#core/reddit/stream.ts';
import type { Items } from '#core/inbox/items/items.ts';
import { countReading, credit, noteReading, type OpenRun, runResult, noteRefusal } from './open-run.ts';
import { listTracked, readStreams, type StoredBatch } from './read-streams.ts';
import { isReadLately, standingReading } from './stream-queries.ts';
import { createReporter } from './reporter.ts';
import { type SavedRun, saveRun, takeTallies } from './run-queries.ts';
import type { SharedRounds } from './shared-rounds.ts';
import type { ScoringPass } from './tally.ts';

export interface IngestDeps extends Pick<CoreContext, 'db' | 'bus' | 'log' | 'now'> {
  peers: Pick<Peers, 'number'>;
  scoringPass: ScoringPass;
  /** A model is configured: leads are announced after it scored them, not when they are found. */
  awaitsModel: () => boolean;
  itemStore: Items;
  sharedRounds: SharedRounds;
  matches: RuleMatches;
}

/** A run and the streams it fetches. */
export interface Listener {
  run: OpenRun;
  streams: readonly Stream[];
}

export interface Transport {
  /** Source for Reddit; null when fetching from Reddit is turned off. */
  source: Pick<Source, 'id' | 'read'> | null;
  /** All other sources. */
  others?: readonly OtherSource[];
  /** `''`, or the user or campaign that the items from Reddit belong to. */
  scope: string;
  /** False for a source whose streams aren't tracked after the run. */
  remember: boolean;
  /** Other servers read the same through their own source for Reddit, so they take a share. */
  isShared?: boolean;
}

interface Going extends Pick<Transport, 'scope' | 'remember'> {
  source: Pick<Source | OtherSource, 'id' | 'read'>;
  isShared: boolean;
  signal: AbortSignal;
}

const stopped = 'Stopped before it finished. It continues with the next run.';
const broken = 'Something went wrong. The server log has the details.';
const nowhere = 'This campaign monitors nothing. Add a subreddit or another stream, or turn on search everywhere.';

/** Each stream once, with the runs that need it. */
function unite(listeners: readonly Listener[]): { streams: Stream[]; runsFor: (stream: Stream) => OpenRun[] } {
  const wanted = listeners.flatMap(({ run, streams }) => streams.map((stream) => ({ run, stream, key: streamKey(stream) })));
  const byKey = Map.groupBy(wanted, ({ key }) => key);
  return {
    streams: [...byKey.values()].flatMap(([first]) => first?.stream ?? []),
    runsFor: (stream) => (byKey.get(streamKey(stream)) ?? []).map(({ run }) => run),
  };
}

/** Keeps runs open while they work: what is scored meanwhile counts towards them, and they are always closed at the end. */
function createRuns({ db, bus, log, now, peers: { number: server }, scoringPass, awaitsModel }: IngestDeps) {
  const report = createReporter({ bus, now });
  const open = new Set<OpenRun>();
  /** Results that aren't stored yet, as on a full disk: until they are, their campaigns count as being fetched. */
  const ended = new Map<OpenRun, SavedRun>();
  scoringPass.onScored(({ tallies, newLeads }) => {
    for (const run of open) for (const tally of tallies) credit(run, tally);
    if (!awaitsModel()) report.newLeads(newLeads);
  });

  async function creditFromOthers(run: OpenRun): Promise<void> {
    if (server !== null) for (const tally of await takeTallies(db, run.id)) credit(run, tally);
  }

  async function saveEnded(among: Iterable<OpenRun> = [...ended.keys()]): Promise<void> {
    for (const run of among) {
      const result = ended.get(run);
      if (!result) continue;
      ended.delete(run);
      try {
        await saveRun(db, run.id, result);
      } catch (error) {
        ended.set(run, result);
        throw error;
      }
      report.end(run, result);
      log.info({ run: run.id, campaign: run.campaignId, source: run.source, state: result.state, ...result.counts }, 'run ended');
    }
  }

  return {
    /** Stores the results of runs that ended while nothing could be stored. */
    saveEnded: (): Promise<void> => saveEnded(),
    /** Returns false when work was aborted by `resumable`: its runs stay open for the next start. */
    async during(runs: readonly OpenRun[], work: () => Promise<void>, resumable?: AbortSignal): Promise<boolean> {
      for (const run of runs) {
        open.add(run);
        report.start(run);
      }
      let isSuspended = false;
      try {
        await work();
        for (const run of runs) await creditFromOthers(run);
      } catch (error) {
        isSuspended = resumable?.aborted === true;
        if (!isSuspended) log.error({ err: error, runs: runs.map(({ id }) => id) }, 'a run broke off');
        for (const run of runs) run.notes.push(error instanceof AppError ? error.message : broken);
      }
      for (const run of runs) {
        open.delete(run);
        if (!isSuspended) ended.set(run, { ...runResult(run), finishedAt: now(), server });
      }
      await saveEnded(runs);
      return !isSuspended;
    },
    /** Reports and stores a run's progress. */
    async progress(run: OpenRun, streams: readonly Stream[]): Promise<void> {
      await creditFromOthers(run);
      report.progress(run, streams);
      await saveRun(db, run.id, { ...runResult(run, 'running'), finishedAt: null, server });
    },
  };
}

interface ReadingDeps {
  /** `streams`: those just read. */
  progress: (run: OpenRun, streams: readonly Stream[]) => Promise<void>;
  notifyFetched: (scope: string) => void;
}

/** Reads streams through their sources, and stores and scores the items. */
function createReading(deps: IngestDeps, { progress, notifyFetched }: ReadingDeps) {
  const { db, bus, now, scoringPass, sharedRounds } = deps;
  async function take(
    { readings, changed, gone }: StoredBatch,
    signal: AbortSignal,
    runsFor: (stream: Stream) => OpenRun[],
  ): Promise<void> {
    const wanted = readings.flatMap((counted) => runsFor(counted.reading.stream).map((run) => ({ run, counted })));
    for (const { run, counted } of wanted) noteReading(run, counted);
    if (gone > 0) {
      bus.emit('posts:decided', {});
      bus.announce(null, ['posts-changed', 'leads-changed']);
    }
    for (const each of changed) notifyFetched(each);
    if (changed.length > 0) await scoringPass.scoreAll(signal);
    for (const [run, some] of Map.groupBy(wanted, ({ run: of }) => of))
      await progress(
        run,
        some.map(({ counted }) => counted.reading.stream),
      );
  }

  async function readFrom(going: Going, streams: readonly Stream[], runsFor: (stream: Stream) => OpenRun[]): Promise<void> {
    const rows = await listTracked(db, { ...going, streams });
    const due: Stream[] = [];
    for (const stream of streams) {
      const row = rows.get(streamKey(stream));
      const standing = standingReading(stream, row, now());
      if (standing) for (const run of runsFor(stream)) noteReading(run, countReading(standing, []));
      else if (!isReadLately(stream, row, now()) || runsFor(stream).some(({ asked }) => asked)) due.push(stream);
    }
    if (due.length === 0) return;
    const wanted = { ...going, streams: due };
    const shared = going.isShared ? await sharedRounds.open({ ...wanted, rows }) : null;
    for await (const batch of shared ?? readStreams(deps, wanted, rows)) await take(batch, going.signal, runsFor);
  }

  /** Sources run independently, so that a slow or failing one doesn't delay the others. */
  async function readAll(listeners: readonly Listener[], transport: Transport, signal: AbortSignal): Promise<void> {
    const { streams, runsFor } = unite(listeners);
    const { source: reddit, others = [], scope, remember, isShared = false } = transport;
    const reads = [...Map.groupBy(streams, (stream) => sourceIdOf(stream, 'reddit'))].flatMap(([id, some]) => {
      const source = id === 'reddit' ? reddit : others.find((other) => other.id === id);
      const going = { scope, remember, signal, isShared: isShared && id === 'reddit' };
      return source ? [readFrom({ ...going, source }, some, runsFor)] : [];
    });
    const failed = (await Promise.allSettled(reads)).find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** Reads a live stream for a while, for no run: whatever the schedules of its campaigns, which count what was scored. */
  async function listen(
    others: readonly OtherSource[],
    stream: Stream,
    { ms, signal }: { ms: number; signal: AbortSignal },
  ): Promise<void> {
    const source = others.find(({ id }) => id === sourceIdOf(stream, 'reddit'));
    if (!source) return;
    const wanted = { source, streams: [stream], scope: '', remember: true, signal, listenMs: ms };
    const rows = await listTracked(db, wanted);
    if (standingReading(stream, rows.get(streamKey(stream)), now())) return;
    for await (const batch of readStreams(deps, wanted, rows)) await take(batch, signal, () => []);
  }

  return { readAll, listen };
}

/** Reads each stream once for all runs that need it, stores and scores the items, and reports the results. */
export function createIngest(deps: IngestDeps) {
  const { db, bus, now, scoringPass } = deps;
  const runs = createRuns(deps);
  /** For rooms that look for something other than campaign matches in fetched items. */
  const notifyFetched = (scope: string): void => bus.emit('items:fetched', { scope });

  const { readAll, listen } = createReading(deps, { progress: runs.progress, notifyFetched });

  return {
    ...runs,
    notifyFetched,
    listen,
    async ingest(listeners: readonly Listener[], transport: Transport, signal: AbortSignal): Promise<void> {
      for (const { run, streams } of listeners) if (streams.length === 0) run.notes.push(nowhere);
      const open = listeners.map(({ run }) => run);
      await runs.during(open, async () => {
        try {
          await readAll(listeners, transport, signal);
          await scoringPass.scoreAll(signal);
        } catch (error) {
          if (!signal.aborted) throw error;
        }
        if (signal.aborted) for (const run of open) run.notes.push(stopped);
        await noteRefusal(db, open, now());
      });
    },
  };
}
export type Ingest = ReturnType<typeof createIngest>;
