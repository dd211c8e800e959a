import { afterAll, describe, expect, test } from 'vitest';
import type { FetchedItem } from '#core/platform/item.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';
import { createCandidateReader } from '#core/scoring/reader/read-candidates.ts';
import { createLazyReader } from '#core/scoring/reader/reader.ts';
import { createScorer } from '#core/scoring/scorer.ts';
import { makeCampaign, makeItem } from '#core/scoring/scoring.fixtures.ts';

const leadScore = 70;

const invoicing = makeCampaign({
  id: 'invoicing',
  offering: 'Invoicing software for freelancers: recurring invoices, online payment, and automatic reminders for late payers.',
  idealCustomer: 'Freelancers and very small firms who send their own invoices.',
  painPoints: [],
  rules: [{ text: 'invoic*' }, { text: 'invoicing' }, { text: 'late payers' }, { text: 'billing' }],
  subreddits: ['freelance'],
});

const pairReader = createLazyReader();
afterAll(pairReader.close);
const reader = createCandidateReader(pairReader.read);

/** As the app scores it, with the model that reads. */
async function score(made: Partial<FetchedItem>, campaign: ScoringCampaign = invoicing) {
  const item = makeItem({ subreddit: 'freelance', ...made });
  const scorer = createScorer({ campaigns: [campaign], now: null, assessAll: true });
  const [[result] = []] = await reader.read([{ item, results: scorer.score(item) }], scorer);
  return {
    score: result?.score ?? 0,
    role: result?.assessment?.role,
    evidence: result?.assessment?.evidence ?? [],
    reason: result?.assessment?.reason ?? '',
  };
}

const thread = 'Looking for invoicing software that chases late payers, any recommendation?';
const comment = (body: string, title = thread): Partial<FetchedItem> => ({
  fullname: 't1_made',
  kind: 'comment',
  title,
  body,
  linkFullname: 't3_made',
  parentFullname: 't3_made',
});

describe('comment below a request', () => {
  test.each([
    'I am a bot, and this action was performed automatically.',
    'Full disclosure, I work on Ottermint. It sends reminders and takes cards.',
    'Just use Stripe invoices',
    'Hi, founder of PayNudge here. We do exactly this, DM me and I will set you up.',
    'This gets asked every week, use the search.',
    'Removed: please read rule 3.',
    'Thanks, this helps a lot!',
    'lol, have you tried a baseball bat',
  ])("isn't a lead if it is %j", async (body) => {
    expect((await score(comment(body))).score).toBeLessThan(40);
  });

  test.each([
    'Same here, what did you end up with?',
    'Me too, I need one for two people.',
    'Following, I need this as well. Thirty clients and I chase them by hand.',
    'Does anyone know one that works in Canada?',
  ])('is a lead if it is %j', async (body) => {
    expect((await score(comment(body))).score).toBeGreaterThanOrEqual(leadScore);
  });

  test('provides its evidence and reason itself, and names the thread as such', async () => {
    const { evidence, reason } = await score(comment('Me too, I need one for two people.'));
    expect(evidence.length).toBeGreaterThan(0);
    expect(evidence.every(({ field }) => field === 'body')).toBe(true);
    expect(reason.replace(/ · in the thread “[^”]*”/, '')).not.toMatch(/chases|recommendation/);
  });

  test('is by a seller if it promotes something', async () => {
    expect((await score(comment('I run an invoicing startup, link in my bio, first month free.'))).role).toBe('seller');
  });

  test("isn't a lead if it asks about something else", async () => {
    expect((await score(comment('Which camera did you use for the photos on your site?'))).score).toBeLessThan(leadScore);
  });

  test('is scored alone if its thread was never read or is gone, before it is read', () => {
    const scorer = createScorer({ campaigns: [invoicing], now: null, assessAll: true });
    const cheap = (made: Partial<FetchedItem>): number => scorer.score(makeItem({ subreddit: 'freelance', ...made }))[0]?.score ?? 0;
    const same = cheap(comment('Same here.', ''));
    for (const title of ['', '[deleted]', '[removed]'])
      expect(cheap(comment('Which invoicing app do you recommend for two people?', title))).toBeGreaterThan(same);
  });
});

describe('title-only post', () => {
  const wordpress = makeCampaign({
    offering: 'Managed WordPress hosting with backups, updates, and support.',
    idealCustomer: 'Owners of WordPress sites.',
    painPoints: [],
    rules: [{ text: 'wordpress' }, { text: 'hosting' }],
    subreddits: ['Wordpress'],
  });
  const passwords = makeCampaign({
    offering: 'A password manager for companies with shared vaults.',
    idealCustomer: 'Small and medium companies.',
    painPoints: [],
    rules: [{ text: 'password manager' }, { text: 'lastpass' }],
    subreddits: ['sysadmin'],
  });

  test.each([
    ['Which invoicing app do you recommend?', invoicing],
    ['Best managed WordPress hosting?', wordpress],
    ['Password manager for 15 people?', passwords],
    ['Which password manager should we use instead of LastPass?', passwords],
    ['Managed WordPress hosting recommendations', wordpress],
  ])('is a lead with and without a polite line below if it is %j', async (title, campaign) => {
    expect((await score({ title, body: '' }, campaign)).score).toBeGreaterThanOrEqual(leadScore);
    expect((await score({ title, body: 'Any recommendations would be appreciated. Thanks!' }, campaign)).score).toBeGreaterThanOrEqual(
      leadScore,
    );
  });

  test.each([
    ['WordPress 7.2 released today', wordpress],
    ['What do you think of WordPress in 2026?', wordpress],
    ['LastPass hit by another breach', passwords],
    ['I made an invoice template you can have for free', invoicing],
    ['Where can I buy a used camera for my WordPress photos?', wordpress],
    ['Invoicing clients, what is the worst that happened to you?', invoicing],
    ['[For hire] Bookkeeper with 10 years of experience, invoicing too', invoicing],
  ])("isn't a lead if it is %j", async (title, campaign) => {
    expect((await score({ title, body: '' }, campaign)).score).toBeLessThan(leadScore);
  });

  test('is a lead by what its author leaves', async () => {
    expect(
      (await score({ title: 'Looking for an alternative to LastPass for our team', body: '' }, passwords)).score,
    ).toBeGreaterThanOrEqual(leadScore);
  });
});

