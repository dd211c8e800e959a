import { streamsNamed } from '#shared/streams.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, systemActor } from '#core/platform/actor.ts';
import { analyticsQuery, type Analytics } from '#shared/analytics.ts';
import { campaignUpdateSchema } from '#shared/campaigns.ts';
import { leadListQuery, leadStages, type Lead } from '#shared/leads.ts';
import { postListQuery, type Post } from '#shared/posts.ts';
import { listAll } from '#test/support/list-all.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;
const hour = 3_600_000;
const day = 24 * hour;

beforeEach(async () => {
  made = await makeCore();
  ann = await makeUser(made.core, 'ann');
});
afterEach(() => made.close());

const keep = () => made.core.insights.analytics.keep(new AbortController().signal);
const read = (query: Record<string, string> = {}, who: Actor = ann): Promise<Analytics> =>
  made.core.insights.analytics.get(who, analyticsQuery.parse(query));

const listPosts = (query: Record<string, unknown> = {}): Promise<Post[]> =>
  listAll((cursor) =>
    made.core.inbox.posts.list(
      ann,
      postListQuery.parse({ limit: 100, sort: '-discoveredAt', status: 'all', ...query, ...(cursor && { cursor }) }),
    ),
  );
const listLeads = (query: Record<string, unknown> = {}): Promise<Lead[]> =>
  listAll((cursor) =>
    made.core.inbox.leads.list(ann, leadListQuery.parse({ limit: 100, sort: '-discoveredAt', ...query, ...(cursor && { cursor }) })),
  );

const listAllLeads = async (campaignId?: string): Promise<Lead[]> => {
  const { items } = await made.core.inbox.campaigns.list(ann, { limit: 100 });
  const ids = campaignId === undefined ? items.map(({ id }) => id) : [campaignId];
  return (await Promise.all(ids.map((id) => listLeads({ campaignId: id })))).flat();
};
const firstSeenOf = ({ redditUsername: person }: Lead, all: readonly Lead[]): string =>
  all.flatMap(({ redditUsername, firstSeenAt }) => (redditUsername === person ? firstSeenAt : [])).toSorted()[0] ?? '';
/** Compares the figures of a range with the lists they summarize. */
async function expectFiguresToMatchLists(range: { from: number; to: number }, campaignId?: string): Promise<void> {
  const within = (iso: string) => Date.parse(iso) >= range.from && Date.parse(iso) < range.to;
  const of: Record<string, string> = campaignId === undefined ? {} : { campaignId };
  const posts = (await listPosts(of)).filter(({ discoveredAt }) => within(discoveredAt));
  // The list shows a person's best lead; figures count people on the day on which any campaign first saw them.
  const all = await listAllLeads(campaignId);
  const leads = (await listLeads(of)).filter((lead) => within(firstSeenOf(lead, all)));
  const figures = await read({ from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString(), ...of });
  expect(figures.funnel).toMatchObject({
    posts: posts.length,
    leads: leads.length,
    dismissed: posts.filter(({ status }) => status === 'dismissed').length,
    replied: leads.filter(({ stage }) => ['replied', 'qualified', 'won'].includes(stage)).length,
    won: leads.filter(({ stage }) => stage === 'won').length,
  });
  expect(figures.funnel.contacted).toBeGreaterThanOrEqual(leads.filter(({ stage }) => !['new', 'lost'].includes(stage)).length);
  expect(figures.precision).toMatchObject({
    right: posts.filter(({ feedback }) => feedback?.verdict === 'right').length,
    wrong: posts.filter(({ feedback }) => feedback?.verdict === 'wrong').length,
  });
  const counted = (key: (post: Post) => string[]) => {
    const found = new Map<string, number>();
    for (const post of posts) for (const name of key(post)) found.set(name, (found.get(name) ?? 0) + 1);
    return Object.fromEntries(found);
  };
  const shown = <T>(items: readonly T[], name: (item: T) => string, count: (item: T) => number) =>
    Object.fromEntries(items.flatMap((item) => (count(item) > 0 ? [[name(item), count(item)]] : [])));
  expect(
    shown(
      figures.bySubreddit.items,
      ({ subreddit }) => subreddit.toLowerCase(),
      (item) => item.posts,
    ),
  ).toEqual(counted(({ subreddit }) => [subreddit.toLowerCase()]));
  expect(
    shown(
      figures.byRule.items,
      (item) => `${item.campaignId} ${item.rule}`,
      (item) => item.posts,
    ),
  ).toEqual(counted(({ campaignId: own, matchedRules }) => matchedRules.map((rule) => `${own} ${rule}`)));
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  expect(sum(figures.leadsOverTime.total)).toBe(leads.length);
  expect(sum(figures.bySubreddit.items.map((item) => item.leads))).toBe(leads.length);
  expect(sum(figures.byHour.cells.flat())).toBe(leads.length);
  expect(figures.latency.found.n).toBe(leads.length);
  // Each campaign counts whom it found; together they count a person once.
  for (const { campaignId: own, counts } of figures.leadsOverTime.campaigns)
    expect(sum(counts)).toBe((await listLeads({ campaignId: own })).filter(({ firstSeenAt }) => within(firstSeenAt)).length);
}

