import { expect, test, afterEach, beforeEach, vi } from 'vitest';
import { ApiError, unreachableError } from '#web/lib/failure.ts';
import { createUndoStack } from './undo.ts';
import { createUnsent } from './unsent.ts';

/** A request whose response the test controls. */
function start(name: string, done: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<() => Promise<void>>();
  const note = (what: string) => async () => void done.push(`${what} ${name}`);
  return { sent: promise, restore: note('restore'), answer: () => resolve(note('revert')), refuse: () => reject(new Error('no')) };
}

test('reverts a completed step once', async () => {
  const done: string[] = [];
  const steps = createUndoStack();
  const one = start('one', done);
  one.answer();
  const back = await steps.take(one.sent, one.restore);
  expect(steps.last()).toBe(back);
  await back?.();
  expect(done).toEqual(['restore one', 'revert one']);
  expect(steps.last()).toBeUndefined();
});

test('undoes the newest step before the server responds, and reverts it after the response', async () => {
  const done: string[] = [];
  const steps = createUndoStack();
  const [one, two] = [start('one', done), start('two', done)];
  one.answer();
  await steps.take(one.sent, one.restore);
  const taking = steps.take(two.sent, two.restore);
  const going = steps.last()?.();
  expect(done).toEqual(['restore two']);
  two.answer();
  await going;
  expect(done).toEqual(['restore two', 'revert two']);
  expect(await taking).toBeNull();
  await steps.last()?.();
  expect(done).toEqual(['restore two', 'revert two', 'restore one', 'revert one']);
});

test('sends an undo without waiting for the response, if it can, and not twice', async () => {
  const done: string[] = [];
  const steps = createUndoStack();
  const [one, two] = [start('one', done), start('two', done)];
  const undoEarly = async () => void done.push('early');
  const taking = steps.take(one.sent, one.restore, undoEarly);
  const going = steps.last()?.();
  expect(done).toEqual(['early', 'restore one']);
  one.answer();
  await going;
  expect(await taking).toBeNull();
  two.answer();
  await (
    await steps.take(two.sent, two.restore, undoEarly)
  )?.();
  expect(done).toEqual(['early', 'restore one', 'restore two', 'revert two']);
});

test('restores and reports a refused step, which can no longer be undone', async () => {
  const done: string[] = [];
  const steps = createUndoStack();
  const one = start('one', done);
  const taking = steps.take(one.sent, one.restore);
  one.refuse();
  await expect(taking).rejects.toThrow('no');
  expect(done).toEqual(['restore one']);
  expect(steps.last()).toBeUndefined();
});

