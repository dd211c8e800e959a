import { streamsNamed } from '#shared/streams.ts';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemActor } from '#core/platform/actor.ts';
import { parseConfig } from '#core/platform/config.ts';
import { connectPostgres } from '#core/platform/db/postgres/connect-postgres.ts';
import { silentLog } from '#core/platform/log.ts';
import { type Core, openCore } from '#core/open.ts';
import { commentsBy, connect, ingestOn } from '#test/support/connected.ts';
import { serveEarshot, type Served } from '#test/support/earshot-process.ts';
import { makeCampaign, makeItem } from '#test/support/factories.ts';
import { startReceiver } from '#test/support/fakes/receiver.ts';
import { fault } from '#test/support/fakes/reddit/faults.ts';
import { startFakeReddit } from '#test/support/fakes/reddit/server.ts';
import { addChannel } from '#test/support/notified.ts';
import { makeOwnedDatabase } from '#test/support/test-database.ts';
import { times } from '#test/support/torture.ts';

const kills = times(3, 20);
const postsPerRound = 15;

interface Person {
  name: string;
  token: string;
  campaignId: string;
  /** The post to reply to. */
  postId: string;
}

async function openWorld() {
  const reddit = await startFakeReddit({ limit: 1_000_000 });
  const receiver = await startReceiver();
  const owned = await makeOwnedDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-servers-'));
  onTestFinished(async () => {
    await reddit.close();
    await receiver.close();
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
    EARSHOT_REDDIT__USER_AGENT: 'test:earshot:1 (by /u/ann)',
    EARSHOT_JOBS__DISCOVERY: '*/3 * * * * *',
  };
  const config = parseConfig({
    dataDir,
    database: { client: 'postgres', url: owned.url },
    scoring: { reader: 'off' },
    security: { secret, allowPrivateHosts: ['127.0.0.1'] },
    reddit: { source: 'off', wwwUrl: reddit.url, apiUrl: reddit.url, clientId: reddit.clientId, clientSecret: reddit.clientSecret },
  });
  return { reddit, receiver, owned, environment, config };
}
type World = Awaited<ReturnType<typeof openWorld>>;

async function makePerson(core: Core, { reddit }: World, number: number): Promise<Person> {
  const name = `ann${number}`;
  const [email, password] = [`${name}@example.test`, `${name} has a long one`];
  await core.accounts.users.addUser(systemActor, { username: name, email, password, role: 'user' });
  const { token, user } = await core.accounts.users.signIn({ email, password }, '192.0.2.1');
  const actor = { kind: 'user', userId: user.id, role: 'user' } as const;
  const campaign = await makeCampaign(core, actor, { streams: streamsNamed('subreddit', ['freelance']) });
  reddit.members.habits.who = `${name}_reddit`;
  await connect(core, actor);
  return { name, token, campaignId: campaign.id, postId: (await ingestOn(core, { reddit, actor, number: 100_000 + number })).id };
}

async function preparePeople(world: World): Promise<Person[]> {
  const core = await openCore(world.config, { log: silentLog, hold: 'own', passwordCost: { memory: 8, passes: 1 } });
  const people: Person[] = [];
  for (let number = 0; number <= kills; number += 1) people.push(await makePerson(core, world, number));
  const [first] = await core.db('users').where({ username: 'ann0' }).select('id');
  await addChannel(
    core,
    { kind: 'user', userId: String(first?.id), role: 'user' },
    { kind: 'webhook', name: 'Hook', target: { url: world.receiver.url }, pace: 'now', zone: 'UTC' },
  );
  await core.close();
  return people;
}

const post = ({ url }: Served, path: string, { token, body }: { token: string; body?: unknown }): Promise<number> =>
  fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).then(
    ({ status }) => status,
    () => 0,
  );

function openBrowser({ url }: Served, { token }: Person): { socket: Socket; changes: string[] } {
  const socket = io(url, { auth: { token }, forceNew: true, transports: ['websocket'], reconnection: false });
  onTestFinished(() => void socket.disconnect());
  const changes: string[] = [];
  socket.on('stale', ({ keys }: { keys: string[] }) => void changes.push(...keys));
  return { socket, changes };
}

interface Notice {
  id: string;
}

/** Notices by the event that brought them; a repeated event has the same content. */
function noticesOf({ receiver }: World): string[] {
  const events = new Map(receiver.calls.map(({ text, json }) => [(json as { id: string }).id, text]));
  for (const { text, json } of receiver.calls) expect(events.get((json as { id: string }).id)).toBe(text);
  return [...events.values()].flatMap((text) => (JSON.parse(text) as { notifications: Notice[] }).notifications.map(({ id }) => id));
}

