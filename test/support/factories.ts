import { streamsNamed } from '#shared/streams.ts';
import type { Actor } from '#core/platform/actor.ts';
import { type FetchedItem, textOnly } from '#core/platform/item.ts';
import type { Core } from '#core/open.ts';
import { transact } from '#core/platform/db/connect.ts';
import { type Campaign, type CampaignInput, campaignInputSchema } from '#shared/campaigns.ts';

type User = Extract<Actor, { kind: 'user' }>;

/** Inserts a user without a usable password. */
export async function makeUser(core: Core, name: string, role: 'user' | 'admin' = 'user'): Promise<User> {
  const email = `${name}@example.test`;
  const row = { username: name, username_key: name, email, email_key: email, password_hash: 'none', role, created_at: core.now() };
  const [made] = await core.db('users').insert(row).returning('id');
  return { kind: 'user', userId: String(made?.id), role };
}

/** A campaign that sells invoicing to freelancers and monitors r/freelance and r/smallbusiness. */
export const invoicing = (overrides: Partial<CampaignInput> = {}): CampaignInput =>
  campaignInputSchema.parse({
    name: 'Invoicing',
    offering: 'Invoicing software for freelancers: quotes, reminders, online payment',
    idealCustomer: 'Freelancers who send their own invoices',
    painPoints: ['clients pay late', 'chasing invoices by hand'],
    rules: [{ text: 'invoic*' }, { text: '"pay late"' }],
    streams: streamsNamed('subreddit', ['freelance', 'smallbusiness']),
    // What makes a lead must not depend on what else a test adds.
    leadThreshold: 70,
    ...overrides,
  });

export const makeCampaign = (core: Core, actor: User, overrides: Partial<CampaignInput> = {}): Promise<Campaign> =>
  core.inbox.campaigns.create(actor, invoicing(overrides));

const fillers =
  'amber basil cedar delta ember fjord grove hazel inlet jolly kayak lemon maple nylon ocean pearl quilt river salsa tulip umber velvet willow xenon yarrow zephyr'.split(
    ' ',
  );
/** Text that makes items with different numbers different. */
function filler(number: number): string {
  let state = (number + 1) * 2_654_435_761;
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
  return Array.from({ length: 30 }, () => fillers[(next() >>> 16) % fillers.length]).join(' ');
}

/** A post that a buyer of `invoicing` wrote a minute before `at`; pass what differs. */
export function makeItem(number: number, at: number, overrides: Partial<FetchedItem> = {}): FetchedItem {
  return {
    ...textOnly,
    fullname: `t3_item${number}`,
    kind: 'post',
    subreddit: 'freelance',
    author: `author_${number}`,
    title: `Looking for invoicing software, would pay today (${number})`,
    body: `I am a freelancer number ${number} and need an invoicing tool with payment reminders as soon as possible. What do you recommend? My budget is $${10 + number} a month. ${filler(number)}.`,
    permalink: `https://www.reddit.com/r/freelance/comments/item${number}/looking/`,
    createdAt: at - 60_000,
    score: 3,
    numComments: 1,
    ...overrides,
  };
}

/** Stores items as if a source had just returned them, and scores them. */
export async function ingestItems(core: Core, items: readonly FetchedItem[], scope = ''): Promise<void> {
  await transact(core.db, (trx) => core.inbox.items.store(trx, { scope, source: 'api', items, now: core.now() }));
  core.discovery.pipeline.scoreSoon();
  await core.discovery.pipeline.settled();
}
