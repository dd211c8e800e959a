import { afterEach, expect, test } from 'vitest';
import { fittingReplies } from './own-replies.ts';
import type { Actor } from '#core/platform/actor.ts';
import { transact } from '#core/platform/db/connect.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { startFakeOllama } from '#test/support/fakes/ollama/server.ts';
import { makeCore } from '#test/support/make-core.ts';
import { openConnected } from '#test/support/connected.ts';
import { itemsIn, sensibleAnswer } from '#test/ai/support/responders.ts';
import { type Fault, type Asked, webPage } from '#test/ai/support/model-server.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

const drafted = ['Ask for half in advance.', 'I make a tool that reminds them.', 'Who signs off the invoices there?'];
const isDraft = ({ system }: Pick<Asked, 'system'>): boolean => system.includes('You write replies');
const { signal } = new AbortController();

/** Ann, who had the app open, with leads that a model scored. */
async function ready({ leads = 3, limits = {} }: { leads?: number; limits?: { callsPerDay?: number } } = {}) {
  const asked: Asked[] = [];
  const state = { answer: () => JSON.stringify({ variants: drafted }) };
  const fake = await startFakeOllama({
    respond: (question) => {
      if (!isDraft(question)) return JSON.stringify({ items: itemsIn(question).map(sensibleAnswer) });
      asked.push(question);
      return state.answer();
    },
  });
  const made = await makeCore({ ai: { provider: 'ollama', ollama: { host: fake.host }, limits } });
  cleanups.push(fake.close, made.close);
  const { core, clock } = made;
  const ann = await makeUser(core, 'ann');
  const campaign = await makeCampaign(core, ann, { facts: 'From $9 a month.' });
  await ingestItems(
    core,
    Array.from({ length: leads }, (_, number) => makeItem(number + 1, clock.now)),
  );
  await core.discovery.rescoring.settled();
  const today = async (actor: Actor) => (await core.insights.today.get(actor)).items.map(({ lead }) => lead);
  const first = async () => (await today(ann))[0]?.posts[0]?.id ?? '';
  return {
    ...made,
    fake,
    ann,
    campaign,
    asked,
    state,
    today,
    first,
    writeAhead: () => core.replies.drafts.writeAhead(today, signal),
  };
}

async function signIn(made: Awaited<ReturnType<typeof ready>>): Promise<void> {
  const { core, ann, clock } = made;
  const at = { created_at: clock.now, last_used_at: clock.now, expires_at: clock.now + 1e9 };
  await core.db('sessions').insert({ user_id: Number(ann.userId), device: '', address: '', ...at });
}

test("are written ahead for today's leads, once for each text and voice", async () => {
  const made = await ready();
  await signIn(made);
  expect(await made.writeAhead()).toEqual({ written: 3 });
  const found = await made.core.replies.drafts.find(made.ann, await made.first());
  expect(found).toMatchObject({ by: 'ollama:qwen3:4b-instruct', variants: drafted.map((text) => ({ text })) });
  expect(await made.writeAhead()).toEqual({ written: 0 });
  expect(made.asked).toHaveLength(3);
  await made.core.replies.voice.replace(made.ann, { profile: 'Dry. Two sentences.', samples: [] });
  expect(await made.writeAhead()).toEqual({ written: 3 });
  expect(made.asked.at(-1)?.prompt).toContain('Dry. Two sentences.');
  expect(made.asked.at(-1)?.prompt).toContain('From $9 a month.');
});

test('show the model one post, and no other lead', async () => {
  const made = await ready();
  await signIn(made);
  await made.writeAhead();
  for (const { prompt } of made.asked) expect(prompt.match(/freelancer number \d+/g)).toHaveLength(1);
});

test('are not written for users who are away, without a budget, or for a lead that was answered', async () => {
  const away = await ready({ leads: 2 });
  expect(await away.writeAhead()).toEqual({ written: 0 });
  await signIn(away);
  const post = await away.first();
  await away.core.db('outbox').insert({
    user_id: Number(away.ann.userId),
    post_id: Number(post),
    account: 'ann',
    parent_fullname: 't3_item1',
    subreddit: 'freelance',
    text: 'x',
    text_hash: 'x',
    state: 'queued',
    due_at: away.clock.now + 1e6,
    created_at: away.clock.now,
  });
  expect(await away.writeAhead()).toEqual({ written: 1 });
  const spent = await ready({ leads: 2, limits: { callsPerDay: 1 } });
  await signIn(spent);
  expect(await spent.writeAhead()).toEqual({ written: 0 });
  expect(spent.asked).toHaveLength(0);
});

test('are not asked for again when the model wrote nothing usable, until the user asks', async () => {
  const made = await ready({ leads: 1 });
  await signIn(made);
  made.state.answer = () => '';
  await made.writeAhead();
  await made.writeAhead();
  const tries = made.asked.length;
  expect(tries).toBe(2);
  expect(await made.core.replies.drafts.find(made.ann, await made.first())).toEqual({ variants: [], by: 'builtin' });
  made.state.answer = () => JSON.stringify({ variants: drafted });
  expect((await made.core.replies.drafts.draftReply(made.ann, await made.first())).variants).toHaveLength(3);
  // A failure afterwards keeps what there is.
  made.state.answer = () => '';
  expect((await made.core.replies.drafts.draftReply(made.ann, await made.first())).variants).toHaveLength(3);
});

