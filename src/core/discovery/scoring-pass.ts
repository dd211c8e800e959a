import { type Db, transact } from '#core/platform/db/connect.ts';
import { inSlices, type Steps } from '#core/platform/slices.ts';
import type { FeatureReader } from '#core/inbox/learning/features.ts';
import type { BatchScorer } from '#core/scoring/batch/batch-scorer.ts';
import type { ScorerResult } from '#core/scoring/scorer.ts';
import { createCampaignCache, findGroup, type Group, type ScoredCampaign } from './scored-campaign.ts';
import { itemOf, type ItemRow } from '#core/inbox/items/items.ts';
import { listQueued, newestSeq } from '#core/inbox/items/queries.ts';
import { type ListFollowedNames, listOwnAccounts } from './own-account-queries.ts';
import { createPreparing, type PreparingDeps } from './preparing.ts';
import { createTakers, type TakersOf } from './takers.ts';
import { createEarlierTexts } from './earlier-texts.ts';
import { type Finding, sentOf, type Tally, talliesOf } from './tally.ts';
import { writeFindings } from './write-findings.ts';
import type { NewLead } from './written.ts';

export interface ScoringPassDeps extends PreparingDeps {
  /** Waits until no other server scores. Returns a function that ends the turn. */
  takeTurn: (signal?: AbortSignal) => Promise<() => Promise<void>>;
  reader: FeatureReader;
  listFollowedNames: ListFollowedNames;
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

async function findBatch(db: Db, readCampaigns: ReturnType<typeof createCampaignCache>): Promise<Batch | null> {
  const newest = await newestSeq(db);
  const group = await findGroup(db, newest);
  if (!group) return null;
  const end = group.next ?? newest;
  const items = await listQueued(db, { from: group.from, to: end, limit: batchSize });
  const upTo = items.length < batchSize ? end : (items.at(-1)?.seq ?? end);
  return { group, campaigns: await readCampaigns(group.campaigns), items, upTo };
}

interface Assessing {
  scorer: BatchScorer;
  /** Fullname of an earlier item with nearly the same text, or null. */
  firstLike: (item: ItemRow) => string | null;
  /** A user's own accounts never become their leads. */
  ownAccounts: ReadonlyMap<number, ReadonlySet<string>>;
  takersOf: TakersOf;
  now: number;
}

/** An item, and the campaigns that monitor its stream. */
interface Taken {
  item: ItemRow;
  takers: readonly ScoredCampaign[];
}

function findTakers(items: readonly ItemRow[], { ownAccounts, takersOf }: Assessing): Taken[] {
  return items.flatMap((item) => {
    if (item.gone !== null) return [];
    const author = item.author?.toLowerCase() ?? '';
    const takers = takersOf(item).filter(({ userId }) => !ownAccounts.get(userId)?.has(author));
    return takers.length > 0 ? [{ item, takers }] : [];
  });
}

/** The results of an item for each campaign that monitors its stream. */
function findingsOf({ item, takers }: Taken, results: readonly ScorerResult[], firstLike: Assessing['firstLike']): Finding[] {
  const byCampaign = new Map(results.map((result) => [result.campaignId, result]));
  const scored = results.some(({ outcome }) => outcome === 'scored');
  const original = scored ? firstLike(item) : null;
  return takers.flatMap((campaign) => {
    const result = byCampaign.get(String(campaign.id));
    return result ? [{ campaign, item, result, original }] : [];
  });
}

function* findingSteps(taken: readonly Taken[], results: readonly ScorerResult[][], firstLike: Assessing['firstLike']): Steps<Finding[]> {
  const findings: Finding[] = [];
  for (const [index, one] of taken.entries()) {
    for (const finding of findingsOf(one, results[index] ?? [], firstLike)) findings.push(finding);
    yield;
  }
  return findings;
}

async function assessBatch(items: readonly ItemRow[], assessing: Assessing): Promise<Finding[]> {
  const taken = findTakers(items, assessing);
  const tasks = taken.map(({ item, takers }) => ({ item: itemOf(item), wanted: takers.map(({ id }) => String(id)) }));
  const results = await assessing.scorer.score(tasks, assessing.now);
  return inSlices(findingSteps(taken, results, assessing.firstLike));
}

/**
 * Scores everything fetched for every active campaign in batches, furthest behind first. Posts, leads, and cursors are saved in
 * one transaction, so that each item counts once per campaign even if the process is killed.
 */
export function createScoringPass(deps: ScoringPassDeps) {
  const { db, now, scorer } = deps;
  const readCampaigns = createCampaignCache(db, deps.reader);
  const prepareFor = createPreparing(deps);
  const takersFor = createTakers();
  const firstLike = createEarlierTexts();
  const listeners = new Set<(scored: Scored) => void>();
  let tail: Promise<void> = Promise.resolve();

  async function scoreBatch(): Promise<boolean> {
    const batch = await findBatch(db, readCampaigns);
    if (!batch) return false;
    if (!(await prepareFor(batch.campaigns))) return true;
    const ownAccounts = await listOwnAccounts(
      db,
      batch.campaigns.map(({ userId }) => userId),
      deps.listFollowedNames,
    );
    const takersOf = takersFor(batch.campaigns);
    const findings = await assessBatch(batch.items, { scorer, firstLike, ownAccounts, takersOf, now: now() });
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
