import { expect, test } from 'vitest';
import { anItem, campaign } from '#test/ai/support/candidates.ts';
import { answerSchema, readAnswers } from '../score/answer.ts';
import { locateQuotes } from '../score/ask-batch.ts';
import { scoringExamples, itemText, scorePrompt, scoreSystem, profileText } from './score.ts';
import { createFence } from './fence.ts';

test('labels the thread title of a comment as written by someone else', () => {
  const text = itemText(anItem(1, { kind: 'comment', title: 'Which tool do you use?', body: 'Stripe, works fine' }));
  expect(text).toContain('Thread title, written by someone else: Which tool do you use?\nThe comment itself: Stripe, works fine');
});

test('tells the model when the title is the whole post', () => {
  expect(itemText(anItem(1, { title: 'Which invoicing app?', body: '' }))).toContain(
    'Title: Which invoicing app?\n(The title is the whole post.)',
  );
});

test("puts the date of the post and today's date into the prompt", () => {
  const prompt = scorePrompt(
    { campaign, entries: [{ id: '1', item: anItem(1, { createdAt: Date.UTC(2026, 10, 20) }) }], today: Date.UTC(2026, 10, 22) },
    createFence('a1b2c3d4e5f60718293a4b5c'),
  );
  expect(prompt).toContain('Today is 2026-11-22.');
  expect(prompt).toContain('post of 2026-11-20');
});

test('says that the date of a post is unknown', () => {
  expect(itemText(anItem(1, { createdAt: 0 }))).toContain('post of an unknown day');
});

test.each([Number.MAX_VALUE, -1])('accepts a post with the timestamp %s', (createdAt) => {
  expect(itemText(anItem(1, { createdAt }))).toMatch(/post of [-+\d]+/);
});

test('includes exclusions, regions, and prices of the offering', () => {
  const text = profileText({
    ...campaign,
    exclusions: ['payroll'],
    regions: ['Germany', 'Austria'],
    priceRange: { min: 9, max: 40, currency: 'EUR' },
  });
  expect(text).toContain('Not included: payroll\nAvailable only in: Germany; Austria\nPrice: EUR 9 to 40');
});

test('decodes HTML entities', () => {
  expect(itemText(anItem(1, { body: 'Q&amp;A &gt; FAQ &#128512;' }))).toContain('Q&A > FAQ 😀');
});

test('orders the schema like the instructions, evidence first and reason last', () => {
  const { properties } = answerSchema(['1']) as { properties: { items: { items: { properties: object } } } };
  const order = Object.keys(properties.items.items.properties);
  expect(order).toEqual(['id', 'quotes', 'problems', 'role', 'intent', 'fit', 'urgency', 'reason']);
  const described = [...scoreSystem.matchAll(/^- (\w+):/gm)].map(([, name]) => name);
  expect(described).toEqual(order);
});

test('uses four valid answers with literal quotes as examples', () => {
  const shown = scoringExamples.split('\n\n').map((example) => example.split('\n'));
  expect(shown).toHaveLength(4);
  for (const [, item = '', answer = ''] of shown) {
    const parsed = readAnswers(answer.replace(/^→ \{/, '{"id":"1",'), ['1']).get('1');
    expect(parsed?.reason).not.toBe('');
    expect(locateQuotes(parsed?.quotes ?? [], { kind: 'post', title: '', body: item })).toHaveLength(parsed?.quotes.length ?? -1);
  }
});