const wrongPath: Fault = { kind: 'reply', reply: { status: 405, headers: {}, pieces: [] } };
test.each([webPage, wrongPath])('are asked for again after the model did not answer', async (fault) => {
  const made = await ready({ leads: 1 });
  await signIn(made);
  made.fake.fail(fault, 1);
  expect(await made.writeAhead()).toEqual({ written: 0 });
  expect(await made.writeAhead()).toEqual({ written: 1 });
});

test('are asked for once by ten tabs', async () => {
  const made = await ready({ leads: 1 });
  const post = await made.first();
  const tabs = await Promise.all(Array.from({ length: 10 }, () => made.core.replies.drafts.draftReply(made.ann, post)));
  expect(new Set(tabs.map(({ by }) => by))).toEqual(new Set(['ollama:qwen3:4b-instruct']));
  expect(made.asked).toHaveLength(1);
});

test('are in the voice of who asks, also while a colleague asks for the same', async () => {
  const made = await ready({ leads: 1 });
  const { core, ann, asked } = made;
  const ben: Actor = { ...(await makeUser(core, 'ben')), workspaceId: ann.userId, member: 'member' };
  await core.replies.voice.replace(ann, { profile: 'Dry. Two sentences.', samples: [] });
  await core.replies.voice.replace(ben, { profile: 'Warm, with a joke.', samples: [] });
  const post = await made.first();
  await Promise.all([ann, ben].map((actor) => core.replies.drafts.draftReply(actor, post)));
  for (const voice of ['Dry. Two sentences.', 'Warm, with a joke.'])
    expect(asked.filter(({ prompt }) => prompt.includes(voice))).toHaveLength(1);
});

test('are deleted with the post, and never stored for one that was deleted meanwhile', async () => {
  const made = await ready({ leads: 2 });
  const { core, ann, clock } = made;
  const [kept, late] = (await made.today(ann)).map(({ posts }) => posts[0]?.id ?? '');
  const erase = async (post: string | undefined) => {
    const row = await core
      .db('posts')
      .where({ id: Number(post) })
      .first<{ item_id: number }>('item_id');
    await transact(core.db, (trx) => core.inbox.items.erase(trx, [{ id: row.item_id, gone: 'deleted' }], clock.now));
  };
  await core.replies.drafts.draftReply(ann, kept ?? '');
  expect(await core.db('written_replies').pluck('post_id')).toEqual([Number(kept)]);
  await erase(kept);
  let erased = Promise.resolve();
  made.state.answer = () => {
    erased = erase(late);
    return JSON.stringify({ variants: drafted });
  };
  await core.replies.drafts.draftReply(ann, late ?? '').catch(() => undefined);
  await erased;
  expect(await core.db('written_replies').pluck('post_id')).toEqual([]);
  await expect(core.replies.drafts.find(ann, late ?? '')).rejects.toMatchObject({ code: 'conflict' });
});

test('belong to one user', async () => {
  const made = await ready({ leads: 1 });
  const bob = await makeUser(made.core, 'bob');
  await expect(made.core.replies.drafts.find(bob, await made.first())).rejects.toMatchObject({ code: 'not_found' });
});

test('without a model, are what the user replied to similar questions, with its thread and day', async () => {
  const made = await openConnected();
  const { core, ann, send, clock } = made;
  expect(await core.replies.drafts.find(ann, made.post.id)).toEqual({ variants: [], by: 'builtin' });
  const reply = 'We make one. Disclosure: I work there. It sends the reminders for you, so nobody has to chase.';
  await send(reply);
  await ingestItems(core, [makeItem(9, clock.now)]);
  const { items } = await core.inbox.posts.list(ann, { limit: 10, sort: '-confidence', status: 'all' });
  const other = items.find(({ fullname }) => fullname === 't3_item9');
  const { variants, by } = await core.replies.drafts.find(ann, other?.id ?? '');
  expect(by).toBe('builtin');
  expect(variants).toEqual([{ label: expect.stringMatching(/^Your reply to “Looking for invoicing software.*”, Nov 21$/), text: reply }]);
  // Not to the same thread again.
  expect((await core.replies.drafts.find(ann, made.post.id)).variants).toEqual([]);
});

test('are offered only for a question about the same thing', () => {
  const reply = {
    title: 'Clients pay my invoices late',
    subreddit: 'freelance',
    text: 'Ask for half in advance.',
    at: Date.UTC(2026, 0, 2),
    question: '',
  };
  const own = [{ ...reply, question: 'Clients pay my invoices late\nI freelance and chase every invoice for weeks. What do you do?' }];
  const zone = { timeZone: 'UTC' };
  const near = { title: 'How do I get customers to pay on time?', body: 'My invoices are overdue each month.', ...zone };
  const far = {
    title: 'Which hiking boots for wet winters?',
    body: 'My feet get cold and the soles came off. Waterproof and light, please.',
    ...zone,
  };
  expect(fittingReplies(own, near)).toEqual([{ label: 'Your reply to “Clients pay my invoices late”, Jan 2', text: reply.text }]);
  expect(fittingReplies(own, far)).toEqual([]);
  const untitled = own.map((one) => ({ ...one, title: '' }));
  expect(fittingReplies(untitled, near)[0]?.label).toBe('Your reply in freelance, Jan 2');
  // Two posts without a title aren't the same thread.
  expect(fittingReplies(untitled, { ...near, title: '', body: `${near.title} ${near.body}` })).toHaveLength(1);
});
