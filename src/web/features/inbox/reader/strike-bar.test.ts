import { expect, test } from 'vitest';
import { type CampaignChange, ruleOf, withChange, withoutChange } from '#shared/suggestions.ts';
import { streamsNamed } from '#shared/streams.ts';
import { effectTexts } from '#web/features/campaigns/learning-texts.ts';
import { changeOf, wordsOf } from './strike-bar.tsx';

test.each([
  [' invoices,\n  late ', 'invoices, late'],
  ['“pay me” he said.', 'pay me he said'],
  ['(overdue)', 'overdue'],
])('takes words of a text without its punctuation: %j', (selected, words) => {
  expect(wordsOf(selected)).toBe(words);
});

test.each([
  ['invoice', 'invoice'],
  ['two months behind', '"two months behind"'],
  ['OR', '"OR"'],
  ['type:post', '"type:post"'],
  ['-hiring', '"-hiring"'],
  ['réf', 'réf'],
])('writes a rule in which %j is meant literally', (words, rule) => {
  expect(ruleOf(words)).toBe(rule);
});

const campaign = { excludes: ['Hiring'], rules: [{ text: 'invoice', minScore: 40 }], streams: streamsNamed('subreddit', ['a', 'b', 'c']) };

test('adds words once, in any case, and takes back only these', () => {
  expect(withChange(campaign, changeOf('never', 'hiring'))).toBe(null);
  expect(withChange(campaign, changeOf('more', 'Invoice'))).toBe(null);
  expect(withChange(campaign, changeOf('never', 'free work'))).toEqual({ excludes: ['Hiring', 'free work'] });
  expect(withChange(campaign, changeOf('more', 'late payment'))).toEqual({
    rules: [{ text: 'invoice', minScore: 40 }, { text: '"late payment"' }],
  });
  const later = { excludes: ['Hiring', 'free work', 'unpaid'], rules: [{ text: '"late payment"' }, { text: 'quote' }], streams: [] };
  expect(withoutChange(later, changeOf('never', 'free work'), campaign)).toEqual({ excludes: ['Hiring', 'unpaid'] });
  expect(withoutChange(later, changeOf('more', 'late payment'), campaign)).toEqual({ rules: [{ text: 'quote' }] });
});

test('removes a rule or stream, and puts it back as it was, beside later changes', () => {
  const rule: CampaignChange = { kind: 'dropRule', rule: 'invoice' };
  const stream: CampaignChange = { kind: 'dropStream', stream: { kind: 'subreddit', name: 'B' } };
  expect(withChange(campaign, rule)).toEqual({ rules: [] });
  expect(withChange(campaign, stream)).toEqual({ streams: streamsNamed('subreddit', ['a', 'c']) });
  const later = { ...campaign, rules: [{ text: 'quote' }], streams: streamsNamed('subreddit', ['a', 'c', 'd']) };
  expect(withoutChange(later, rule, campaign)).toEqual({ rules: [{ text: 'invoice', minScore: 40 }, { text: 'quote' }] });
  expect(withoutChange(later, stream, campaign)).toEqual({ streams: streamsNamed('subreddit', ['a', 'b', 'c', 'd']) });
  expect(withoutChange(campaign, stream, campaign)).toEqual({ streams: campaign.streams });
  expect(withChange(later, rule)).toBe(null);
});

test.each([
  [{ posts: 0, leads: 0 }, 'Changes nothing in the last 30 days.'],
  [{ posts: -34, leads: -2 }, 'Removes 34 posts, loses 2 leads of the last 30 days.'],
  [{ posts: 1, leads: 1 }, 'Finds 1 more post, gains 1 lead of the last 30 days.'],
])('says what %j changes', (by, sentence) => expect(effectTexts.effect(by)).toBe(sentence));
