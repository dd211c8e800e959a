import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutLinks } from './links.ts';
import type { DraftRequest } from './request.ts';
import { draftFromSkeletons } from './skeletons.ts';

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
const texts = (given: DraftRequest): string[] => draftFromSkeletons(given).map(({ text }) => text);

describe('drafts without a model', () => {
  test.each(tones)('are three different texts without links in the %s tone', (tone) => {
    const drafts = texts(request({ tone }));
    expect(new Set(drafts).size).toBe(3);
    expect(drafts.every((text) => text.length > 20 && !/https?:|spam\.test|!/.test(text))).toBe(true);
  });

  test('quote the post', () => {
    const all = texts(request()).join(' ');
    expect(all).toContain('“I am tired of chasing clients every month”');
    expect(all).toContain('“deal with late payers”');
    expect(all).toContain('“under $30 a month”');
  });

  test('do not ask what the post already says', () => {
    const detailed = request({ tone: 'short' }, { body: 'I tried three apps. We are a team of 5. I need it by next week, max $100.' });
    expect(texts(detailed)[2]).not.toMatch(/tried|several people|amount|When/);
  });

  test('mention the offer in one text only, with a disclosure', () => {
    const [first, second, third] = texts(request());
    expect(second).toContain('I work on something in this area (invoicing software that chases late payers)');
    expect(`${first}${third}`).not.toContain('I work on');
  });

  test.each(['No self-promotion.', '3. No advertising or spam', 'Self promotion is not allowed here', 'Advertising will be removed'])(
    'do not mention the offer if a subreddit rule says “%s”',
    (rule) => {
      const drafts = draftFromSkeletons(request({ subredditRules: ['Be kind.', rule] }));
      expect(drafts.map(({ text }) => text).join(' ')).not.toMatch(/I work on|invoicing software/i);
      expect(drafts[1]?.label).toBe('Another answer');
    },
  );

  test('are well formed for any post', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.constantFrom(...tones),
        (title, body, tone) => {
          const drafts = texts(request({ tone }, { title, body }));
          expect(drafts.every((text) => text.length > 15 && text.length < 1200 && text.isWellFormed())).toBe(true);
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
