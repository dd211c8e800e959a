// Time of the first page of Leads while another user exports all leads and posts are ingested, compared with its time alone.
import { transact } from '#core/platform/db/connect.ts';
import type { Core } from '#core/open.ts';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { leadFilterQuery } from '#shared/leads.ts';
import { type Figure, inventItems, inventRules, inventUser, openBench, start, topicOf } from './generated-data.ts';
import { fillLeads, makeCampaigns, type User } from './kept-figures.ts';
import { posts, seconds } from './sizes.ts';

const total = posts(100_000);
const duration = seconds(15) * 1000;
const batch = 100;
const pauseMs = 20;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds of each first page that one reader requests, one after another. */
async function readPages(core: Core, reader: User, until: number): Promise<number[]> {
  const times: number[] = [];
  while (performance.now() < until) {
    const began = performance.now();
    const { items } = await core.inbox.leads.list(reader, { limit: 25, sort: '-confidence' });
    if (items.length === 0) throw new Error('The reader has no leads, so nothing was measured');
    times.push(performance.now() - began);
    await sleep(pauseMs);
  }
  return times.sort((a, b) => a - b);
}

async function exportUntil(core: Core, owner: User, until: number): Promise<number> {
  let pieces = 0;
  while (performance.now() < until) {
    const { pieces: all } = await core.inbox.exports.leads(owner, leadFilterQuery.parse({}), 'csv');
    for await (const _ of all) {
      pieces += 1;
      if (performance.now() >= until) break;
    }
  }
  return pieces;
}

/** About as many posts per second as all of Reddit. */
async function ingestUntil(core: Core, until: number): Promise<number> {
  let items = 0;
  for (; performance.now() < until; items += batch) {
    const fetched = inventItems(batch, 10_000_000 + items);
    await transact(core.db, (trx) => core.inbox.items.store(trx, { scope: '', source: 'api', items: fetched, now: start }));
    core.discovery.pipeline.scoreSoon();
    await core.discovery.pipeline.settled();
    await sleep(500);
  }
  return items;
}

const quantile = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
const shown = (times: readonly number[]): string =>
  `p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms, ${times.length} pages`;

export async function run(): Promise<Figure[]> {
  const { core, close } = await openBench();
  try {
    const [exporter, reader] = [await inventUser(core, 'exporter'), await inventUser(core, 'reader')];
    const [large] = await makeCampaigns(core, [exporter], 1);
    if (!large) throw new Error('There is no campaign');
    await fillLeads(core, large, total);
    const subreddits = Array.from({ length: 200 }, (_, index) => `subreddit${index}`);
    const input = {
      name: topicOf(1),
      offering: `Software for ${topicOf(1)}`,
      rules: inventRules(1),
      subreddits,
      leadThreshold: 30,
      postFloor: 10,
    };
    await core.inbox.campaigns.create(reader, campaignInputSchema.parse(input));
    await core
      .db('leads')
      .where('id', '<=', 500)
      .update({ user_id: Number(reader.userId) });
    await core
      .db('posts')
      .where('id', '<=', 500)
      .update({ user_id: Number(reader.userId) });
    await core.db.raw('analyze');
    const alone = await readPages(core, reader, performance.now() + duration / 3);
    const until = performance.now() + duration;
    const [beside, pieces, items] = await Promise.all([
      readPages(core, reader, until),
      exportUntil(core, exporter, until),
      ingestUntil(core, until),
    ]);
    if (pieces === 0 || items === 0) throw new Error('Nothing ran beside the reader');
    return [
      {
        figure: `first page of Leads beside an export of ${total} leads and ${Math.round((items / duration) * 1000)} posts/s`,
        ours: shown(beside),
        yardstick: `${shown(alone)} alone`,
        ratio: (quantile(beside, 0.95) / quantile(alone, 0.95)).toFixed(1),
        target: '≤ 3',
      },
    ];
  } finally {
    await close();
  }
}

if (import.meta.main) console.table(await run());
