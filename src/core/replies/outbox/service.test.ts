import { describe, expect, test } from 'vitest';
import { holdMs, undoGraceMs } from '#shared/outbox.ts';
import { makeUser } from '#test/support/factories.ts';
import { commentsBy, connect, ingestOn, openAnn, openConnected } from '#test/support/connected.ts';
import { type Fault, fault } from '#test/support/fakes/reddit/faults.ts';
import { caps } from './enqueue.ts';

const never = new AbortController().signal;
const isComment = ({ path }: { path: string }) => path === '/api/comment';
const isOwnComments = ({ path }: { path: string }) => path === '/user/ann_reddit/comments';

describe('a reply', () => {
  test('is stored, posted once from the account, and moves its lead to contacted', async () => {
    const { core, ann, reddit, send, after, post } = await openConnected();
    expect(await send()).toMatchObject({ state: 'queued' });
    expect(commentsBy(reddit)).toMatchObject([{ parent: post.fullname, text: 'We make one. Disclosure: I work there.' }]);
    expect(await after(0)).toMatchObject({ state: 'sent', account: 'ann_reddit', error: null });
    const { leadId } = await core.inbox.posts.get(ann, post.id);
    expect((await core.inbox.leads.get(ann, leadId ?? '')).stage).toBe('contacted');
  });

  test('is refused if the account has already sent the same text', async () => {
    const { core, ann, reddit, send } = await openConnected();
    await send();
    await expect(send()).rejects.toMatchObject({ code: 'conflict' });
    const both = await openConnected();
    const [one, two] = await Promise.allSettled([both.send('Hello'), both.send('Hello')]);
    expect([one?.status, two?.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(commentsBy(both.reddit)).toHaveLength(1);
    expect(commentsBy(reddit)).toHaveLength(1);
    expect(await core.replies.outbox.list(ann, { limit: 5 })).toMatchObject({ items: [{ state: 'sent' }] });
  });

  test('is accessible only to its user', async () => {
    const { core, post, send } = await openConnected();
    const bob = await makeUser(core, 'bob');
    await connect(core, bob);
    await expect(core.replies.outbox.send(bob, { postId: post.id, message: 'Hi' })).rejects.toMatchObject({ code: 'not_found' });
    const { outboxId } = await send();
    await expect(core.replies.outbox.resolve(bob, outboxId, 'sent')).rejects.toMatchObject({ code: 'not_found' });
    expect((await core.replies.outbox.list(bob, { limit: 5 })).items).toEqual([]);
  });

  test('needs a connection and permission to post', async () => {
    const { core, reddit, ann } = await openAnn();
    const post = await ingestOn(core, { reddit, actor: ann });
    await expect(core.replies.outbox.send(ann, { postId: post.id, message: 'Hi' })).rejects.toThrow('Connect your Reddit account');
    await connect(core, ann, 'read');
    await expect(core.replies.outbox.send(ann, { postId: post.id, message: 'Hi' })).rejects.toThrow('Allow posting');
    expect(reddit.requests.filter(isComment)).toEqual([]);
  });

  test('is not sent if its text changed after the user agreed', async () => {
    const { core, reddit, send, after } = await openConnected();
    reddit.members.refusals.push([['RATELIMIT', 'try again in 1 minute', 'ratelimit']]);
    await send();
    await core.db('outbox').update({ text: 'Buy now!' });
    expect(await after(300_000)).toMatchObject({ state: 'failed' });
    expect(commentsBy(reddit)).toEqual([]);
  });
});

describe('a refusal', () => {
  test.each([
    ['THREAD_LOCKED', 'locked'],
    ['TOO_OLD', 'archived'],
    ['DELETED_LINK', 'deleted'],
    ['DELETED_COMMENT', 'deleted'],
    ['DELETED_THING', 'deleted'],
    ['SUBREDDIT_NOTALLOWED', "isn't allowed"],
    ['SUBREDDIT_NOEXIST', "doesn't exist"],
    ['USER_BLOCKED', 'blocked'],
    ['VERIFIED_USER_REQUIRED', 'email'],
    ['USER_REQUIRED', 'signed-in'],
    ['TOO_LONG', 'too long'],
    ['NO_TEXT', 'no text'],
    ['BAD_STRING', 'character'],
    ['NO_THING_ID', "didn't find"],
    ['TOO_MANY_COMMENTS', 'too many comments'],
    ['DOMAIN_BANNED', 'link'],
    ['BAD_CAPTCHA', 'captcha'],
    ['QUOTA_FILLED', 'for now'],
    ['SUBMIT_VALIDATION_BODY_BLACKLISTED_STRING', 'rules of this subreddit'],
    ['SOMETHING_NEW', 'as Reddit says it'],
  ])('with %s is explained and not retried', async (code, words) => {
    const { reddit, send, after } = await openConnected();
    reddit.members.refusals.push([[code, 'as Reddit says it', null]]);
    await send();
    const item = await after(86_400_000);
    expect(item?.state).toBe('failed');
    expect(item?.error).toContain(words);
    expect(reddit.requests.filter(isComment)).toHaveLength(1);
  });

  test('with RATELIMIT delays the reply for as long as it says', async () => {
    const { reddit, send, after } = await openConnected();
    reddit.members.refusals.push([['RATELIMIT', 'Looks like you have been doing that a lot. Take a break for 9 minutes.', 'ratelimit']]);
    await send();
    expect(await after(8 * 60_000)).toMatchObject({ state: 'queued' });
    expect(reddit.requests.filter(isComment)).toHaveLength(1);
    expect(await after(2 * 60_000)).toMatchObject({ state: 'sent' });
    expect(commentsBy(reddit)).toHaveLength(1);
  });

  test('counts as a success if the response contains the comment', async () => {
    const { reddit, send, after } = await openConnected();
    const data = { things: [{ kind: 't1', data: { name: 't1_made', permalink: '/r/freelance/comments/x/_/made/' } }] };
    const both = fault.json(200, { json: { errors: [['RATELIMIT', 'try again in 9 minutes', 'ratelimit']], data } });
    reddit.faults.add({ fault: both, when: isComment, times: 1 });
    await send();
    expect(await after(86_400_000)).toMatchObject({ state: 'sent' });
    expect(reddit.requests.filter(isComment)).toHaveLength(1);
  });

  test('of the access token is retried with a new one', async () => {
    const { reddit, send, after } = await openConnected();
    reddit.members.revokeAll();
    await send();
    expect(await after(120_000)).toMatchObject({ state: 'sent' });
    expect(commentsBy(reddit)).toHaveLength(1);
  });
});

describe('an unclear result', () => {
  const unclear: [string, Fault][] = [
    ['a dropped connection', fault.drop()],
    ['a truncated response', fault.cut()],
    ['a drop after the headers', fault.drop(true)],
  ];
  test.each(unclear)('after %s is resolved by finding the comment, without posting again', async (_, trouble) => {
    const { reddit, send, after } = await openConnected();
    reddit.faults.add({ fault: trouble, when: isComment, times: 1 });
    await send('Two  spaces and\n\na line &amp; so on <b>');
    expect(await after(60_000)).toMatchObject({ state: 'sent' });
    expect(commentsBy(reddit)).toHaveLength(1);
  });

  test.each([
    ['a refused connection', fault.refuse()],
    ['a server error', fault.serverError(503)],
    ['a web page with 200', fault.webPage()],
    ['success without a thing', fault.json(200, { json: { errors: [], data: { things: [] } } })],
  ])('after %s stays unknown until the user resolves it', async (_, trouble) => {
    const { core, ann, reddit, send, after } = await openConnected();
    reddit.faults.add({ fault: trouble, when: isComment, times: 1 });
    const { outboxId } = await send();
    for (let hour = 0; hour < 30; hour += 1) await after(3_600_000);
    expect(await after(0)).toMatchObject({ state: 'unknown', nextAt: null });
    expect(reddit.requests.filter(isComment)).toHaveLength(1);
    await expect(send()).rejects.toMatchObject({ code: 'conflict' });
    expect(await core.replies.outbox.resolve(ann, outboxId, 'not-sent')).toMatchObject({ state: 'failed' });
    await send();
    expect(await after(0)).toMatchObject({ state: 'sent' });
    expect(commentsBy(reddit)).toHaveLength(1);
  });

  test('is not resolved by another comment of the user on the same post', async () => {
    const { reddit, send, after, post } = await openConnected();
    reddit.world.comment({ on: post.fullname, text: 'Something else', author: 'ann_reddit' });
    reddit.faults.add({ fault: fault.refuse(), when: isComment, times: 1 });
    await send();
    expect(await after(60_000)).toMatchObject({ state: 'unknown' });
  });
});

describe('a refusal of a reply that Reddit posted all the same', () => {
  const hour = 3_600_000;
  const rateLimit = (text: string) => fault.json(200, { json: { errors: [['RATELIMIT', text, 'ratelimit']] } });
  const answers: [string, Fault][] = [
    ['RATELIMIT', rateLimit('try again in 1 second')],
    ['429', fault.tooMany()],
    ['401', fault.unauthorized()],
    ['403 as JSON', fault.forbidden()],
    ['403 as a web page', fault.blocked()],
    ['400', fault.json(400, { json: { errors: [['BAD_STRING', 'no', null]] } })],
    ['404', fault.json(404, { message: 'Not Found', error: 404 })],
    ['413', fault.json(413, {})],
    ['500', fault.serverError(500)],
    ['503', fault.serverError(503)],
    ['THREAD_LOCKED', fault.json(200, { json: { errors: [['THREAD_LOCKED', 'locked', null]] } })],
    ['a dropped connection', fault.drop()],
  ];
  test.each(answers)('with %s leads to one comment, even if the user sends it again', async (_, answer) => {
    const { reddit, send, after } = await openConnected();
    reddit.faults.add({ fault: fault.belie(answer), when: isComment, times: 1 });
    await send('Two  spaces and\n\na line');
    for (let tries = 0; tries < 3; tries += 1) await after(hour);
    await send('Two  spaces and\n\na line').catch(() => {});
    expect(await after(hour)).toMatchObject({ state: 'sent', error: null, permalink: expect.stringContaining('/comments/') });
    expect(commentsBy(reddit)).toHaveLength(1);
  });

  test('is noticed although the account has written hundreds of comments since', async () => {
    const { clock, reddit, send, after, post } = await openConnected();
    reddit.faults.add({ fault: fault.belie(fault.forbidden()), when: isComment, times: 1 });
    await send();
    for (let number = 0; number < 250; number += 1) {
      clock.now += 60_000;
      reddit.world.comment({ on: post.fullname, text: `By hand ${number}`, author: 'ann_reddit' });
    }
    await send();
    expect(await after(0)).toMatchObject({ state: 'sent' });
    expect(commentsBy(reddit)).toHaveLength(251);
  });

  test.each([
    ['an error', fault.serverError(503)],
    ['a web page', fault.webPage()],
    ['a block', fault.blocked()],
  ])('is not sent again while its comments are answered by %s', async (_, trouble) => {
    const { reddit, send, after } = await openConnected();
    reddit.faults.add({ fault: fault.belie(fault.tooMany()), when: isComment, times: 1 });
    await send();
    reddit.faults.add({ fault: trouble, when: isOwnComments, times: 100 });
    for (let tries = 0; tries < 5; tries += 1)
      expect(await after(hour)).toMatchObject({ state: 'queued', error: expect.stringContaining("couldn't check") });
    reddit.faults.clear();
    expect(await after(hour)).toMatchObject({ state: 'sent' });
    expect(commentsBy(reddit)).toHaveLength(1);
  });

  test('is given up after a day in which its comments could not be read', async () => {
    const { reddit, send, after } = await openConnected();
    reddit.faults.add({ fault: fault.tooMany(), when: isComment, times: 1 });
    await send();
    reddit.faults.add({ fault: fault.blocked(), when: isOwnComments, times: 1000 });
    for (let tries = 0; tries < 26; tries += 1) await after(hour);
    expect(await after(0)).toMatchObject({ state: 'failed', error: expect.stringContaining('gave up after a day') });
    expect(commentsBy(reddit)).toEqual([]);
  });

  test('is posted at the second try if it is not on Reddit', async () => {
    const { reddit, send, after } = await openConnected();
    reddit.faults.add({ fault: fault.tooMany(), when: isComment, times: 1 });
    await send();
    expect(await after(hour)).toMatchObject({ state: 'sent' });
    expect(commentsBy(reddit)).toHaveLength(1);
    const seen = reddit.requests.filter((request) => isComment(request) || isOwnComments(request)).map(({ method }) => method);
    expect(seen).toEqual(['POST', 'GET', 'POST']);
  });
});

describe('the outbox', () => {
  test('posts replies of one account 90 seconds apart', async () => {
    const { core, ann, clock, reddit, send } = await openConnected();
    const other = await ingestOn(core, { reddit, actor: ann, number: 2 });
    await send();
    const told: string[] = [];
    core.bus.on('push', ({ event }) => void told.push(event));
    await core.replies.outbox.send(ann, { postId: other.id, message: 'Another' });
    clock.now += holdMs + undoGraceMs;
    told.length = 0;
    await core.replies.outbox.sendDue(never);
    expect(told, 'what the new time is').toEqual(['stale']);
    expect(commentsBy(reddit)).toHaveLength(1);
    clock.now += 77_000;
    await core.replies.outbox.sendDue(never);
    expect(commentsBy(reddit)).toHaveLength(1);
    clock.now += 1000;
    await core.replies.outbox.sendDue(never);
    expect(commentsBy(reddit)).toHaveLength(2);
  });

  test('enforces the daily limit per subreddit, without counting failed replies', async () => {
    const { clock, reddit, send, after } = await openConnected();
    reddit.members.refusals.push([['NO_TEXT', '', null]]);
    await send('refused');
    for (let number = 0; number < caps.subreddit; number += 1) {
      clock.now += 90_000;
      await send(`Reply ${number}`);
    }
    await expect(send('One too many')).rejects.toMatchObject({ code: 'too_many' });
    await after(86_400_000);
    await send('The next day');
    expect(commentsBy(reddit)).toHaveLength(caps.subreddit + 1);
  });
});
