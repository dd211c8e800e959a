// A year of posts, leads, and fetching, written directly into the tables as scoring and users would leave them.
import { insertRows } from '#core/platform/db/many-rows.ts';
import type { Core } from '#core/open.ts';
import { isPostgres } from '#migrations/engine.ts';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { createRandom, type inventUser, start, topicOf } from './generated-data.ts';

export type User = Awaited<ReturnType<typeof inventUser>>;
export interface Stream {
  id: number;
  userId: number;
}

const yearMs = 365 * 86_400_000;
const hourMs = 3_600_000;
const chunk = 5000;
const rulesEach = 30;
const subredditsEach = 24;
const leadShare = 0.1;
const stages = ['new', 'new', 'new', 'contacted', 'contacted', 'replied', 'qualified', 'won', 'lost'];

export async function makeCampaigns(core: Core, owners: readonly User[], each: number): Promise<Stream[]> {
  const campaigns: Stream[] = [];
  for (const owner of owners) {
    for (let n = 0; n < each; n += 1) {
      const made = await core.inbox.campaigns.create(owner, campaignInputSchema.parse({ name: topicOf(n), status: 'paused' }));
      campaigns.push({ id: Number(made.id), userId: Number(owner.userId) });
    }
  }
  await core.db('campaigns').update({ max_recency_points: 7.4 });
  return campaigns;
}

type Random = () => number;
const pick = <T>(items: readonly T[], random: Random, none: T): T => items[Math.floor(random() * items.length)] ?? none;
const ruleOf = (campaign: number, n: number): string =>
  `"${topicOf(campaign + n)} ${topicOf(n * 7)}" (recommend* OR "looking for") -${topicOf(n + 3)}`;

interface Made {
  id: number;
  campaign: Stream;
  createdAt: number;
  random: Random;
}

const itemRow = ({ id, createdAt, campaign }: Made, subreddit: string) => ({
  id,
  seq: id,
  scope: '',
  source: 'api',
  fullname: `t3_k${id.toString(36)}`,
  kind: 'post',
  subreddit,
  subreddit_key: subreddit,
  author: `author${id}`,
  title: `Looking for help with ${topicOf(campaign.id + id)} ${id}`,
  body: 'A few words of what somebody needs and what they tried before it.',
  permalink: `https://www.reddit.com/comments/k${id.toString(36)}/`,
  created_at: createdAt,
  fetched_at: createdAt + 60_000,
  points: 3,
  num_comments: 1,
  checked_at: createdAt,
});

function postRow({ id, campaign, createdAt, random }: Made, subreddit: string, leadId: number | null) {
  const dismissed = leadId === null && random() < 0.1;
  const rated = random() < 0.1;
  return {
    id,
    campaign_id: campaign.id,
    user_id: campaign.userId,
    item_id: id,
    lead_id: leadId,
    kind: 'post',
    subreddit_key: subreddit,
    author_key: `author${id}`,
    matched_rules: JSON.stringify([
      ruleOf(campaign.id, Math.floor(random() * rulesEach)),
      ...(random() < 0.3 ? [ruleOf(campaign.id, 1)] : []),
    ]),
    role: 'buyer',
    reason: 'Looks for something',
    scored_by: 'builtin',
    static_points: leadId === null ? 25 + 40 * random() : 70 + 25 * random(),
    recency_points: 7,
    cap: 100,
    merit: leadId === null ? 40 : 80,
    created_at: createdAt,
    discovered_at: createdAt + Math.floor(random() ** 3 * 40 * 60_000),
    decided: leadId === null ? 'post' : 'lead',
    status: dismissed ? 'dismissed' : leadId === null ? 'new' : 'lead',
    open: dismissed ? 0 : 1,
    seen_at: random() < 0.7 ? createdAt + Math.floor(random() ** 2 * 86_400_000) : null,
    feedback: rated ? (random() < 0.8 ? 'right' : 'wrong') : null,
    feedback_at: rated ? createdAt + hourMs : null,
  };
}

