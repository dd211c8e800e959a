import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyticsQuery, type Analytics, type FunnelStep, funnelSteps } from '#shared/analytics.ts';
import { makeCampaign, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const zones = ['UTC', 'Asia/Kathmandu', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Kiritimati'];
const ranges = [
  { from: '2026-02-20', to: '2026-10-31' },
  { from: '2026-03-01', to: '2026-04-12' },
  { from: '2026-10-25', to: '2026-11-02' },
  { from: '2026-11-01', to: '2026-11-01' },
  { from: '2026-03-29T00:50:00.000Z', to: '2026-05-03T23:10:00.000Z' },
  { from: '2026-07-04T09:13:00.000Z', to: '2026-07-04T17:01:00.000Z' },
];
const stages = ['new', 'contacted', 'replied', 'qualified', 'won', 'lost'] as const;
const repliedStages: ReadonlySet<string> = new Set(['replied', 'qualified', 'won']);

interface Lead {
  stage: (typeof stages)[number];
  firstSeenAt: number;
  contactedAt: number | null;
}
interface Post {
  campaignId: number;
  subreddit: string;
  rules: string[];
  createdAt: number;
  discoveredAt: number;
  seenAt: number | null;
  status: 'new' | 'lead' | 'dismissed';
  feedback: 'right' | 'wrong' | null;
  lead: Lead | null;
  /** An earlier post of the same author, who is a lead because of it. */
  after: Post | null;
}
interface Fetched {
  campaignId: number;
  hour: number;
  subreddits: Record<string, [fetched: number, matched: number]>;
}

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;
let campaignIds: number[] = [];
const posts: Post[] = [];
const fetched: Fetched[] = [];

function createDice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function invent(): void {
  const roll = createDice(20);
  const pick = <T>(items: readonly [T, ...T[]]): T => items[roll(items.length)] ?? items[0];
  const first = Date.parse('2026-02-01T00:00:00Z');
  for (let n = 0; n < 900; n += 1) {
    const createdAt = first + roll(290) * day + roll(24) * hour + roll(60) * minute;
    const discoveredAt = createdAt + roll(4) ** 5 * minute;
    const isLead = roll(2) === 0;
    const earlier = !isLead && roll(3) === 0 ? posts[roll(posts.length)] : undefined;
    const stage = pick(stages);
    posts.push({
      campaignId: campaignIds[roll(2)] ?? 0,
      subreddit: `subreddit${roll(5)}`,
      rules: [`rule ${roll(3)}`, ...(roll(3) === 0 ? ['rule of many'] : [])],
      createdAt,
      discoveredAt,
      seenAt: roll(3) === 0 ? null : discoveredAt + roll(3000) * minute,
      status: isLead ? 'lead' : pick(['new', 'dismissed']),
      feedback: pick([null, null, 'right', 'wrong']),
      lead: isLead ? { stage, firstSeenAt: discoveredAt, contactedAt: stage === 'new' ? null : discoveredAt + roll(5000) * minute } : null,
      after: earlier?.lead ? earlier : null,
    });
  }
  for (const campaignId of campaignIds)
    for (let at = Math.floor(first / hour); at < first / hour + 290 * 24; at += 7)
      fetched.push({ campaignId, hour: at, subreddits: { subreddit1: [roll(9), 0], [`subreddit${2 + roll(5)}`]: [roll(30), roll(3)] } });
}

async function store(): Promise<void> {
  const { db } = made.core;
  const user_id = Number(ann.userId);
  for (const [index, post] of posts.entries()) {
    const id = index + 1;
    const own = { id, user_id, campaign_id: post.campaignId };
    const common = { kind: 'post' as const, subreddit_key: post.subreddit, created_at: post.createdAt };
    const score = { static_points: 50, recency_points: 7, cap: 100 };
    await db('items').insert({
      ...common,
      id,
      seq: id,
      scope: '',
      source: 'api',
      fullname: `t3_${id}`,
      subreddit: post.subreddit,
      title: 'A title',
      body: 'A text',
      fetched_at: post.discoveredAt,
      checked_at: post.discoveredAt,
    });
    const { lead } = post;
    if (lead)
      await db('leads').insert({
        ...own,
        ...score,
        author_key: `author${id}`,
        reddit_username: `author${id}`,
        stage: lead.stage,
        active: 1,
        first_seen_at: lead.firstSeenAt,
        contacted_at: lead.contactedAt,
        last_activity_at: lead.firstSeenAt,
        basis_at: post.createdAt,
      });
    await db('posts').insert({
      ...own,
      ...common,
      ...score,
      merit: 0,
      item_id: id,
      lead_id: lead ? id : post.after ? posts.indexOf(post.after) + 1 : null,
      author_key: `author${id}`,
      matched_rules: JSON.stringify(post.rules),
      role: 'customer',
      reason: '',
      scored_by: 'builtin',
      discovered_at: post.discoveredAt,
      decided: lead ? 'lead' : 'post',
      status: post.status,
      open: post.status === 'dismissed' ? 0 : 1,
      seen_at: post.seenAt,
      feedback: post.feedback,
    });
  }
  for (const { campaignId, hour: at, subreddits } of fetched) {
    const sum = (column: 0 | 1) => Object.values(subreddits).reduce((total, counts) => total + counts[column], 0);
    const counts = { fetched: sum(0), matched: sum(1), subreddits: JSON.stringify(subreddits) };
    await db('fetch_hours').insert({ campaign_id: campaignId, user_id, hour: at, ...counts });
  }
  // Of all campaigns together: here, no two of them read the same items.
  for (const span of [1, 24]) {
    const spans = Map.groupBy(fetched, ({ hour: at }) => at - (at % span));
    for (const [at, hours] of spans) {
      const names = [...new Set(hours.flatMap(({ subreddits }) => Object.keys(subreddits)))];
      const totalOf = (name: string, column: 0 | 1) => hours.reduce((sum, { subreddits }) => sum + (subreddits[name]?.[column] ?? 0), 0);
      const subreddits = Object.fromEntries(names.map((name) => [name, [totalOf(name, 0), totalOf(name, 1)]]));
      const sumOf = (column: 0 | 1) => names.reduce((sum, name) => sum + totalOf(name, column), 0);
      await db('reads').insert({ user_id, span, hour: at, fetched: sumOf(0), matched: sumOf(1), subreddits: JSON.stringify(subreddits) });
    }
  }
}

beforeAll(async () => {
  made = await makeCore();
  ann = await makeUser(made.core, 'ann');
  campaignIds = [Number((await makeCampaign(made.core, ann)).id), Number((await makeCampaign(made.core, ann, { name: 'Second' })).id)];
  invent();
  await store();
  await made.core.insights.analytics.keep(new AbortController().signal);
});
afterAll(() => made.close());

const clocks = new Map<string, Intl.DateTimeFormat>();
/** Making one takes far longer than reading it. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });
  clocks.set(zone, clock);
  return clock;
}

/** Date, weekday (0 is Monday), and hour on a clock of the zone. */
function onClock(zone: string, at: number): { date: string; weekday: number; hour: number } {
  const parts = clockOf(zone).format(at);
  const [date = '', time = ''] = parts.split(', ');
  return { date, weekday: (new Date(date).getUTCDay() + 6) % 7, hour: Number(time.slice(0, 2)) };
}

type Counted = Pick<Analytics, 'funnel' | 'precision' | 'leadsOverTime' | 'byHour' | 'latency' | 'bySubreddit' | 'byRule'>;

/** What is compared of each chart, in an order that doesn't depend on how it was counted. */
function comparable({ funnel, precision, leadsOverTime, byHour, latency, bySubreddit, byRule }: Counted) {
  return {
    funnel,
    rated: [precision.right, precision.wrong],
    total: leadsOverTime.total,
    answered: leadsOverTime.answered,
    hours: byHour.cells,
    latency: [latency.found.counts, latency.seen.counts, latency.answered.counts],
    subreddits: Object.fromEntries(
      bySubreddit.items.map((item) => {
        const { subreddit, seenMinutes: _, ...counts } = item;
        return [subreddit, counts];
      }),
    ),
    rules: Object.fromEntries(byRule.items.map(({ campaignId, rule, ...counts }) => [`${campaignId} ${rule}`, counts])),
  };
}

const reached: Partial<Record<FunnelStep, (lead: Lead) => boolean>> = {
  leads: () => true,
  contacted: ({ contactedAt }) => contactedAt !== null,
  replied: ({ stage }) => repliedStages.has(stage),
  won: ({ stage }) => stage === 'won',
};

/** The same from the invented posts alone, one after the other. */
function recount(figures: Analytics, campaignId: number | null, step?: FunnelStep): ReturnType<typeof comparable> {
  const [from, to] = [Date.parse(figures.from), Date.parse(figures.to)];
  const isWithin = (at: number) => at >= from && at < to;
  const own = <T extends { campaignId: number }>(all: readonly T[]) =>
    all.filter((one) => campaignId === null || one.campaignId === campaignId);
  const hasReached = step === undefined ? undefined : reached[step];
  const leadOf = ({ lead, after }: Post) => lead ?? after?.lead ?? null;
  const isCounted = (post: Post) => {
    const lead = leadOf(post);
    return hasReached === undefined || (lead !== null && hasReached(lead));
  };
  const unfiltered = own(posts).filter(({ discoveredAt }) => isWithin(discoveredAt));
  const found = unfiltered.filter(isCounted);
  const hours = own(fetched).filter((one) => isWithin(one.hour * hour));
  const leadsOf = (some: readonly Post[]) => some.flatMap((post) => (post.lead ? [{ ...post.lead, post }] : []));
  const leads = leadsOf(found);
  const allLeads = leadsOf(unfiltered);
  const rated = (some: readonly Post[], verdict: 'right' | 'wrong') => some.filter(({ feedback }) => feedback === verdict).length;
  const replied = (some: readonly Post[]) => leadsOf(some).filter(({ stage }) => repliedStages.has(stage)).length;
  const zeros = (length: number): number[] => Array.from({ length }, () => 0);
  const addAt = (counts: number[], at: number) => void (counts[at] = (counts[at] ?? 0) + 1);

  const [total, answered] = [zeros(figures.leadsOverTime.days.length), zeros(figures.leadsOverTime.days.length)];
  const bucketOf = (at: number) => {
    const today = onClock(figures.zone, at).date;
    return figures.leadsOverTime.days.findLastIndex((date) => date <= today);
  };
  if (step === 'heard' || step === 'matched')
    for (const one of hours)
      for (const [read, matched] of Object.values(one.subreddits))
        total[bucketOf(one.hour * hour)] = (total[bucketOf(one.hour * hour)] ?? 0) + (step === 'heard' ? read : matched);
  else for (const { discoveredAt } of step === 'posts' ? found : leads.map(({ post }) => post)) addAt(total, bucketOf(discoveredAt));
  for (const { contactedAt } of leadsOf(own(posts).filter(isCounted)))
    if (contactedAt !== null && isWithin(contactedAt)) addAt(answered, bucketOf(contactedAt));

  const cells = Array.from({ length: 7 }, () => zeros(24));
  for (const post of step === 'posts' ? found : step === 'heard' || step === 'matched' ? [] : leads.map((lead) => lead.post)) {
    const { weekday, hour: at } = onClock(figures.zone, post.createdAt);
    addAt(cells[weekday] ?? [], at);
  }

  const durations = (times: readonly (readonly [number, number | null])[]): number[] => {
    const counts = zeros(figures.latency.edges.length + 1);
    for (const [began, ended] of times) {
      if (ended === null) continue;
      const bucket = figures.latency.edges.findIndex((edge) => ended - began <= edge * minute);
      addAt(counts, bucket === -1 ? figures.latency.edges.length : bucket);
    }
    return counts;
  };

  const readNames = hasReached ? [] : hours.flatMap(({ subreddits }) => Object.keys(subreddits));
  const names = new Set([...found.map(({ subreddit }) => subreddit), ...readNames]);
  const subreddits = [...names].map((name) => {
    const some = found.filter(({ subreddit }) => subreddit === name);
    const fetchedOf = (column: 0 | 1) => hours.reduce((sum, one) => sum + (one.subreddits[name]?.[column] ?? 0), 0);
    const trend = zeros(8);
    for (const { firstSeenAt } of leadsOf(some)) {
      // Whole UTC days count by their beginning.
      const at = Math.max(from, Math.floor(firstSeenAt / day) * day);
      addAt(trend, Math.floor(((at - from) / (to - from)) * 8));
    }
    const counts = { posts: some.length, leads: leadsOf(some).length, replied: replied(some) };
    const seen = leadsOf(some).filter(({ post }) => post.seenAt !== null).length;
    const verdicts = { right: rated(some, 'right'), wrong: rated(some, 'wrong') };
    const matched = hasReached || step === 'posts' ? some.length : fetchedOf(1);
    const heard = hasReached || step === 'posts' ? some.length : fetchedOf(step === 'matched' ? 1 : 0);
    return [name, { heard, matched, ...counts, ...verdicts, trend, seen }] as const;
  });

  const rules = [...new Set(found.flatMap((post) => post.rules.map((rule) => `${post.campaignId} ${rule}`)))].map((key) => {
    const some = found.filter((post) => post.rules.some((rule) => `${post.campaignId} ${rule}` === key));
    const counts = { posts: some.length, leads: leadsOf(some).length, replied: replied(some) };
    return [key, { ...counts, right: rated(some, 'right'), wrong: rated(some, 'wrong') }] as const;
  });

  const sum = (column: 0 | 1) =>
    hours.reduce((all, one) => all + Object.values(one.subreddits).reduce((some, counts) => some + counts[column], 0), 0);
  return {
    funnel: {
      heard: sum(0),
      matched: sum(1),
      posts: unfiltered.length,
      leads: allLeads.length,
      contacted: allLeads.filter(({ contactedAt }) => contactedAt !== null).length,
      replied: replied(unfiltered),
      won: allLeads.filter(({ stage }) => stage === 'won').length,
      dismissed: unfiltered.filter(({ status }) => status === 'dismissed').length,
    },
    rated: [rated(found, 'right'), rated(found, 'wrong')],
    total,
    answered,
    hours: cells,
    latency: [
      durations(leads.map(({ post }) => [post.createdAt, post.discoveredAt])),
      durations(leads.map(({ post }) => [post.createdAt, post.seenAt])),
      durations(leads.map(({ post, contactedAt }) => [post.createdAt, contactedAt])),
    ],
    // Without those where nothing reached the step.
    subreddits: Object.fromEntries(
      subreddits.filter(([, { matched, posts: kept }]) => kept > 0 || (step === 'matched' ? matched > 0 : step !== 'posts')),
    ),
    rules: Object.fromEntries(rules),
  };
}

const read = (query: Record<string, string>): Promise<Analytics> => made.core.insights.analytics.get(ann, analyticsQuery.parse(query));

test.each(zones.flatMap((zone) => ranges.map(({ from, to }) => ({ zone, from, to }))))(
  'figures from $from to $to in $zone are those of a recount of every post',
  async (query) => {
    for (const campaignId of [null, campaignIds[1] ?? 0]) {
      const figures = await read({ ...query, ...(campaignId !== null && { campaignId: String(campaignId) }) });
      expect(figures.counting).toBe(0);
      expect(comparable(figures)).toEqual(recount(figures, campaignId));
    }
  },
);

test.each(funnelSteps)('figures of what reached %s are those of a recount of every post', async (step) => {
  for (const { from, to } of ranges) {
    for (const [at, campaignId] of [null, campaignIds[0] ?? 0].entries()) {
      const figures = await read({
        from,
        to,
        zone: zones[at + 1] ?? '',
        step,
        ...(campaignId !== null && { campaignId: String(campaignId) }),
      });
      expect(figures.step).toBe(step);
      expect(comparable(figures)).toEqual(recount(figures, campaignId, step));
      expect(figures.headline.leads).toBe(figures.funnel[reached[step] ? step : 'leads']);
      expect(figures.cost.leads).toEqual(recount(figures, campaignId, reached[step] ? step : 'leads').total);
    }
  }
});

test.skipIf(process.env['EARSHOT_TEST_POSTGRES'] !== undefined).each(funnelSteps)(
  'what reached %s is read by indexes, however many posts there are',
  async (step) => {
    const { readDb } = made.core;
    const asked: { sql: string; bindings: unknown[] }[] = [];
    const listen = (query: { sql: string; bindings: unknown[] }) => void asked.push(query);
    readDb.on('query', listen);
    await read({ from: '2026-03-01', to: '2026-10-12', zone: 'Asia/Kathmandu', step });
    readDb.off('query', listen);
    expect(asked.filter(({ sql }) => /`(?:posts|leads|reads)`/.test(sql))).not.toHaveLength(0);
    for (const { sql, bindings } of asked) {
      const plan = await readDb.raw<{ detail: string }[]>(`explain query plan ${sql}`, bindings as never);
      expect(plan.map(({ detail }) => detail).join('\n')).not.toMatch(/SCAN (?:posts|leads|items|reads|fetch_hours|campaign_days)\b/);
    }
  },
);

test('days that were stored with trailing zeros count the same', async () => {
  const query = { from: '2026-02-20', to: '2026-10-31', zone: 'Asia/Kathmandu' };
  const figures = await read(query);
  const rows = await made.core.db('campaign_days').select('campaign_id', 'day', 'subreddits', 'rules');
  const padded = (json: string, length: number): string =>
    JSON.stringify((JSON.parse(json) as unknown[][]).map((list) => list.concat(Array<number>(Math.max(0, length - list.length)).fill(0))));
  for (const { campaign_id, day: at, subreddits, rules } of rows)
    await made.core
      .db('campaign_days')
      .where({ campaign_id, day: at })
      .update({ subreddits: padded(subreddits, 8), rules: padded(rules, 6) });
  expect(await read(query)).toEqual(figures);
});