/** A seeded generator of integers from 0 to `below` - 1, so that every run draws the same numbers. */
function createDice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('figures', () => {
  test.each([1, 2, 3])(
    'match the lists after a random series of actions (seed %i)',
    async (seed) => {
      const roll = createDice(seed * 7919);
      const pick = <T>(items: readonly T[]): T | undefined => items[roll(items.length)];
      const began = made.clock.now;
      const campaigns = [
        await makeCampaign(made.core, ann),
        await makeCampaign(made.core, ann, {
          name: 'Second',
          rules: [{ text: 'freelancer' }, { text: 'invoic*' }],
          streams: streamsNamed('subreddit', ['Freelance', 'consulting']),
        }),
      ];
      let number = 0;
      let undo: string | null = null;
      const actions: (() => Promise<unknown>)[] = [
        () =>
          ingestItems(
            made.core,
            Array.from({ length: 1 + roll(8) }, () => {
              number += 1;
              return makeItem(number, made.clock.now - roll(100) * 600_000, {
                author: `author_${String(roll(30))}`,
                subreddit: pick(['Freelance', 'smallbusiness', 'consulting', 'elsewhere']) ?? '',
                ...(roll(3) === 0 ? { title: `About freelancer tools ${String(number)}` } : {}),
              });
            }),
          ),
        async () => {
          const posts = Array.from({ length: 5 }, () => pick(shown)?.id ?? '').filter(Boolean);
          const action = pick(['lead', 'dismiss', 'archive', 'restore', 'seen', 'unseen'] as const) ?? 'seen';
          if (posts.length > 0)
            ({ undoToken: undo } = await made.core.inbox.posts.bulk(ann, {
              ids: posts,
              action,
              ...(roll(2) === 0 && { reason: 'no-need' }),
            }));
        },
        async () => {
          if (undo !== null) await made.core.inbox.posts.undo(ann, { undoToken: undo });
          undo = null;
        },
        async () => {
          const post = pick(shown);
          if (post) await made.core.inbox.posts.feedback(ann, post.id, { verdict: roll(2) === 0 ? 'right' : 'wrong' });
        },
        async () => {
          const post = pick(shown);
          if (post) await made.core.inbox.posts.undoFeedback(ann, post.id);
        },
        async () => {
          const lead = pick(await listLeads());
          if (lead) await made.core.inbox.leads.update(ann, lead.id, { stage: pick(leadStages) });
        },
        async () => {
          const weights = {
            intent: 1,
            fit: roll(5) / 4,
            relevance: roll(5) / 4,
            urgency: 0.2,
            reachability: 0.2,
            recency: 0.3,
            saturation: 0.1,
          };
          const campaign = pick(campaigns);
          if (campaign)
            await made.core.inbox.campaigns.update(ann, campaign.id, campaignUpdateSchema.parse({ weights, leadThreshold: 40 + roll(50) }));
        },
        async () => {
          const campaign = pick(campaigns);
          await made.core.inbox.campaigns.update(
            ann,
            campaign?.id ?? '',
            campaignUpdateSchema.parse({ rules: [{ text: roll(2) === 0 ? 'invoic*' : 'budget' }] }),
          );
          await made.core.discovery.pipeline.settled();
        },
        async () => {
          await made.core.discovery.blacklist.add(systemActor, [{ kind: 'author', value: `author_${String(roll(30))}` }]);
          const [entry] = await made.core.discovery.blacklist.list(systemActor);
          if (entry && roll(2) === 0) await made.core.discovery.blacklist.remove(systemActor, entry.id);
        },
      ];
      let shown: Post[] = [];
      for (let step = 0; step < 45; step += 1) {
        made.clock.now += roll(20) * hour + roll(60) * 60_000;
        shown = await listPosts();
        await pick(actions)?.();
        if (roll(4) === 0) await keep();
        const from = began + roll(10) * day + roll(96) * 900_000;
        if (step % 9 === 8) await expectFiguresToMatchLists({ from: Math.min(from, made.clock.now - hour), to: made.clock.now + 1 });
      }
      await expectFiguresToMatchLists({ from: began - day, to: made.clock.now + 1 });
      await expectFiguresToMatchLists({ from: began - day, to: made.clock.now + 1 }, campaigns[1]?.id);
      await made.core.inbox.campaigns.remove(ann, campaigns[0]?.id ?? '');
      await expectFiguresToMatchLists({ from: began - day, to: made.clock.now + 1 });
      expect((await keep()).left).toBe(0);
      for (const table of ['campaign_days', 'fetch_hours', 'stale_days'])
        expect(await made.core.db(table).where({ campaign_id: Number(campaigns[0]?.id) })).toEqual([]);
      await expectFiguresToMatchLists({ from: began - day, to: made.clock.now + 1 });
    },
    60_000,
  );
});

