import { streamsNamed } from '#shared/streams.ts';
import { expect, test } from 'vitest';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { texts } from './texts.ts';
import { acceptProposal, reasonOf, withEntry } from './proposal.ts';

const draft = campaignInputSchema.parse({
  name: 'Paperboat',
  mode: 'smart',
  offering: 'Invoices',
  idealCustomer: 'Freelancers',
  painPoints: ['late payers', 'part payments'],
  rules: [{ text: 'invoic*', minScore: 40 }, { text: 'deposit' }],
  streams: streamsNamed('subreddit', ['freelance', 'webdev', 'design']),
});

test('leaves removed parts out of the campaign and keeps the order of the others', () => {
  const accepted = acceptProposal(draft, new Set(['idealCustomer', 'painPoints.0', 'streams.1']));
  expect(accepted).toMatchObject({
    offering: 'Invoices',
    idealCustomer: '',
    painPoints: ['part payments'],
    streams: streamsNamed('subreddit', ['freelance', 'design']),
  });
  expect(accepted.rules).toEqual(draft.rules);
  expect(campaignInputSchema.safeParse(accepted).success).toBe(true);
});

test('drops emptied entries and keeps the minimum score of a changed rule', () => {
  const changed = withEntry(withEntry(draft, 'rules', { index: 0, text: 'invoice*' }), 'rules', { index: 1, text: ' ' });
  expect(acceptProposal(changed, new Set()).rules).toEqual([{ text: 'invoice*', minScore: 40 }]);
});

test("finds the reason of a part and of a rule's text", () => {
  const reasons = [
    { part: 'streams.1', why: 'Talks about clients' },
    { part: 'rules.0.text', why: 'Their word for it' },
  ];
  expect(reasonOf(reasons, 'streams.1')).toBe('Talks about clients');
  expect(reasonOf(reasons, 'rules.0')).toBe('Their word for it');
  expect(reasonOf(reasons, 'streams.10')).toBeUndefined();
});

test.each([
  [[['subreddit', 'freelance'] as const], 1, '1 subreddit'],
  [[['subreddit', 'freelance'] as const], 2, '1 subreddit (2 streams)'],
  [[['search', 'comments'] as const], 4, 'all of Reddit (4 streams)'],
  [[['feed', 'https://example.com/feed'] as const, ['subreddit', 'freelance'] as const], 2, '1 subreddit, 1 feed'],
  [[], 0, 'no streams'],
])('says what is monitored, and how many streams only where they are more: %j', (streams, streamCount, words) => {
  expect(texts.monitorsCounted({ streams: streams.map(([kind, name]) => ({ kind, name })), streamCount })).toBe(words);
});
