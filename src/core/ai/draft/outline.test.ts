import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outlineNote } from '#shared/reply-check.ts';
import { withoutLinks, type DraftRequest } from './request.ts';
import { draftOutlines } from './outline.ts';

const request = (over: Partial<DraftRequest> = {}, post: Partial<DraftRequest['post']> = {}): DraftRequest => ({
  post: {
    kind: 'post',
    subreddit: 'freelance',
    author: 'somebody',
    title: 'How do you deal with late payers?',
    body: 'I am tired of chasing clients every month. I am looking for a tool that reminds them, under $30 a month. See https://spam.test/x',
    ...post,
  },
  campaign: { offering: 'Invoicing software that chases late payers. It is great.', description: '', idealCustomer: '', painPoints: [] },
  tone: 'helpful',
  subredditRules: [],
  spender: { userId: null, campaignId: null },
  signal: new AbortController().signal,
  ...over,
});
const tones = ['helpful', 'short', 'curious'] as const;
const texts = (given: DraftRequest): string[] => draftOutlines(given).map(({ text }) => text);

const rules = ['Be kind: No insults', 'No self-promotion: Do not advertise your product', 'Links: No affiliate links'];
const offering = 'Invoicing software for freelancers: deposits, reminders for late payers, online payment';
const offer = { campaign: { offering, description: '', idealCustomer: '', painPoints: [] } };
/** Questions of several kinds; two have nothing to do with the offer. */
const posts: { name: string; post: Partial<DraftRequest['post']>; asks: string[]; facts: string[] }[] = [
  {
    name: 'a tool',
    post: {
      title: 'Which invoicing app reminds late payers for you?',
      body: 'Three clients are two months behind. Budget is $20 a month. Any suggestions?',
    },
    asks: ['Which invoicing app reminds late payers for you?'],
    facts: ['Invoicing software for freelancers', 'reminders for late payers'],
  },
  {
    name: 'something unrelated',
    post: {
      title: 'How do I move a domain between two registrars?',
      body: 'The old one wants an auth code. Does the site go down meanwhile?',
    },
    asks: ['How do I move a domain between two registrars?', 'Does the site go down meanwhile?'],
    facts: [],
  },
  {
    name: 'a method',
    post: { title: 'Deposits', body: 'How much of a deposit do you ask for before you order timber? And do you take it by card?' },
    asks: ['How much of a deposit do you ask for before you order timber?', 'And do you take it by card?'],
    facts: ['deposits'],
  },
  {
    name: 'a person, without a question mark',
    post: { title: 'Need a bookkeeper in Lisbon', body: 'Looking for someone who knows Portuguese VAT. I run two cafés.' },
    asks: ['Need a bookkeeper in Lisbon', 'Looking for someone who knows Portuguese VAT.'],
    facts: [],
  },
  {
    name: 'a habit, in a comment in the thread of somebody else',
    post: { kind: 'comment', title: 'What is your morning routine?', body: 'Mine is chasing invoices. Does anyone do that by phone?' },
    asks: ['Does anyone do that by phone?'],
    facts: ['Invoicing software for freelancers'],
  },
  {
    name: 'nothing',
    post: { title: 'Client framed the receipt', body: 'I had given up hope. Nine months.' },
    asks: ['Client framed the receipt'],
    facts: [],
  },
];
const quotesIn = (text: string): string[] => text.split('\n').flatMap((line) => (line.startsWith('> ') ? [line.slice(2)] : []));

describe('outlines without a model', () => {
  test.each(posts)('quote what is asked by somebody who asks for $name', ({ post, asks }) => {
    expect(quotesIn(texts(request(offer, post))[0] ?? '')).toEqual(asks);
  });

  test.each(posts)('name what in the offer has to do with somebody who asks for $name', ({ post, facts }) => {
    const second = texts(request(offer, post))[1] ?? '';
    for (const fact of facts) expect(second).toContain(`“${fact}”`);
    expect(second.includes('Nothing in your offer')).toBe(facts.length === 0);
  });

  test.each(posts.flatMap((one) => tones.map((tone) => ({ ...one, tone }))))(
    'say nothing of their own to somebody who asks for $name, in the $tone tone',
    ({ post, tone }) => {
      for (const text of texts(request({ ...offer, tone, subredditRules: rules }, post))) {
        const lines = text.split('\n').filter((line) => line !== '');
        expect(lines.filter((line) => !line.startsWith('> ') && !(line.startsWith(outlineNote) && line.endsWith(']')))).toEqual([]);
      }
    },
  );

  test('give the rules that a reply can break, and leave the offer out where promotion is forbidden', () => {
    const all = texts(request({ ...offer, subredditRules: rules }, posts[0]?.post));
    for (const text of all) expect(text).toContain('“No self-promotion: Do not advertise your product”, “Links: No affiliate links”');
    expect(all[1]).toContain("r/freelance doesn't allow promotion");
    expect(all.join(' ')).not.toContain('Invoicing software for freelancers');
  });

  test('quote one question in the short tone', () => {
    expect(quotesIn(texts(request({ ...offer, tone: 'short' }, posts[1]?.post))[0] ?? '')).toHaveLength(1);
  });

  test('ask only for what the post leaves open', () => {
    expect(texts(request(offer, posts[0]?.post))[2]).toContain(
      "They don't say what they have tried, how many people it is for, when they need it",
    );
    const whole = { body: 'I tried three apps. We are a team of 5. I need it by next week, max $100. Which one?' };
    expect(texts(request(offer, whole))[2]).not.toContain("They don't say");
  });

  test('are three different well-formed texts without links for any post', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.constantFrom(...tones),
        (title, body, tone) => {
          const drafts = texts(request({ tone }, { title, body: `${body} https://spam.test/x` }));
          expect(new Set(drafts).size).toBe(3);
          expect(drafts.every((text) => text.length > 10 && text.length < 3000 && text.isWellFormed() && !text.includes('spam.test'))).toBe(
            true,
          );
        },
      ),
      { numRuns: 500, seed: 6 },
    );
  });
});

describe('withoutLinks', () => {
  test.each([
    ['see https://evil.test/x?y=1, ok', 'see, ok'],
    ['see [this](https://evil.test) ok', 'see this ok'],
    ['![x](http://evil.test/i.png) ok', 'x ok'],
    ['try evil-site.com/path or www.evil.org today', 'try or today'],
    ['mail me at a.b@evil.com please', 'mail me at please'],
    ['<a href="x">hi</a>', 'hi'],
    ['costs 3.50 a month, i.e. little. Then e.g. that', 'costs 3.50 a month, i.e. little. Then e.g. that'],
  ])('turns “%s” into “%s”', (text, without) => {
    expect(withoutLinks(text)).toBe(without);
  });
});
