import { itemOf, type ItemRow } from '#core/inbox/items/items.ts';
import { listQueued, newestSeq } from '#core/inbox/items/queries.ts';
import type { FeatureReader } from '#core/inbox/learning/features.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Log } from '#core/platform/log.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { inSlices, type Steps } from '#core/platform/slices.ts';
import type { ScoreTask } from '#core/scoring/batch/batch-scorer.ts';
import type { ScorerResult } from '#core/scoring/scorer.ts';
import { createEarlierTexts } from './earlier-texts.ts';
import { listReadings, type ListFollowedNames, listOwnAccounts } from './queries.ts';
import { isOpenTo } from './open-items.ts';
import { createPrepareScorer, type PrepareScorerDeps } from './prepare-scorer.ts';
import { createCampaignCache, findGroup, type Group, type ScoredCampaign } from './scored-campaign.ts';
import type { Finding } from './finding.ts';

/** Campaigns that monitor the stream of an item. */
type SubscribedTo = (item: Pick<ItemRow, 'scope' | 'kind' | 'subreddit_key'>) => readonly ScoredCampaign[];

const maxStreams = 20_000;

/** Looks up once per stream, while the campaigns stay the same, which of them monitor it. */
function createSubscribedCampaigns(): (campaigns: readonly ScoredCampaign[]) => SubscribedTo {
  let known: readonly ScoredCampaign[] = [];
  const byStream = new Map<string, readonly ScoredCampaign[]>();
  return (campaigns) => {
    const isSame = campaigns.length === known.length && campaigns.every((campaign, index) => campaign === known[index]);
    if (!isSame) byStream.clear();
    known = campaigns;
    return (item) => {
      const stream = `${item.kind} ${item.subreddit_key} ${item.scope}`;
      const cached = byStream.get(stream);
      if (cached) return cached;
      if (byStream.size >= maxStreams) byStream.clear();
      const subscribed = campaigns.filter((campaign) => campaign.takes(item));
      byStream.set(stream, subscribed);
      return subscribed;
    };
  };
}

export interface ScoredBatchDeps extends PrepareScorerDeps {
  /** Batches are read here, so that nothing that is written delays them. */
  readDb: Db;
  now: Now;
  log: Pick<Log, 'warn'>;
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
interface Monitored {
  item: ItemRow;
  subscribed: readonly ScoredCampaign[];
}

/** A batch that is being scored. */
export interface ScoredBatch {
  batch: Batch;
  monitored: readonly Monitored[];
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

interface Subscriptions {
  /** A user's own accounts never become their leads. */
  ownAccounts: ReadonlyMap<number, ReadonlySet<string>>;
  subscribedTo: SubscribedTo;
}

function findMonitored(items: readonly ItemRow[], { ownAccounts, subscribedTo }: Subscriptions): Monitored[] {
  return items.flatMap((item) => {
    const subscribed = subscribedTo(item).filter(({ userId }) => isOpenTo(item, ownAccounts.get(userId)));
    return subscribed.length > 0 ? [{ item, subscribed }] : [];
  });
}

async function listTasks(db: Db, monitored: readonly Monitored[], reads: boolean): Promise<ScoreTask[]> {
  const ids = monitored.map(({ item }) => item.id);
  const said = Map.groupBy(reads ? await listReadings(db, ids) : [], ({ item_id }) => item_id);
  return monitored.map(({ item, subscribed }) => ({
    item: itemOf(item),
    wanted: subscribed.map(({ id }) => String(id)),
    said: Object.fromEntries(
      (said.get(item.id) ?? []).map(({ campaign_id, hash, on_topic, lead, strong, near, moved }) => [
        campaign_id,
        { hash, onTopic: on_topic, lead, strong, near, moved: moved === null ? null : (JSON.parse(moved) as number[]) },
      ]),
    ),
  }));
}

/** Fullname of an earlier item with nearly the same text, or null. */
type FirstLike = (item: ItemRow) => string | null;

/** The results of an item for each campaign that monitors its stream. */
function findingsOf({ item, subscribed }: Monitored, results: readonly ScorerResult[], firstLike: FirstLike): Finding[] {
  const byCampaign = new Map(results.map((result) => [result.campaignId, result]));
  const scored = results.some(({ outcome }) => outcome === 'scored');
  const original = scored ? firstLike(item) : null;
  return subscribed.flatMap((campaign) => {
    const result = byCampaign.get(String(campaign.id));
    return result ? [{ campaign, item, result, original }] : [];
  });
}

function* findingSteps(monitored: readonly Monitored[], results: readonly ScorerResult[][], firstLike: FirstLike): Steps<Finding[]> {
  const findings: Finding[] = [];
  for (const [index, one] of monitored.entries()) {
    for (const finding of findingsOf(one, results[index] ?? [], firstLike)) findings.push(finding);
    yield;
  }
  return findings;
}

/** Finds and scores batches, furthest behind first. */
export function createBatches(deps: ScoredBatchDeps) {
  const { readDb, now, scorer, log } = deps;
  const readCampaigns = createCampaignCache(readDb, deps.reader);
  const prepareFor = createPrepareScorer(deps);
  const subscribedFor = createSubscribedCampaigns();
  const firstLike = createEarlierTexts();
  let told: string | null = null;

  function tellFault(): void {
    const fault = scorer.fault();
    if (fault !== null && fault !== told) log.warn({ fault }, 'the built-in model cannot read posts: they are scored without it');
    told = fault;
  }

  async function score(batch: Batch): Promise<ScoredBatch> {
    const ownAccounts = await listOwnAccounts(
      readDb,
      batch.campaigns.map(({ userId }) => userId),
      deps.listFollowedNames,
    );
    const monitored = findMonitored(batch.items, { ownAccounts, subscribedTo: subscribedFor(batch.campaigns) });
    const results = scorer.score(await listTasks(readDb, monitored, deps.reads === true), now());
    // It may fail while the batch before it is written.
    results.catch(() => undefined);
    return { batch, monitored, results };
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
    async findings({ monitored, results }: ScoredBatch): Promise<Finding[]> {
      const found = await inSlices(findingSteps(monitored, await results, firstLike));
      tellFault();
      return found;
    },
  };
}
