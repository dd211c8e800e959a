import { expect, test } from 'vitest';
import { readBackground } from '#core/text/background.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { compileMatcher } from '../match/matcher.ts';
import { makeCampaign, makeItem } from '../scoring.fixtures.ts';
import { judge, listFeatures } from './cheap.ts';
import { compileProfile, createLanguage } from './profile.ts';

const language = createLanguage(readBackground());
const desks = makeCampaign({
  offering: 'Standing desks and desk frames from 300 to 900 dollars, delivered in a week.',
  idealCustomer: '',
  painPoints: [],
  rules: [{ text: 'standing desk' }, { text: 'desk frame' }],
  subreddits: ['StandingDesk'],
});
const profile = compileProfile(desks, language);
const matcher = compileMatcher([desks]);

function judged(made: Partial<FetchedItem>) {
  const item = makeItem({ subreddit: 'StandingDesk', body: '', ...made });
  return judge(listFeatures(profile, language.reader.read(item), matcher.match(item)[0]?.rules.length ?? 0));
}

test('tells what a text is about from whether its author needs anything', () => {
  const [ask, other, talk] = [
    'Which standing desk should I get?',
    'Which coffee machine should I get?',
    'Standing desks through the ages',
  ].map((title) => judged({ title }));
  expect(ask?.topic).toBeGreaterThan((other?.topic ?? 1) + 0.1);
  expect(ask?.need).toBeGreaterThan((talk?.need ?? 1) + 0.1);
});

test('gives a text the same need for every offering', () => {
  const item = makeItem({ title: 'Which standing desk should I get?', subreddit: 'StandingDesk', body: '' });
  const needIn = (campaign: typeof desks): number =>
    judge(listFeatures(compileProfile(campaign, language), language.reader.read(item), 1)).need;
  expect(needIn(makeCampaign())).toBe(needIn({ ...desks, offering: 'Standing desks' }));
});

const body = 'I work from home on a small desk. My back hurts after an hour.';

test.each([
  ['a question', { title: 'A standing desk for two monitors?' }, { title: 'A standing desk for two monitors' }],
  ['trouble', { title: 'My desk frame stopped working' }, { title: 'My desk frame is blue' }],
  ['a budget', { title: 'Standing desk', body: `${body} My budget is $500.` }, { title: 'Standing desk', body }],
  ['thanks in advance', { title: 'Standing desk', body: `${body} Thanks in advance!` }, { title: 'Standing desk', body }],
  ['no offer', { title: 'Standing desk', body }, { title: 'I built a standing desk app, check it out', body }],
  ['no advice', { title: 'Standing desk', body }, { title: '10 tips for your standing desk', body }],
  ['no career', { title: 'Standing desk', body }, { title: 'Standing desk, resume, and career advice', body }],
  ['few votes', { title: 'Standing desk', body, score: 3 }, { title: 'Standing desk', body, score: 700 }],
  [
    'enough money',
    { title: 'Standing desk', body: `${body} My budget is $500.` },
    { title: 'Standing desk', body: `${body} My budget is $50.` },
  ],
])('finds a need more likely with %s', (_, more, less) => {
  expect(judged(more).need).toBeGreaterThan(judged(less).need);
});

test('a comment is about what its thread is about, unless it says something itself', () => {
  const comment = { kind: 'comment' as const, body: 'Same here, I need one too.' };
  expect(judged({ ...comment, title: 'Which standing desk should I get?' }).topic).toBeGreaterThan(
    judged({ ...comment, title: 'Best hikes near Denver?' }).topic,
  );
});

test('a word of thanks or a link below a title leaves it as brief as it is', () => {
  const title = 'Which standing desk should I get?';
  const alone = judged({ title }).need;
  for (const below of ['Thanks!', 'https://www.example.com/a/very/long/path/to/a/picture?size=large'])
    expect(judged({ title, body: below }).need).toBeGreaterThan(alone - 0.1);
});
