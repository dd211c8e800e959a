import { describe, expect, test } from 'vitest';
import { makeUser } from '#test/support/factories.ts';
import { commentsBy, connect, ingestOn, openAnn } from '#test/support/connected.ts';
import { type Fault, fault } from '#test/support/fakes/reddit/faults.ts';
import { caps } from './enqueue.ts';

const never = new AbortController().signal;
const isComment = ({ path }: { path: string }) => path === '/api/comment';

async function openConnected() {
  const made = await openAnn();
  await connect(made.core, made.ann);
  const post = await ingestOn(made.core, { reddit: made.reddit, actor: made.ann });
  const { core, ann, clock } = made;
  return {
    ...made,
    post,
    async send(text = 'We make one. Disclosure: I work there.') {
      const result = await core.replies.outbox.send(ann, post.id, text);
      await core.replies.outbox.settled();
      return result;
    },
    /** The newest answer, after so much time and a run of the job. */
    async after(ms: number) {
      clock.now += ms;
      await core.replies.outbox.sendDue(never);
      return (await core.replies.outbox.list(ann, { limit: 1 })).items[0];
    },
  };
}

describe('an answer', () => {
  test('is written down, sent once in the name of the account, and moves its lead on', async () => {
    const { core, ann, reddit, send, after, post } = await openConnected();
    expect(await send()).toMatchObject({ state: 'queued' });
    expect(commentsBy(reddit)).toMatchObject([{ parent: post.fullname, text: 'We make one. Disclosure: I work there.' }]);
    expect(await after(0)).toMatchObject({ state: 'sent', account: 'ann_reddit', error: null });
    const { leadId } = await core.inbox.posts.get(ann, post.id);
    expect((await core.inbox.leads.get(ann, leadId ?? '')).stage).toBe('contacted');
  });

  test('is refused a second time in the same words, by whoever uses the account', async () => {
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

  test('of somebody else is nobody else’s', async () => {
    const { core, post, send } = await openConnected();
    const bob = await makeUser(core, 'bob');
    await connect(core, bob);
    await expect(core.replies.outbox.send(bob, post.id, 'Hi')).rejects.toMatchObject({ code: 'not_found' });
    const { outboxId } = await send();
    await expect(core.replies.outbox.resolve(bob, outboxId, 'sent')).rejects.toMatchObject({ code: 'not_found' });
    expect((await core.replies.outbox.list(bob, { limit: 5 })).items).toEqual([]);
  });

  test('needs a connection and the permission to post', async () => {
    const { core, reddit, ann } = await openAnn();
    const post = await ingestOn(core, { reddit, actor: ann });
    await expect(core.replies.outbox.send(ann, post.id, 'Hi')).rejects.toThrow('Connect your Reddit account');
    await connect(core, ann, 'read');
    await expect(core.replies.outbox.send(ann, post.id, 'Hi')).rejects.toThrow('Allow posting');
    expect(reddit.requests.filter(isComment)).toEqual([]);
  });

  test('whose words were changed after the user agreed is not sent', async () => {
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
    ['SUBREDDIT_NOTALLOWED', 'isn’t allowed'],
    ['SUBREDDIT_NOEXIST', 'doesn’t exist'],
    ['USER_BLOCKED', 'blocked'],
    ['VERIFIED_USER_REQUIRED', 'email'],
    ['USER_REQUIRED', 'signed-in'],
    ['TOO_LONG', 'too long'],
    ['NO_TEXT', 'no text'],
    ['BAD_STRING', 'character'],
    ['NO_THING_ID', 'didn’t find'],
    ['TOO_MANY_COMMENTS', 'too many comments'],
    ['DOMAIN_BANNED', 'link'],
    ['BAD_CAPTCHA', 'captcha'],
    ['QUOTA_FILLED', 'for now'],
    ['SUBMIT_VALIDATION_BODY_BLACKLISTED_STRING', 'rules of this subreddit'],
    ['SOMETHING_NEW', 'as Reddit says it'],
  ])('%s is explained and not repeated', async (code, words) => {
    const { reddit, send, after } = await openConnected();
    reddit.members.refusals.push([[code, 'as Reddit says it', null]]);
    await send();
    const item = await after(86_400_000);
    expect(item?.state).toBe('failed');
    expect(item?.error).toContain(words);
    expect(reddit.requests.filter(isComment)).toHaveLength(1);
  });

  test('RATELIMIT waits as long as it says and then goes on', async () => {
    const { reddit, send, after } = await openConnected();
    reddit.members.refusals.push([['RATELIMIT', 'Looks like you have been doing that a lot. Take a break for 9 minutes.', 'ratelimit']]);
    await send();
    expect(await after(8 * 60_000)).toMatchObject({ state: 'queued' });
    expect(reddit.requests.filter(isComment)).toHaveLength(1);
    expect(await after(2 * 60_000)).toMatchObject({ state: 'sent' });
    expect(commentsBy(reddit)).toHaveLength(1);
  });

  test('along with a comment that was made is a success', async () => {
    const { reddit, send, after } = await openConnected();
    const data = { things: [{ kind: 't1', data: { name: 't1_made', permalink: '/r/freelance/comments/x/_/made/' } }] };
    const both = fault.json(200, { json: { errors: [['RATELIMIT', 'try again in 9 minutes', 'ratelimit']], data } });
    reddit.faults.add({ fault: both, when: isComment, times: 1 });
    await send();
    expect(await after(86_400_000)).toMatchObject({ state: 'sent' });
    expect(reddit.requests.filter(isComment)).toHaveLength(1);
  });

  test('of the access token is fixed by a new one', async () => {
    const { reddit, send, after } = await openConnected();
    reddit.members.revokeAll();
    await send();
    expect(await after(0)).toMatchObject({ state: 'sent' });
    expect(commentsBy(reddit)).toHaveLength(1);
  });
});

describe('an unclear end', () => {
  const unclear: [string, Fault][] = [
    ['a drop after it was taken', fault.drop()],
    ['half an answer', fault.cut()],
    ['a drop after the headers', fault.drop(true)],
  ];
  test.each(unclear)('%s: the comment is found among the own ones and not repeated', async (_, trouble) => {
    const { reddit, send, after } = await openConnected();
    reddit.faults.add({ fault: trouble, when: isComment, times: 1 });
    await send('Two  spaces and\n\na line &amp; so on <b>');
    expect(await after(60_000)).toMatchObject({ state: 'sent' });
    expect(commentsBy(reddit)).toHaveLength(1);
  });

  test.each([
    ['a drop before', fault.refuse()],
    ['a server error', fault.serverError(503)],
    ['a web page with 200', fault.webPage()],
    ['success without a thing', fault.json(200, { json: { errors: [], data: { things: [] } } })],
  ])('%s stays unknown until the user says what became of it', async (_, trouble) => {
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

  test('another comment of mine under the same post is not taken for it', async () => {
    const { reddit, send, after, post } = await openConnected();
    reddit.world.comment({ on: post.fullname, text: 'Something else', author: 'ann_reddit' });
    reddit.faults.add({ fault: fault.refuse(), when: isComment, times: 1 });
    await send();
    expect(await after(60_000)).toMatchObject({ state: 'unknown' });
  });
});

describe('pace', () => {
  test('two answers of one account stand a minute and a half apart', async () => {
    const { core, ann, clock, reddit, send } = await openConnected();
    const other = await ingestOn(core, { reddit, actor: ann, number: 2 });
    await send();
    await core.replies.outbox.send(ann, other.id, 'Another');
    await core.replies.outbox.settled();
    expect(commentsBy(reddit)).toHaveLength(1);
    clock.now += 89_000;
    await core.replies.outbox.sendDue(never);
    expect(commentsBy(reddit)).toHaveLength(1);
    clock.now += 1000;
    await core.replies.outbox.sendDue(never);
    expect(commentsBy(reddit)).toHaveLength(2);
  });

  test('a day holds so many in one community and no more, and failed ones do not count', async () => {
    const { clock, reddit, send, after } = await openConnected();
    reddit.members.refusals.push([['NO_TEXT', '', null]]);
    await send('refused');
    for (let number = 0; number < caps.subreddit; number += 1) {
      clock.now += 90_000;
      await send(`Answer ${number}`);
    }
    await expect(send('One too many')).rejects.toMatchObject({ code: 'too_many' });
    await after(86_400_000);
    await send('The next day');
    expect(commentsBy(reddit)).toHaveLength(caps.subreddit + 1);
  });
});

test('a posted reply is announced once, and offers a follow-up unless there is one', async () => {
  const { core, clock, reddit, ann } = await openAnn();
  await connect(core, ann);
  const told: unknown[] = [];
  core.bus.on('push', ({ event, payload }) => void (event === 'answer-sent' ? told.push(payload) : null));
  const post = await ingestOn(core, { reddit, actor: ann });
  const { leadId } = await core.inbox.posts.get(ann, post.id);
  await core.replies.outbox.send(ann, post.id, 'A first answer');
  await core.replies.outbox.settled();
  expect(told).toEqual([{ postId: post.id, subreddit: 'freelance', lead: { id: leadId, redditUsername: 'author_1' } }]);
  expect(await core.inbox.leads.get(ann, leadId ?? '')).toMatchObject({ stage: 'contacted' });
  await core.inbox.followUps.create(ann, leadId ?? '', { dueAt: '2026-12-01T09:00:00.000Z', note: '' });
  clock.now += 120_000;
  await core.replies.outbox.send(ann, post.id, 'A second answer');
  await core.replies.outbox.settled();
  expect(told[1]).toEqual({ postId: post.id, subreddit: 'freelance', lead: null });
});
