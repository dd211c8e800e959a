import { afterEach, describe, expect, test } from 'vitest';
import type { ConfigInput } from '#core/platform/config.ts';
import { transact } from '#core/platform/db/connect.ts';
import { openAi } from '#core/ai/open.ts';
import { openSubjects } from '#core/inbox/spend-queries.ts';
import { selectMentions } from '#core/insights/competitors/queries.ts';
import { listFollowedNames } from '#core/replies/activity/queries.ts';
import { selectRepliesToPost } from '#core/replies/outbox/erasing-queries.ts';
import { openDiscovery } from '#core/discovery/open.ts';
import { openSources } from '#core/sources/open.ts';
import type { Responder } from '#test/ai/support/model-server.ts';
import { startFakeOllama } from '#test/support/fakes/ollama/server.ts';
import { leadListQuery } from '#shared/leads.ts';
import { postListQuery } from '#shared/posts.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { itemsIn, responders, type SeenItem, sensibleAnswer } from './support/responders.ts';

const dayMs = 86_400_000;
const signal = new AbortController().signal;
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

type Limits = NonNullable<NonNullable<ConfigInput>['ai']>['limits'];

/** Opens a core with a fake Ollama and Ann's campaign. */
async function ready({ respond = responders.sensible, limits = {} }: { respond?: Responder; limits?: Limits } = {}) {
  const fake = await startFakeOllama({ respond });
  cleanups.push(fake.close);
  const ai = {
    provider: 'ollama' as const,
    ollama: { host: fake.host, model: 'qwen3:4b-instruct' },
    limits: { timeoutMs: 5000, ...limits },
  };
  const made = await makeCore({ ai });
  cleanups.push(made.close);
  const { core, clock } = made;
  const ann = await makeUser(core, 'ann');
  const campaign = await makeCampaign(core, ann);
  const pushed: string[] = [];
  core.bus.on('push', ({ event }) => void pushed.push(event));
  const ingest = async (
    count: number,
    from = 1,
    overrides: (number: number) => Parameters<typeof makeItem>[2] = () => ({}),
  ): Promise<void> => {
    await ingestItems(
      core,
      Array.from({ length: count }, (_, index) => makeItem(from + index, clock.now, overrides(from + index))),
    );
    await core.discovery.rescoring.settled();
    await core.notifications.settled();
  };
  const posts = async () => (await core.inbox.posts.list(ann, postListQuery.parse({ limit: 100, sort: '-confidence' }))).items;
  const leads = async () => (await core.inbox.leads.list(ann, leadListQuery.parse({ limit: 100 }))).items;
  const run = () => core.discovery.rescoring.run(signal);
  return { fake, core, clock, ann, campaign, pushed, ingest, posts, leads, run };
}

const answering =
  (more: object, say: (item: SeenItem) => object = sensibleAnswer): Responder =>
  (asked) =>
    JSON.stringify({ items: itemsIn(asked).map((item) => Object.assign(say(item), more)) });
const seller = answering({ role: 'seller', intent: 'none', fit: 'none', quotes: [], reason: 'Offers the same' });
const nothing = ({ id }: SeenItem) => ({
  id,
  intent: 'none',
  fit: 'none',
  urgency: 'none',
  role: 'other',
  problems: [],
  quotes: [],
  reason: 'Nothing asked for',
});
const buyer = answering({ role: 'customer', intent: 'buying', fit: 'exact', urgency: 'now', reason: 'Wants it today' });
const words = (number: number): string =>
  Array.from({ length: 25 }, (_, index) => (number * 7919 + index * 104_729).toString(36)).join(' ');
const weak = (number: number) => ({
  title: 'Clients pay late again',
  body: `Third month in a row that an invoice is open. I wonder what others do about it. ${words(number)}`,
});
const scorers = (all: readonly { scoredBy: string }[]) => all.map(({ scoredBy }) => scoredBy);

