import { describe, expect, test } from 'vitest';
import type { MentionKind } from '#shared/competitors.ts';
import { readMention } from './mention.ts';
import { sentimentOf } from '#core/text/sentiment.ts';
import { termsAndMarksIn } from '#core/text/tokens.ts';

const read = (body: string, title = '') => readMention(['Quillbill', 'quill bill'], { title, body });

describe('sentiment', () => {
  const sides: [string, 'good' | 'bad' | 'none' | 'even'][] = [
    ['Quillbill is great', 'good'],
    ['I love Quillbill', 'good'],
    ['Quillbill works really well for us, very happy', 'good'],
    ['Honestly an excellent tool', 'good'],
    ['The interface is intuitive', 'good'],
    ['It has been reliable for years', 'good'],
    ['Support was super helpful', 'good'],
    ['Best thing we bought this year', 'good'],
    ['It is a lifesaver', 'good'],
    ['Smooth and affordable', 'good'],
    ['Not bad at all', 'good'],
    ['I cannot complain, it is awesome', 'good'],
    ['Quillbill is terrible', 'bad'],
    ['I hate Quillbill', 'bad'],
    ['It is buggy and slow', 'bad'],
    ['Way too expensive for what it does', 'bad'],
    ['The app crashes daily', 'bad'],
    ['Support is useless', 'bad'],
    ['It is not good', 'bad'],
    ['Not happy with it', 'bad'],
    ['Their billing is a nightmare', 'bad'],
    ['What a waste of money', 'bad'],
    ['It is overpriced', 'bad'],
    ['The worst experience ever', 'bad'],
    ['It never works', 'none'],
    ['Really clunky and confusing', 'bad'],
    ['We lost data and got angry', 'bad'],
    ['I am frustrated with it', 'bad'],
    ['Absolutely unusable', 'bad'],
    ['It does not feel reliable', 'bad'],
    ['The new version is garbage', 'bad'],
    ['We use Quillbill for invoices', 'none'],
    ['Does Quillbill have an API', 'none'],
    ['Quillbill and a spreadsheet', 'none'],
    ['They moved to Quillbill in May', 'none'],
    ['Has anyone tried Quillbill', 'none'],
    ['It exports to CSV', 'none'],
    ['Great, it crashed again /s', 'none'],
  ];
  test.each(sides)('of “%s” is %s', (text, side) => {
    const value = sentimentOf(termsAndMarksIn(text).map((word) => (word === 'quillbill' ? 'X' : word)));
    const found = value === null || Math.abs(value) < 0.01 ? 'none' : value > 0 ? 'good' : 'bad';
    expect(found).toBe(side);
  });

  test('stays between -1 and 1 for repeated words', () => {
    expect(sentimentOf(termsAndMarksIn('great '.repeat(5000)))).toBeLessThanOrEqual(1);
    expect(sentimentOf(termsAndMarksIn('terrible '.repeat(5000)))).toBeGreaterThanOrEqual(-1);
    expect(sentimentOf([])).toBeNull();
  });

  test('ignores a product name that is itself a strong word', () => {
    expect(readMention(['Hate'], { title: '', body: 'We installed Hate on all machines.' }).sentiment).toBeNull();
  });
});

const kinds: [string, MentionKind][] = [
  ['Any good alternatives to Quillbill?', 'alternative'],
  ['Looking for a Quillbill alternative that is not so pricey.', 'alternative'],
  ['I am switching away from Quillbill, what do you use?', 'alternative'],
  ['We are leaving Quillbill next month.', 'alternative'],
  ['What should I use instead of Quillbill?', 'alternative'],
  ['Is there something like Quillbill but cheaper?', 'alternative'],
  ['Need a replacement for Quillbill asap', 'alternative'],
  ['Trying to get off Quillbill, recommendations?', 'alternative'],
  ['Fed up with Quillbill. Which tool next?', 'alternative'],
  ['Anyone know a tool similar to Quillbill?', 'alternative'],
  ['I want to ditch Quillbill', 'alternative'],
  ['Quillbill keeps crashing on my phone.', 'complaint'],
  ['Quillbill is buggy and support never answers.', 'complaint'],
  ['Quillbill raised their prices again.', 'complaint'],
  ['I hate how slow Quillbill is.', 'complaint'],
  ['Quillbill does not work with my bank.', 'complaint'],
  ['Quillbill lost all our data.', 'complaint'],
  ['Quillbill lacks recurring invoices.', 'complaint'],
  ['Having problems with Quillbill since the update.', 'complaint'],
  ['Quillbill is too expensive for freelancers.', 'complaint'],
  ['The support of Quillbill is terrible.', 'complaint'],
  ['Quillbill charged me twice.', 'complaint'],
  ['I love Quillbill, it just works.', 'praise'],
  ['Quillbill has been great for our studio.', 'praise'],
  ['Happy Quillbill user here, excellent reminders.', 'praise'],
  ['Can recommend Quillbill, their support is awesome.', 'praise'],
  ['Quillbill is the best thing we bought.', 'praise'],
  ['Quillbill is reliable and affordable.', 'praise'],
  ['Quillbill vs Paperboat for a small agency', 'comparison'],
  ['Paperboat or Quillbill for contractors', 'comparison'],
  ['We compared Quillbill with three others', 'comparison'],
  ['Switched from Quillbill to Paperboat last year.', 'comparison'],
  ['The difference between Quillbill and a spreadsheet', 'comparison'],
  ['How does it stack up compared to Quillbill', 'comparison'],
  ['Does Quillbill support multiple currencies?', 'question'],
  ['How do you set up reminders in Quillbill?', 'question'],
  ['Has anyone connected Quillbill to Zapier?', 'question'],
  ['Can Quillbill send quotes?', 'question'],
  ['Is Quillbill available in Germany?', 'question'],
  ['We send invoices with Quillbill.', 'other'],
  ['My accountant uses Quillbill.', 'other'],
  ['I built a tool that is better than Quillbill, check it out.', 'other'],
  ['We launched an alternative to Quillbill today!', 'other'],
  ['Our app imports from Quillbill.', 'other'],
  ['Quillbill was founded in 2019.', 'other'],
];