const ingestAt = async (number: number, at: string, overrides: Parameters<typeof makeItem>[2] = {}): Promise<void> => {
  made.clock.now = Date.parse(at);
  await ingestItems(made.core, [makeItem(number, made.clock.now, overrides)]);
};

describe('fetched items', () => {
  test('are counted once per campaign, even after an edit or a rescore', async () => {
    const { id } = await makeCampaign(made.core, ann);
    await ingestItems(made.core, [makeItem(1, made.clock.now), makeItem(2, made.clock.now, { title: 'Nothing', body: 'of the kind' })]);
    await ingestItems(made.core, [makeItem(3, made.clock.now, { subreddit: 'elsewhere' })]);
    await ingestItems(made.core, [makeItem(1, made.clock.now, { body: 'Edited: I need an invoicing tool, my budget is $20' })]);
    await made.core.inbox.campaigns.update(ann, id, campaignUpdateSchema.parse({ rules: [{ text: 'invoic*' }] }));
    await made.core.discovery.pipeline.settled();
    const { funnel, bySubreddit, heardSince } = await read();
    expect(funnel).toMatchObject({ heard: 2, matched: 1, posts: 1, leads: 1 });
    expect(bySubreddit.items).toMatchObject([{ subreddit: 'freelance', heard: 2, matched: 1, posts: 1, leads: 1 }]);
    expect(heardSince).toBeNull();
  });

  test('count on the day they were read, and on the day a later rule matches them', async () => {
    const { id } = await makeCampaign(made.core, ann, { rules: [{ text: 'zeppelin' }] });
    const items = [1, 2, 3].map((number) => makeItem(number, made.clock.now));
    await ingestItems(made.core, items);
    made.clock.now += day;
    await made.core.inbox.campaigns.update(ann, id, campaignUpdateSchema.parse({ rules: [{ text: 'invoic*' }] }));
    await made.core.discovery.pipeline.settled();
    expect((await read({ from: '2026-11-22', to: '2026-11-22' })).funnel).toMatchObject({ heard: 0, matched: 3, posts: 3 });
    for (const narrowed of [{}, { campaignId: id }] as Record<string, string>[])
      expect((await read({ from: '2026-11-21', ...narrowed })).funnel).toMatchObject({ heard: 3, matched: 3, posts: 3 });
  });
});

test('reports when counting of fetched items began if the range includes older posts', async () => {
  await makeCampaign(made.core, ann);
  await ingestAt(1, '2026-11-10T09:00:00Z');
  await made.core.db('fetch_hours').delete();
  expect((await read({ from: '2026-11-01' })).heardSince).toBe('2026-11-10T09:00:00.000Z');
  await ingestAt(2, '2026-11-20T09:30:00Z');
  expect((await read({ from: '2026-11-01' })).heardSince).toBe('2026-11-20T09:00:00.000Z');
  expect((await read({ from: '2026-11-11' })).heardSince).toBeNull();
});

