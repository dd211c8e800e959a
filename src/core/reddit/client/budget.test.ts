import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClock } from '#test/support/fakes/reddit/clock.ts';
import { createBudget, type Priority } from './budget.ts';
import { RedditFailure } from './failure.ts';

const second = 1000;
const minute = 60 * second;
const window = 10 * minute;

function open(requestsPerMinute = 100) {
  const clock = createClock();
  return { clock, budget: createBudget({ requestsPerMinute, now: clock.now, sleep: clock.sleep, random: () => 0 }) };
}
const headersOf = (fields: Record<string, string | number>) =>
  new Headers(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]));
const rate = (remaining: number | string, used: number, reset: number) =>
  headersOf({ 'x-ratelimit-remaining': remaining, 'x-ratelimit-used': used, 'x-ratelimit-reset': reset });
const takeFailure = (budget: ReturnType<typeof open>['budget'], priority: Priority) =>
  budget.take({ priority }).then(
    () => null,
    (error: unknown) => (error instanceof RedditFailure ? { kind: error.kind, retryAt: error.retryAt } : error),
  );

describe('a budget with rate headers', () => {
  it('reserves a tenth for interactive calls', async () => {
    const { budget, clock } = open();
    (await budget.take({ priority: 'background' }))({ status: 200, headers: rate('101.5', 898, 300) });
    (await budget.take({ priority: 'background' }))({ status: 200, headers: rate('100.5', 899, 300) });
    expect(await takeFailure(budget, 'background')).toEqual({ kind: 'limited', retryAt: clock.now() + 300 * second });
    expect(await takeFailure(budget, 'interactive')).toBeNull();
  });

  it('does not send a call for a fraction of one', async () => {
    const { budget, clock } = open();
    (await budget.take({ priority: 'interactive' }))({ status: 200, headers: rate('0.9', 999, 600) });
    expect(await takeFailure(budget, 'interactive')).toEqual({ kind: 'limited', retryAt: clock.now() + 600 * second });
  });

  it('resumes after the reset', async () => {
    const { budget, clock } = open();
    (await budget.take({ priority: 'background' }))({ status: 200, headers: rate('0.0', 1000, 600) });
    clock.advance(600 * second);
    expect(await takeFailure(budget, 'background')).toBeNull();
    expect(budget.state()).toMatchObject({ remaining: null, resetAt: null });
  });

  it('sleeps through a short wait instead of failing', async () => {
    const { budget, clock } = open();
    (await budget.take({ priority: 'background' }))({ status: 200, headers: rate('0.0', 1000, 15) });
    expect(await takeFailure(budget, 'background')).toBeNull();
    expect(clock.naps).toEqual([15 * second]);
  });

  it('subtracts calls in flight from the reported remainder', async () => {
    const { budget } = open();
    const first = await budget.take({ priority: 'background' });
    await budget.take({ priority: 'background' });
    await budget.take({ priority: 'background' });
    first({ status: 200, headers: rate('500.0', 500, 300) });
    expect(budget.state()).toMatchObject({ remaining: 498, limit: 1000, calls: 3 });
  });
});

describe('a 429', () => {
  it.each([
    ['Retry-After in seconds', { 'retry-after': 4 }, 4],
    ['the end of the window', { 'x-ratelimit-reset': 300 }, 300],
    ['Retry-After before the window', { 'retry-after': 30, 'x-ratelimit-reset': 300 }, 30],
    ['a window of at most ten minutes', { 'x-ratelimit-reset': 99_999 }, 600],
    ['a minute without headers', {}, 60],
    ['at least a second', { 'retry-after': 0 }, 1],
    ['an hour at most', { 'retry-after': 1_000_000 }, 3600],
  ])('stops all calls for %s', async (_, fields, wait) => {
    const { budget, clock } = open();
    (await budget.take({ priority: 'interactive' }))({ status: 429, headers: headersOf(fields) });
    expect(budget.state().pausedUntil).toBe(clock.now() + wait * second);
    if (wait > 20) clock.advance(wait * second - 1);
    const naps = clock.naps.length;
    await budget.take({ priority: 'interactive' });
    expect(clock.naps.length).toBe(naps + 1);
  });

  it('doubles the pause with each consecutive 429 without headers, and resets it after a success', async () => {
    const { budget, clock } = open();
    const pauses: number[] = [];
    for (const status of [429, 429, 429, 200, 429]) {
      (await budget.take({ priority: 'interactive' }))({ status, headers: new Headers() });
      const until = budget.state().pausedUntil;
      if (until !== null) pauses.push((until - clock.now()) / minute);
      clock.advance((until ?? clock.now()) - clock.now());
    }
    expect(pauses).toEqual([1, 2, 4, 1]);
  });
});

