import { loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import { connect, transact } from '#core/platform/db/connect.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import type { Core } from '#core/open.ts';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { streamsNamed } from '#shared/streams.ts';
import { type Figure, inventItems, inventRules, inventUser, openBench, start, topicOf } from './generated-data.ts';
import { cpuMilliseconds, processCpuMilliseconds } from './cpu.ts';
import { posts } from './sizes.ts';

const batch = 500;
/** The first batch only starts the scoring thread. */
const measured = posts(100_000);
const total = measured + batch;
const campaigns = 100;
/** Ms between two samples, which the histogram contains. */
const lagResolution = 5;

async function makeCampaigns(core: Core): Promise<void> {
  for (let number = 0; number < campaigns; number += 1) {
    const owner = await inventUser(core, `user${number}`);
    const topic = topicOf(number);
    const subreddits = Array.from({ length: 12 }, (_, index) => `subreddit${(number * 2 + index) % 200}`);
    await core.inbox.campaigns.create(
      owner,
      campaignInputSchema.parse({
        name: topic,
        offering: `Software for ${topic}`,
        rules: inventRules(number),
        streams: streamsNamed('subreddit', subreddits),
      }),
    );
  }
  await core.discovery.pipeline.settled();
}

function* batches(): Generator<FetchedItem[]> {
  for (let from = 0; from < total; from += batch) yield inventItems(Math.min(batch, total - from), from);
}

/** Batches as JSON, outside the heap: inventing them while others are stored would be measured as well. */
const inventReplies = (): Buffer[] => Array.from(batches(), (items) => Buffer.from(JSON.stringify(items)));

/** Items arrive as fast as they can be stored; meanwhile those before are scored, as on a server that reads several streams. */
async function ingestAll(core: Core, replies: Iterable<Buffer>): Promise<void> {
  const { pipeline } = core.discovery;
  for (const reply of replies) {
    const items = JSON.parse(reply.toString()) as FetchedItem[];
    await transact(core.db, (trx) => core.inbox.items.store(trx, { scope: '', source: 'api', items, now: start }));
    pipeline.scoreSoon();
  }
  await pipeline.settled();
}

/** Inserts the same rows with the same driver into a table with only a key. */
async function insertBare(file: string): Promise<number> {
  const db = connect(file);
  await db.schema.createTable('bare', (table) => {
    for (const column of ['fullname', 'kind', 'subreddit', 'author', 'title', 'body', 'permalink']) table.text(column);
    for (const column of ['created_at', 'score', 'num_comments']) table.integer(column);
    table.unique(['fullname']);
  });
  let spent = 0;
  for (const items of batches()) {
    const rows = items.map((item) => [
      item.fullname,
      item.kind,
      item.subreddit,
      item.author,
      item.title,
      item.body,
      item.permalink,
      item.createdAt,
      item.score,
      item.numComments,
    ]);
    const began = performance.now();
    await db.transaction((trx) =>
      trx.raw(`insert into bare values ${rows.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}`, rows.flat()),
    );
    spent += performance.now() - began;
  }
  await db.destroy();
  return spent;
}

/** CPU time of this thread from one turn of the event loop to the next: how long requests wait whatever else the machine does. */
function watchTurns(): { stop(): number[] } {
  const turns: number[] = [];
  let before = cpuMilliseconds();
  const timer = setInterval(() => {
    const now = cpuMilliseconds();
    turns.push(now - before);
    before = now;
  }, 2);
  return {
    stop() {
      clearInterval(timer);
      return turns.sort((a, b) => a - b);
    },
  };
}

/** Items per second through storing, filtering, matching, scoring, and saving, compared with bare inserts of the same rows. */
export async function run(): Promise<Figure[]> {
  const bench = await openBench({ discovery: { scoringThread: true } });
  await makeCampaigns(bench.core);
  const [first, ...replies] = inventReplies();
  // The scoring thread reads its tables and compiles the rules.
  if (first) await ingestAll(bench.core, [first]);
  const lag = monitorEventLoopDelay({ resolution: lagResolution });
  lag.enable();
  const watch = watchTurns();
  const cpuBefore = cpuMilliseconds();
  const processBefore = processCpuMilliseconds();
  const began = performance.now();
  await ingestAll(bench.core, replies);
  const ours = (measured / (performance.now() - began)) * 1000;
  const perCpuSecond = (measured / (cpuMilliseconds() - cpuBefore)) * 1000;
  const everything = (measured / (processCpuMilliseconds() - processBefore)) * 1000;
  const turns = watch.stop();
  lag.disable();
  const bare = (total / (await insertBare(join(bench.dataDir, 'bare.db')))) * 1000;
  const kept = await bench.core.db('posts').count<{ n: number }>({ n: '*' }).first();
  if (!kept?.n) throw new Error('The ingest bench kept no posts, so it measured nothing');
  const memory = process.memoryUsage().rss / 1024 ** 2;
  await bench.close();
  return [
    {
      figure: `ingest, ${measured} items, ${campaigns} campaigns, ${kept.n} posts kept`,
      ours: `${Math.round(ours)}/s, ${Math.round(perCpuSecond)} per CPU second of the main thread, ${Math.round(everything)} per CPU second of all threads`,
      yardstick: `${Math.round(bare)}/s bare inserts`,
      ratio: (ours / bare).toFixed(2),
      target: '≥ 6000/s',
    },
    {
      figure: `event loop during ingest, p99, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
      ours: `${Math.round(lag.percentile(99) / 1e6 - lagResolution)} ms late`,
      yardstick: `${turns[Math.floor(turns.length * 0.99)]?.toFixed(1)} ms of CPU time in a turn, ${turns.at(-1)?.toFixed(1)} ms at most`,
      ratio: '',
      target: '< 20 ms',
    },
    {
      figure: "memory of this process (a server's: ingested-memory)",
      ours: `${Math.round(memory)} MB`,
      yardstick: '',
      ratio: '',
      target: '',
    },
  ];
}

if (import.meta.main) console.table(await run());
