// How long a round of fetching takes on one, two, and three servers with one PostgreSQL database, when Reddit takes half a second
// for each response. Reddit is a stand-in on loopback; all servers share one client ID and its budget.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemActor } from '#core/platform/actor.ts';
import { parseConfig } from '#core/platform/config.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { connectPostgres } from '#core/platform/db/connect-postgres.ts';
import { silentLog } from '#core/platform/log.ts';
import { type Core, openCore } from '#core/open.ts';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { fault } from '#test/support/fakes/reddit/faults.ts';
import { startFakeReddit } from '#test/support/fakes/reddit/server.ts';
import { startDefaultPostgres } from '#test/support/postgres-server.ts';
import { onServer } from '#test/support/test-database.ts';
import { type Figure, inventItems } from './generated-data.ts';
import { type Instance, startEarshot } from './server-process.ts';

const serverCounts = [1, 2, 3];
const subreddits = 2000;
const postsEach = 2;
const perCampaign = 250;
const responseMs = 500;
const laterMs = 3_600_000;
const lookEveryMs = 250;
/** Rounds begin once a minute. */
const patienceMs = 600_000;

const account = { username: 'ada', email: 'ada@example.test', password: 'a quiet harbour at noon' };

async function makeCampaigns(core: Core): Promise<void> {
  const { id } = await core.accounts.users.addUser(systemActor, account);
  const names = Array.from({ length: subreddits }, (_, n) => `subreddit${n}`);
  for (let from = 0; from < subreddits; from += perCampaign) {
    const input = {
      name: `Invoicing ${from}`,
      offering: 'Invoicing software for freelancers',
      rules: [{ text: 'invoic*' }],
      subreddits: names.slice(from, from + perCampaign),
      schedule: 'continuous' as const,
    };
    await core.inbox.campaigns.create({ kind: 'user', userId: id, role: 'user' }, campaignInputSchema.parse(input));
  }
}

/** A Reddit with posts in all subreddits, which takes its time. */
async function openReddit() {
  const reddit = await startFakeReddit();
  for (const [index, { title, body, author }] of inventItems(subreddits * postsEach).entries())
    reddit.world.post({ subreddit: `subreddit${index % subreddits}`, author: author ?? '', title, text: body });
  reddit.faults.add({ fault: fault.slow(responseMs) });
  return reddit;
}

interface Round {
  seconds: number;
  posts: number;
  states: string[];
}

/** Makes all campaigns due, and waits until their runs have ended. */
async function runRound(db: Db): Promise<Round> {
  await db('campaigns').update({ next_run_at: Date.now() });
  const campaigns = subreddits / perCampaign;
  for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(lookEveryMs)) {
    const runs = await db('runs').whereNotNull('finished_at').select('started_at', 'finished_at', 'state');
    if (runs.length < campaigns) continue;
    const began = Math.min(...runs.map(({ started_at }) => started_at));
    const ended = Math.max(...runs.map(({ finished_at }) => finished_at ?? 0));
    const posts = (await db('items').count<{ n: number }>({ n: '*' }).first())?.n ?? 0;
    return { seconds: (ended - began) / 1000, posts, states: [...new Set(runs.map(({ state }) => state))] };
  }
  throw new Error('The round did not end');
}

async function measure(databaseUrl: string, count: number): Promise<Figure> {
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  const reddit = await openReddit();
  const access = {
    source: 'api' as const,
    wwwUrl: reddit.url,
    apiUrl: reddit.url,
    clientId: reddit.clientId,
    clientSecret: reddit.clientSecret,
  };
  const instance: Instance = { dataDir, databaseUrl, reddit: access };
  const config = parseConfig({ dataDir, database: { client: 'postgres', url: databaseUrl }, reddit: { source: 'off' } });
  const core = await openCore(config, { log: silentLog, hold: 'own' });
  await makeCampaigns(core);
  await core.db('campaigns').update({ next_run_at: Date.now() + laterMs });
  await core.close();
  const servers = await Promise.all(Array.from({ length: count }, () => startEarshot(instance)));
  const db = await connectPostgres(databaseUrl);
  try {
    const before = await Promise.all(servers.map((server) => server.usage()));
    const { seconds, posts, states } = await runRound(db);
    const after = await Promise.all(servers.map((server) => server.usage()));
    const cpu = after.map(({ cpuMs }, index) => ((cpuMs - (before[index]?.cpuMs ?? 0)) / 1000).toFixed(1));
    const calls = reddit.requests.filter(({ path }) => !path.startsWith('/api/v1/')).length;
    return {
      figure: `a round over ${subreddits} subreddits on ${count === 1 ? 'one server' : `${count} servers`}, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
      ours: `${seconds.toFixed(1)} s, CPU time ${cpu.join(', ')} s`,
      yardstick: `${calls} requests, ${((calls * responseMs) / 1000).toFixed(0)} s one after the other; ${posts} of ${subreddits * postsEach} posts, ${states.join(', ')}`,
      ratio: (seconds / ((calls * responseMs) / 1000)).toFixed(2),
      target: '',
    };
  } finally {
    await db.destroy();
    await Promise.all(servers.map((server) => server.close()));
    await reddit.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export async function run(): Promise<Figure[]> {
  const postgres = await startDefaultPostgres();
  try {
    const figures: Figure[] = [];
    for (const count of serverCounts) {
      const name = `earshot_${count}`;
      await onServer(postgres.url, `create database ${name}`);
      figures.push(await measure(`${postgres.url}/${name}`, count));
    }
    return figures;
  } finally {
    postgres.stop();
  }
}

if (import.meta.main) console.table(await run());