describe('time zones', () => {
  test('starts a new day in Kathmandu (UTC+5:45) at 18:15 UTC', async () => {
    await makeCampaign(made.core, ann);
    await ingestAt(1, '2026-11-20T18:14:00Z');
    await ingestAt(2, '2026-11-20T18:15:00Z');
    await ingestAt(3, '2026-11-21T18:14:59Z');
    const figures = await read({ from: '2026-11-20', to: '2026-11-21', zone: 'Asia/Kathmandu' });
    expect(figures).toMatchObject({ from: '2026-11-19T18:15:00.000Z', to: '2026-11-21T18:15:00.000Z', zone: 'Asia/Kathmandu' });
    expect(figures.leadsOverTime).toMatchObject({ days: ['2026-11-20', '2026-11-21'], total: [1, 2] });
    expect(figures.funnel).toMatchObject({ posts: 3, leads: 3 });
    expect((await read({ from: '2026-11-21', to: '2026-11-21', zone: 'Asia/Kathmandu' })).funnel.leads).toBe(2);
  });

  test('counts the 23-hour and 25-hour days of New York as one day each', async () => {
    await makeCampaign(made.core, ann);
    await ingestAt(1, '2026-03-08T04:59:00Z');
    await ingestAt(2, '2026-03-08T05:00:00Z');
    await ingestAt(3, '2026-03-09T03:59:00Z');
    await ingestAt(4, '2026-03-09T04:00:00Z');
    await ingestAt(5, '2026-11-01T03:59:00Z');
    await ingestAt(6, '2026-11-01T04:00:00Z');
    await ingestAt(7, '2026-11-02T04:59:00Z');
    await ingestAt(8, '2026-11-02T05:00:00Z');
    const zone = 'America/New_York';
    expect((await read({ from: '2026-03-07', to: '2026-03-09', zone })).leadsOverTime.total).toEqual([1, 2, 1]);
    expect((await read({ from: '2026-10-31', to: '2026-11-02', zone })).leadsOverTime.total).toEqual([1, 2, 1]);
    const year = await read({ from: '2026-01-01', to: '2026-12-31', zone });
    expect([year.bucket, year.leadsOverTime.days.length, year.leadsOverTime.total.reduce((sum, count) => sum + count, 0)]).toEqual([
      'week',
      53,
      8,
    ]);
    expect(year.leadsOverTime.days.slice(0, 2)).toEqual(['2026-01-01', '2026-01-05']);
  });

  test('counts by wall-clock hour on both sides of a clock change', async () => {
    await makeCampaign(made.core, ann);
    // Each is written a minute earlier: Friday 8:59 in New York, once in daylight saving time and once in standard time.
    await ingestAt(1, '2026-10-30T13:00:00Z');
    await ingestAt(2, '2026-11-06T14:00:00Z');
    const { byHour } = await read({ from: '2026-10-01', to: '2026-11-30', zone: 'America/New_York' });
    expect(byHour.most).toEqual({ weekday: 4, hour: 8, leads: 2 });
  });

  test('prefers the time zone from the settings to the one in the request', async () => {
    await made.core
      .db('users')
      .where({ id: Number(ann.userId) })
      .update({ settings: JSON.stringify({ timezone: 'Asia/Tokyo' }) });
    expect((await read({ zone: 'UTC' })).zone).toBe('Asia/Tokyo');
  });
});

