import type { CampaignUpdate } from '#shared/campaigns.ts';
import { fetchedKindOf } from '#shared/sources.ts';
import { dayMs } from '#shared/time.ts';
import type { Trial } from '#shared/trials.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import { streamsOf } from '#core/inbox/campaigns/streams.ts';
import type { Config } from '#core/platform/config.ts';
import { type FetchedItem, mayBeSince, textOnly } from '#core/platform/item.ts';
import { inSlices, type Steps } from '#core/platform/slices.ts';
import { isOnReddit, type Reading, type Stream, streamKey } from '#core/reddit/stream.ts';
import { whyOff } from '#core/reddit/transport.ts';
import { NearDuplicates } from '#core/scoring/filters/near-duplicates.ts';
import type { Scorer } from '#core/scoring/scorer.ts';
import { readTogether, type Readable } from '#core/sources/each-stream.ts';
import type { Transports } from '#core/sources/reddit/transports.ts';
import type { OtherSource, Source } from '#core/sources/source.ts';
import { isOpenTo } from '../pass/open-items.ts';
import { type CandidateDeps, openCandidate } from './candidate.ts';
import { type Hit, keptOf, maxRead, readBest, type ReadHits, rowOfFetched, shown } from './preview-hits.ts';
import { createTrialReadings } from './trial-readings.ts';

export interface TrialDeps extends CandidateDeps {
  config: Pick<Config, 'reddit'>;
  transports: Pick<Transports, 'of'>;
  /** Sources outside Reddit: the same as for runs, so that each host has one pace for all. */
  others: readonly OtherSource[];
  trialMs?: number | undefined;
}

const defaultTrialMs = 8000;
const reachDays = 30;
const bestShown = 20;
/** The rest is read by the campaign's runs. */
const maxStreams = 60;
/** Most that are read together with the campaign after one reading: somebody waits. */
const readAtOnce = 15;
const maxCompared = 10_000;

type StreamStates = Map<string, Trial['streams'][number]>;

const stateOf = ({ kind, name }: Stream): Trial['streams'][number] => {
  const { of, labelOf } = fetchedKindOf(kind);
  return { source: of.source, name: labelOf(name), state: 'reading', items: 0, error: null };
};

/** What a campaign reads first: no comments, which are many, and nothing live, of which there is little before it listens. */
function listStreams(fields: Parameters<typeof streamsOf>[0]): Stream[] {
  const streams = streamsOf(fields).filter(({ kind }) => !fetchedKindOf(kind).isComments && !fetchedKindOf(kind).of.isLive);
  return [...streams.filter((stream) => !isOnReddit(stream)), ...streams.filter(isOnReddit)].slice(0, maxStreams);
}

/** How much a title says about the campaign, for forums where reading each post is a request. */
const rankBy = (scorer: Scorer, at: number) => (title: string) => {
  const item = {
    ...textOnly,
    fullname: 'title',
    kind: 'post',
    subreddit: '',
    author: 'somebody',
    title,
    body: '',
    permalink: null,
    createdAt: at,
  };
  const [result] = scorer.score(item as FetchedItem);
  return (result?.matchedRules.length ?? 0) + (result?.cheap ?? 0);
};

/** Collects what the readings of a trial bring. */
function createFindings(
  { candidates, now }: Pick<TrialDeps, 'candidates' | 'now'>,
  { scorer, scoring, ownAccounts }: Pick<Trying['candidate'], 'scorer' | 'scoring' | 'ownAccounts'>,
) {
  const seen = new Set<string>();
  const texts = new NearDuplicates(maxCompared);
  let hits: ReadHits = { read: [], unread: [] };
  let considered = 0;
  let left = maxRead;

  function* score(items: readonly FetchedItem[], into: Hit[]): Steps<void> {
    for (const item of items) {
      const [result] = scorer.score(item);
      const isFound = result !== undefined && (result.outcome === 'scored' || scorer.candidatesOf(item, [result]).length > 0);
      if (isFound && texts.add(item) === null) into.push({ item, row: rowOfFetched(item), stored: null, result });
      yield;
    }
  }

  return {
    async add(items: readonly FetchedItem[], signal: AbortSignal): Promise<void> {
      const since = now() - reachDays * dayMs;
      const open = items.filter(
        (item) => mayBeSince(item, since) && isOpenTo(item, ownAccounts) && !item.over18 && !seen.has(item.fullname),
      );
      for (const { fullname } of open) seen.add(fullname);
      considered += open.length;
      const fresh: Hit[] = [];
      await inSlices(score(open, fresh), signal);
      const most = Math.min(left, readAtOnce);
      // Others may be added meanwhile; what isn't used is given back.
      left -= Math.min(most, fresh.length);
      const { read, unread } = await readBest(fresh, { scorer, candidates, most });
      left += Math.min(most, fresh.length) - read.filter(({ result }) => result.said).length;
      hits = { read: [...hits.read, ...read], unread: [...hits.unread, ...unread] };
    },
    result(): Omit<Trial, 'isDone' | 'streams'> {
      const at = now();
      const found = keptOf(hits, scoring, at);
      const best = found.toSorted((a, b) => (b.result.exactScore ?? 0) - (a.result.exactScore ?? 0)).slice(0, bestShown);
      return {
        considered,
        matched: found.length,
        today: found.filter(({ item }) => item.createdAt >= at - dayMs).length,
        leads: found.filter(({ item, result }) => result.decision === 'lead' && item.author !== null).length,
        best: best.map((hit) => shown(hit, { now: at, isSample: false })),
      };
    },
  };
}

