import { streamsNamed, withOnly } from '#shared/streams.ts';
import { afterEach, expect, test } from 'vitest';
import { invoicing, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import type { Facts } from '#core/platform/bus.ts';
import type { ReadRequest, Source } from '#core/sources/source.ts';
import type { Stream, Reading } from '#core/reddit/stream.ts';

let made: Awaited<ReturnType<typeof makeCore>> | undefined;
afterEach(async () => made?.close());

interface Script {
  /** Readings of a stream by round, counted from 1; undefined: nothing new. */
  answer: (stream: Stream, round: number) => Partial<Reading> | undefined;
}

/** A source with scripted readings. */
function scriptedTransport({ answer }: Script): Source & { requests: ReadRequest[] } {
  const requests: ReadRequest[] = [];
  async function* read(request: ReadRequest): AsyncGenerator<Reading> {
    requests.push(request);
    for (const stream of request.streams) {
      await Promise.resolve();
      yield { stream, state: 'ok', items: [], newest: null, gap: null, refused: 0, ...answer(stream, requests.length) } as Reading;
    }
  }
  return { id: 'api', read, requests, status: () => ({ state: 'ok', message: '', until: null }) };
}

async function open(script: Script) {
  const source = scriptedTransport(script);
  made = await makeCore({}, { discovery: { source } });
  const pushed: Facts['push'][] = [];
  made.core.bus.on('push', (fact) => pushed.push(fact));
  const ann = await makeUser(made.core, 'ann');
  const tick = () => made?.core.discovery.pipeline.listen(new AbortController().signal);
  const names = () => pushed.map(({ event }) => event).filter((event) => event !== 'stale');
  return { ...made, source, pushed, names, ann, tick };
}
const page = { limit: 10 };

test('fetches a stream once for all campaigns, and notifies each user about their own run', async () => {
  const { core, clock, source, pushed, tick, ann } = await open({
    answer: ({ kind, name }) =>
      kind === 'posts' && name === 'freelance' ? { items: [1, 2].map((n) => makeItem(n, clock.now)), newest: clock.now } : undefined,
  });
  const first = await makeCampaign(core, ann, { streams: streamsNamed('subreddit', ['freelance', 'smallbusiness'], false) });
  const second = await makeCampaign(core, ann, { streams: streamsNamed('subreddit', ['Freelance'], false) });
  await core.discovery.pipeline.settled();
  expect(await tick()).toEqual({ campaigns: 2, leads: 4 });
  expect(source.requests.map(({ streams }) => streams.map(({ name }) => name.toLowerCase()).toSorted())).toEqual([
    ['freelance', 'smallbusiness'],
  ]);
  for (const { id } of [first, second]) {
    const events = pushed.filter(({ campaignId }) => campaignId === id);
    expect(events[0]).toMatchObject({ event: 'scrape-start', userId: ann.userId });
    expect(events.filter(({ event }) => event === 'new-lead')).toHaveLength(2);
    expect(events.find(({ event, payload }) => event === 'scrape-progress' && (payload as { leads: number }).leads > 0)?.payload).toEqual({
      campaignId: id,
      subreddit: 'freelance',
      leads: 2,
    });
    expect(events.at(-1)).toMatchObject({
      event: 'scrape-complete',
      payload: { campaignId: id, totalPosts: 2, totalComments: 0, newLeads: 2 },
    });
  }
  const { items } = await core.inbox.campaigns.runs(ann, first.id, page);
  expect(items).toMatchObject([{ state: 'ok', source: 'api', counts: { heard: 2, new: 2, matched: 2, posts: 2, leads: 2 }, error: null }]);
});

test('distinguishes streams that are fetched, quiet, unreadable, waiting, and not tried yet', async () => {
  const states: Record<string, Partial<Reading>> = {
    quiet: {},
    closed: { state: 'failed', failure: 'private', error: 'r/closed is private', retryAt: null },
    slow: { state: 'failed', failure: 'limited', error: 'Its turn comes later', retryAt: Date.UTC(2026, 10, 21, 10) },
  };
  const { core, clock, ann, tick, source } = await open({
    answer: ({ name }) =>
      name === 'busy'
        ? {
            items: [makeItem(1, clock.now, { subreddit: 'busy' })],
            newest: clock.now,
            gap: { from: clock.now - 9000, to: clock.now - 5000 },
          }
        : states[name],
  });
  const { id } = await makeCampaign(core, ann, { streams: streamsNamed('subreddit', ['busy', 'quiet', 'closed', 'slow'], false) });
  const pending = await core.inbox.campaigns.coverage(ann, id);
  expect(pending.summary).toEqual({ total: 4, monitored: 0, failed: 0, limited: 0, pending: 4 });
  await tick();
  const { places: streams, summary } = await core.inbox.campaigns.coverage(ann, id);
  expect(summary).toEqual({ total: 4, monitored: 2, failed: 1, limited: 1, pending: 0 });
  expect(Object.fromEntries(streams.map(({ name, state, strip }) => [name, [state, strip.at(-1), strip.at(-2)]]))).toEqual({
    busy: ['ok', 1, -1],
    quiet: ['empty', 0, -1],
    closed: ['failed', null, -1],
    slow: ['limited', -1, -1],
  });
  expect(streams.find(({ name }) => name === 'busy')).toMatchObject({
    gapFrom: new Date(clock.now - 9000).toISOString(),
    lastSuccessAt: new Date(clock.now).toISOString(),
  });
  expect(streams.find(({ name }) => name === 'closed')).toMatchObject({ error: 'r/closed is private', lastSuccessAt: null });
  const [run] = (await core.inbox.campaigns.runs(ann, id, page)).items;
  expect(run).toMatchObject({ state: 'partial' });
  expect(run?.perSubreddit.map(({ name, state }) => [name, state])).toEqual([
    ['busy', 'ok'],
    ['quiet', 'empty'],
    ['closed', 'failed'],
    ['slow', 'limited'],
  ]);
  clock.now += 5 * 60_000;
  await tick();
  expect(source.requests[1]?.streams.map(({ name }) => name)).toEqual(['busy', 'quiet', 'closed']);
  expect(source.requests[1]?.watermarks.get('posts:busy')).toMatchObject({ newest: clock.now - 5 * 60_000, known: new Set(['t3_item1']) });
  const [waiting] = (await core.inbox.campaigns.runs(ann, id, page)).items;
  expect(waiting?.perSubreddit.find(({ name }) => name === 'slow')).toMatchObject({ state: 'limited', error: 'Its turn comes later' });
});

test('fetches a campaign again only when it is due', async () => {
  const { core, clock, ann, tick } = await open({ answer: () => undefined });
  await makeCampaign(core, ann, { schedule: 'hourly' });
  expect(await tick()).toMatchObject({ campaigns: 1 });
  clock.now += 58 * 60_000;
  expect(await tick()).toMatchObject({ campaigns: 0 });
  clock.now += 2 * 60_000;
  expect(await tick()).toMatchObject({ campaigns: 1 });
});

test('fails a run with a message when nothing could be read', async () => {
  const { core, ann, names } = await open({
    answer: () => ({ state: 'failed', failure: 'unreachable', error: 'Reddit does not answer', retryAt: null }),
  });
  const { id } = await makeCampaign(core, ann);
  const { runId } = await core.discovery.pipeline.runNow(ann, id);
  await core.discovery.pipeline.settled();
  const [run] = (await core.inbox.campaigns.runs(ann, id, page)).items;
  expect(run).toMatchObject({ id: runId, state: 'failed', error: 'freelance: Reddit does not answer' });
  expect(names()).toEqual(['scrape-start', 'scrape-progress', 'scrape-progress', 'scrape-error']);
});

test('fails a run whose source throws, keeps what was fetched, and starts the next run normally', async () => {
  const { core, clock, ann, tick } = await open({
    answer: ({ name }, round) => {
      if (round === 1 && name === 'smallbusiness') throw new Error('cable cut');
      return { items: [makeItem(round, clock.now)], newest: clock.now };
    },
  });
  const { id } = await makeCampaign(core, ann, { streams: streamsNamed('subreddit', ['freelance', 'smallbusiness'], false) });
  await tick();
  clock.now += 3 * 60_000;
  await tick();
  const { items } = await core.inbox.campaigns.runs(ann, id, page);
  expect(items.map(({ state, error }) => [state, error])).toEqual([
    ['ok', null],
    ['partial', expect.stringContaining('went wrong')],
  ]);
  expect((await core.inbox.posts.list(ann, { limit: 5, sort: '-confidence' })).items).toHaveLength(2);
});

test('opens a single run when a campaign is started twice', async () => {
  const { core, ann } = await open({ answer: () => undefined });
  const { id } = await makeCampaign(core, ann);
  const [one, two] = await Promise.all([core.discovery.pipeline.runNow(ann, id), core.discovery.pipeline.runNow(ann, id)]);
  expect(two).toEqual(one);
  await core.discovery.pipeline.settled();
  expect((await core.inbox.campaigns.runs(ann, id, page)).items).toHaveLength(1);
});

test('fails a run that a killed process left open at the next start, and makes its campaign due', async () => {
  const { core, clock, ann, tick } = await open({ answer: () => undefined });
  const { id } = await makeCampaign(core, ann);
  await tick();
  await core.db('runs').update({ state: 'running', finished_at: null });
  clock.now += 1000;
  expect(await tick()).toMatchObject({ campaigns: 0 });
  expect(await core.discovery.pipeline.recover()).toBe(1);
  expect((await core.inbox.campaigns.runs(ann, id, page)).items[0]).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('Interrupted'),
  });
  expect(await tick()).toMatchObject({ campaigns: 1 });
});

