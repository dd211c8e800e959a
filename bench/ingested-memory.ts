// Memory of `earshot serve` while it scores stored posts and imports a file, with its scoring thread, and after the thread ended. Run
// `npm run build` first: without a current bundle, `bin/earshot` starts the sources, which take more memory.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemActor } from '#core/platform/actor.ts';
import { connect, type Db, transact } from '#core/platform/db/connect.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { type Figure, inventItems, inventRules, inventUser, openBench, topicOf } from './generated-data.ts';
import { posts } from './sizes.ts';
import { startServer, type StartedServer } from './started-server.ts';

const total = posts(100_000);
const imported = Math.ceil(total / 5);
const batch = 500;
const campaigns = 100;
const ageStepMs = 10_000;
const sampleMs = 1000;
/** The thread ends after a minute without work. */
const afterThreadMs = 75_000;
const account = { username: 'ada', email: 'ada@example.test', password: 'a quiet harbour at noon' };

const recent = (item: FetchedItem, index: number): FetchedItem => ({ ...item, createdAt: Date.now() - (total - index) * ageStepMs });

interface Prepared {
  token: string;
  campaignId: string;
}

/** Campaigns of 30 rules, and posts that wait to be scored, as after an interrupted ingest. */
async function prepare(folder: string): Promise<Prepared> {
  const { core, clock, close } = await openBench({ folder });
  clock.now = Date.now();
  try {
    const { id } = await core.accounts.users.addUser(systemActor, account);
    const subredditsOf = (number: number) => Array.from({ length: 12 }, (_, index) => `subreddit${(number * 2 + index) % 200}`);
    const ids: string[] = [];
    for (let number = 0; number < campaigns; number += 1) {
      const owner = number === 0 ? ({ kind: 'user', userId: id, role: 'user' } as const) : await inventUser(core, `user${number}`);
      const topic = topicOf(number);
      const input = { name: topic, offering: `Software for ${topic}`, rules: inventRules(number), subreddits: subredditsOf(number) };
      ids.push((await core.inbox.campaigns.create(owner, campaignInputSchema.parse(input))).id);
    }
    await core.discovery.pipeline.settled();
    for (let from = 0; from < total; from += batch) {
      const items = inventItems(Math.min(batch, total - from), from).map((item, index) => recent(item, from + index));
      await transact(core.db, (trx) => core.inbox.items.store(trx, { scope: '', source: 'api', items, now: clock.now }));
    }
    return { token: (await core.accounts.users.signIn(account, '127.0.0.1')).token, campaignId: ids[0] ?? '' };
  } finally {
    await close();
  }
}

async function importPosts(url: string, { token, campaignId }: Prepared): Promise<void> {
  const lines = inventItems(imported, total).map(({ fullname, title, body, author, subreddit, createdAt, permalink }) =>
    JSON.stringify({ name: fullname, title, selftext: body, author, subreddit, created_utc: Math.floor(createdAt / 1000), permalink }),
  );
  const form = new FormData();
  form.set('file', new Blob([lines.join('\n')]), 'posts.jsonl');
  form.set('campaignId', campaignId);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/import/file`, { method: 'POST', headers, body: form });
  if (response.status !== 202) throw new Error(`The import answers ${response.status}: ${await response.text()}`);
}

interface Progress {
  /** Position of the campaign that is furthest behind. */
  scored: number;
  newest: number;
  imports: number;
  kept: number;
}

const progressSql = `select (select min(scored_seq) from campaigns) as scored, (select seq from item_seq) as newest,
  (select count(*) from pending_imports) as imports, (select count(*) from posts) as kept`;

/** Samples memory until everything is scored. */
async function watchScoring(server: StartedServer, db: Db): Promise<{ samples: number[]; kept: number }> {
  const samples: number[] = [];
  for (;;) {
    await sleep(sampleMs);
    samples.push(await server.resident());
    const [{ scored, newest, imports, kept }] = (await db.raw(progressSql)) as [Progress];
    if (samples.length % 10 === 0) console.error(`${scored} of ${newest} scored, ${samples.at(-1)?.toFixed(0)} MiB`);
    if (imports === 0 && scored >= newest) return { samples, kept };
  }
}

export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  const prepared = await prepare(folder);
  const db = connect(join(folder, 'earshot.db'));
  const server = await startServer(folder);
  try {
    const idle = await server.resident();
    const began = performance.now();
    await importPosts(server.url, prepared);
    const { samples, kept } = await watchScoring(server, db);
    const seconds = (performance.now() - began) / 1000;
    if (kept === 0) throw new Error('The server kept no posts, so nothing was measured');
    await sleep(afterThreadMs);
    const after = await server.resident();
    const tenth = Math.ceil(samples.length / 10);
    const tenths = samples.filter((_, index) => index % tenth === tenth - 1);
    return [
      {
        figure: `memory of earshot serve, ${total} stored posts scored and ${imported} imported, ${campaigns} campaigns, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
        ours: `${Math.max(...samples).toFixed(0)} MiB at most, ${samples.at(-1)?.toFixed(0)} MiB at the end`,
        yardstick: `${idle.toFixed(0)} MiB idle; ${tenths.map((each) => each.toFixed(0)).join(', ')}; ${kept} posts kept in ${seconds.toFixed(0)} s`,
        ratio: '',
        target: '≤ 250 MiB',
      },
      {
        figure: 'memory after the scoring thread ended',
        ours: `${after.toFixed(0)} MiB`,
        yardstick: '',
        ratio: (after / idle).toFixed(2),
        target: '≤ 250 MiB',
      },
    ];
  } finally {
    await db.destroy();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.table(await run());
