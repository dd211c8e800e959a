import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { withoutAi } from '#core/ai/score/candidate.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import type { FeatureReader } from '#core/inbox/learning/features.ts';
import type { Blacklist } from '#core/scoring/filters/filter.ts';
import { NearDuplicates } from '#core/scoring/filters/near-duplicates.ts';
import { openLanguageOf } from '#core/scoring/text/language.ts';
import type { MatcherLimits } from '#core/scoring/match/matcher.ts';
import { createScorerInSlices, type Scorer, type ScorerOptions } from '#core/scoring/scorer.ts';
import { type Background, readBackground } from '#core/scoring/background.ts';
import { createCampaignCache, findGroup, type Group, type ScoredCampaign } from './scored-campaign.ts';
import { itemOf, type ItemRow } from '#core/inbox/items/items.ts';
import { listQueued, newestSeq } from '#core/inbox/items/queries.ts';
import { type ListFollowedNames, listOwnAccounts } from './own-account-queries.ts';
import { findBroken, setAside } from './set-aside.ts';
import { type Finding, sentOf, type Tally, talliesOf } from './tally.ts';
import { writeFindings } from './write-findings.ts';
import type { NewLead } from './written.ts';

export interface ScoringPassDeps {
  db: Db;
  bus: Bus;
  /** Waits until no other server scores. Returns a function that ends the turn. */
  takeTurn: (signal?: AbortSignal) => Promise<() => Promise<void>>;
  now: Now;
  readBlacklist: () => Promise<Blacklist>;
  reader: FeatureReader;
  listFollowedNames: ListFollowedNames;
  /** Stored in `scored_by`: `builtin`, or a mark that a model should still score the post. */
  scoredBy: () => string;
  /** Maximum size of the table of all rules; unlimited if absent. */
  ruleLimits?: MatcherLimits | undefined;
  /** Called before each write; tests throw here to simulate a crash. */
  onStep?: (step: string) => void;
}

/** Result of scoring a batch, after the commit. */
export interface Scored {
  tallies: Tally[];
  newLeads: NewLead[];
}

interface Batch {
  group: Group;
  campaigns: ScoredCampaign[];
  items: ItemRow[];
  /** The group's cursor after the batch. */
  upTo: number;
}

const batchSize = 500;
/** Milliseconds of uninterrupted scoring before other work gets its turn. */
const stretchMs = 8;

async function findBatch(db: Db, readCampaigns: ReturnType<typeof createCampaignCache>): Promise<Batch | null> {
  const newest = await newestSeq(db);
  const group = await findGroup(db, newest);
  if (!group) return null;
  const end = group.next ?? newest;
  const items = await listQueued(db, { from: group.from, to: end, limit: batchSize });
  const upTo = items.length < batchSize ? end : (items.at(-1)?.seq ?? end);
  return { group, campaigns: await readCampaigns(group.campaigns), items, upTo };
}

/** Caches the scorer for a set of campaigns while the set doesn't change: compiling takes longer than scoring a batch. */
function createScorers(deps: ScoringPassDeps) {
  const { now, readBlacklist, scoredBy, ruleLimits } = deps;
  let background: Background | null = null;
  let kept: { key: string; scorer: Scorer } | null = null;

  async function compile(campaigns: readonly ScoredCampaign[], options: Omit<ScorerOptions, 'campaigns'>): Promise<Scorer | null> {
    const scorer = await createScorerInSlices({ ...options, campaigns: campaigns.map(({ scoring }) => scoring) }).catch(
      (error: unknown) => error,
    );
    if (scorer instanceof Error) {
      const broken = await findBroken(campaigns, options);
      if (broken.length === 0) throw scorer;
      await setAside(deps, broken, 'broken');
      return null;
    }
    const { tooLarge } = scorer as Scorer;
    if (tooLarge.length === 0) return scorer as Scorer;
    await setAside(
      deps,
      campaigns.filter(({ id }) => tooLarge.includes(String(id))),
      'tooLarge',
    );
    return null;
  }

  /** Null when campaigns with unusable rules were paused, which changes the set. */
  return async (campaigns: readonly ScoredCampaign[]): Promise<Scorer | null> => {
    const blacklist = await readBlacklist();
    const key = JSON.stringify([
      campaigns.map(({ id, version, scoring }) => [id, version, scoring.weights, scoring.leadThreshold, [...(scoring.paused ?? [])]]),
      blacklist,
    ]);
    if (kept?.key !== key) {
      background ??= readBackground();
      const languageOf = await openLanguageOf(campaigns.map(({ scoring }) => scoring));
      const scorer = await compile(campaigns, {
        background,
        ...(ruleLimits && { limits: ruleLimits }),
        blacklist,
        now,
        // A model may still want to see items that no rule matches.
        compareAll: scoredBy() === withoutAi,
        ...(languageOf ? { languageOf } : {}),
      });
      if (!scorer) return null;
      kept = { key, scorer };
    }
    return kept.scorer;
  };
}