function leadRow({ id, campaign, createdAt, random }: Made, leadId: number) {
  const stage = pick(stages, random, 'new');
  return {
    id: leadId,
    campaign_id: campaign.id,
    user_id: campaign.userId,
    author_key: `author${id}`,
    reddit_username: `author${id}`,
    stage,
    active: 1,
    contacted_at: stage === 'new' ? null : createdAt + Math.floor(random() * 5 * hourMs),
    first_seen_at: createdAt + Math.floor(random() ** 3 * 40 * 60_000),
    last_activity_at: createdAt,
    static_points: 70 + 25 * random(),
    recency_points: 7,
    cap: 100,
    basis_at: createdAt,
  };
}

/** `total` posts over the year after `start`, spread evenly over the campaigns; every tenth is a lead. */
export async function fillPosts(core: Core, campaigns: readonly Stream[], total: number): Promise<void> {
  // A server's cache holds a small part of the indexes of a million posts, so most rows would read pages and write them again.
  if (!isPostgres(core.db)) await core.db.raw('pragma cache_size = -2000000');
  const random = createRandom(11);
  const none = { id: 0, userId: 0 };
  for (let from = 0; from < total; from += chunk) {
    const made: Made[] = Array.from({ length: Math.min(chunk, total - from) }, (_, index) => ({
      id: from + index + 1,
      campaign: pick(campaigns, random, none),
      createdAt: start + Math.floor(((from + index) / total) * yearMs),
      random,
    }));
    const leads = new Map(made.filter(() => random() < leadShare).map((one) => [one.id, one.id]));
    const placed = made.map((one) => ({
      one,
      subreddit: `subreddit${Math.floor(random() ** 2 * subredditsEach) + (one.campaign.id % 9) * 20}`,
    }));
    await core.db.transaction(async (trx) => {
      await insertRows(trx, 'items', { rows: placed.map(({ one, subreddit }) => itemRow(one, subreddit)) });
      await insertRows(trx, 'leads', { rows: made.flatMap((one) => (leads.has(one.id) ? [leadRow(one, one.id)] : [])) });
      await insertRows(trx, 'posts', { rows: placed.map(({ one, subreddit }) => postRow(one, subreddit, leads.get(one.id) ?? null)) });
    });
  }
}

/** An hour of fetching for every campaign, four times a day, in the last days of the year. */
export async function fillFetched(core: Core, campaigns: readonly Stream[], days = 365): Promise<void> {
  const random = createRandom(12);
  const first = Math.floor((start + yearMs) / hourMs) - days * 24;
  for (const campaign of campaigns) {
    const rows = Array.from({ length: days * 4 }, (_, index) => {
      const subreddits = Array.from({ length: subredditsEach }, (_unused, at) => [
        `subreddit${at + (campaign.id % 9) * 20}`,
        [Math.floor(random() * 40), 1],
      ]);
      return {
        campaign_id: campaign.id,
        user_id: campaign.userId,
        hour: first + index * 6,
        fetched: subreddits.reduce((sum, [, counts]) => sum + Number((counts as number[])[0]), 0),
        matched: subredditsEach,
        subreddits: JSON.stringify(Object.fromEntries(subreddits)),
      };
    });
    await core.db.transaction((trx) => insertRows(trx, 'fetch_hours', { rows }));
  }
}

/** Makes posts as long as real ones, with scorer results: a page of 25 is about 40 kB. */
export async function lengthen({ db }: Core): Promise<void> {
  const body = Array.from(
    { length: 14 },
    (_, n) => `I tried ${topicOf(n)} and ${topicOf(n * 3)} before, and neither did what we need.`,
  ).join(' ');
  const evidence = ['intent', 'fit', 'urgency'].map((why) => ({ text: 'Looking for help', start: 0, end: 16, field: 'title', why }));
  const components = { intent: 0.82, fit: 0.7, relevance: 0.55, urgency: 0.4, reachability: 0.6, recency: 0.5, saturation: 0.9 };
  await db('items').update({ body });
  await db('posts').update({ components: JSON.stringify(components), evidence: JSON.stringify(evidence) });
  await db.raw('analyze');
}
