import { expect, onTestFinished, test } from 'vitest';
import { makeUser } from '#test/support/factories.ts';
import { startFakeOllama } from '#test/support/fakes/ollama/server.ts';
import { makeCore } from '#test/support/make-core.ts';
import { openConnected } from '#test/support/connected.ts';
import { listOwnReplies } from '../drafts/own-replies.ts';
import { describeWriting } from './service.ts';

const samples = [
  "Honestly, don't chase them yourself. Ask for half in advance and let a tool send the reminders.",
  "Honestly, it's a habit. Send the invoice the day you finish, not at the end of the month.",
  "I'd talk to whoever signs it off. Most late payments aren't meant badly, they just get lost.",
];

async function open(config: Parameters<typeof makeCore>[0] = {}) {
  const made = await makeCore(config);
  onTestFinished(made.close);
  return { ...made, ann: await makeUser(made.core, 'ann') };
}

test('says without a model what can be counted', () => {
  expect(describeWriting(samples)).toBe(
    "Replies of about 17 words, in sentences of about 10. Uses contractions (don't, it's). Begins without a greeting. No closing line. Rarely ends with a question. No exclamation marks. Plain paragraphs, no lists. No emoji. Often begins with “Honestly, …”.",
  );
  expect(
    describeWriting(['Hi! I use lists:\n- one thing\n- two things 🎉', 'Hello! Same here:\n- a b\n- c d 🎉', 'Hey! Yes:\n- x y\n- z w 🎉']),
  ).toMatch(/greeting.*exclamation marks\. Uses lists\. Uses emoji\./);
});

test('is described, edited, and deleted by its user alone', async () => {
  const { core, ann } = await open();
  expect(await core.replies.voice.get(ann)).toEqual({ profile: '', samples: [], replies: 0, updatedAt: null });
  const { profile, by, read } = await core.replies.voice.describe(ann, { samples });
  expect({ by, read }).toEqual({ by: 'builtin', read: 3 });
  expect(await core.replies.voice.get(ann)).toMatchObject({ profile: '', samples: [] });
  await core.replies.voice.replace(ann, { profile: `${profile} Never salesy.`, samples });
  expect(await core.replies.voice.get(ann)).toMatchObject({ profile: `${profile} Never salesy.`, samples });
  const bob = await makeUser(core, 'bob');
  expect(await core.replies.voice.get(bob)).toMatchObject({ profile: '' });
  await core.replies.voice.replace(ann, { profile: '', samples: [] });
  expect(await core.db('voices').pluck('user_id')).toEqual([]);
});

test('goes with the account', async () => {
  const { core, ann } = await open();
  await core.replies.voice.replace(ann, { profile: 'Dry.', samples: [] });
  await core
    .db('users')
    .where({ id: Number(ann.userId) })
    .del();
  expect(await core.db('voices').pluck('user_id')).toEqual([]);
});

test('needs three texts', async () => {
  const { core, ann } = await open();
  await expect(core.replies.voice.describe(ann, { samples: samples.slice(1) })).rejects.toMatchObject({ code: 'conflict' });
  await expect(core.replies.voice.describe(ann, {})).rejects.toMatchObject({ code: 'conflict' });
});

test('is described by the model, as plain text, or without it when it writes nothing usable', async () => {
  const answers = ['{"profile": "Dry and direct, see https://evil.test/x. Two sentences."}', '', ''];
  const fake = await startFakeOllama({ respond: () => answers.shift() ?? '' });
  onTestFinished(fake.close);
  const { core, ann } = await open({ ai: { provider: 'ollama', ollama: { host: fake.host } } });
  expect(await core.replies.voice.describe(ann, { samples })).toMatchObject({
    by: 'ollama:qwen3:4b-instruct',
    profile: 'Dry and direct, see. Two sentences.',
  });
  expect(await core.replies.voice.describe(ann, { samples })).toMatchObject({ by: 'builtin' });
});

test('is read from what the user wrote, newest first, if no texts are given', async () => {
  const { core, ann, send, clock } = await openConnected();
  await send('We make one. Disclosure: I work there. It sends the reminders for you.');
  expect((await core.replies.voice.get(ann)).replies).toBe(1);
  const by = { user_id: Number(ann.userId), username: 'ann_reddit', kind: 'comment' as const, subreddit: 'freelance', title: '' };
  const comment = {
    ...by,
    locked: 0,
    removed: 0,
    url: null,
    permalink: null,
    points: null,
    num_comments: null,
    parent_fullname: null,
    link_fullname: null,
  };
  const body = 'Ask for half of it in advance, then nobody has to chase.';
  await core.db('own_items').insert([
    { ...comment, fullname: 't1_new', body: `New: ${body}`, created_at: clock.now + 1 },
    { ...comment, fullname: 't1_old', body: `Old: ${body}`, created_at: 1 },
  ]);
  const texts = (await listOwnReplies(core.db, Number(ann.userId))).map(({ text }) => text.slice(0, 3));
  expect(texts).toEqual(['New', 'We ', 'Old']);
});