it('counts its own calls if responses have no rate headers', async () => {
  const { budget, clock } = open(10);
  const start = clock.now();
  for (let index = 0; index < 90; index++) (await budget.take({ priority: 'background' }))({ status: 200, headers: new Headers() });
  expect(await takeFailure(budget, 'background')).toEqual({ kind: 'limited', retryAt: start + window });
  for (let index = 0; index < 10; index++) (await budget.take({ priority: 'interactive' }))(null);
  expect(await takeFailure(budget, 'interactive')).toEqual({ kind: 'limited', retryAt: start + window });
});

it('never sends too many calls or a call during a pause, whatever Reddit responds', async () => {
  const answer = fc.record({
    priority: fc.constantFrom<Priority>('interactive', 'background'),
    status: fc.constantFrom(200, 200, 200, 429, 500, 0),
    remaining: fc.oneof(fc.double({ min: 0, max: 1000, noNaN: true }), fc.constantFrom('', 'x', '-1', '0.0')),
    used: fc.oneof(fc.nat(1000), fc.constantFrom('', 'NaN')),
    reset: fc.oneof(fc.nat(700), fc.constantFrom('', '1e9')),
    retryAfter: fc.constantFrom('', '3', '0', 'soon', '900'),
    pause: fc.nat(30_000),
  });
  /** The first rule that is broken in a series of responses, or null. */
  async function broken(answers: (typeof answer extends fc.Arbitrary<infer T> ? T : never)[]): Promise<string | null> {
    const { budget, clock } = open(2);
    const sent: number[] = [];
    let silentUntil = 0;
    for (const { priority, status, remaining, used, reset, retryAfter, pause } of answers) {
      clock.advance(pause);
      const before = budget.state();
      const settle = await budget.take({ priority }).catch((error: unknown) => error);
      if (settle instanceof RedditFailure && (settle.retryAt ?? 0) <= clock.now()) return 'a wait that is over';
      if (settle instanceof RedditFailure) continue;
      if (typeof settle !== 'function') return `a bug: ${String(settle)}`;
      if (clock.now() < silentUntil) return 'a call during a pause';
      if (before.remaining !== null && before.remaining < 1 && clock.now() < (before.resetAt ?? 0))
        return 'a call without a whole one left';
      sent.push(clock.now());
      const inWindow = sent.filter((at) => at > clock.now() - window).length;
      if (inWindow > (priority === 'background' ? 18 : 20)) return 'too many calls in ten minutes';
      const headers = headersOf({
        'x-ratelimit-remaining': remaining,
        'x-ratelimit-used': used,
        'x-ratelimit-reset': reset,
        'retry-after': retryAfter,
      });
      settle(status === 0 ? null : { status, headers });
      silentUntil = Math.max(silentUntil, budget.state().pausedUntil ?? 0);
    }
    return null;
  }
  const isKept = async (answers: Parameters<typeof broken>[0]) => (await broken(answers)) === null;
  const result = await fc.check(fc.asyncProperty(fc.array(answer, { maxLength: 60 }), isKept), { numRuns: 500, seed: 44 });
  expect(result.counterexample).toBeNull();
});
