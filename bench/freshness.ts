// How soon a post is stored and its lead announced to the browser, in real time, with a stand-in for Reddit on loopback: all of
// the instance's requests go through one client ID, whose budget is 100 requests a minute. With `--database postgres --servers N`,
// N servers on one PostgreSQL database fetch on their schedules; the browser is connected to one of them.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { systemActor } from '#core/platform/actor.ts';
import { parseConfig } from '#core/platform/config.ts';
import { silentLog } from '#core/platform/log.ts';
import { type Core, openCore } from '#core/open.ts';
import { discover } from '#jobs/jobs.ts';
import { startJobs } from '#jobs/scheduler.ts';
import { serve } from '#server/main.ts';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { streamsNamed } from '#shared/streams.ts';
import { startFakeReddit } from '#test/support/fakes/reddit/server.ts';
import { startDefaultPostgres } from '#test/support/postgres-server.ts';
import { onServer } from '#test/support/test-database.ts';
import { createRandom, type Figure, inventItems } from './generated-data.ts';
import { type Instance, startEarshot } from './server-process.ts';
import { postgresServers, seconds } from './sizes.ts';

const publishMs = seconds(300) * 1000;
const tickMs = 60_000;
/** Campaigns fetch every two minutes. */
const pollMs = 120_000;
const stepMs = 250;
/** Older posts are not listed any more. */
const listedMs = 600_000;
const perCampaign = 300;
const leadShare = 0.02;
const loads = [
  { perSecond: 50, subreddits: 200 },
  { perSecond: 200, subreddits: 2000 },
];
type Load = (typeof loads)[number];
type Reddit = Awaited<ReturnType<typeof startFakeReddit>>;

const account = { username: 'ada', email: 'ada@example.test', password: 'a quiet harbour at noon' };
const asks = {
  title: 'Looking for invoicing software',
  text: 'My clients pay late. Which invoicing tool would you recommend for a freelancer?',
};

async function makeCampaigns(core: Core, userId: string, { subreddits }: Load): Promise<void> {
  const names = Array.from({ length: subreddits }, (_, n) => `subreddit${n}`);
  for (let from = 0; from < subreddits; from += perCampaign) {
    const input = {
      name: `Invoicing ${from}`,
      offering: 'Invoicing software for freelancers',
      rules: [{ text: 'invoic*' }],
      streams: streamsNamed('subreddit', names.slice(from, from + perCampaign)),
      schedule: 'continuous' as const,
    };
    await core.inbox.campaigns.create({ kind: 'user', userId, role: 'user' }, campaignInputSchema.parse(input));
  }
}

/** Publishes posts evenly until the time is over, and forgets those that no listing shows any more. */
async function publish({ world }: Reddit, { perSecond, subreddits }: Load, until: number): Promise<number> {
  const random = createRandom(perSecond);
  let published = 0;
  for (const began = Date.now(); Date.now() < until; await sleep(stepMs)) {
    const due = Math.floor(((Date.now() - began) * perSecond) / 1000);
    const batch = inventItems(due - published, published);
    for (const [index, item] of batch.entries()) {
      const number = published + index;
      const asked = random() < leadShare ? asks : { title: item.title, text: item.body };
      world.post({
        subreddit: `subreddit${Math.floor(random() * subreddits)}`,
        author: `author_${number}`,
        title: `${asked.title} ${number}`,
        text: `${asked.text} ${item.body.slice(0, 80)}`,
      });
    }
    published = due;
    for (const [name, thing] of world.things) {
      if (thing.createdAt > Date.now() - listedMs) break;
      world.things.delete(name);
    }
  }
  return published;
}

/** Times at which the browser was told that leads changed. */
function openBrowser(url: string, token: string): { socket: Socket; times: number[] } {
  const times: number[] = [];
  const socket = io(url, { auth: { token }, transports: ['websocket'] });
  socket.on('stale', ({ keys }: { keys: string[] }) => {
    if (keys.includes('leads-changed')) times.push(Date.now());
  });
  return { socket, times };
}

async function fetchUntil(core: Core, until: number): Promise<void> {
  const signal = new AbortController().signal;
  while (Date.now() < until) {
    const began = Date.now();
    await core.discovery.pipeline.listen(signal);
    await sleep(Math.max(0, Math.min(began + tickMs, until) - Date.now()));
  }
}

interface Times {
  created_at: number;
  at: number;
}

const quantile = (values: readonly number[], share: number): string => {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN) / 1000).toFixed(0);
};
const shown = (values: readonly number[]): string => `p50 ${quantile(values, 0.5)} s, p95 ${quantile(values, 0.95)} s`;

/** The most requests in any minute. */
function busiestMinute(times: readonly number[]): number {
  let from = 0;
  return times.reduce((max, time, index) => {
    while ((times[from] ?? time) < time - 60_000) from += 1;
    return Math.max(max, index - from + 1);
  }, 0);
}

/**
 * The server that the browser is connected to fetches in this process, the others in processes of their own. Returns the CPU
 * seconds that each of the others used.
 */
