import { expect, test } from 'vitest';
import type { CheckKey, ReplyCheck } from '#shared/reply-check.ts';
import { commentsBy, connect, ingestOn, openAnn, postReply } from '#test/support/connected.ts';
import { ingestItems, makeItem, makeUser } from '#test/support/factories.ts';
import { fault } from '#test/support/fakes/reddit/faults.ts';
import { placeholderPoint, unknownClaims } from './service.ts';

const minute = 60_000;
const day = 86_400_000;
const me = 'ann_reddit';
const never = new AbortController().signal;
type Ann = Awaited<ReturnType<typeof openAnn>>;

const point = ({ points }: ReplyCheck, key: CheckKey) => points.find((one) => one.key === key);
const levelOf = (check: ReplyCheck, key: CheckKey) => point(check, key)?.level;
const answer = 'Two things fixed this for me: a deposit on the quote, and reminders on day three, ten and twenty-one.';

async function openPost(connected = true) {
  const made = await openAnn();
  made.reddit.world.community('freelance', { rules: ['Be kind'] });
  const post = await ingestOn(made.core, { reddit: made.reddit, actor: made.ann });
  if (connected) await connect(made.core, made.ann);
  return { ...made, post };
}
/** Adds comments by the user to a thread; the first `naming` of them mention the product. */
function speak({ reddit, clock }: Ann, { count, naming = 0, daysAgo = 5 }: { count: number; naming?: number; daysAgo?: number }) {
  const on = reddit.world.post({ subreddit: 'design', author: 'somebody' });
  for (let number = 0; number < count; number += 1)
    reddit.world.comment({
      on,
      author: me,
      text: number < naming ? `I use paperboat.example for number ${number}` : `A helpful word, number ${number}`,
      createdAt: clock.now - daysAgo * day - number * minute,
    });
}

test('accepts a good reply and gives the numbers for each point', async () => {
  const made = await openPost();
  const { core, ann, post } = made;
  const [campaign] = (await core.inbox.campaigns.list(ann, { limit: 1 })).items;
  await core.inbox.campaigns.update(ann, campaign?.id ?? '', { websiteUrl: 'https://www.paperboat.example/pricing' });
  speak(made, { count: 20, naming: 1 });
  const check = await core.replies.check.check(ann, post.id, { text: answer });
  expect(check).toMatchObject({ level: 'ok', subreddit: 'freelance', ruleCount: 1 });
  expect(check.points.map(({ key, level, message }) => [key, level, message])).toEqual([
    ['community', 'ok', 'r/freelance is open and has 1 rule'],
    ['facts', 'ok', 'Every number, link, and name is in your facts, your offer, or the post'],
    ['promotion-30', 'ok', '1 of your 20 posts and comments in 30 days mention your product (5%); under 10% is normal'],
    ['promotion-90', 'ok', '1 of your 20 posts and comments in 90 days mention your product (5%); under 10% is normal'],
    ['thread', 'ok', expect.stringContaining('The thread is open')],
    ['answered', 'ok', "You haven't replied yet"],
    ['repeated', 'ok', "You haven't used this text elsewhere"],
    ['account', 'ok', expect.stringMatching(/^Account age and karma are fine here: 9 years old, 120 karma$/)],
    ['cap', 'ok', '0 of 20 replies in 24 hours, 0 of 5 in r/freelance'],
  ]);
});

test('leaves points unknown without a connected account', async () => {
  const { core, ann, post } = await openPost(false);
  const check = await core.replies.check.check(ann, post.id, { text: answer });
  for (const key of ['community', 'promotion-30', 'promotion-90', 'thread', 'answered', 'account'] as const)
    expect([key, levelOf(check, key)]).toEqual([key, 'unknown']);
  expect(check.level).toBe('ok');
});