test(
  `loses and doubles nothing when one of three servers is killed ${kills} times while it fetches, scores, replies, and notifies`,
  { timeout: times(1_200_000, 1_800_000) },
  async () => {
    const world = await openWorld();
    const { reddit, environment, owned } = world;
    const people = await preparePeople(world);
    const [ann] = people as [Person];
    const servers = await Promise.all([1, 2, 3].map(() => serveEarshot(environment)));
    onTestFinished(() => servers.forEach(({ child }) => void child.kill('SIGKILL')));
    reddit.faults.add({ fault: fault.slow(250), when: ({ path }) => path === '/api/comment' || path.includes('/new'), times: 1000 });

    let published = 0;
    const publish = (count: number): void => {
      for (let n = 0; n < count; n += 1) {
        const { title, body, author, subreddit } = makeItem((published += 1), Date.now());
        reddit.world.post({ subreddit, title, text: body, author: author ?? '' });
      }
    };
    for (let round = 0; round < kills; round += 1) {
      const person = people[round + 1] as Person;
      const [victim, other] = [servers[round % 3] as Served, servers[(round + 1) % 3] as Served];
      publish(postsPerRound);
      void post(victim, `/campaigns/${ann.campaignId}/run`, ann);
      void post(other, `/campaigns/${person.campaignId}/run`, person);
      void post(victim, `/posts/${person.postId}/post-to-reddit`, { token: person.token, body: { message: `Reply ${round}` } });
      await wait(100 + ((round * 137) % 900));
      victim.child.kill('SIGKILL');
      servers[round % 3] = await serveEarshot(environment);
    }

    const browsers = servers.map((served) => openBrowser(served, ann));
    await vi.waitFor(() => expect(browsers.every(({ socket }) => socket.connected)).toBe(true), { timeout: 120_000 });
    publish(1);
    await post(servers[0] as Served, `/campaigns/${ann.campaignId}/run`, ann);
    // On a slow machine, servers may have been killed before they accepted any of the others.
    await post(servers[0] as Served, `/posts/${ann.postId}/post-to-reddit`, { token: ann.token, body: { message: 'The last reply' } });
    await vi.waitUntil(() => reddit.requests.some(({ path }) => path === '/api/comment'), { timeout: 120_000, interval: 300 });

    const db = await connectPostgres(owned.url);
    onTestFinished(() => db.destroy());
    const leadsOf = (id: string) =>
      db('leads')
        .where({ campaign_id: Number(id) })
        .pluck<string[]>('reddit_username');
    const expected = published + people.length;
    await vi.waitUntil(async () => (await leadsOf(ann.campaignId)).length >= expected, { timeout: 120_000, interval: 300 });
    await vi.waitFor(() => expect(browsers.every(({ changes }) => changes.includes('leads-changed'))).toBe(true), { timeout: 120_000 });

    expect(new Set(await leadsOf(ann.campaignId)).size).toBe(expected);
    const listKeys = () =>
      db('notifications')
        .where({ campaign_id: Number(ann.campaignId), kind: 'new-lead' })
        .pluck<string[]>('key');
    // Leads are notified about after they are stored.
    await vi.waitUntil(async () => (await listKeys()).length >= expected, { timeout: 120_000, interval: 300 });
    expect(new Set(await listKeys()).size).toBe(expected);
    const isSent = async (): Promise<boolean> => (await db('notification_messages').where({ state: 'sent' }).first('id')) !== undefined;
    // What a killed server was sending is free after two minutes, and then waits for a run of the job.
    await vi.waitUntil(isSent, { timeout: 400_000, interval: 300 });
    const deliveries = await db('notification_deliveries')
      .leftJoin('notification_messages', 'notification_messages.id', 'message_id')
      .select<{ notice_id: number; state: string | null }[]>('notice_id', 'state');
    expect(new Set(deliveries.map(({ notice_id }) => notice_id)).size).toBe(deliveries.length);
    // The first ones are older than the channel.
    expect(deliveries).toHaveLength(expected - people.length);
    const notices = noticesOf(world);
    expect(new Set(notices).size).toBe(notices.length);
    // The others wait: what a killed server was sending is sent again when its lease ends.
    const sent = deliveries.filter(({ state }) => state === 'sent').map(({ notice_id }) => String(notice_id));
    expect(notices).toEqual(expect.arrayContaining(sent));
    expect(sent.length).toBeGreaterThan(0);
    const replies = await db('outbox').orderBy('id').select('text', 'state');
    for (const { text, state } of replies) {
      const comments = people.flatMap(({ name }) => commentsBy(reddit, `${name}_reddit`)).filter((comment) => comment.text === text);
      expect({ text, state, comments: comments.length }).toEqual({
        text,
        state: expect.stringMatching(comments.length === 1 ? /^(?:sent|sending|unknown)$/ : /^(?:queued|sending|unknown)$/),
        comments: comments.length === 0 ? 0 : 1,
      });
    }
    await vi.waitUntil(async () => (await db('runs').where({ state: 'running' })).length === 0, { timeout: 120_000, interval: 300 });
  },
);
