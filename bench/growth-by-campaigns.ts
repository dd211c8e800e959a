import { indexAllTexts } from '#core/inbox/items/queries.ts';
import { transact } from '#core/platform/db/connect.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { Core } from '#core/open.ts';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { streamsNamed } from '#shared/streams.ts';
import { processCpuMilliseconds } from './cpu.ts';
import { createRandom, inventItems, inventRules, inventUser, itemEveryMs, openBench, start, topicOf } from './generated-data.ts';
import { fillPosts, lengthen, makeCampaigns, type User } from './kept-figures.ts';

const users = 10;
/** Views are measured with as many posts, whatever the number of campaigns. */
const posts = 20_000;
const batch = 500;
const batches = 8;
const subredditsEach = 12;
/** A thousand campaigns with more rules exceed `limits.ruleCharacters`. */
const rulesEach = 3;

async function inventUsers(core: Core): Promise<User[]> {
  const owners: User[] = [];
  for (let n = 0; n < users; n += 1) owners.push(await inventUser(core, `user${n}`));
  return owners;
}

/** There are twice as many subreddits as campaigns, so that every item is monitored by six of them, however many there are. */
async function makeActive(core: Core, owners: readonly User[], count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const owner = owners[number % owners.length];
    const subreddits = Array.from({ length: subredditsEach }, (_, index) => `subreddit${(number * 2 + index) % (2 * count)}`);
    const input = {
      name: `Campaign ${number}`,
      offering: `Software for ${topicOf(number)}`,
      rules: inventRules(number).slice(0, rulesEach),
      streams: streamsNamed('subreddit', subreddits),
    };
    if (owner) await core.inbox.campaigns.create(owner, campaignInputSchema.parse(input));
  }
  await core.discovery.pipeline.settled();
}

function itemsFor(count: number, from: number): FetchedItem[] {
  const random = createRandom(from + 1);
  return inventItems(batch, from).map((item) => Object.assign(item, { subreddit: `subreddit${Math.floor(random() * 2 * count)}` }));
}

async function ingest(core: Core, items: readonly FetchedItem[]): Promise<void> {
  await transact(core.db, (trx) => core.inbox.items.store(trx, { scope: '', source: 'api', items, now: start }));
  core.discovery.pipeline.scoreSoon();
  await core.discovery.pipeline.settled();
}

/** Milliseconds of CPU time of all threads for 100 items, from storing to saved scores; compiling the rules is left out. */
async function timeIngest(count: number): Promise<number> {
  const { core, close } = await openBench({ discovery: { scoringThread: true } });
  await makeActive(core, await inventUsers(core), count);
  for (const from of [0, batch]) await ingest(core, itemsFor(count, from));
  const sets = Array.from({ length: batches }, (_, n) => itemsFor(count, (n + 2) * batch));
  const before = processCpuMilliseconds();
  for (const items of sets) await ingest(core, items);
  const spent = processCpuMilliseconds() - before;
  const kept = await core.db('posts').count<{ n: number }>({ n: '*' }).first();
  if (!kept?.n) throw new Error('The growth bench kept no posts, so it measured nothing');
  await close();
  return spent / ((batches * batch) / 100);
}

/** Milliseconds of ingesting 100 items, and of each view, with that many campaigns. */
export async function timeCampaigns(
  count: number,
  timeViews: (core: Core, owners: readonly User[]) => Promise<Map<string, number>>,
): Promise<Map<string, number>> {
  if (count % users !== 0) throw new Error(`--campaigns takes multiples of ${users}, not ${count}`);
  const ingested = await timeIngest(count);
  const { core, clock, close } = await openBench();
  const owners = await inventUsers(core);
  await fillPosts(core, await makeCampaigns(core, owners, count / users), posts);
  await lengthen(core);
  await core.db.transaction(indexAllTexts);
  clock.now += posts * itemEveryMs;
  const times = await timeViews(core, owners);
  await close();
  return new Map([['ingest of 100 items', ingested], ...times]);
}