/** Near-duplicates are detected per scope, so that one user's import doesn't hide anything from others. */
function createDuplicates() {
  const byScope = new Map<string, NearDuplicates>();
  return (item: ItemRow): string | null => {
    const index = byScope.get(item.scope) ?? new NearDuplicates(item.scope === '' ? 50_000 : 2_000);
    byScope.set(item.scope, index);
    return index.add(itemOf(item));
  };
}

/** Scores an item for each campaign that monitors its stream. */
function assessItem(item: ItemRow, campaigns: readonly ScoredCampaign[], { scorer, firstLike, ownAccounts }: Bench): Finding[] {
  const author = item.author?.toLowerCase() ?? '';
  const takers = campaigns.filter(
    (campaign) => item.gone === null && campaign.takes(item) && !ownAccounts.get(campaign.userId)?.has(author),
  );
  if (takers.length === 0) return [];
  const results = new Map(
    scorer.score(itemOf(item), new Set(takers.map(({ id }) => String(id)))).map((result) => [result.campaignId, result]),
  );
  const scored = takers.some(({ id }) => results.get(String(id))?.outcome === 'scored');
  const original = scored ? firstLike(item) : null;
  return takers.flatMap((campaign) => {
    const result = results.get(String(campaign.id));
    return result ? [{ campaign, item, result, original }] : [];
  });
}

interface Bench {
  scorer: Scorer;
  /** Fullname of an earlier item with nearly the same text, or null. */
  firstLike: (item: ItemRow) => string | null;
  /** A user's own accounts never become their leads. */
  ownAccounts: ReadonlyMap<number, ReadonlySet<string>>;
}

async function assessBatch({ campaigns, items }: Batch, bench: Bench): Promise<Finding[]> {
  const findings: Finding[] = [];
  let began = performance.now();
  for (const item of items) {
    for (const finding of assessItem(item, campaigns, bench)) findings.push(finding);
    if (performance.now() - began > stretchMs) {
      await yieldToOthers();
      began = performance.now();
    }
  }
  return findings;
}

/**
 * Scores everything fetched for every active campaign in batches, furthest behind first. Posts, leads, and cursors are saved in
 * one transaction, so that each item counts once per campaign even if the process is killed.
 */
export function createScoringPass(deps: ScoringPassDeps) {
  const { db, now } = deps;
  const readCampaigns = createCampaignCache(db, deps.reader);
  const scorerFor = createScorers(deps);
  const firstLike = createDuplicates();
  const listeners = new Set<(scored: Scored) => void>();
  let tail: Promise<void> = Promise.resolve();

  async function scoreBatch(): Promise<boolean> {
    const batch = await findBatch(db, readCampaigns);
    if (!batch) return false;
    const scorer = await scorerFor(batch.campaigns);
    if (!scorer) return true;
    const ownAccounts = await listOwnAccounts(
      db,
      batch.campaigns.map(({ userId }) => userId),
      deps.listFollowedNames,
    );
    const findings = await assessBatch(batch, { scorer, firstLike, ownAccounts });
    const written = await transact(db, (trx) =>
      writeFindings(trx, { ...batch, findings, now: now(), scoredBy: deps.scoredBy(), onStep: deps.onStep }),
    );
    deps.onStep?.('committed');
    const scored = { tallies: talliesOf(findings, written), newLeads: written.newLeads };
    for (const listener of listeners) listener(scored);
    for (const tally of scored.tallies) deps.bus.emit('scored', { tallies: [sentOf(tally)] });
    return true;
  }

  /** Servers score one after the other: what one has scored counts in the runs of all when the next one begins. */
  async function catchUp(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    const endTurn = await deps.takeTurn(signal);
    try {
      while (!signal?.aborted && (await scoreBatch()));
    } finally {
      await endTurn();
    }
  }

  return {
    /** Resolves when everything stored before the call is scored, or the signal aborts. */
    scoreAll(signal?: AbortSignal): Promise<void> {
      const run = tail.then(() => catchUp(signal));
      tail = run.catch(() => undefined);
      return run;
    },
    /** Called after every committed batch. Returns a function that unsubscribes. */
    onScored(listener: (scored: Scored) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
export type ScoringPass = ReturnType<typeof createScoringPass>;
