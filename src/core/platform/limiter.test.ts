import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Core } from '#core/open.ts';
import { makeCore } from '#test/support/make-core.ts';
import { createLimiter, type Limiter } from './limiter.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let core: Core;
let limiter: Limiter;
beforeEach(async () => {
  made = await makeCore();
  core = made.core;
  limiter = createLimiter(core);
});
afterEach(() => made.close());

const tooMany = { code: 'too_many' };
async function fail(email: string, address: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await limiter.login(email, address);
}
async function waitOf(work: Promise<unknown>): Promise<number> {
  return work.then(
    () => 0,
    (error: unknown) => (error as { retryAfter: number }).retryAfter,
  );
}

describe('failed sign-ins', () => {
  test('of one address and account are delayed after five, doubling up to 15 minutes', async () => {
    await fail('ann', '192.0.2.1', 5);
    const waits: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      const wait = await waitOf(limiter.login('ann', '192.0.2.1'));
      waits.push(wait);
      made.clock.now += wait * 1000;
      await limiter.login('ann', '192.0.2.1');
    }
    expect(waits).toEqual([1, 2, 4, 8, 16]);
    for (let time = 0; time < 10; time += 1) {
      made.clock.now += (await waitOf(limiter.login('ann', '192.0.2.1'))) * 1000;
      await limiter.login('ann', '192.0.2.1');
    }
    expect(await waitOf(limiter.login('ann', '192.0.2.1'))).toBe(900);
  });

  test('of one address on many accounts are delayed', async () => {
    for (let n = 0; n < 10; n += 1) await limiter.login(`user${n}`, '192.0.2.1');
    await expect(limiter.login('user99', '192.0.2.1')).rejects.toMatchObject(tooMany);
    await limiter.login('user99', '192.0.2.2');
  });

  test('of many addresses on one account are delayed together, and the error suggests a new password', async () => {
    for (let n = 1; n <= 20; n += 1) await limiter.login('ann', `192.0.2.${n}`);
    await expect(limiter.login('ann', '198.51.100.1')).rejects.toMatchObject({
      ...tooMany,
      message: expect.stringContaining('set a new password'),
    });
    await limiter.login('bob', '198.51.100.1');
  });

  test('of 120 addresses on one account are limited to 35 guesses an hour', async () => {
    const end = made.clock.now + 3_600_000;
    let guesses = 0;
    for (let n = 0; made.clock.now < end; n += 1) {
      const wait = await waitOf(limiter.login('ann', `203.0.113.${n % 120}`));
      if (wait === 0) guesses += 1;
      else made.clock.now += wait * 1000;
    }
    expect(guesses).toBeLessThan(36);
  });

  test('of other browsers do not delay one that has signed in before', async () => {
    for (let n = 1; n <= 20; n += 1) await limiter.login('ann', `192.0.2.${n}`);
    for (let n = 0; n < 10; n += 1) await limiter.login('ann', '192.0.2.1', 'her laptop');
    await expect(limiter.login('ann', '192.0.2.1', 'her laptop')).rejects.toMatchObject(tooMany);
    await limiter.login('ann', '192.0.2.1', 'her phone');
  });

  test('of an IPv6 network count as those of one address', async () => {
    for (let n = 1; n <= 10; n += 1) await limiter.login(`user${n}`, `2001:db8:1:2::${n}`);
    await expect(limiter.login('x', '2001:db8:1:2:ffff::1')).rejects.toMatchObject(tooMany);
    await limiter.login('x', '2001:db8:1:3::1');
  });

  test.each([
    { network: 'a /56', free: 20, addressOf: (n: number) => `2001:db8:1:${n.toString(16)}::1`, beside: '2001:db8:1:100::1' },
    { network: 'a /48', free: 40, addressOf: (n: number) => `2001:db8:1:${n.toString(16)}00::1`, beside: '2001:db8:2::1' },
  ])('of $network of IPv6 count together, up to $free', async ({ free, addressOf, beside }) => {
    for (let n = 0; n < free; n += 1) await limiter.login(`user${n}`, addressOf(n));
    await expect(limiter.login('x', addressOf(free))).rejects.toMatchObject(tooMany);
    await limiter.login('x', beside);
    await limiter.login('x', 'somewhere strange');
  });

  test('are counted when concurrent', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 100 }, () => limiter.login('ann', '192.0.2.1')));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  test('survive a restart', async () => {
    await fail('ann', '192.0.2.1', 5);
    await expect(createLimiter(core).login('ann', '192.0.2.1')).rejects.toMatchObject(tooMany);
  });

  test('are reset for the address and account by a success, and reduced by one for each of them alone', async () => {
    await fail('ann', '192.0.2.1', 4);
    await (await limiter.login('ann', '192.0.2.1')).succeed();
    await fail('ann', '192.0.2.1', 5);
    await fail('bob', '192.0.2.1', 1);
    await expect(limiter.login('bob', '192.0.2.1')).rejects.toMatchObject(tooMany);
    for (let n = 0; n < 11; n += 1) await limiter.login('ann', `198.51.100.${n}`);
    await expect(limiter.login('ann', '198.51.100.99')).rejects.toMatchObject(tooMany);
  });

  test('expire after the window, and old rows are deleted', async () => {
    await fail('ann', '192.0.2.1', 5);
    made.clock.now += 25 * 3_600_000;
    await fail('ann', '192.0.2.1', 5);
    made.clock.now += 25 * 3_600_000;
    await limiter.register('192.0.2.9');
    expect(await core.db('attempts').pluck('key').limit(10)).toEqual(['register-address:192.0.2.9']);
  });

  test('during a delay do not extend it', async () => {
    await fail('ann', '192.0.2.1', 5);
    for (let time = 0; time < 20; time += 1) await expect(limiter.login('ann', '192.0.2.1')).rejects.toMatchObject(tooMany);
    expect(await waitOf(limiter.login('ann', '192.0.2.1'))).toBe(1);
  });

  test('do not store the entered email address', async () => {
    await limiter.login('my secret password', '192.0.2.1');
    expect(JSON.stringify(await core.db('attempts').select('*').limit(10))).not.toContain('secret');
  });
});

test('limits registrations and resets separately', async () => {
  for (let n = 0; n < 50; n += 1) await limiter.register('192.0.2.1');
  await expect(limiter.register('192.0.2.1')).rejects.toMatchObject(tooMany);
  for (let n = 0; n < 20; n += 1) await limiter.reset('192.0.2.1');
  await expect(limiter.reset('192.0.2.1')).rejects.toMatchObject(tooMany);
});

test('silently skips reset emails above the limit of an account, and refuses requests above the limit of an address', async () => {
  const answers: boolean[] = [];
  for (let n = 0; n < 5; n += 1) answers.push(await limiter.forgot('ann', `192.0.2.${n}`));
  expect(answers).toEqual([true, true, true, false, false]);
  for (let n = 0; n < 20; n += 1) await limiter.forgot(`u${n}`, '198.51.100.1');
  await expect(limiter.forgot('ann', '198.51.100.1')).rejects.toMatchObject(tooMany);
});
