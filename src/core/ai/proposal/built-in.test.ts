import { namesOf } from '#shared/streams.ts';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { anItem, campaign } from '#test/ai/support/candidates.ts';
import { compileMatcher } from '#core/scoring/match/matcher.ts';
import { parseRule } from '#core/scoring/rules/parse.ts';
import { proposeBuiltIn } from './built-in.ts';
import type { ProposalSource, SitePage } from './source.ts';

const subredditsOf = (description: string): string[] => namesOf(from(description).draft.streams, 'subreddit');
const from = (description: string, rest: Partial<ProposalSource> = {}) =>
  proposeBuiltIn({ mode: 'basic', description, websiteUrl: '', pages: [], ...rest });
const rulesOf = (description: string): string[] => from(description).draft.rules.map(({ text }) => text);

const invoices =
  'I sell invoicing software to freelance designers who get paid late. It chases late payers automatically, no more awkward emails.';
const meals = 'Meal planning app for busy parents with picky eaters: weekly menus, shopping lists, recipes that children eat.';

describe('a proposal without a model', () => {
  test('has rules about the topic of the text, including inflected forms', () => {
    expect(rulesOf(invoices).join(' ')).toContain('invoic*');
    expect(rulesOf(meals).join(' ')).toMatch(/meal/);
  });

  test('leaves out advertising words and everyday words', () => {
    const rules = rulesOf(
      'The best free app for your business: easy, fast and modern software for teams. Sign up today! Beekeeping records for beekeepers.',
    );
    expect(rules.join(' ')).toMatch(/beekeep/);
    for (const word of ['best', 'free', 'easy', 'software', 'app', 'today', 'the', 'your']) expect(rules).not.toContain(word);
  });

  test('quotes the target customer and the pain points from the text', () => {
    const { draft } = from(invoices);
    expect(draft.idealCustomer).toBe('Freelance designers who get paid late');
    expect(draft.painPoints).toContain('get paid late');
    expect(from('Backups for SEO problems and payments').draft.idealCustomer).toBe('');
  });

  test('suggests subreddits about the topic', () => {
    expect(subredditsOf(invoices)).toContain('freelance');
    expect(subredditsOf(meals)).toContain('MealPrepSunday');
    expect(subredditsOf('Accounting software for bookkeepers and accountants: bookkeeping, tax, invoices')).toEqual(
      expect.arrayContaining(['Bookkeeping']),
    );
  });

  test.each([
    ['Error monitoring for web developers: stack traces, releases, alerts for Node and React apps', true],
    ['API testing tool for backend developers', true],
    ['Unity assets for indie game developers', false],
    ['Interview coaching for software engineers', false],
    ['Landing page copywriting for SaaS founders', false],
    ['Web studio: websites for local dentists', false],
    [invoices, false],
    [meals, false],
  ])('suggests Hacker News where developers or founders are the customers: %s', (description, isSuggested) => {
    const { draft, reasons } = from(description);
    const place = draft.streams.findIndex(({ kind }) => kind === 'hackernews');
    expect(place > 0).toBe(isSuggested);
    expect(reasons.some(({ part, why }) => part === `streams.${place}` && why.startsWith('Developers'))).toBe(isSuggested);
  });

  test('gives a reason for every rule, subreddit, and pain point', () => {
    const { draft, reasons } = from(invoices);
    const parts = reasons.map(({ part }) => part);
    for (const [name, list] of Object.entries({ rules: draft.rules, streams: draft.streams, painPoints: draft.painPoints })) {
      expect(parts.filter((part) => part.startsWith(`${name}.`))).toEqual(list.map((_, index) => `${name}.${index}`));
    }
    expect(reasons.every(({ why }) => why.length > 5)).toBe(true);
  });

  test("prefers a website's headings to its small print and ignores its own name", () => {
    const page: SitePage = {
      title: 'Acmeflow – Shift planning for restaurants',
      description: 'Plan shifts for waiters and cooks',
      headings: ['Shift planning without spreadsheets', 'Swap shifts', 'Restaurants love it'],
      text: `Acmeflow cookie policy. ${'All rights reserved. Privacy. '.repeat(20)}`,
    };
    const { draft } = proposeBuiltIn({ mode: 'website', description: '', websiteUrl: 'https://www.acmeflow.test', pages: [page] });
    expect(draft).toMatchObject({ name: 'Acmeflow', mode: 'website', websiteUrl: 'https://www.acmeflow.test' });
    expect(draft.rules.map(({ text }) => text).join(' ')).toMatch(/shift/);
    expect(draft.rules.map(({ text }) => text).join(' ')).not.toMatch(/acmeflow|cookie|privacy/);
    expect(draft.offering).toContain('Plan shifts for waiters and cooks');
  });

  test.each([
    ['We do bookkeeping for freelancers and small businesses.', ['Bookkeeping', 'freelance', 'smallbusiness'], 'en'],
    ['I repair espresso machines in Portland, Oregon.', ['espresso', 'Coffee'], 'en'],
    ['Wir bieten Steuerberatung für Selbstständige und Freiberufler in Köln.', ['selbststaendig'], 'de'],
  ])('for “%s” suggests subreddits where target customers ask', (description, wanted, language) => {
    const { draft } = from(description);
    const subreddits = namesOf(draft.streams, 'subreddit');
    expect(subreddits).toEqual(expect.arrayContaining(wanted));
    expect(subreddits.length).toBeLessThanOrEqual(8);
    expect(subreddits.join(' ')).not.toMatch(/datascience|machinelearning/i);
    expect(draft.languages).toEqual(language === 'en' ? [] : [language]);
  });

  test('has no rule for its own name or for a single ambiguous word', () => {
    const { draft } = from('Quillbill is an invoicing app for freelancers that chases late payers.');
    expect(draft.name).toBe('Quillbill');
    expect(
      draft.rules
        .map(({ text }) => text)
        .join(' ')
        .toLowerCase(),
    ).not.toContain('quillbill');
    expect(draft.rules.map(({ text }) => text)).not.toContain('chas*');
  });

  test.each([
    ['Repairs in Portland, Oregon, from $80.', { regions: ['Portland, Oregon'], priceRange: { min: 80, max: null, currency: 'USD' } }],
    ['Dog beds, $60 to $1,800.', { priceRange: { min: 60, max: 1800, currency: 'USD' } }],
    ['Hosting for agencies; we do not offer custom development.', { exclusions: ['custom development'], priceRange: null }],
    ['Hosting for 20 € or $30.', { priceRange: null }],
  ])('takes regions, prices, and exclusions from “%s”', (description, limits) => {
    expect(from(description).draft).toMatchObject(limits);
  });

  test.each([
    ['We are experts in Invisalign, serving patients in Boston.', ['Boston']],
    ['An agency specializing exclusively in Shopify, and leaders in Magento.', []],
    ['A plumbing business with experts around Dallas.', ['Dallas']],
    ['We train teams in SEO and PPC, in NYC and the UK.', ['NYC']],
  ])('takes only places as regions from “%s”', (description, regions) => {
    expect(from(description).draft.regions).toEqual(regions);
  });

  test.each([
    [
      'Route planning software for small delivery companies that still plan in spreadsheets.',
      ['logistics', 'smallbusiness', 'Truckers'],
      /^(?:networking|Cisco|ccna)$/,
    ],
    ['We sell orthopedic beds for old dogs with arthritis.', ['seniordogs'], /^(?:woof_irl|watch_dogs|rarepuppers|doge)$/],
    ['We offer managed WordPress hosting for agencies.', ['Wordpress', 'webhosting', 'smallbusiness'], /airbnb/],
    ['We run a weekly meal kit for people with celiac disease.', ['Celiac', 'glutenfree'], /Crohns|PlantBased/],
    ['Wedding photography for couples who hate posing.', [], /Sony|canon|Lightroom/],
    ['I teach adults to swim who are afraid of water.', ['Swimming'], /adultswim/],
    ['A household budget app for students in debt.', [], /datascience/],
    ['Helpdesk software for managed service providers.', [], /airbnb/],
    ['Dog grooming salon software with appointments.', ['doggrooming'], /cats/],
  ])('for “%s” suggests subreddits of customers, not of other meanings', (description, wanted, unwanted) => {
    const subreddits = subredditsOf(description);
    expect(subreddits).toEqual(expect.arrayContaining(wanted));
    expect(subreddits.filter((name) => unwanted.test(name))).toEqual([]);
  });

  test.each([
    ['Wir bieten Steuerberatung für Selbstständige in Köln.', 'de', ['selbststaendig', 'cologne']],
    ['Asesoría legal y de impuestos para autónomos.', 'es', ['ESLegal']],
    ['Vendemos software de facturación para autónomos.', 'es', ['askspain']],
    ['Nous proposons des cours de français en ligne pour expatriés.', 'fr', ['French', 'AskFrance']],
    ['Oferecemos aulas de inglês online para brasileiros.', 'pt', ['conselhos']],
    ['Ik maak websites voor kleine bedrijven in Utrecht.', 'nl', ['nederlands', 'Utrecht']],
  ])('for “%s” detects the language and suggests subreddits in it', (description, language, wanted) => {
    const { languages, streams } = from(description).draft;
    const subreddits = namesOf(streams, 'subreddit');
    expect({ languages, searches: namesOf(streams, 'search') }).toEqual({ languages: [language], searches: ['Reddit'] });
    expect(subreddits).toEqual(expect.arrayContaining(wanted));
  });

  test('takes no subreddit in another language for one word that it shares with the text', () => {
    expect(subredditsOf('Vendemos software de facturación para autónomos.')).not.toContain('ESLegal');
    expect(subredditsOf('Wir vermieten Werkstätten mit Geld-zurück-Garantie.')).not.toContain('Finanzen');
  });

  test('says that a language is unknown, and takes English without a filter until it is told', () => {
    const description = 'Abogada en Madrid';
    const unknown = from(description);
    expect(unknown).toMatchObject({ language: null, draft: { languages: [] } });
    expect(unknown.reasons.find(({ part }) => part === 'languages')?.why).toContain("can't tell the language");
    expect(namesOf(unknown.draft.streams, 'subreddit').join(' ')).not.toMatch(/ESLegal|askspain/i);
    const spanish = from(description, { language: 'es' });
    expect(spanish).toMatchObject({ language: 'es', draft: { languages: ['es'] } });
    expect(spanish.draft.rules.map(({ text }) => text).join(' ')).toContain('busco');
    expect(spanish.reasons).toContainEqual({ part: 'languages', why: 'Rules for Spanish; posts in other languages are left out' });
  });

  test('takes the language that the user names, whatever the text looks like', () => {
    const told = from('Bookkeeping for small businesses and freelancers with many receipts', { language: 'de' });
    expect(told).toMatchObject({ language: 'de', draft: { languages: ['de'] } });
    expect(told.draft.rules.map(({ text }) => text).join(' ')).toContain('suche');
    const english = from('Wir bieten Steuerberatung für Selbstständige in Köln.', { language: 'en' });
    expect(english).toMatchObject({ language: 'en', draft: { languages: [] } });
  });

  test('makes no rule of what is excluded', () => {
    const rules = rulesOf('We offer managed WordPress hosting for agencies; we do not offer custom development.');
    expect(rules.join(' ')).toContain('"wordpress hosting" OR');
    expect(rules.join(' ')).not.toMatch(/development|custom/);
  });

  test('searches all of Reddit and of Bluesky if no subreddit and no forum fits', () => {
    expect(from('Qwrtz').draft).toMatchObject({
      streams: [
        { kind: 'search', name: 'Reddit' },
        { kind: 'bluesky', name: 'bsky.app' },
      ],
      rules: [{ text: 'qwrtz (need OR help OR recommend* OR "looking for")' }],
      painPoints: [],
    });
  });

  test('is a valid campaign for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 500 }), fc.lorem({ maxCount: 60 })), (text) => {
        const { draft } = from(text, { pages: [{ title: text, description: text, headings: [text], text }] });
        expect(campaignInputSchema.safeParse(draft).success).toBe(true);
        expect(draft.rules.every(({ text: rule }) => parseRule(rule).ok)).toBe(true);
      }),
      { numRuns: 400, seed: 8 },
    );
  });

  const scored = new URL('../../../../bench/data/lead-eval/', import.meta.url);
  test('has at most four rules, which match a tenth of all posts at most, more than half of them good ones', () => {
    const textOf = (path: string): string => {
      const bytes = readFileSync(new URL(path, scored));
      return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
    };
    const linesOf = <T>(path: string): T[] =>
      textOf(path)
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as T);
    const campaigns = JSON.parse(readFileSync(new URL('campaigns.json', scored), 'utf8')) as {
      id: string;
      offering: string;
      idealCustomer: string;
    }[];
    const count = { posts: 0, fetched: 0, good: 0, goodFetched: 0 };
    for (const { id, offering, idealCustomer } of campaigns) {
      const { rules } = from(`${offering} ${idealCustomer}`).draft;
      expect(rules.length).toBeLessThanOrEqual(4);
      const matcher = compileMatcher([{ ...campaign, rules }], () => null);
      const labels = new Map(linesOf<{ id: string; label: number }>(`labels/${id}.jsonl`).map((line) => [line.id, line.label]));
      for (const { name, title, selftext = '' } of linesOf<{ name: string; title: string; selftext?: string }>(`posts/${id}.jsonl.gz`)) {
        const isFetched = matcher.match(anItem(1, { title, body: selftext })).length > 0;
        const isGood = (labels.get(name) ?? 0) >= 2;
        count.posts += 1;
        count.fetched += isFetched ? 1 : 0;
        count.good += isGood ? 1 : 0;
        count.goodFetched += isFetched && isGood ? 1 : 0;
      }
    }
    expect(count.good).toBeGreaterThan(100);
    expect(count.fetched / count.posts).toBeLessThanOrEqual(0.1);
    expect(count.goodFetched / count.fetched).toBeGreaterThan(0.5);
  });
});
