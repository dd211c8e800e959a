import { expect } from 'playwright/test';
import type { Campaign } from '#shared/campaigns.ts';
import type { Instance } from './instance.ts';

/** People who need an invoicing tool, each with a distinct text, because duplicates are dropped on ingest. */
export const people = [
  {
    author: 'quiet_fern',
    title: 'Looking for invoicing software that takes deposits',
    selftext: 'I build garden sheds and want half of the money before I order timber. Which tool do you recommend? I would pay today.',
  },
  {
    author: 'amber_harbour',
    title: 'Which invoicing app reminds late payers for you?',
    selftext: 'Three clients are two months behind and I hate phoning them. Need something as soon as possible, budget is $20 a month.',
  },
  {
    author: 'copper_kettle',
    title: 'Need an alternative for invoices in two currencies',
    selftext: 'My translation clients sit in Norway and Japan. What do you use for the invoicing? Happy to pay for the right one.',
  },
  {
    author: 'walnut_river',
    title: 'Recommend an invoicing tool for a photographer?',
    selftext:
      'Weddings, usually booked a year ahead, so I have to invoice in parts. Looking for software that does this without a spreadsheet.',
  },
  {
    author: 'paper_lantern',
    title: 'Tired of writing invoices by hand, what should I buy?',
    selftext: 'I run a dog grooming van and send forty invoices each week from a phone. Please recommend a program, I can start tomorrow.',
  },
  {
    author: 'silver_birch',
    title: 'What do you use for recurring invoices?',
    selftext: 'Piano lessons, twelve families, the same sum on the first of the month. Looking for software that sends them by itself.',
  },
  {
    author: 'harbour_light',
    title: 'Can anyone recommend invoicing with a customer login?',
    selftext: 'Our marina rents berths and the owners keep losing the PDF. Need a portal where they pay, ideally before the season starts.',
  },
  {
    author: 'green_kettle',
    title: 'Need software for invoices with hours on them',
    selftext: 'Consulting by the quarter hour for two law firms that want each minute listed. Which one would you pay for?',
  },
] as const;

export type Person = (typeof people)[number];

interface SeedOptions {
  /** How many of the people. */
  count?: number;
  /** Fullname of a person's post, for instance on a fake Reddit; absent if it isn't posted anywhere. */
  idOf?: (person: Person) => string;
}

/** Creates a campaign with these people as posts and leads, scored by the built-in scorer. */
export async function seedPeople(instance: Instance, token: string, { count = people.length, idOf }: SeedOptions = {}): Promise<Campaign> {
  const campaign = await instance.api<Campaign>('POST', '/campaigns', {
    token,
    body: {
      name: 'Invoicing',
      offering: 'Invoicing software for freelancers: quotes, deposits, reminders, online payment',
      idealCustomer: 'Freelancers who send their own invoices',
      painPoints: ['clients pay late'],
      rules: [{ text: 'invoic*' }],
      leadThreshold: 20,
      postFloor: 5,
    },
  });
  const posts = people.slice(0, count).map((person, index) => postBy(person, idOf?.(person) ?? `seed${campaign.id}x${index}`, index));
  await importLeads(instance, token, { campaign, posts, total: count });
  return campaign;
}

type Author = Record<'author' | 'title' | 'selftext', string>;

const postBy = (person: Author, id: string, minutesAgo: number) => ({
  ...person,
  id,
  kind: 'post',
  subreddit: 'freelance',
  created_utc: Math.floor(Date.now() / 1000) - 60 * (minutesAgo + 1),
  permalink: `/r/freelance/comments/${id}/x/`,
});

interface Import {
  campaign: Campaign;
  posts: readonly ReturnType<typeof postBy>[];
  /** Leads of the campaign afterwards. */
  total: number;
}

async function importLeads(instance: Instance, token: string, { campaign, posts, total }: Import): Promise<void> {
  const form = new FormData();
  form.set('campaignId', campaign.id);
  form.set('file', new Blob([posts.map((post) => JSON.stringify(post)).join('\n')]), 'posts.jsonl');
  const sent = await fetch(`${instance.url}/api/import/file`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(sent.ok, await sent.text()).toBe(true);
  await expect
    .poll(async () => (await instance.api<{ total: number }>('GET', `/leads?campaignId=${campaign.id}&limit=1`, { token })).total, {
      timeout: 60_000,
    })
    .toBe(total);
}

const trades =
  'florist plumber tutor baker welder notary tailor gardener roofer potter vet printer mason barber nurse joiner dentist brewer farmer editor'.split(
    ' ',
  );
const needs = [
  'deposits',
  'late payers',
  'two currencies',
  'recurring invoices',
  'hours on the bill',
  'a client portal',
  'quotes',
  'reminders',
  'tax summaries',
];

/** One of many people, each with a text of their own and not all equally eager. */
function buyerAt(index: number): Author {
  const trade = trades[index % trades.length] ?? '';
  const need = needs[Math.floor(index / trades.length) % needs.length] ?? '';
  const ask = [`I would pay for ${need} today.`, 'What do you recommend?', 'Is there anything?'][index % 3] ?? '';
  return {
    author: `${trade}_${index}`,
    title: `Looking for invoicing software as a ${trade}, mostly for ${need} (${index})`,
    selftext: `${trade} number ${index} here. ${need} take all my evenings, ${trade} work should not. ${ask}`,
  };
}

interface Buyers {
  campaign: Campaign;
  from: number;
  to: number;
  /** Leads that were archived or dismissed before. */
  gone?: number;
}

/** Adds leads to a campaign, up to 180 in all. */
export async function addBuyers(instance: Instance, token: string, { campaign, from, to, gone = 0 }: Buyers): Promise<void> {
  const posts = Array.from({ length: to - from }, (_, at) => postBy(buyerAt(from + at), `buyer${campaign.id}x${from + at}`, from + at));
  await importLeads(instance, token, { campaign, posts, total: to - gone });
}