describe('mention kind', () => {
  test.each(kinds)('of “%s” is %s', (text, kind) => {
    expect(read(text).kind).toBe(kind);
  });

  test('is read from a title about moving away', () => {
    expect(read('We are three people and send 40 invoices a month.', 'Moving away from Quillbill')).toMatchObject({
      kind: 'alternative',
      field: 'title',
    });
  });

  test.each([
    ['Quillbill keeps crashing, looking for an alternative', true],
    ['Quillbill keeps crashing. Looking for an alternative that syncs.', true],
    ['Quillbill is too expensive, any good alternatives?', true],
    ['Quillbill support is useless. What else do you use?', true],
    ['Fed up with Quillbill, it lost all our data. What next?', true],
    ['Looking for a Quillbill alternative that works on Linux.', false],
    ['We use Quillbill but we are looking for a replacement', false],
  ])('of “%s” is alternative, with complains = %s', (text, complains) => {
    expect(read(text)).toMatchObject({ kind: 'alternative', complains });
  });

  test.each([
    ['Quillbill keeps crashing on my phone.', true],
    ['I love Quillbill, it just works.', false],
    ['We launched an alternative to Quillbill, which keeps crashing!', false],
  ])('of “%s” has complains = %s', (text, complains) => {
    expect(read(text).complains).toBe(complains);
  });

  test('caps the sentiment of a complaint at -0.25', () => {
    expect(read('Quillbill keeps crashing, great, just what I love and wanted.')).toMatchObject({ kind: 'complaint', sentiment: -0.25 });
    expect(read('Quillbill does not work with my bank.').sentiment).toBeLessThanOrEqual(-0.25);
  });

  test('includes the topics of a complaint', () => {
    expect(read('Quillbill is so slow, way too expensive, and their support never answers.').topics).toEqual(
      expect.arrayContaining(['speed', 'support', 'price']),
    );
    expect(read('We send invoices with Quillbill.').topics).toEqual([]);
  });
});

/** Sentences of real posts, with the name exchanged; each carried a wrong label. */
const unlabelled: string[] = [
  'A co-worker could use some Quillbill help.',
  'I actually get ~4% from the card if I redeem points for Quillbill Gift Cards (3% is for cash).',
  'It would be awesome if there was one that had automated monthly billing and Quillbill support.',
  'I hope Quillbill will not fail me, but I will re-upload this file to another server tomorrow anyway.',
  'YNAB - You Need a Budget is 66% off on Quillbill',
  'Mildly interesting - George Takei makes about $10,000 every time he posts one of those quirky Quillbill review links',
  'Quillbill re-sellers are ruining my small business!',
  'Thinking about getting a Quillbill Store Card.',
  'I just received a massive chargeback through Quillbill',
  'We also use chicken as our main meat which we get from Quillbill at $1 a pound.',
  'Some traceroutes show that the only place traffic is leaving Quillbill’s network is in San Jose, California.',
  'I would be able to send the money via Quillbill to whoever does a good job.',
  'You can pay via Quillbill, the rest is terrible and slow.',
  'People who repost on Quillbill are really annoying.',
];