describe('ability to buy', () => {
  const design = makeCampaign({
    offering: 'Designers who make a logo and a brand kit in five days, from 400 to 900 dollars.',
    idealCustomer: 'New firms.',
    painPoints: [],
    rules: [{ text: 'logo' }, { text: 'brand' }],
    subreddits: ['smallbusiness'],
  });
  const hiring = {
    subreddit: 'smallbusiness',
    title: '[Hiring] Logo designer for a podcast, paid project',
    body: 'I need a logo for a new podcast. One-off project.',
  };

  test('counts [Hiring] as buying where people are the product, unless it fills a job', async () => {
    expect(await score(hiring, design)).toMatchObject({ role: 'customer' });
    expect((await score(hiring, design)).score).toBeGreaterThanOrEqual(leadScore);
    const job = { ...hiring, body: `${hiring.body} Full time, salary 60k, send your resume.` };
    expect((await score(job, design)).score).toBeLessThan((await score(hiring, design)).score - 15);
  });

  test.each([
    'Logo designer looking for paid work',
    '[For Hire] Logo and brand designer',
    'Designer looking for new clients, logos from $400',
  ])('counts %j as an offer where people are the product', async (title) => {
    expect(await score({ title, body: 'My portfolio is online. I have made logos for ten years.' }, design)).toMatchObject({
      role: 'seller',
    });
  });

  test("doesn't count someone looking for work as a seller where work is the offering", async () => {
    const jobs = makeCampaign({
      offering: 'Professional writers rewrite your resume for the job you want.',
      idealCustomer: 'Job seekers.',
      painPoints: [],
      rules: [{ text: 'resume' }, { text: 'job search' }],
    });
    expect((await score({ title: 'Designer looking for work, resume help wanted', body: 'I get no replies.' }, jobs)).role).not.toBe(
      'seller',
    );
  });

  test('counts [Hiring] as a job where a tool is offered', async () => {
    const job = {
      title: '[Hiring] Part-time billing assistant',
      body: 'Send invoices and chase late payers for our agency. 15 hours a week.',
    };
    expect((await score(job)).score).toBeLessThan(leadScore);
  });

  test('lowers the score for a budget far outside the prices', async () => {
    const ask = (budget: string) => ({
      title: 'Looking for somebody to design a logo',
      body: `We are opening a bakery and need a logo. Our budget is ${budget}.`,
    });
    expect((await score(ask('$20'), design)).score).toBeLessThan((await score(ask('$500'), design)).score);
  });

  test('counts a completed purchase as solved', async () => {
    const ask = { title: 'Which invoicing app?', body: 'I was comparing invoicing apps for my studio. I already bought one yesterday.' };
    expect((await score(ask)).score).toBeLessThanOrEqual(40);
  });

  test('ignores quoted text by others until it is read', () => {
    const quoted = '> Looking for invoicing software that chases late payers, any recommendation?\n\nNice.';
    const item = makeItem({ subreddit: 'freelance', ...comment(quoted, 'Weekly thread') });
    const [cheap] = createScorer({ campaigns: [invoicing], now: null, assessAll: true }).score(item);
    expect(cheap?.score).toBeLessThan(40);
  });
});

describe('odd input', () => {
  test.each([
    ['an empty body', ''],
    ['forty thousand characters', 'I need invoicing software. '.repeat(1_500)],
    ['code', '```\nconst invoice = await client.invoices.create();\n```\nAny tips?'],
    ['a table', '| tool | price |\n|---|---|\n| A | $10 |\n| B | $20 |\n\nWhich invoicing app would you pick?'],
    ['several languages', 'Welche Rechnung? Which invoice? ¿Qué factura? 請求書'],
    ['quotes all the way down', '> > > > invoicing\n>'.repeat(200)],
    ['an edit', 'Which invoicing app do you recommend? EDIT: solved, thanks!'],
  ])('scores %s, with literal evidence', async (_, body) => {
    for (const item of [{ title: 'Invoicing', body }, comment(body)]) {
      const { score: points, evidence, reason } = await score(item);
      expect(points).toBeGreaterThanOrEqual(0);
      expect(points).toBeLessThanOrEqual(100);
      expect(reason).not.toBe('');
      for (const { text, field, start, end } of evidence) expect((field === 'title' ? 'Invoicing' : body).slice(start, end)).toBe(text);
    }
  });

  test('finds requests for a campaign with a single word', async () => {
    const one = makeCampaign({ offering: 'invoicing', idealCustomer: '', painPoints: [], rules: [{ text: 'invoicing' }], subreddits: [] });
    expect((await score({ title: 'Which invoicing app do you recommend?', body: '' }, one)).score).toBeGreaterThan(
      (await score({ title: 'Invoicing is fun', body: '' }, one)).score,
    );
  });
});