test("explains why a paused campaign, or one without streams, isn't fetched", async () => {
  const { core, ann } = await open({ answer: () => undefined });
  const { id } = await makeCampaign(core, ann, { streams: [] });
  await core.discovery.pipeline.runNow(ann, id);
  await core.discovery.pipeline.settled();
  expect((await core.inbox.campaigns.runs(ann, id, page)).items[0]).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('monitors nothing'),
  });
  await core.inbox.campaigns.pause(ann, id);
  await expect(core.discovery.pipeline.runNow(ann, id)).rejects.toMatchObject({ code: 'conflict' });
});

test('sends the sample through the whole pipeline, visible only to its user', async () => {
  made = await makeCore({}, { discovery: { source: null, samplePaceMs: 0 } });
  const { core } = made;
  const ann = await makeUser(core, 'ann');
  const eve = await makeUser(core, 'eve');
  await makeCampaign(core, eve, { streams: withOnly(invoicing().streams, 'search', true) });
  const { campaign } = await core.discovery.pipeline.createSample(ann);
  await core.discovery.pipeline.settled();
  const leads = await core.inbox.leads.list(ann, { limit: 100, sort: '-confidence' });
  expect(leads.items.length).toBeGreaterThan(5);
  expect(leads.items.every(({ sample }) => sample)).toBe(true);
  expect((await core.inbox.campaigns.list(ann, page)).items[0]?.lastRunAt).toEqual(expect.any(String));
  expect((await core.inbox.posts.list(eve, { limit: 5, sort: '-confidence' })).items).toEqual([]);
  expect((await core.inbox.campaigns.coverage(ann, campaign.id)).summary).toMatchObject({ failed: 0, pending: 0 });
  await core.discovery.pipeline.createSample(ann);
  await core.discovery.pipeline.settled();
  expect((await core.inbox.campaigns.list(ann, page)).total).toBe(1);
});