function noteReading(states: StreamStates, reading: Reading): void {
  const before = states.get(streamKey(reading.stream)) ?? stateOf(reading.stream);
  const name = reading.state === 'ok' && reading.title ? reading.title : before.name;
  states.set(
    streamKey(reading.stream),
    reading.state === 'ok'
      ? { ...before, name, state: 'read', items: before.items + reading.items.length, error: reading.error ?? null }
      : { ...before, state: before.items > 0 ? 'read' : 'failed', error: reading.error },
  );
}

const isShut = (stream: Stream, reddit: Source | null): boolean => reddit === null && isOnReddit(stream);

/** The sources of a trial. A closed Reddit is said once, not of every subreddit. */
function openStates(streams: readonly Stream[], { reddit, config }: { reddit: Source | null; config: TrialDeps['config'] }): StreamStates {
  const states: StreamStates = new Map(
    streams.filter((stream) => !isShut(stream, reddit)).map((stream) => [streamKey(stream), stateOf(stream)]),
  );
  const error = whyOff(config.reddit) ?? "Reddit isn't read";
  if (streams.some((stream) => isShut(stream, reddit)))
    states.set('reddit', { source: 'reddit', name: 'Reddit', state: 'off', items: 0, error });
  return states;
}

interface Ask {
  sources: readonly Readable[];
  streams: readonly Stream[];
  rank: (title: string) => number;
  trialMs: number;
}

/** What the sources answer within the time. */
async function* ask({ sources, streams, rank, trialMs }: Ask, given: AbortSignal): AsyncGenerator<Reading> {
  const timeUp = AbortSignal.timeout(trialMs);
  const soon = AbortSignal.timeout(trialMs * 0.8);
  const peek = { rank, isTimeUp: () => soon.aborted };
  try {
    yield* readTogether(sources, { streams, watermarks: new Map(), signal: AbortSignal.any([given, timeUp]), peek });
  } catch (error) {
    given.throwIfAborted();
    if (!timeUp.aborted) throw error;
  }
}

interface Trying {
  userId: number;
  candidate: Awaited<ReturnType<typeof openCandidate>>;
  streams: readonly Stream[];
  /** Null while it is closed. */
  reddit: Source | null;
}

/** Tries campaigns that aren't saved on their sources right now. Stores nothing; what was read is kept in memory for a while. */
export function createTrials(deps: TrialDeps) {
  const { now, transports, others, config, trialMs = defaultTrialMs } = deps;
  const readings = createTrialReadings(now);

  /** What was read a moment ago, then what the sources answer. */
  async function* read({ userId, candidate, streams, reddit }: Trying, signal: AbortSignal): AsyncGenerator<Reading> {
    const known = streams.map((stream) => readings.find(userId, stream));
    for (const before of known) yield* before ?? [];
    const wanted = streams.filter((stream, at) => known[at] === null && !isShut(stream, reddit));
    if (wanted.length === 0) return;
    const began = new Set<string>();
    const sources = [...others, ...(reddit ? [reddit] : [])];
    for await (const reading of ask({ sources, streams: wanted, rank: rankBy(candidate.scorer, now()), trialMs }, signal)) {
      const key = streamKey(reading.stream);
      readings.keep(userId, reading, !began.has(key));
      began.add(key);
      yield reading;
    }
  }

  async function* run(trying: Trying, signal: AbortSignal): AsyncGenerator<Trial> {
    const states = openStates(trying.streams, { reddit: trying.reddit, config });
    const findings = createFindings(deps, trying.candidate);
    const trial = (isDone: boolean): Trial => ({ isDone, streams: [...states.values()], ...findings.result() });
    yield trial(false);
    for await (const reading of read(trying, signal)) {
      noteReading(states, reading);
      if (reading.state === 'ok') await findings.add(reading.items, signal);
      yield trial(false);
    }
    const error = `No answer within ${Math.round(trialMs / 1000)} seconds.`;
    for (const [key, state] of states) if (state.state === 'reading') states.set(key, { ...state, state: 'slow', error });
    yield trial(true);
  }

  return {
    /** Throws `invalid` for faulty rules, `too_many` after too many trials; the rest arrives step by step. */
    async open(actor: Actor, update: CampaignUpdate, signal: AbortSignal): Promise<AsyncGenerator<Trial>> {
      const userId = userIdOf(actor);
      const candidate = await openCandidate(deps, { actor, update, signal }, { maxAgeDays: reachDays });
      const streams = listStreams(candidate.fields);
      const reddit = await transports.of(userId);
      readings.count(userId, streams.filter((stream) => readings.find(userId, stream) === null && !isShut(stream, reddit)).length);
      return run({ userId, candidate, streams, reddit }, signal);
    },
    recall: readings.recall,
  };
}
export type Trials = ReturnType<typeof createTrials>;