test('reports a refusal after an undo once, from the undo', async () => {
  const done: string[] = [];
  const steps = createUndoStack();
  const one = start('one', done);
  const taking = steps.take(one.sent, one.restore);
  const going = steps.last()?.();
  one.refuse();
  await expect(going).rejects.toThrow('no');
  expect(await taking).toBeNull();
  expect(done).toEqual(['restore one']);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function makeServer() {
  const server = { isUp: true, received: [] as string[] };
  const waiting: number[] = [];
  const unsent = createUnsent({ retryMs: 1000, onWaiting: (count) => waiting.push(count) });
  const send = (what: string) =>
    unsent.send(async () => {
      if (!server.isUp) throw unreachableError(new Error('refused'));
      server.received.push(what);
      return Promise.resolve(what);
    });
  return { server, waiting, unsent, send };
}

test('sends changes in order once the server responds again', async () => {
  const { server, waiting, send } = makeServer();
  server.isUp = false;
  const first = send('contacted');
  await vi.advanceTimersByTimeAsync(10);
  server.isUp = true;
  const second = send('replied');
  expect(server.received).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await Promise.all([first, second])).toEqual(['contacted', 'replied']);
  expect(server.received).toEqual(['contacted', 'replied']);
  expect(waiting).toEqual([1, 2, 0]);
});

test('keeps trying, and at once when asked to', async () => {
  const { server, unsent, send } = makeServer();
  server.isUp = false;
  const sent = send('won');
  await vi.advanceTimersByTimeAsync(5500);
  server.isUp = true;
  unsent.tryNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(await sent).toBe('won');
  expect(server.received).toEqual(['won']);
});

test('rejects what the server refuses, and goes on with the next change', async () => {
  const { server, unsent, send } = makeServer();
  const refusal = new ApiError('Lead not found', { code: 'not_found', status: 404 });
  await expect(unsent.send(() => Promise.reject(refusal))).rejects.toBe(refusal);

  server.isUp = false;
  const states = [unreachableError(new Error('refused')), refusal];
  const refused = unsent.send(() => Promise.reject(states.shift() ?? refusal)).catch((error: unknown) => error);
  const next = send('lost');
  server.isUp = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(await refused).toBe(refusal);
  expect(await next).toBe('lost');
});

test('takes what is gone for removed if an earlier response was lost, but not at the first attempt', async () => {
  const { unsent } = makeServer();
  const gone = new ApiError('Reply not found', { code: 'not_found', status: 404 });
  await expect(unsent.remove(() => Promise.reject(gone))).rejects.toBe(gone);

  const lost = unreachableError(new Error('reset'));
  const answers = [lost, gone];
  const removed = unsent.remove(() => Promise.reject(answers.shift() ?? gone));
  await vi.advanceTimersByTimeAsync(1000);
  await expect(removed).resolves.toBeUndefined();

  const posted = new ApiError('This reply is being posted', { code: 'conflict', status: 409 });
  const late = [lost, posted];
  const refused = unsent.remove(() => Promise.reject(late.shift() ?? posted)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await refused).toBe(posted);
});

test('keeps a change while it waits, asks before leaving only until it is kept, and forgets it once it is answered or undone', async () => {
  const store: string[] = [];
  const asks: boolean[] = [];
  const unsent = createUnsent({
    retryMs: 1000,
    onWaiting: (_, endsHere) => asks.push(endsHere),
    keep: async ({ label }) => {
      store.push(label);
      return () => void store.splice(store.indexOf(label), 1);
    },
  });
  const server = { status: 0 };
  const request = async () => {
    if (server.status === 0) throw unreachableError(new Error('refused'));
    if (server.status === 409) throw new ApiError('No', { code: 'other_workspace', status: 409 });
    if (server.status !== 200) throw new ApiError('No', { code: 'unauthenticated', status: server.status });
  };
  const waiting = ['archived', 'snoozed'].map((label) => ({ label, effect: {} }));
  const sent = waiting.map((change) => unsent.send(request, change).catch((error: unknown) => error));
  await vi.advanceTimersByTimeAsync(10);
  expect(store).toEqual(['archived', 'snoozed']);
  expect([asks[0], asks.at(-1)]).toEqual([true, false]);
  if (waiting[1]) unsent.forget(waiting[1]);
  await vi.advanceTimersByTimeAsync(0);
  expect(store).toEqual(['archived']);
  server.status = 401;
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all(sent);
  expect(store).toEqual(['archived']);
  server.status = 0;
  const elsewhere = unsent.send(request, { label: 'put off', effect: {} }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10);
  server.status = 409;
  await vi.advanceTimersByTimeAsync(1000);
  expect(await elsewhere).toMatchObject({ code: 'other_workspace' });
  expect(store.splice(1)).toEqual(['put off']);

  server.status = 401;
  const again = unsent.send(request, { label: 'won', effect: {} }).catch((error: unknown) => error);
  await again;
  server.status = 0;
  const kept = unsent.send(request, { label: 'lost', effect: {} });
  await vi.advanceTimersByTimeAsync(10);
  expect(store).toEqual(['archived', 'lost']);
  server.status = 200;
  await vi.advanceTimersByTimeAsync(1000);
  await kept;
  expect(store).toEqual(['archived']);
});
