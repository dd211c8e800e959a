import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeUser } from '#test/support/factories.ts';
import { startSmtpServer } from '#test/support/fakes/smtp.ts';
import { makeCore } from '#test/support/make-core.ts';
import { type Actor, systemActor } from '#core/platform/actor.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ada: Actor;
let bob: Actor;
beforeEach(async () => {
  made = await makeCore();
  ada = await makeUser(made.core, 'ada');
  bob = await makeUser(made.core, 'bob');
});
afterEach(() => made.close());
const idea = (message: string) => ({ kind: 'idea' as const, message, page: '/dashboard' });

test('shows a reply only to the author of the feedback', async () => {
  const {
    instance: { feedback },
  } = made.core;
  const { id } = await feedback.send(ada, idea('More colours'));
  await feedback.answer(systemActor, id, { status: 'done', reply: 'There are eight' });
  expect((await feedback.mine(ada, { limit: 10 })).items).toMatchObject([{ id, status: 'done', reply: 'There are eight' }]);
  expect((await feedback.mine(bob, { limit: 10 })).items).toEqual([]);
  expect(await made.core.db('audit').select('action', 'target', 'details')).toEqual([
    { action: 'feedback-answered', target: `feedback:${id}`, details: '{"status":"done","replied":true}' },
  ]);
});

test('tells the author of a reply under the bell and by email, once', async () => {
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  await made.close();
  made = await makeCore({ smtp: { url: smtp.url, from: 'Earshot <earshot@earshot.test>' }, http: { publicUrl: 'https://earshot.test' } });
  const { core } = made;
  ada = await makeUser(core, 'ada');
  bob = await makeUser(core, 'bob');
  const { id } = await core.instance.feedback.send(ada, idea('More colours'));
  await core.instance.feedback.answer(systemActor, id, { status: 'open' });
  await core.instance.feedback.answer(systemActor, id, { reply: 'There are eight' });
  await core.instance.feedback.answer(systemActor, id, { status: 'done', reply: 'There are eight' });
  await core.notifications.settled();
  const { items } = await core.notifications.inbox.list(ada, { limit: 10 });
  expect(items.map(({ kind, title, text, path }) => [kind, title, text, path])).toEqual([
    ['feedback-answered', 'There is a reply to your feedback', 'There are eight', '/dashboard?feedback=sent'],
  ]);
  expect((await core.notifications.inbox.list(bob, { limit: 10 })).items).toEqual([]);
  await core.instance.close();
  expect(smtp.taken).toHaveLength(1);
  for (const line of [
    'Subject: A reply to your feedback on Earshot',
    '> More colours',
    '> There are eight',
    'https://earshot.test/dashboard?feedback=',
  ])
    expect(smtp.taken[0]).toContain(line);
});

test('lists feedback for admins by status, in pages', async () => {
  const {
    instance: { feedback },
  } = made.core;
  for (const number of [1, 2, 3]) await feedback.send(ada, idea(`Idea ${number}`));
  await feedback.answer(systemActor, '2', { status: 'declined' });
  const first = await feedback.list(systemActor, { limit: 2 });
  const second = await feedback.list(systemActor, { limit: 2, cursor: first.nextCursor ?? '' });
  expect([...first.items, ...second.items].map(({ message }) => message)).toEqual(['Idea 3', 'Idea 2', 'Idea 1']);
  expect([first.total, second.nextCursor]).toEqual([3, null]);
  expect((await feedback.list(systemActor, { limit: 9, status: 'new' })).items.map(({ id }) => id)).toEqual(['3', '1']);
});

test('does not let users read or reply to others’ feedback', async () => {
  const {
    instance: { feedback },
  } = made.core;
  const { id } = await feedback.send(ada, idea('Mine'));
  await expect(feedback.list(bob, { limit: 1 })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(feedback.answer(ada, id, { status: 'done' })).rejects.toMatchObject({ code: 'forbidden' });
});

test('refuses the fifty-first message of a day', async () => {
  const {
    instance: { feedback },
  } = made.core;
  for (let number = 0; number < 50; number += 1) await feedback.send(ada, idea(`Idea ${number}`));
  await expect(feedback.send(ada, idea('One more'))).rejects.toMatchObject({ code: 'too_many' });
  made.clock.now += 86_400_001;
  await expect(feedback.send(ada, idea('One more'))).resolves.toMatchObject({ status: 'new' });
});