describe('the model', () => {
  test('scores new posts once, in the background', async () => {
    const { fake, ingest, posts, run } = await ready();
    await ingest(10);
    expect(scorers(await posts())).toEqual(Array.from({ length: 10 }, () => 'ollama:qwen3:4b-instruct'));
    expect((await posts())[0]).toMatchObject({ reason: 'Asks for a tool like this' });
    const calls = fake.requests.length;
    expect(calls).toBe(2);
    expect(await run()).toMatchObject({ model: 0, waiting: 0 });
    await ingest(10);
    expect(fake.requests).toHaveLength(calls);
  });

  test("isn't asked again after the rules change", async () => {
    const { fake, core, ann, campaign, ingest, posts } = await ready();
    await ingest(6);
    const calls = fake.requests.length;
    await core.inbox.campaigns.update(ann, campaign.id, { rules: [{ text: 'invoic*' }] });
    await core.discovery.pipeline.settled();
    await core.discovery.rescoring.settled();
    expect(scorers(await posts()).every((by) => by === 'ollama:qwen3:4b-instruct')).toBe(true);
    expect(fake.requests).toHaveLength(calls);
  });

  test('makes leads from 60 points on, unless the campaign has a threshold of its own', async () => {
    const { core, ann, campaign, ingest, leads, posts } = await ready({
      respond: answering({ role: 'customer', intent: 'problem', fit: 'good', urgency: 'none' }),
    });
    await core.inbox.campaigns.update(ann, campaign.id, { leadThreshold: null });
    await ingest(1, 1, () => ({ numComments: 60 }));
    const [post] = await posts();
    expect(post?.confidence).toBeGreaterThanOrEqual(60);
    expect(post?.confidence).toBeLessThan(69);
    expect(await leads()).toHaveLength(1);
    await core.inbox.campaigns.update(ann, campaign.id, { leadThreshold: 69 });
    await core.discovery.pipeline.settled();
    expect(await leads()).toHaveLength(0);
    await core.inbox.campaigns.update(ann, campaign.id, { leadThreshold: null });
    await core.discovery.pipeline.settled();
    expect(await leads()).toHaveLength(1);
  });

  test('removes a lead that it rates as a seller, unless the user gave feedback', async () => {
    const { fake, core, clock, ann, ingest, leads, posts, run } = await ready();
    fake.die();
    await ingest(3);
    const before = await leads();
    expect(before).toHaveLength(3);
    const decided = (await posts())[0];
    await core.inbox.posts.feedback(ann, decided?.id ?? '', { verdict: 'right' });
    fake.heal();
    fake.setResponder(seller);
    clock.now += 2 * 60_000;
    expect(await run()).toMatchObject({ model: 3 });
    expect((await leads()).map(({ redditUsername }) => redditUsername)).toEqual([decided?.author]);
    expect((await posts()).filter(({ status }) => status === 'lead').map(({ id }) => id)).toEqual([decided?.id]);
  });

  test('turns a post with a low built-in score into a lead and notifies the user', async () => {
    const { ingest, leads, pushed } = await ready({ respond: buyer });
    await ingest(1, 1, weak);
    expect(pushed.filter((event) => event === 'new-lead')).toHaveLength(1);
    expect(await leads()).toMatchObject([{ redditUsername: 'author_1' }]);
  });

  test('may answer in any order', async () => {
    const { core, ingest } = await ready({
      respond: (asked) => {
        const items = itemsIn(asked).map((item) =>
          Object.assign(sensibleAnswer(item), { reason: /number (\d+)/.exec(item.text)?.[0] ?? '' }),
        );
        return JSON.stringify({ items: items.toReversed() });
      },
    });
    await ingest(8);
    const rows = await core
      .db('posts')
      .join('items', 'items.id', 'posts.item_id')
      .select<{ reason: string; body: string }[]>('reason', 'body');
    expect(rows).toHaveLength(8);
    expect(rows.filter(({ reason, body }) => reason === '' || !body.includes(`${reason} `))).toEqual([]);
  });

  test('sets a post that it rejects to zero, and leaves the built-in score of one that it skips', async () => {
    const left = (item: SeenItem) => item.text.includes('number 2 ');
    const { fake, ingest, posts, run, clock } = await ready({
      respond: (asked) => {
        const answered = itemsIn(asked).filter((item) => !left(item));
        return JSON.stringify({
          items: answered.toReversed().map((item) => (item.text.includes('number 3 ') ? nothing(item) : sensibleAnswer(item))),
        });
      },
    });
    fake.die();
    await ingest(3, 1, (number) => ({ score: number === 1 ? 0 : null }));
    const before = new Map((await posts()).map((post) => [post.fullname, post]));
    fake.heal();
    clock.now += 2 * 60_000;
    await run();
    const after = new Map((await posts()).map((post) => [post.fullname, post]));
    expect(after.get('t3_item1')).toMatchObject({ score: 0, scoredBy: 'ollama:qwen3:4b-instruct', components: { intent: 0.8 } });
    expect(after.get('t3_item2')).toMatchObject({ score: null, scoredBy: 'builtin-after-ai' });
    const { intent = -1, fit = -1, urgency = -1 } = before.get('t3_item2')?.components ?? {};
    expect(after.get('t3_item2')?.components).toMatchObject({ intent, fit, urgency });
    expect(after.get('t3_item3')).toMatchObject({
      score: null,
      scoredBy: 'ollama:qwen3:4b-instruct',
      components: { intent: 0, fit: 0, urgency: 0 },
    });
    expect(before.get('t3_item3')?.components.intent).toBeGreaterThan(0);
  });
});

