import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, unreachableError } from '#web/lib/api-error.ts';
import { createUnsent } from './unsent.ts';

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
