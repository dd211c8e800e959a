import { describe, expect, test } from 'vitest';
import type { FetchedItem } from '#core/platform/item.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';
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

function score(item: Partial<FetchedItem>, campaign: ScoringCampaign = invoicing) {
  const [result] = createScorer({ campaigns: [campaign], now: null, assessAll: true }).score(makeItem({ subreddit: 'freelance', ...item }));
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
  ])("isn't a lead if it is %j", (body) => {
    expect(score(comment(body)).score).toBeLessThan(40);
  });

  test.each([
    'Same here, what did you end up with?',
    'Me too, I need one for two people.',
    'Following, I need this as well. Thirty clients and I chase them by hand.',
    'Does anyone know one that works in Canada?',
  ])('is a lead if it is %j', (body) => {
    expect(score(comment(body)).score).toBeGreaterThanOrEqual(leadScore);
  });

  test('provides its evidence and reason itself, and names the thread as such', () => {
    const { evidence, reason } = score(comment('Me too, I need one for two people.'));
    expect(evidence.length).toBeGreaterThan(0);
    expect(evidence.every(({ field }) => field === 'body')).toBe(true);
    expect(reason.replace(/ · in the thread “[^”]*”/, '')).not.toMatch(/chases|recommendation/);
  });

  test('is by a seller if it promotes something', () => {
    expect(score(comment('I run an invoicing startup, link in my bio, first month free.')).role).toBe('seller');
  });

  test("isn't a lead if it asks about something else", () => {
    expect(score(comment('Which camera did you use for the photos on your site?')).score).toBeLessThan(leadScore);
  });

  test('is scored alone if its thread was never read or is gone', () => {
    for (const title of ['', '[deleted]', '[removed]'])
      expect(score(comment('Which invoicing app do you recommend for two people?', title)).score).toBeGreaterThanOrEqual(leadScore);
    expect(score(comment('Same here.', '')).score).toBeLessThan(leadScore);
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
    ['Looking for an alternative to LastPass for our team', passwords],
    ['Password manager for 15 people?', passwords],
    ['Which password manager should we use instead of LastPass?', passwords],
    ['Managed WordPress hosting recommendations', wordpress],
  ])('is a lead with and without a polite line below if it is %j', (title, campaign) => {
    expect(score({ title, body: '' }, campaign).score).toBeGreaterThanOrEqual(leadScore);
    expect(score({ title, body: 'Any recommendations would be appreciated. Thanks!' }, campaign).score).toBeGreaterThanOrEqual(leadScore);
  });

  test.each([
    ['WordPress 7.2 released today', wordpress],
    ['What do you think of WordPress in 2026?', wordpress],
    ['LastPass hit by another breach', passwords],
    ['I made an invoice template you can have for free', invoicing],
    ['Where can I buy a used camera for my WordPress photos?', wordpress],
    ['Invoicing clients, what is the worst that happened to you?', invoicing],
    ['[For hire] Bookkeeper with 10 years of experience, invoicing too', invoicing],
  ])("isn't a lead if it is %j", (title, campaign) => {
    expect(score({ title, body: '' }, campaign).score).toBeLessThan(leadScore);
  });

  test('may use the word for another trade in a monitored subreddit, but not elsewhere', () => {
    const merchandise = makeCampaign({
      offering: 'Branded merchandise for small firms and events, from mugs to hoodies, with packing for remote teams.',
      idealCustomer: 'Marketing and office managers who order gifts for staff or events.',
      painPoints: [],
      rules: [{ text: 'swag' }, { text: 'branded merch' }, { text: 'welcome kit' }],
      subreddits: ['marketing'],
    });
    const ask = { title: 'Looking for a supplier who can ship welcome boxes to 12 countries', body: '' };
    expect(score({ ...ask, subreddit: 'marketing' }, merchandise).score).toBeGreaterThanOrEqual(leadScore);
    expect(score({ ...ask, subreddit: 'AskLondon' }, merchandise).score).toBeLessThan(leadScore);
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
  const hiring = { title: '[Hiring] Logo designer for a podcast, paid project', body: 'I need a logo for a new podcast. One-off project.' };

  test('counts [Hiring] as buying where people are the product, unless it fills a job', () => {
    expect(score(hiring, design)).toMatchObject({ role: 'customer' });
    expect(score(hiring, design).score).toBeGreaterThanOrEqual(leadScore);
    const job = { ...hiring, body: `${hiring.body} Full time, salary 60k, send your resume.` };
    expect(score(job, design).score).toBeLessThan(score(hiring, design).score - 15);
  });

  test.each([
    'Logo designer looking for paid work',
    '[For Hire] Logo and brand designer',
    'Designer looking for new clients, logos from $400',
  ])('counts %j as an offer where people are the product', (title) => {
    expect(score({ title, body: 'My portfolio is online. I have made logos for ten years.' }, design)).toMatchObject({ role: 'seller' });
  });

  test("doesn't count someone looking for work as a seller where work is the offering", () => {
    const jobs = makeCampaign({
      offering: 'Professional writers rewrite your resume for the job you want.',
      idealCustomer: 'Job seekers.',
      painPoints: [],
      rules: [{ text: 'resume' }, { text: 'job search' }],
    });
    expect(score({ title: 'Designer looking for work, resume help wanted', body: 'I get no replies.' }, jobs).role).not.toBe('seller');
  });

  test('counts [Hiring] as a job where a tool is offered', () => {
    const job = {
      title: '[Hiring] Part-time billing assistant',
      body: 'Send invoices and chase late payers for our agency. 15 hours a week.',
    };
    expect(score(job).score).toBeLessThan(leadScore);
  });

  test('lowers the score for a budget far outside the prices', () => {
    const ask = (budget: string) => ({
      title: 'Looking for somebody to design a logo',
      body: `We are opening a bakery and need a logo. Our budget is ${budget}.`,
    });
    expect(score(ask('$20'), design).score).toBeLessThan(score(ask('$500'), design).score);
  });

  test('counts a completed purchase as solved', () => {
    const ask = { title: 'Which invoicing app?', body: 'I was comparing invoicing apps for my studio. I already bought one yesterday.' };
    expect(score(ask).score).toBeLessThanOrEqual(40);
  });

  test('ignores quoted text by others', () => {
    const quoted = '> Looking for invoicing software that chases late payers, any recommendation?\n\nNice.';
    expect(score(comment(quoted, 'Weekly thread')).score).toBeLessThan(40);
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
  ])('scores %s, with literal evidence', (_, body) => {
    for (const item of [{ title: 'Invoicing', body }, comment(body)]) {
      const { score: points, evidence, reason } = score(item);
      expect(points).toBeGreaterThanOrEqual(0);
      expect(points).toBeLessThanOrEqual(100);
      expect(reason).not.toBe('');
      for (const { text, field, start, end } of evidence) expect((field === 'title' ? 'Invoicing' : body).slice(start, end)).toBe(text);
    }
  });

  test('finds requests for a campaign with a single word', () => {
    const one = makeCampaign({ offering: 'invoicing', idealCustomer: '', painPoints: [], rules: [{ text: 'invoicing' }], subreddits: [] });
    expect(score({ title: 'Which invoicing app do you recommend?', body: '' }, one).score).toBeGreaterThan(
      score({ title: 'Invoicing is fun', body: '' }, one).score,
    );
  });
});