describe('while the model is down', () => {
  test("marks leads as scored without AI, and later scores the best first within each day's limit", async () => {
    const { fake, core, clock, ingest, posts, leads, run } = await ready({ limits: { callsPerDay: 6, concurrency: 1 } });
    fake.die();
    await ingest(40);
    await ingest(30, 100, weak);
    expect((await leads()).length).toBeGreaterThan(30);
    const before = new Map((await posts()).map((post) => [post.id, post]));
    expect(new Set(scorers([...before.values()]))).toEqual(new Set(['without-ai']));
    expect(core.ai.models.state()).toMatchObject({ state: 'down', since: clock.now });
    expect(core.ai.models.state().message).toBe('Ollama: not answering since 09:00 UTC. Posts are scored without AI.');

    clock.now += dayMs;
    fake.heal();
    fake.requests.length = 0;
    expect(await run()).toMatchObject({ model: 48 });
    expect(fake.requests).toHaveLength(6);
    expect(core.ai.models.state().state).toBe('ok');
    const after = new Set((await posts()).flatMap(({ id, scoredBy }) => (scoredBy === 'without-ai' ? [] : [id])));
    const [done, left] = [true, false].map((isDone) =>
      [...before.values()].filter(({ id }) => after.has(id) === isDone).map(({ confidence }) => confidence),
    );
    expect(Math.min(...(done ?? []))).toBeGreaterThanOrEqual(Math.max(...(left ?? [])));
    expect(await run()).toMatchObject({ model: 0 });
    expect(fake.requests).toHaveLength(6);

    clock.now += dayMs;
    await run();
    expect(scorers(await posts())).not.toContain('without-ai');
    const calls = fake.requests.length;
    await run();
    expect(fake.requests).toHaveLength(calls);
  });

  test('keeps every post if the model fails midway', async () => {
    const { fake, core, clock, ingest, posts, run } = await ready({ limits: { concurrency: 1 } });
    let calls = 0;
    fake.setResponder((asked) => {
      if ((calls += 1) === 2) fake.die();
      return responders.sensible(asked);
    });
    await ingest(40);
    const marked = scorers(await posts()).filter((by) => by === 'without-ai').length;
    expect(marked).toBeGreaterThan(0);
    expect(await core.discovery.rescoring.countWaiting(null)).toBe(marked);
    fake.heal();
    clock.now += 5 * 60_000;
    expect(await run()).toMatchObject({ model: marked });
    expect(await posts()).toHaveLength(40);
    expect(new Set(scorers(await posts()))).toEqual(new Set(['ollama:qwen3:4b-instruct']));
  });
});

