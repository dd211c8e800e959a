import { itemOf, type ItemRow } from '#core/inbox/items/items.ts';
import { listQueued, newestSeq } from '#core/inbox/items/queries.ts';
import type { FeatureReader } from '#core/inbox/learning/features.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { inSlices, type Steps } from '#core/platform/slices.ts';
import type { ScoreTask } from '#core/scoring/batch/batch-scorer.ts';
import type { ScorerResult } from '#core/scoring/scorer.ts';
import { createEarlierTexts } from './earlier-texts.ts';
import { type ListFollowedNames, listOwnAccounts } from './own-account-queries.ts';
import { createPreparing, type PreparingDeps } from './preparing.ts';
import { createCampaignCache, findGroup, type Group, type ScoredCampaign } from './scored-campaign.ts';
import { createTakers, type TakersOf } from './takers.ts';
import type { Finding } from './tally.ts';

export interface ScoredBatchDeps extends PreparingDeps {
  /** Batches are read here, so that nothing that is written delays them. */
  readDb: Db;
  now: Now;
  reader: FeatureReader;
  listFollowedNames: ListFollowedNames;
}

interface Batch {
  group: Group;
  campaigns: ScoredCampaign[];
  items: ItemRow[];
  /** The group's cursor after the batch. */
  upTo: number;
}

/** An item, and the campaigns that monitor its stream. */
interface Taken {
  item: ItemRow;
  takers: readonly ScoredCampaign[];
}

/** A batch that is being scored. */
export interface ScoredBatch {
  batch: Batch;
  taken: readonly Taken[];
  results: Promise<ScorerResult[][]>;
}

const batchSize = 500;

type ReadCampaigns = ReturnType<typeof createCampaignCache>;

async function findBatch(db: Db, readCampaigns: ReadCampaigns, unwritten: Batch | null): Promise<Batch | null> {
  const newest = await newestSeq(db);
  const group = await findGroup(db, newest, unwritten);
  if (!group) return null;
  const end = group.next ?? newest;
  const items = await listQueued(db, { from: group.from, to: end, limit: batchSize });
  const upTo = items.length < batchSize ? end : (items.at(-1)?.seq ?? end);
  return { group, campaigns: await readCampaigns(group.campaigns), items, upTo };
}

interface Takers {
  /** A user's own accounts never become their leads. */
  ownAccounts: ReadonlyMap<number, ReadonlySet<string>>;
  takersOf: TakersOf;
}

function findTakers(items: readonly ItemRow[], { ownAccounts, takersOf }: Takers): Taken[] {
  return items.flatMap((item) => {
    if (item.gone !== null) return [];
    const author = item.author?.toLowerCase() ?? '';
    const takers = takersOf(item).filter(({ userId }) => !ownAccounts.get(userId)?.has(author));
    return takers.length > 0 ? [{ item, takers }] : [];
  });
}

const tasksOf = (taken: readonly Taken[]): ScoreTask[] =>
  taken.map(({ item, takers }) => ({ item: itemOf(item), wanted: takers.map(({ id }) => String(id)) }));

/** Fullname of an earlier item with nearly the same text, or null. */
type FirstLike = (item: ItemRow) => string | null;

/** The results of an item for each campaign that monitors its stream. */
function findingsOf({ item, takers }: Taken, results: readonly ScorerResult[], firstLike: FirstLike): Finding[] {
  const byCampaign = new Map(results.map((result) => [result.campaignId, result]));
  const scored = results.some(({ outcome }) => outcome === 'scored');
  const original = scored ? firstLike(item) : null;
  return takers.flatMap((campaign) => {
    const result = byCampaign.get(String(campaign.id));
    return result ? [{ campaign, item, result, original }] : [];
  });
}

function* findingSteps(taken: readonly Taken[], results: readonly ScorerResult[][], firstLike: FirstLike): Steps<Finding[]> {
  const findings: Finding[] = [];
  for (const [index, one] of taken.entries()) {
    for (const finding of findingsOf(one, results[index] ?? [], firstLike)) findings.push(finding);
    yield;
  }
  return findings;
}

/** Finds and scores batches, furthest behind first. */
export function createBatches(deps: ScoredBatchDeps) {
  const { readDb, now, scorer } = deps;
  const readCampaigns = createCampaignCache(readDb, deps.reader);
  const prepareFor = createPreparing(deps);
  const takersFor = createTakers();
  const firstLike = createEarlierTexts();

  async function score(batch: Batch): Promise<ScoredBatch> {
    const ownAccounts = await listOwnAccounts(
      readDb,
      batch.campaigns.map(({ userId }) => userId),
      deps.listFollowedNames,
    );
    const taken = findTakers(batch.items, { ownAccounts, takersOf: takersFor(batch.campaigns) });
    const results = scorer.score(tasksOf(taken), now());
    // It may fail while the batch before it is written.
    results.catch(() => undefined);
    return { batch, taken, results };
  }

  return {
    /** Starts to score the next batch, or the one after a batch that isn't written yet. Null when everything is scored. */
    async next(unwritten: ScoredBatch | null): Promise<ScoredBatch | null> {
      for (;;) {
        const batch = await findBatch(readDb, readCampaigns, unwritten?.batch ?? null);
        if (!batch) return null;
        if (await prepareFor(batch.campaigns, unwritten?.results)) return score(batch);
      }
    },
    /** In the order of the batches, so that of similar texts the first is the original. */
    findings: async ({ taken, results }: ScoredBatch): Promise<Finding[]> => inSlices(findingSteps(taken, await results, firstLike)),
  };
}