describe('a report', () => {
  test("covers only the user's own campaigns, or just the requested one", async () => {
    const eve = await makeUser(made.core, 'eve');
    const [one, two] = [
      await makeCampaign(made.core, ann),
      await makeCampaign(made.core, ann, { name: 'Two', streams: streamsNamed('subreddit', ['consulting']) }),
    ];
    await ingestItems(made.core, [makeItem(1, made.clock.now), makeItem(2, made.clock.now, { subreddit: 'consulting' })]);
    expect((await read({ campaignId: one.id })).funnel.leads).toBe(1);
    expect((await read({ campaignId: two.id })).bySubreddit.items.map(({ subreddit }) => subreddit)).toEqual(['consulting']);
    expect((await read()).funnel.leads).toBe(2);
    expect((await read({}, eve)).funnel).toMatchObject({ heard: 0, posts: 0, leads: 0 });
    await expect(read({ campaignId: one.id }, eve)).rejects.toMatchObject({ code: 'not_found' });
    await expect(read({}, systemActor)).rejects.toMatchObject({ code: 'invalid' });
  });

  test('returns zeros and nulls when there is no data', async () => {
    const figures = await read();
    expect(figures).toMatchObject({
      counting: 0,
      heardSince: null,
      sample: false,
      cost: { spent: null, perLead: null },
      byHour: { most: null },
    });
    expect(figures.headline).toEqual({ leads: 0, right: 0, wrong: 0, answered: 0, answeredMinutes: null, spent: null });
    expect(figures.leadsOverTime.days).toHaveLength(30);
  });

  test('compares an unfinished day with the same hours of the day before', async () => {
    await makeCampaign(made.core, ann);
    await ingestAt(1, '2026-11-20T08:00:00Z');
    await ingestAt(2, '2026-11-20T20:00:00Z');
    await ingestAt(3, '2026-11-21T08:00:00Z');
    made.clock.now = Date.parse('2026-11-21T09:00:00Z');
    const { headline, before } = await read({ from: '2026-11-21' });
    expect([headline.leads, before.leads]).toEqual([1, 1]);
  });

  test('reports the AI cost per lead and the number of calls without a price', async () => {
    const { id } = await makeCampaign(made.core, ann);
    await ingestItems(
      made.core,
      [1, 2].map((number) => makeItem(number, made.clock.now)),
    );
    const entry = {
      at: made.clock.now,
      day: Math.floor(made.clock.now / day),
      user_id: Number(ann.userId),
      campaign_id: Number(id),
      provider: 'openai',
      model: 'm',
      purpose: 'score' as const,
      tokens_in: 1,
      tokens_out: 1,
    };
    await made.core.db('ai_ledger').insert([
      { ...entry, cost: 0.05 },
      { ...entry, cost: null },
    ]);
    expect((await read()).cost).toMatchObject({ spent: 0.05, perLead: 0.025, calls: 2, unpriced: 1 });
    expect((await read({ to: '2026-11-20' })).cost).toMatchObject({ spent: null, perLead: null });
  });

  test('measures latency from posting to discovery, to first view, and to first reply', async () => {
    await makeCampaign(made.core, ann);
    await ingestAt(1, '2026-11-21T09:00:00Z');
    const [lead] = await listLeads();
    made.clock.now += 29 * 60_000;
    await made.core.inbox.posts.bulk(ann, { ids: [lead?.posts[0]?.id ?? ''], action: 'seen' });
    made.clock.now += hour;
    await made.core.inbox.leads.update(ann, lead?.id ?? '', { stage: 'contacted' });
    const { latency } = await read();
    const bucket = (step: 'found' | 'seen' | 'answered') => latency.edges[latency[step].counts.indexOf(1)];
    expect([bucket('found'), bucket('seen'), bucket('answered')]).toEqual([1, 30, 90]);
    expect(latency.answered).toMatchObject({ n: 1 });
  });
});

test('counts stale days in batches and reports how many are left', async () => {
  await makeCampaign(made.core, ann);
  for (const number of [1, 2, 3]) await ingestItems(made.core, [makeItem(number, made.clock.now)]);
  const first = Math.floor(made.clock.now / day);
  made.clock.now += 40 * day;
  await ingestItems(made.core, [makeItem(4, made.clock.now)]);
  for (const table of ['campaign_days', 'stale_days']) await made.core.db(table).delete();
  await made.core.db('stale_days').insert(Array.from({ length: 41 }, (_, index) => ({ campaign_id: 1, day: first + index })));
  expect(await read({ from: '2026-11-01', to: '2026-12-31' })).toMatchObject({ counting: 21, funnel: { leads: 1 } });
  expect((await read({ from: '2026-11-01', to: '2026-12-31' })).counting).toBe(1);
  expect(await keep()).toEqual({ days: 1, left: 0 });
  expect(await read({ from: '2026-11-01', to: '2026-12-31' })).toMatchObject({ counting: 0, funnel: { posts: 4, leads: 4 } });
});
