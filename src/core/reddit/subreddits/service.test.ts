import { expect, test } from 'vitest';
import { connect, openAnn } from '#test/support/connected.ts';
import { makeUser } from '#test/support/factories.ts';
import { fault } from '#test/support/fakes/reddit/faults.ts';
import { readRecordedReply } from '#test/support/fixtures.ts';
import { readCommunity, readRequirements, readRules } from './queries.ts';
import { findDisclosureRule, findLinkRule, promotionOf } from './promotion.ts';

const hour = 3_600_000;
const rule = (name: string, text = '') => ({ name, text, kind: 'all' as const });

test('reads facts, rules, and requirements once a day for all users', async () => {
  const { core, reddit, ann, clock } = await openAnn({ reddit: { source: 'auto' } });
  const bob = await makeUser(core, 'bob');
  reddit.world.community('freelance', { subscribers: 412_000, rules: ['No self-promotion: it is removed', 'Be kind'] });
  expect(await core.reddit.subreddits.get(ann, 'FreeLance')).toEqual({
    name: 'freelance',
    state: 'open',
    about: {
      description: 'About freelance',
      subscribers: 412_000,
      over18: false,
      restrictsComments: false,
      restrictsPosts: false,
      createdAt: '2017-07-14T02:40:00.000Z',
    },
    rules: [
      { name: 'No self-promotion: it is removed', text: 'No self-promotion: it is removed', kind: 'all' },
      { name: 'Be kind', text: 'Be kind', kind: 'all' },
    ],
    requirements: null,
    promotion: { level: 'none', from: 'rules', message: 'No self-promotion: it is removed', limit: null },
    readAt: new Date(clock.now).toISOString(),
    stale: false,
    error: null,
  });
  const asked = reddit.requests.length;
  clock.now += 23 * hour;
  await core.reddit.subreddits.get(bob, 'freelance');
  expect(reddit.requests).toHaveLength(asked);
  reddit.world.community('freelance', { rules: [] });
  clock.now += 2 * hour;
  expect(await core.reddit.subreddits.get(bob, 'freelance')).toMatchObject({ rules: [] });
});

test('reports a missing API connection and falls back to the catalog', async () => {
  const { core, reddit, ann } = await openAnn({ reddit: { source: 'rss' } });
  reddit.world.community('freelance', { rules: ['A rule'] });
  expect(await core.reddit.subreddits.get(ann, 'accounting')).toMatchObject({
    state: 'unread',
    rules: null,
    promotion: { level: 'none', from: 'catalog' },
    error: expect.stringContaining('Connect your Reddit account'),
  });
  await connect(core, ann);
  expect(await core.reddit.subreddits.get(ann, 'freelance'), 'through the own account').toMatchObject({
    state: 'open',
    rules: [{ name: 'A rule' }],
    requirements: { flairRequired: true, titleMin: 10, titleMax: null, bannedDomains: ['fakewebsite.com'] },
  });
});

test('marks stored facts as stale if Reddit fails, and reports private and missing subreddits', async () => {
  const { core, reddit, ann, clock } = await openAnn({ reddit: { source: 'auto' } });
  reddit.world.community('freelance', { rules: ['A rule'] });
  reddit.world.community('closed', { state: 'private' });
  await core.reddit.subreddits.get(ann, 'freelance');
  clock.now += 25 * hour;
  reddit.faults.add({ fault: fault.serverError(503), when: ({ path }) => path.endsWith('/about'), times: 3 });
  const old = await core.reddit.subreddits.get(ann, 'freelance');
  expect(old).toMatchObject({ state: 'open', rules: [{ name: 'A rule' }], stale: true, error: expect.stringContaining('503') });
  const asked = reddit.requests.length;
  await core.reddit.subreddits.get(ann, 'freelance');
  expect(reddit.requests, 'not again within five minutes').toHaveLength(asked);
  expect(await core.reddit.subreddits.get(ann, 'closed')).toMatchObject({
    state: 'private',
    rules: null,
    error: 'This community is private',
  });
  expect(await core.reddit.subreddits.get(ann, 'nosuchplace')).toMatchObject({ state: 'missing', about: null });
});

test('reads a hundred subreddits with one call and leaves unknown ones unread', async () => {
  const { core, reddit, ann } = await openAnn({ reddit: { source: 'auto' } });
  const names = Array.from({ length: 99 }, (_, index) => `sub${index}`);
  for (const name of names) reddit.world.community(name, { subscribers: 5 });
  const before = reddit.requests.filter(({ path }) => path.startsWith('/api/info')).length;
  const { items } = await core.reddit.subreddits.list(ann, [...names, 'nowhere', 'SUB1']);
  expect(items).toHaveLength(100);
  expect(items.filter(({ about }) => about?.subscribers === 5)).toHaveLength(99);
  expect(items.at(-1)).toMatchObject({ name: 'nowhere', state: 'unread', about: null });
  expect(reddit.requests.filter(({ path }) => path.startsWith('/api/info')).length - before).toBe(1);
});

test.each([
  ['No self-promotion', '', 'none', null],
  ['Promotion', 'Keep self-promotion under 10% of what you write.', 'low', 10],
  ['9:1', 'Follow the 9:1 rule for self promotion', 'low', 10],
  ['1 in 5', 'Only 1 in 5 posts may promote', 'low', 20],
  ['Advertising', 'Advertise only in the Saturday thread', 'weekly-thread', null],
  ['Advertising', 'Disclose it when you promote something of yours', 'low', null],
])('rates promotion under the rule "%s: %s" as %s', (...[name, text, level, limit]) => {
  expect(promotionOf('nowhere', [rule('Be kind'), rule(name, text)])).toEqual({ level, from: 'rules', message: name, limit });
});

test('does not take a rule against spam for one against promotion', () => {
  expect(promotionOf('nowhere', [rule('No spam', 'Do not spam')])).toMatchObject({ level: 'unknown', from: null });
});

test('finds rules about links and about disclosing an affiliation', () => {
  const rules = [rule('Be kind'), rule('No links', 'No external links in comments'), rule('Say who you are', 'Disclose your affiliation')];
  expect(findLinkRule(rules)).toEqual({ number: 2, name: 'No links' });
  expect(findDisclosureRule(rules)).toEqual({ number: 3, name: 'Say who you are' });
  expect(findLinkRule([rule('Links', 'Link to your source')])).toBeNull();
});

test('reads recorded responses about a subreddit, its rules, and its requirements', () => {
  const recorded = (name: string): unknown => readRecordedReply(name).body;
  expect(readCommunity(recorded('subreddit_about_redditdev_2020'))).toMatchObject({ name: 'redditdev', isClosed: false });
  expect(readRules(recorded('subreddit_rules_2020'))?.[0]).toEqual({ name: 'No spa4', text: 'Do not spam. Spam bad', kind: 'all' });
  expect(readRequirements(recorded('subreddit_post_requirements_2020'))).toMatchObject({ bannedDomains: ['fakewebsite.com'] });
  expect(readRules(recorded('err_404_json'))).toBeNull();
});