test('is asked at once after an import, however long it waits for more posts otherwise', async () => {
  const fake = await startFakeOllama({ respond: responders.sensible });
  const ai = { provider: 'ollama' as const, ollama: { host: fake.host } };
  const { core, clock, close } = await makeCore({ ai }, { discovery: { modelPauseMs: 3_600_000 } });
  cleanups.push(fake.close, close);
  const ann = await makeUser(core, 'ann');
  const { id: campaignId } = await makeCampaign(core, ann);
  const { title, body } = makeItem(1, clock.now);
  await core.discovery.pipeline.importPaste(ann, { text: `${title}\n\n${body}`, campaignId });
  await core.discovery.pipeline.settled();
  await core.discovery.rescoring.settled();
  const { items } = await core.inbox.posts.list(ann, postListQuery.parse({}));
  expect(items).toMatchObject([{ scoredBy: 'ollama:qwen3:4b-instruct' }]);
});

describe('two concurrent processes', () => {
  test('stay within the daily token limit and finish later', async () => {
    const tokensPerDay = 24_000;
    const { fake, core, clock, ingest, posts, run } = await ready({ limits: { tokensPerDay } });
    fake.die();
    await ingest(60);
    fake.heal();
    clock.now += dayMs;
    const ai = openAi(core, { countWaiting: () => Promise.resolve(0), subjects: openSubjects(core.db) });
    const sources = openSources(core, core.reddit, null);
    const other = openDiscovery(
      core,
      { sources, ai, inbox: core.inbox, selectReplies: selectRepliesToPost, selectMentions, listFollowedNames },
      { modelPauseMs: 0 },
    );
    const spent = async () =>
      core
        .db('ai_ledger')
        .where('at', '>=', clock.now)
        .sum<{ sum: number }[]>({ sum: core.db.raw('tokens_in + tokens_out') });
    await Promise.all([run(), other.rescoring.run(signal), run(), other.rescoring.run(signal)]);
    const [today] = await spent();
    expect(today?.sum).toBeGreaterThan(0);
    expect(today?.sum).toBeLessThanOrEqual(tokensPerDay);
    expect(scorers(await posts())).toContain('without-ai');
    for (let day = 0; day < 10; day += 1) {
      clock.now += dayMs;
      await run();
    }
    expect(scorers(await posts())).not.toContain('without-ai');
    await Promise.all([other.close(), ai.close()]);
  });
});

describe('a post deleted by its author', () => {
  test("is deleted together with the model's answer", async () => {
    const { core, clock, ingest } = await ready();
    await ingest(3);
    expect(await core.db('ai_cache').pluck<string[]>('subject')).toHaveLength(3);
    const gone = await core.db('items').where({ fullname: 't3_item2' }).first<{ id: number }>('id');
    await transact(core.db, (trx) => core.inbox.items.erase(trx, [{ id: gone.id, gone: 'deleted' }], clock.now));
    expect(await core.db('ai_cache').orderBy('subject').pluck<string[]>('subject')).toEqual(['t3_item1', 't3_item3']);
  });

  test('leaves no text behind if it is deleted while the model scores it', async () => {
    const { core, fake, ingest, clock } = await ready();
    fake.die();
    await ingest(1);
    fake.heal();
    clock.now += 2 * 60_000;
    const item = await core.db('items').where({ fullname: 't3_item1' }).first<{ id: number }>('id');
    let erased: Promise<void> = Promise.resolve();
    fake.setResponder((asked) => {
      erased = transact(core.db, (trx) => core.inbox.items.erase(trx, [{ id: item.id, gone: 'deleted' }], clock.now));
      return responders.sensible(asked);
    });
    fake.fail({ kind: 'late', ms: 50 }, 1);
    await core.discovery.rescoring.run(signal);
    await erased;
    const post = await core.db('posts').first<{ evidence: string; reason: string }>('evidence', 'reason');
    expect(post).toMatchObject({ evidence: '[]', reason: '' });
    expect(await core.db('ai_cache')).toEqual([]);
  });
});

describe('a thousand posts', () => {
  test('cost at most a fifth of a call each', async () => {
    const { fake, core, ingest, run } = await ready({
      limits: { callsPerDay: 100_000, tokensPerDay: 100_000_000, tokensPerUserDay: 100_000_000 },
    });
    await ingest(1000);
    await run();
    expect(await core.db('posts').where({ scored_by: 'ollama:qwen3:4b-instruct' })).toHaveLength(1000);
    expect(fake.requests.length).toBeLessThanOrEqual(200);
  });
});
