import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeUser } from '#test/support/factories.ts';
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