describe('a label is proven by its quote', () => {
  test.each(unlabelled)('so “%s” has none', (text) => {
    expect(read(text)).toMatchObject({ kind: 'other', complains: false, sentiment: null, topics: [] });
  });

  test.each([
    ['We tried Quillbill for a month and were not impressed whatsoever.', 'complaint', []],
    [
      'I have looked into the basic Quillbill and was not impressed whatsoever. Price, speed, and missing features matter to us.',
      'complaint',
      [],
    ],
    ['Quillbill is too expensive.', 'complaint', ['price']],
    ['Quillbill is so slow.', 'complaint', ['speed']],
    ['Quillbill is confusing.', 'complaint', ['ease']],
    ['Quillbill lacks recurring invoices.', 'complaint', ['features']],
    ['Quillbill never answers.', 'complaint', ['support']],
    ['Quillbill keeps crashing.', 'complaint', ['reliability']],
    ['Quillbill charged me twice.', 'complaint', ['billing']],
    ['Quillbill lost all our data.', 'complaint', ['data']],
    ['Quillbill does not sync with Xero.', 'complaint', ['reliability', 'integrations']],
    ['Quillbill is a great app but its customer service sucks', 'complaint', ['support']],
    ['I love Quillbill and its price.', 'praise', []],
  ])('topics of “%s”', (text, kind, topics) => {
    expect(read(text)).toMatchObject({ kind, topics });
  });

  test.each([
    'We use Quillbill and love it.',
    'Tried Quillbill last year. It works great for us.',
    'Been using Quillbill for three years, very happy with it.',
    'Quillbill makes invoicing so easy',
    'Honestly, Quillbill saved us hours every week.',
  ])('praise of “%s”', (text) => {
    const found = read(text);
    expect(found).toMatchObject({ kind: 'praise', complains: false, topics: [] });
    expect(found.sentiment).toBeGreaterThanOrEqual(0.3);
  });

  test.each([
    ['Is Quillbill great?', 'question'],
    ['Is it true that Quillbill is great?', 'question'],
    ['I wish Quillbill was great', 'other'],
    ['If Quillbill is good I will tell you', 'other'],
    ['I would love Quillbill if it had an app', 'other'],
    ['I don’t love Quillbill', 'other'],
    ['We never had any problems with Quillbill', 'other'],
  ])('a question, a wish, and a denial are neither praise nor complaint: “%s”', (text, kind) => {
    expect(read(text)).toMatchObject({ kind, sentiment: null });
  });

  test('the next sentence counts, and is quoted, only if it begins with a pronoun', () => {
    const quoted = (body: string) => {
      const { kind, topics, start, end } = read(body);
      return { kind, topics, quote: body.slice(start, end) };
    };
    expect(quoted('Hi all. We tried Quillbill. It is slow and their support never answers. Bye.')).toEqual({
      kind: 'complaint',
      topics: ['support', 'speed'],
      quote: 'We tried Quillbill. It is slow and their support never answers.',
    });
    expect(quoted('We tried Quillbill. Our bank is slow and terrible.')).toEqual({
      kind: 'other',
      topics: [],
      quote: 'We tried Quillbill.',
    });
    expect(quoted('Quillbill tried to charge me, but then I met Bill Murray. It was awesome.').kind).not.toBe('praise');
  });

  test('a later sentence with the name is quoted if it says more', () => {
    const body = 'We send invoices with Quillbill. Then May came. I hate Quillbill.';
    const { kind, start, end } = read(body);
    expect([kind, body.slice(start, end)]).toEqual(['complaint', 'I hate Quillbill.']);
  });

  test('a name inside an address says nothing', () => {
    const body = 'This terrible thing is at https://www.quillbill.com/awful and [here](http://quillbill.com/x) I love it';
    expect(read(body)).toMatchObject({ kind: 'other', sentiment: null, topics: [] });
  });
});

describe('the quoted sentence', () => {
  const quote = (body: string): string => {
    const { start, end } = read(body);
    return body.slice(start, end);
  };
  test('is the one that names the product', () => {
    expect(quote('I run a studio. We tried Quillbill in May. It was fine.')).toBe('We tried Quillbill in May.');
    expect(quote('one line\nquill bill, v1.5 of it\nthird')).toBe('quill bill, v1.5 of it');
  });
  test('is shortened in text without punctuation, and skips the name inside another word', () => {
    expect(quote(`${'word '.repeat(500)}Quillbill ${'word '.repeat(500)}`).length).toBeLessThan(700);
    expect(quote('Superquillbills are nice. Quillbill is too.')).toBe('Quillbill is too.');
  });
  test('is found in very long repetitive text', () => {
    for (const text of ['Quillbill'.repeat(20_000), '. '.repeat(50_000), `İ${'Quillbill '.repeat(5000)}`, '?'.repeat(100_000)])
      expect(read(text).kind).toBeTruthy();
  });
});