test('stops a reply to a locked, archived, deleted, or missing thread, and refuses to send it', async () => {
  const made = await openPost();
  const { core, reddit, ann, post, clock } = made;
  const changes: [string, () => void][] = [
    ['locked', () => void (reddit.world.get(post.fullname).locked = true)],
    ['archived', () => Object.assign(reddit.world.get(post.fullname), { locked: false, archived: true })],
    ['removed on Reddit', () => reddit.world.setGone(post.fullname, 'deleted')],
    ['removed on Reddit', () => reddit.world.setGone(post.fullname, 'vanished')],
  ];
  for (const [words, change] of changes) {
    change();
    clock.now += 2 * minute;
    const check = await core.replies.check.check(ann, post.id, { text: answer });
    expect(check.level).toBe('stop');
    expect(point(check, 'thread')).toMatchObject({ level: 'stop', message: expect.stringContaining(words) });
    await expect(core.replies.outbox.send(ann, { postId: post.id, message: answer })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(words),
    });
  }
  expect(commentsBy(reddit)).toEqual([]);
  Object.assign(reddit.world.get(post.fullname), { gone: null, archived: false });
  clock.now += 2 * minute;
  await postReply({ core, clock }, ann, { postId: post.id, message: answer });
  expect(commentsBy(reddit)).toHaveLength(1);
});

test('stops the same text in another thread and warns about a similar one, sent by Earshot or by hand', async () => {
  const made = await openPost();
  const { core, reddit, ann, post, clock } = made;
  const other = await ingestOn(core, { reddit, actor: ann, number: 2 });
  await postReply({ core, clock }, ann, { postId: other.id, message: answer });
  const same = await core.replies.check.check(ann, post.id, { text: `  ${answer.toUpperCase()}\n` });
  expect(point(same, 'repeated')).toMatchObject({
    level: 'stop',
    message: expect.stringContaining('r/freelance'),
    evidence: [expect.stringContaining('/comments/')],
  });
  await expect(core.replies.outbox.send(ann, { postId: post.id, message: answer })).rejects.toMatchObject({ code: 'conflict' });
  expect(levelOf(await core.replies.check.check(ann, post.id, { text: `${answer} Good luck with it, friend.` }), 'repeated')).toBe('ask');
  expect(levelOf(await core.replies.check.check(ann, post.id, { text: '' }), 'repeated')).toBe('unknown');
  expect(
    levelOf(
      await core.replies.check.check(ann, post.id, { text: 'Something else entirely, said nowhere before by me, honestly' }),
      'repeated',
    ),
  ).toBe('ok');
  const byHand = 'What helped me was to put the terms on the first page and to call on the day it is due.';
  reddit.world.comment({ on: reddit.world.post({ subreddit: 'design' }), author: me, text: byHand });
  clock.now += 20 * minute;
  expect(levelOf(await core.replies.check.check(ann, post.id, { text: byHand }), 'repeated')).toBe('stop');
  expect(levelOf(await core.replies.check.check(ann, post.id, { text: 'Thanks, good luck!' }), 'repeated'), 'a courtesy').toBe('ok');
});

test('warns about an earlier reply in the thread: posted, waiting, or written by hand', async () => {
  const made = await openPost();
  const { core, reddit, ann, post, clock } = made;
  reddit.members.refusals.push([['RATELIMIT', 'try again in 9 minutes', 'ratelimit']]);
  await postReply({ core, clock }, ann, { postId: post.id, message: answer });
  expect(point(await core.replies.check.check(ann, post.id, { text: '' }), 'answered')).toMatchObject({
    level: 'ask',
    message: expect.stringContaining('is waiting'),
  });
  clock.now += 15 * minute;
  await core.replies.outbox.sendDue(never);
  expect(point(await core.replies.check.check(ann, post.id, { text: '' }), 'answered')).toMatchObject({
    level: 'ask',
    message: expect.stringContaining('You replied to this'),
    evidence: [expect.stringContaining('reddit.com')],
  });
  const second = await ingestOn(core, { reddit, actor: ann, number: 2 });
  const nested = reddit.world.comment({ on: second.fullname, author: 'somebody' });
  reddit.world.comment({ on: nested, author: me, text: 'By hand' });
  clock.now += 20 * minute;
  expect(point(await core.replies.check.check(ann, second.id, { text: '' }), 'answered')).toMatchObject({
    level: 'ask',
    message: expect.stringContaining('in this thread'),
  });
});