async function fetchWith(core: Core, others: Instance & { count: number }, until: number): Promise<number[]> {
  if (postgresServers === null) {
    await fetchUntil(core, until);
    return [];
  }
  const servers = await Promise.all(Array.from({ length: others.count }, () => startEarshot(others)));
  const stopJobs = await startJobs(core, [discover]);
  const started = await Promise.all(servers.map((server) => server.usage()));
  await sleep(until - Date.now());
  await stopJobs();
  const ended = await Promise.all(servers.map((server) => server.usage()));
  await Promise.all(servers.map((server) => server.close()));
  return ended.map(({ cpuMs }, index) => (cpuMs - (started[index]?.cpuMs ?? 0)) / 1000);
}

const servedBy = postgresServers === null ? '' : `, ${postgresServers} servers on PostgreSQL`;
const nameOf = ({ perSecond, subreddits }: Load): string => `${perSecond} posts/s in ${subreddits} subreddits${servedBy}`;

const cpuFigure = (used: number, of: string): Figure => ({
  figure: `CPU time ${of}`,
  ours: `${used.toFixed(0)} s`,
  yardstick: `${((publishMs + pollMs + tickMs) / 1000).toFixed(0)} s`,
  ratio: '',
  target: '',
});

async function measure(load: Load, postgresUrl: string | null): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  const reddit = await startFakeReddit();
  for (let n = 0; n < load.subreddits; n += 1) reddit.world.community(`subreddit${n}`);
  const access = { source: 'api' as const, wwwUrl: reddit.url, apiUrl: reddit.url, clientId: 'client', clientSecret: 'secret' };
  const databaseUrl = postgresUrl === null ? undefined : await makeDatabase(postgresUrl, load);
  const database = databaseUrl === undefined ? {} : { database: { client: 'postgres' as const, url: databaseUrl } };
  const config = parseConfig({ dataDir, http: { port: 0 }, reddit: access, scoring: { reader: 'off' }, ...database });
  const core = await openCore(config, { log: silentLog, hold: 'own' });
  const { id } = await core.accounts.users.addUser(systemActor, account);
  await makeCampaigns(core, id, load);
  const server = await serve(core);
  const { socket, times } = openBrowser(server.url, (await core.accounts.users.signIn(account, '127.0.0.1')).token);
  try {
    const until = Date.now() + publishMs;
    // The first round finds out how busy each subreddit is.
    const countedFrom = Date.now() + Math.min(pollMs + tickMs, publishMs / 2);
    const others = { dataDir, databaseUrl, reddit: access, count: (postgresServers ?? 1) - 1 };
    const [published, cpuSeconds] = await Promise.all([publish(reddit, load, until), fetchWith(core, others, until + pollMs + tickMs)]);
    await core.discovery.pipeline.settled();
    const stored = await core.db('items').select<Times[]>('created_at', 'fetched_at as at');
    const isCounted = ({ created_at }: Times): boolean => created_at >= countedFrom;
    const leads = (await core.db('posts').whereNotNull('lead_id').select<Times[]>('created_at', 'discovered_at as at')).filter(isCounted);
    const announced = leads.flatMap(({ created_at, at }) => {
      const time = times.find((each) => each >= at);
      return time === undefined ? [] : [time - created_at];
    });
    const calls = reddit.requests.filter(({ path }) => !path.startsWith('/api/v1/')).map(({ at }) => at);
    const name = nameOf(load);
    return [
      {
        figure: `posted → stored, ${name}, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
        ours: shown(stored.filter(isCounted).map(({ created_at, at }) => at - created_at)),
        yardstick: `poll interval ${pollMs / 1000} s; ${stored.length} of ${published} posts`,
        ratio: (stored.length / published).toFixed(3),
        target: `p95 ≤ ${pollMs / 1000 + 5} s, ≥ 95 % of what the budget can carry`,
      },
      {
        figure: `posted → announced to the browser, ${name}`,
        ours: announced.length === 0 ? 'none' : shown(announced),
        yardstick: `${announced.length} of ${leads.length} leads`,
        ratio: '',
        target: `p95 ≤ ${pollMs / 1000 + 5} s`,
      },
      {
        figure: `requests to Reddit, ${name}`,
        ours: `${busiestMinute(calls)} in the busiest minute, ${calls.length} in all`,
        yardstick: 'budget of 100 a minute, 1,000 in ten minutes',
        ratio: '',
        target: 'never above the budget',
      },
      ...cpuSeconds.map((used, index) => cpuFigure(used, `of server ${index + 2}, ${name}`)),
    ];
  } finally {
    socket.close();
    await server.close();
    await core.close();
    await reddit.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function makeDatabase(postgresUrl: string, { perSecond }: Load): Promise<string> {
  const name = `earshot_${perSecond}`;
  await onServer(postgresUrl, `create database ${name}`);
  return `${postgresUrl}/${name}`;
}

export async function run(): Promise<Figure[]> {
  const postgres = postgresServers === null ? null : await startDefaultPostgres();
  try {
    const figures: Figure[] = [];
    for (const load of loads) figures.push(...(await measure(load, postgres?.url ?? null)));
    return figures;
  } finally {
    postgres?.stop();
  }
}

if (import.meta.main) console.table(await run());
