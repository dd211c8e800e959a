import { describe, expect, onTestFinished, test } from 'vitest';
import type { Core } from '#core/open.ts';
import { makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { fault } from '#test/support/fakes/reddit/faults.ts';
import { agree, connect, ingestOn, openAnn, postReply } from '#test/support/connected.ts';

const tokenCalls = (requests: { path: string; body: string }[], grant: string) =>
  requests.filter(({ path, body }) => path === '/api/v1/access_token' && body.includes(`grant_type=${grant}`)).length;

async function getConnected(core: Core, { userId }: { userId: string }) {
  const account = await core.reddit.account.findConnected(Number(userId));
  if (!account) throw new Error('Nothing is connected');
  return account;
}

describe('connecting', () => {
  test('requests permission to post only when the user wants to post', async () => {
    const { core, ann } = await openAnn();
    const asked = async (scope: 'read' | 'submit') =>
      new URL((await core.reddit.account.connect(ann, scope)).url).searchParams.get('scope');
    expect(await asked('read')).toBe('identity read history mysubreddits');
    expect(await asked('submit')).toBe('identity read history mysubreddits submit');
    await connect(core, ann, 'read');
    expect(await core.reddit.account.status(ann)).toMatchObject({
      connected: true,
      username: 'ann_reddit',
      canPost: false,
      needsReconnect: false,
      lastError: null,
    });
    expect((await core.accounts.users.getUser(ann)).hasRedditConnection).toBe(true);
    await connect(core, ann, 'submit');
    expect(await core.reddit.account.status(ann)).toMatchObject({ canPost: true });
    // Reconnecting never asks for less than was granted.
    expect(await asked('read')).toContain('submit');
  });

  test('accepts a state once, from its user, within ten minutes', async () => {
    const { core, clock, ann } = await openAnn();
    const bob = await makeUser(core, 'bob');
    const begin = async () => {
      const back = await agree((await core.reddit.account.connect(ann, 'read')).url);
      return { code: back.get('code') ?? '', state: back.get('state') ?? '' };
    };
    const first = await begin();
    await expect(core.reddit.account.callback(bob, first)).rejects.toMatchObject({ code: 'invalid' });
    await expect(core.reddit.account.callback(ann, { ...first, state: 'made-up' })).rejects.toMatchObject({ code: 'invalid' });
    await core.reddit.account.callback(ann, first);
    await expect(core.reddit.account.callback(ann, first)).rejects.toMatchObject({ code: 'invalid' });
    const late = await begin();
    clock.now += 10 * 60_000;
    await expect(core.reddit.account.callback(ann, late)).rejects.toMatchObject({ code: 'invalid' });
    expect((await core.reddit.account.status(bob)).connected).toBe(false);
  });

  test('reports when Reddit granted fewer permissions than requested', async () => {
    const { core, reddit, ann } = await openAnn();
    reddit.members.habits.grantsLess = true;
    await connect(core, ann, 'submit');
    const { scopes, canPost, lastError } = await core.reddit.account.status(ann);
    expect({ scopes, canPost }).toEqual({ scopes: ['identity', 'read'], canPost: false });
    expect(lastError).toContain('fewer permissions');
  });

  test('stores tokens encrypted, and rejects one that was copied to another user', async () => {
    const { core, ann } = await openAnn();
    await connect(core, ann);
    const row = await core.db('reddit_accounts').first<Record<string, string>>();
    expect(JSON.stringify(row)).not.toMatch(/token-\d|refresh-\d/);
    const bob = await makeUser(core, 'bob');
    await core.db('reddit_accounts').insert({ ...row, id: undefined, user_id: Number(bob.userId) });
    expect(await core.reddit.account.refresh(bob)).toMatchObject({ lastError: expect.stringContaining('key changed') });
    const account = await core.reddit.account.findConnected(Number(bob.userId));
    await expect(account?.token.get()).rejects.toThrow('key changed');
  });

  test('revokes and deletes the tokens and cancels waiting replies on disconnect', async () => {
    const { core, clock, reddit, ann } = await openAnn();
    await connect(core, ann);
    const [one, two] = [await ingestOn(core, { reddit, actor: ann }), await ingestOn(core, { reddit, actor: ann, number: 2 })];
    await postReply({ core, clock }, ann, { postId: one.id, message: 'First' });
    clock.now += 1000;
    await postReply({ core, clock }, ann, { postId: two.id, message: 'Second, which has to wait its turn' });
    expect(await core.reddit.account.disconnect(ann)).toEqual({ revoked: true, canceled: 1, held: 0 });
    expect(await core.db('reddit_accounts').select()).toEqual([]);
    expect((await core.accounts.users.getUser(ann)).hasRedditConnection).toBe(false);
    expect((await core.replies.outbox.list(ann, { limit: 5 })).items.map(({ state }) => state)).toEqual(['failed', 'sent']);
    expect(reddit.requests.filter(({ path }) => path === '/api/v1/revoke_token')).toHaveLength(1);
  });
});

describe('staying connected', () => {
  test('refreshes once for 50 parallel 401s and completes every call', async () => {
    const { core, reddit, ann } = await openAnn();
    await connect(core, ann);
    const account = await getConnected(core, ann);
    reddit.members.revokeAll();
    const answers = await Promise.all(Array.from({ length: 50 }, () => account.api.get('/api/v1/me', {}, { priority: 'interactive' })));
    expect(answers.every((me) => JSON.stringify(me).includes('ann_reddit'))).toBe(true);
    expect(tokenCalls(reddit.requests, 'refresh_token')).toBe(1);
  });

  test('renews an expired token and stores a rotated refresh token', async () => {
    const { core, clock, reddit, ann } = await openAnn();
    reddit.members.habits.rotates = true;
    await connect(core, ann);
    const account = await core.reddit.account.findConnected(Number(ann.userId));
    for (let day = 1; day <= 3; day += 1) {
      clock.now += 86_400_000;
      await account?.api.get('/api/v1/me');
      expect(tokenCalls(reddit.requests, 'refresh_token')).toBe(day);
    }
  });

  test('keeps the stored refresh token if the response has none', async () => {
    const { core, clock, reddit, ann } = await openAnn();
    reddit.members.habits.namesRefreshToken = false;
    await connect(core, ann);
    for (let day = 1; day <= 2; day += 1) {
      clock.now += 86_400_000;
      expect((await core.reddit.account.refresh(ann)).connected).toBe(true);
    }
  });

  test('notifies once and stops all calls after access was revoked, until the user reconnects', async () => {
    const { core, reddit, ann } = await openAnn();
    await connect(core, ann);
    const notices: unknown[] = [];
    core.bus.on('push', ({ event, payload }) => void (event === 'reddit-ended' && notices.push(payload)));
    const post = await ingestOn(core, { reddit, actor: ann });
    const account = await getConnected(core, ann);
    reddit.members.removeApp();
    const tries = Array.from({ length: 5 }, () => account.api.get('/api/v1/me').catch((error: unknown) => String(error)));
    expect((await Promise.all(tries)).every((words) => String(words).includes('Connect your Reddit account again'))).toBe(true);
    expect(notices).toHaveLength(1);
    expect(await core.reddit.account.status(ann)).toMatchObject({ connected: false, needsReconnect: true, username: 'ann_reddit' });
    const calls = reddit.requests.length;
    await core.replies.outbox.sendDue(new AbortController().signal);
    await expect(core.replies.outbox.send(ann, { postId: post.id, message: 'Hello' })).rejects.toMatchObject({ code: 'conflict' });
    await core.reddit.account.refresh(ann);
    expect(reddit.requests.length).toBe(calls);
    await connect(core, ann);
    expect(await core.reddit.account.status(ann)).toMatchObject({ connected: true, needsReconnect: false, lastError: null });
  });

  test.each([
    ['a wrong client secret', fault.json(401, { error: 401 }), 'client id and secret'],
    ['a block page', fault.blocked(), 'blocks this server'],
    ['too many requests', fault.tooMany(), 'slow down'],
    ['a server error', fault.serverError(), 'trouble'],
    ['a setup error with status 200', fault.json(200, { error: 'invalid_request' }), 'invalid_request'],
  ])('keeps the connection and reports %s at the token endpoint', async (_, trouble, words) => {
    const { core, clock, reddit, ann } = await openAnn();
    await connect(core, ann);
    reddit.faults.add({ fault: trouble, when: ({ path }) => path === '/api/v1/access_token', times: 1 });
    const status = await core.reddit.account.refresh(ann);
    expect(status).toMatchObject({ connected: true, needsReconnect: false });
    expect(status.lastError).toContain(words);
    const before = tokenCalls(reddit.requests, 'refresh_token');
    await core.reddit.account.refresh(ann);
    expect(tokenCalls(reddit.requests, 'refresh_token'), 'it does not hammer').toBe(before);
    clock.now += 120_000;
    expect((await core.reddit.account.refresh(ann)).lastError).toBeNull();
  });
});

test('says which redirect URI to register and which admins to ask while no client ID is set', async () => {
  const { core, close } = await makeCore({ http: { publicUrl: 'https://earshot.example' } });
  onTestFinished(close);
  const boss = await makeUser(core, 'boss', 'admin');
  const ann = await makeUser(core, 'ann');
  const setup = { redirectUri: 'https://earshot.example/reddit/callback', admins: ['boss'] };
  expect(await core.reddit.account.status(ann)).toMatchObject({ configured: false, setup });
  expect(await core.reddit.account.status(boss)).toMatchObject({ setup });
  const connected = await openAnn();
  expect(await connected.core.reddit.account.status(connected.ann)).toMatchObject({ configured: true, setup: null });
});

describe('several accounts', () => {
  async function openTwo() {
    const made = await openAnn();
    const { core, reddit, ann } = made;
    await connect(core, ann);
    reddit.members.habits.who = 'ann_brand';
    await connect(core, ann);
    const list = async () => (await core.replies.health.accounts(ann)).items;
    return { ...made, list, idOf: async (name: string) => (await list()).find(({ username }) => username === name)?.id ?? '' };
  }

  test('are listed for everybody in the workspace, and changed only by who connected them', async () => {
    const { core, reddit, ann, list, idOf } = await openTwo();
    const ben = await makeUser(core, 'ben');
    await core
      .db('workspace_members')
      .insert({ workspace_id: Number(ann.userId), user_id: Number(ben.userId), role: 'admin', created_at: 0 });
    const there = { ...ben, workspaceId: ann.userId, member: 'admin' as const };
    reddit.members.habits.who = 'ben_reddit';
    await connect(core, there, 'read');
    const shown = (items: Awaited<ReturnType<typeof list>>) =>
      items.map(({ username, by, isYours, isDefault, canPost }) => [username, by.username, isYours, isDefault, canPost]);
    expect(shown(await list())).toEqual([
      ['ann_reddit', 'ann', true, true, true],
      ['ann_brand', 'ann', true, false, true],
      ['ben_reddit', 'ben', false, true, false],
    ]);
    expect(shown((await core.replies.health.accounts(ben)).items)).toEqual([['ben_reddit', 'ben', true, true, false]]);
    for (const change of [core.reddit.account.choose, core.reddit.account.remove])
      await expect(change(there, await idOf('ann_brand'))).rejects.toMatchObject({ code: 'not_found' });
    await core.reddit.account.choose(ann, await idOf('ann_brand'));
    expect((await list()).filter(({ isDefault }) => isDefault).map(({ username }) => username)).toEqual(['ann_brand', 'ben_reddit']);
    expect((await core.reddit.account.status(ann)).username).toBe('ann_brand');
    // The seed's route ends the usual one, and the other takes its place.
    await core.reddit.account.disconnect(ann);
    expect((await core.reddit.account.status(ann)).username).toBe('ann_reddit');
  });

  test('reply as chosen, then as last chosen in the campaign, each within its own limits', async () => {
    const { core, clock, reddit, ann, list } = await openTwo();
    const posts = [1, 2, 3].map((number) => ingestOn(core, { reddit, actor: ann, number }));
    const [one, two, three] = [await posts[0], await posts[1], await posts[2]];
    const send = (postId: string, account?: string) => postReply({ core, clock }, ann, { postId, message: `To ${postId}`, account });
    await send(one?.id ?? '', 'Ann_Brand');
    expect(await core.replies.check.check(ann, two?.id ?? '', { text: '' })).toMatchObject({
      account: 'ann_brand',
      accounts: ['ann_reddit', 'ann_brand'],
    });
    // Another account needn't wait 90 seconds for the first.
    await send(two?.id ?? '', 'ann_reddit');
    clock.now += 90_000;
    await send(three?.id ?? '');
    expect((await core.replies.outbox.list(ann, { limit: 5 })).items.map(({ account, state }) => [account, state])).toEqual([
      ['ann_reddit', 'sent'],
      ['ann_reddit', 'sent'],
      ['ann_brand', 'sent'],
    ]);
    expect((await list()).map(({ username, sent }) => [username, sent])).toEqual([
      ['ann_reddit', 2],
      ['ann_brand', 1],
    ]);
    await expect(core.replies.outbox.send(ann, { postId: one?.id ?? '', message: 'Hi', account: 'ben_reddit' })).rejects.toMatchObject({
      code: 'conflict',
      message: "u/ben_reddit isn't one of your connected Reddit accounts",
    });
  });

  test('know of each other before a reply is sent', async () => {
    const { core, reddit, ann } = await openTwo();
    const post = await ingestOn(core, { reddit, actor: ann });
    reddit.world.comment({ on: post.fullname, text: 'By hand, as the brand', author: 'ann_brand' });
    await core.replies.activity.read(ann, { account: 'ann_brand' });
    const { points } = await core.replies.check.check(ann, post.id, { text: '', account: 'ann_reddit' });
    expect(points.find(({ key }) => key === 'answered')?.message).toMatch(/^You replied to this as u\/ann_brand /);
  });
});