test("leaves promotion unknown with few items or a hidden profile, and warns above a rule's limit", async () => {
  const made = await openPost();
  const { core, reddit, ann, post, clock } = made;
  const look = async () => {
    clock.now += 20 * minute;
    return core.replies.check.check(ann, post.id, { text: '' });
  };
  expect(point(await look(), 'promotion-30'), 'karma, but nothing listed').toMatchObject({
    level: 'unknown',
    message: expect.stringContaining('shows no posts'),
  });
  speak(made, { count: 9, naming: 5 });
  expect(point(await look(), 'promotion-30')).toMatchObject({
    level: 'unknown',
    message: expect.stringContaining('None of your campaigns'),
  });
  const [campaign] = (await core.inbox.campaigns.list(ann, { limit: 1 })).items;
  await core.inbox.campaigns.update(ann, campaign?.id ?? '', { websiteUrl: 'https://paperboat.example' });
  expect(point(await look(), 'promotion-30')).toMatchObject({ level: 'unknown', message: expect.stringContaining('5 of your 9') });
  speak(made, { count: 91, naming: 0, daysAgo: 60 });
  const mixed = await look();
  expect(point(mixed, 'promotion-90')).toMatchObject({
    level: 'ok',
    message: expect.stringContaining('5 of your 100 posts and comments in 90 days'),
  });
  reddit.world.community('freelance', { rules: ['Keep self-promotion under 4% of what you write'] });
  clock.now += 2 * day;
  expect(point(await look(), 'promotion-90')).toMatchObject({
    level: 'ask',
    message: expect.stringContaining('r/freelance asks for under 4%'),
    evidence: [expect.stringContaining('reddit.com'), expect.any(String), expect.any(String)],
  });
});

test('checks the reply against rules about links, promotion, and disclosure', async () => {
  const made = await openAnn();
  const { core, reddit, ann } = made;
  reddit.world.community('freelance', { rules: ['No links in comments', 'No self-promotion', 'Disclose your affiliation'] });
  const post = await ingestOn(core, { reddit, actor: ann });
  await connect(core, ann);
  const [campaign] = (await core.inbox.campaigns.list(ann, { limit: 1 })).items;
  await core.inbox.campaigns.update(ann, campaign?.id ?? '', { websiteUrl: 'https://paperboat.example' });
  const levels = async (text: string) => {
    const check = await core.replies.check.check(ann, post.id, { text });
    return { community: levelOf(check, 'community'), links: levelOf(check, 'links'), disclosure: levelOf(check, 'disclosure') };
  };
  expect(await levels('Ask for a deposit.')).toEqual({ community: 'ok', links: 'ok', disclosure: undefined });
  expect(await levels('See https://example.org/deposits')).toEqual({ community: 'ok', links: 'ask', disclosure: undefined });
  expect(await levels('Paperboat does that.')).toEqual({ community: 'ask', links: 'ok', disclosure: 'ask' });
  expect(await levels('I made Paperboat, which does that.')).toEqual({ community: 'ask', links: 'ok', disclosure: 'ok' });
  expect(await levels('A steamboat does that.')).toEqual({ community: 'ok', links: 'ok', disclosure: undefined });
});

test("compares age, karma, and suspension of the account with the subreddit's rules", async () => {
  const made = await openPost();
  const { core, reddit, ann, post, clock } = made;
  const account = async (change: Record<string, unknown>) => {
    Object.assign(reddit.members.me, change);
    clock.now += 20 * minute;
    return point(await core.replies.check.check(ann, post.id, { text: '' }), 'account');
  };
  expect(await account({ total_karma: 3 })).toMatchObject({ level: 'ask', message: expect.stringContaining('little karma') });
  expect(await account({ total_karma: 300, created_utc: clock.now / 1000 - 86_400 })).toMatchObject({
    level: 'ask',
    message: expect.stringContaining('is new'),
  });
  expect(await account({ created_utc: 1_500_000_000, has_verified_email: false })).toMatchObject({
    level: 'ask',
    message: expect.stringContaining('email'),
  });
  expect(await account({ has_verified_email: true })).toMatchObject({ level: 'ok' });
  reddit.world.community('freelance', { rules: ['Accounts need at least 500 karma and must be 30 days old'] });
  clock.now += 2 * day;
  expect(await account({})).toMatchObject({ level: 'ask', message: expect.stringContaining('requires 500 karma') });
  expect(await account({ total_karma: 501 })).toMatchObject({ level: 'ok' });
  expect(await account({ is_suspended: true })).toMatchObject({ level: 'stop', message: expect.stringContaining('suspended') });
  await expect(core.replies.outbox.send(ann, { postId: post.id, message: answer })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('suspended'),
  });
});

