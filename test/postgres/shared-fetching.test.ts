import { streamsNamed } from '#shared/streams.ts';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parseConfig } from '#core/platform/config.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { connectPostgres } from '#core/platform/db/postgres/connect-postgres.ts';
import { silentLog } from '#core/platform/log.ts';
import { openCore } from '#core/open.ts';
import type { Run } from '#shared/campaigns.ts';
import { type Environment, serveEarshot, type Served } from '#test/support/earshot-process.ts';
import { makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { fault } from '#test/support/fakes/reddit/faults.ts';
import { startFakeReddit } from '#test/support/fakes/reddit/server.ts';
import { makeOwnedDatabase } from '#test/support/test-database.ts';

vi.setConfig({ testTimeout: 300_000 });

const opening = { EARSHOT_JOBS__DISCOVERY: '* * * * * *' };
const helping = { EARSHOT_JOBS__ENABLED: 'false' };
const names = Array.from({ length: 300 }, (_, n) => `place${n}`);
const refused = { place7: 'private', place90: 'banned', place150: 'quarantined', place222: 'missing' } as const;

interface Server extends Served {
  /** As Reddit sees it. */
  agent: string;
}

/** A campaign that monitors 300 subreddits with a post each, a Reddit that answers slowly, and no server yet. */
async function openWorld({ withRefused = false, slowMs = 150 } = {}) {
  const reddit = await startFakeReddit({ limit: 1_000_000 });
  const owned = await makeOwnedDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-shared-'));
  const db = await connectPostgres(owned.url);
  onTestFinished(async () => {
    await db.destroy();
    await reddit.close();
    await owned.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const secret = randomBytes(48).toString('base64url');
  const environment = {
    EARSHOT_DATA_DIR: dataDir,
    EARSHOT_SCORING__READER: 'off',
    EARSHOT_DATABASE__CLIENT: 'postgres',
    EARSHOT_DATABASE__URL: owned.url,
    EARSHOT_SECURITY__SECRET: secret,
    EARSHOT_SECURITY__ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    EARSHOT_REDDIT__SOURCE: 'api',
    EARSHOT_REDDIT__WWW_URL: reddit.url,
    EARSHOT_REDDIT__API_URL: reddit.url,
    EARSHOT_REDDIT__CLIENT_ID: reddit.clientId,
    EARSHOT_REDDIT__CLIENT_SECRET: reddit.clientSecret,
    EARSHOT_REDDIT__REQUESTS_PER_MINUTE: '1000',
  };
  for (const [index, name] of names.entries()) {
    const { title, body, author } = makeItem(index, Date.now());
    reddit.world.post({ subreddit: name, title, text: body, author: author ?? '' });
    const state = withRefused ? refused[name as keyof typeof refused] : undefined;
    if (state !== undefined && state !== 'missing') reddit.world.community(name, { state });
  }
  const subreddits = withRefused ? names.map((name) => (name === 'place222' ? 'nowhere' : name)) : names;
  const config = parseConfig({
    dataDir,
    database: { client: 'postgres', url: owned.url },
    scoring: { reader: 'off' },
    security: { secret },
    reddit: { source: 'off' },
  });
  const core = await openCore(config, { log: silentLog, hold: 'own' });
  const campaign = await makeCampaign(core, await makeUser(core, 'ann'), {
    streams: streamsNamed('subreddit', subreddits, false),
    schedule: 'continuous',
  });
  await core.close();
  await db('campaigns').update({ next_run_at: Date.now() + 60_000 });
  reddit.faults.add({ fault: fault.slow(slowMs), when: ({ path }) => path.endsWith('/new') });
  return { reddit, db, environment, campaignId: Number(campaign.id) };
}
type World = Awaited<ReturnType<typeof openWorld>>;

/** The first one opens the rounds; the others have no jobs, and read pieces of them. */
function startServers({ environment }: World, count: number, changes: Environment = {}): Promise<Server[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => startServer({ ...environment, ...changes, ...(index === 0 ? opening : helping) }, index)),
  );
}

async function startServer(environment: Environment, index: number): Promise<Server> {
  const agent = `test:earshot:${index} (by /u/ann)`;
  const served = await serveEarshot({ ...environment, EARSHOT_REDDIT__USER_AGENT: agent });
  onTestFinished(() => void served.child.kill('SIGKILL'));
  return { ...served, agent };
}

/** What is left of the rounds. */
const listPieces = ({ db }: World): Promise<{ state: string }[]> =>
  db.raw(`select state::text from earshot_queue.job where name = 'piece' and state < 'completed'`);

const makeDue = ({ db }: World): Promise<unknown> => db('campaigns').update({ next_run_at: Date.now() - 1000 });

/** Listings requested, by name of the subreddit and by server. */
const readsIn = ({ reddit }: World) =>
  reddit.requests.flatMap(({ path, headers }) => {
    const [, joined] = /^\/r\/([^/]+)\/new$/.exec(path) ?? [];
    return joined === undefined ? [] : joined.split('+').map((name) => ({ name, agent: headers['user-agent'] ?? '' }));
  });
const agentsIn = (world: World): Set<string> => new Set(readsIn(world).map(({ agent }) => agent));

type Ended = Pick<Run, 'state' | 'error' | 'counts' | 'perSubreddit'>;

/** The runs that have ended, oldest first. */
async function endedRuns(db: Db): Promise<Ended[]> {
  const rows = await db('runs').whereNot({ state: 'running' }).orderBy('id').select('state', 'error', 'counts', 'streams');
  return rows.map(({ state, error, counts, streams }) => ({
    state,
    error,
    counts: JSON.parse(counts) as Run['counts'],
    perSubreddit: (JSON.parse(streams) as Run['perSubreddit']).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  }));
}

async function untilEnded({ db }: World, count: number): Promise<Ended[]> {
  await vi.waitUntil(async () => (await endedRuns(db)).length >= count, { timeout: 120_000, interval: 100 });
  return endedRuns(db);
}

/** Waits until the server that opened the round reads, and another one sends its third request; returns that one. */
async function untilBothRead(world: World, [opener, ...others]: readonly Server[]): Promise<Server> {
  const requestsOf = ({ agent }: Server): number =>
    world.reddit.requests.filter(({ path, headers }) => path.endsWith('/new') && headers['user-agent'] === agent).length;
  const isReading = (server: Server): boolean => requestsOf(server) > 2;
  await vi.waitUntil(() => opener && requestsOf(opener) > 0 && others.some(isReading), { timeout: 120_000, interval: 5 });
  return others.find(isReading) as Server;
}

const expectAll = async ({ db, campaignId }: World): Promise<void> => {
  expect(await db('items').count({ n: '*' }).first()).toEqual({ n: 300 });
  const leads = await db('leads').where({ campaign_id: campaignId }).pluck<string[]>('reddit_username');
  expect([leads.length, new Set(leads).size]).toEqual([300, 300]);
};

test('reads the streams of a round on several servers, each stream once', async () => {
  const world = await openWorld();
  const servers = await startServers(world, 3);
  await makeDue(world);
  const [run] = await untilEnded(world, 1);
  expect(run).toMatchObject({ state: 'ok', error: null, counts: { heard: 300, new: 300, leads: 300 } });
  expect(run?.perSubreddit.map(({ name, state, items }) => ({ name, state, items }))).toEqual(
    names.toSorted().map((name) => ({ name, state: 'ok', items: 1 })),
  );
  const reads = readsIn(world);
  expect(reads.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  expect(agentsIn(world)).toEqual(new Set(servers.map(({ agent }) => agent)));
  await expectAll(world);
  expect(await listPieces(world)).toEqual([]);
});

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'reads what a server did not read before %s on the others, and ends the run with every post',
  async (signal) => {
    const world = await openWorld({ slowMs: 400 });
    const servers = await startServers(world, 3);
    await makeDue(world);
    const helper = await untilBothRead(world, servers);
    helper.child.kill(signal);
    const [run] = await untilEnded(world, 1);
    expect(run).toMatchObject({ state: 'ok', error: null, counts: { new: 300, leads: 300 } });
    expect(run?.perSubreddit.every(({ state }) => state === 'ok')).toBe(true);
    expect(await listPieces(world)).toEqual([]);
    const reads = readsIn(world);
    expect(new Set(reads.map(({ name }) => name)).size).toBe(300);
    // Again is at most the piece that the server had.
    expect(reads.length).toBeLessThanOrEqual(350);
    await expectAll(world);
  },
);

test('reads and writes what a suspended server held back, and nothing twice when that continues', async () => {
  const world = await openWorld({ slowMs: 400 });
  const servers = await startServers(world, 2);
  await makeDue(world);
  const helper = await untilBothRead(world, servers);
  helper.child.kill('SIGSTOP');
  expect(await listPieces(world)).toContainEqual({ state: 'active' });
  const [run] = await untilEnded(world, 1);
  expect(run).toMatchObject({ state: 'ok', error: null, counts: { new: 300, leads: 300 } });
  helper.child.kill('SIGCONT');
  await makeDue(world);
  const [, next] = await untilEnded(world, 2);
  expect(next).toMatchObject({ state: 'ok', error: null, counts: { new: 0 } });
  expect(await listPieces(world)).toEqual([]);
  await expectAll(world);
});

test('begins again when the server whose round it is was killed', async () => {
  const world = await openWorld({ slowMs: 400 });
  const servers = await startServers(world, 2);
  await makeDue(world);
  await untilBothRead(world, servers);
  servers[0]?.child.kill('SIGKILL');
  await startServer({ ...world.environment, ...opening }, 2);
  const [interrupted, run] = await untilEnded(world, 2);
  expect(interrupted).toMatchObject({ state: 'failed', error: expect.stringContaining('Interrupted') });
  expect(run).toMatchObject({ state: 'ok', error: null });
  expect(run?.perSubreddit).toHaveLength(300);
  expect(await listPieces(world)).toEqual([]);
  await expectAll(world);
});

test('sends no more requests than the budget allows, and reports what had to wait', async () => {
  const world = await openWorld({ slowMs: 20 });
  await startServers(world, 3, { EARSHOT_REDDIT__REQUESTS_PER_MINUTE: '1' });
  await makeDue(world);
  const [run] = await untilEnded(world, 1);
  const calls = world.reddit.requests.filter(({ path }) => !path.startsWith('/api/v1/'));
  // A tenth of ten in ten minutes is for users who are waiting.
  expect(calls).toHaveLength(9);
  expect(run).toMatchObject({ state: 'partial', error: null });
  expect(new Set(run?.perSubreddit.map(({ state }) => state))).toEqual(new Set(['ok', 'limited']));
  expect(run?.perSubreddit).toHaveLength(300);
  expect(run?.perSubreddit.filter(({ state }) => state === 'ok')).toHaveLength(new Set(readsIn(world).map(({ name }) => name)).size);
});

test('reports refused subreddits as one server does, and requests none of them again on whichever server', async () => {
  const rounds = async (count: number): Promise<Ended[]> => {
    const world = await openWorld({ withRefused: true });
    const servers = await startServers(world, count);
    await makeDue(world);
    await untilEnded(world, 1);
    expect(agentsIn(world).size > 1).toBe(count > 1);
    const before = readsIn(world).length;
    await makeDue(world);
    const runs = await untilEnded(world, 2);
    const again = readsIn(world).slice(before);
    expect(again).toHaveLength(296);
    expect(again.filter(({ name }) => name in refused || name === 'nowhere')).toEqual([]);
    for (const { child } of servers) child.kill('SIGKILL');
    for (const stream of runs.flatMap(({ perSubreddit }) => perSubreddit)) stream.newest &&= 'known';
    return runs;
  };
  const [one, three] = [await rounds(1), await rounds(3)];
  expect(three).toEqual(one);
  expect(one[0]?.perSubreddit.filter(({ error }) => error !== null).map(({ name, error }) => [name, error])).toEqual([
    ['nowhere', expect.any(String)],
    ['place150', 'This community is behind a warning of Reddit'],
    ['place7', 'This community is private'],
    ['place90', 'Reddit has banned this community'],
  ]);
});

test('reads what one server could not on the one whose round it is', async () => {
  // Slow enough for the other server to be asked, too.
  const world = await openWorld({ slowMs: 400 });
  const [working] = await startServers(world, 1);
  // It gets a token, but its reads don't arrive.
  const unreachable = { EARSHOT_REDDIT__API_URL: 'http://127.0.0.1:1', ...helping };
  const cutOff = await startServer({ ...world.environment, ...unreachable }, 1);
  await makeDue(world);
  const [run] = await untilEnded(world, 1);
  expect(run).toMatchObject({ state: 'ok', error: null, counts: { new: 300 } });
  expect(agentsIn(world)).toEqual(new Set([working?.agent]));
  const isToken = ({ path }: { path: string }): boolean => path === '/api/v1/access_token';
  expect(world.reddit.requests.filter(isToken).map(({ headers }) => headers['user-agent'])).toContain(cutOff.agent);
  await expectAll(world);
});