test('warns near the daily limit and stops at it', async () => {
  const { core, reddit, ann, post, clock } = await openPost();
  const texts = Array.from({ length: 5 }, (_, number) => `Answer number ${number}: ${'word '.repeat(number + 1)}`);
  for (const [index, text] of texts.entries()) {
    const check = await core.replies.check.check(ann, post.id, { text });
    expect([index, levelOf(check, 'cap')]).toEqual([index, index < 4 ? 'ok' : 'ask']);
    await core.replies.outbox.send(ann, { postId: post.id, message: text });
    clock.now += 2 * minute;
  }
  const full = await core.replies.check.check(ann, post.id, { text: '' });
  expect(point(full, 'cap')).toMatchObject({ level: 'stop', message: expect.stringContaining('5 of 5 in r/freelance') });
  await expect(core.replies.outbox.send(ann, { postId: post.id, message: 'One more' })).rejects.toMatchObject({ code: 'too_many' });
  await core.replies.outbox.settled();
  expect(commentsBy(reddit).length).toBeLessThanOrEqual(5);
});

test('leaves points unknown and stops nothing if Reddit fails', async () => {
  const { core, reddit, ann, post, clock } = await openPost();
  reddit.faults.add({ fault: fault.serverError(503), when: ({ path }) => path !== '/api/comment' && !path.includes('access_token') });
  const check = await core.replies.check.check(ann, post.id, { text: answer });
  expect(check.level).toBe('ok');
  for (const key of ['community', 'promotion-30', 'thread', 'answered', 'account'] as const)
    expect([key, levelOf(check, key)]).toEqual([key, 'unknown']);
  await postReply({ core, clock }, ann, { postId: post.id, message: answer });
  expect(commentsBy(reddit)).toHaveLength(1);
});

test('rejects posts of other users and posts that are not on Reddit', async () => {
  const { core, ann, post } = await openPost();
  const bob = await makeUser(core, 'bob');
  await expect(core.replies.check.check(bob, post.id, { text: '' })).rejects.toMatchObject({ code: 'not_found' });
  await ingestItems(core, [makeItem(7, core.now(), { permalink: null })]);
  const { items } = await core.inbox.posts.list(ann, { limit: 50, sort: '-confidence', status: 'all' });
  const pasted = items.find(({ fullname }) => fullname === 't3_item7');
  expect(point(await core.replies.check.check(ann, pasted?.id ?? '', { text: '' }), 'thread')).toMatchObject({
    level: 'stop',
    message: expect.stringContaining("didn't come from Reddit"),
  });
});

const known =
  'Billbird sends invoices from $9 a month, 1,200 firms use it. https://billbird.example/start\nI am in Leeds and have 14 clients.';

test.each([
  ['Billbird costs $9 and 1200 firms use it, see billbird.example/start', []],
  ['Most of my 14 clients in Leeds pay late, 2 or 3 never', []],
  ['It costs $19 a month and cuts late payment by 40%', ['$19', '40%']],
  ['We use Zorbify for that, more at https://zorbify.io/x', ['https://zorbify.io/x', 'Zorbify']],
  ['Ask for a deposit. Then send a reminder on Monday, as a PDF.', []],
  ['Das Finanzamt in Köln will die Rechnung mit Nummer und Datum und Betrag und Anschrift sehen', []],
])('finds what is in no known text: %s', (text, claims) => {
  expect(unknownClaims(text, known)).toEqual(claims);
});

test.each([
  ['Hi [name], ask for half in advance', '[name]'],
  ['I make {{product}} for that', '{{product}}'],
  ['More at [your website]', '[your website]'],
  ['Gruß, [Firmenname]', '[Firmenname]'],
])('stops at a gap left to fill in: %s', (text, gap) => {
  expect(placeholderPoint({ text })).toMatchObject({ level: 'stop', message: expect.stringContaining(gap) });
});

test.each(['See [this page about names](https://example.org)', 'As [1] says', 'Plain text'])('leaves other brackets alone: %s', (text) => {
  expect(placeholderPoint({ text })).toBe(null);
});
