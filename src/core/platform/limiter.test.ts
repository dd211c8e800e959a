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
  test('of one address and account: five are free, then the wait doubles up to a quarter of an hour', async () => {
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

  test('one address over many accounts is held up too', async () => {
    for (let n = 0; n < 10; n += 1) await limiter.login(`user${n}`, '192.0.2.1');
    await expect(limiter.login('user99', '192.0.2.1')).rejects.toMatchObject(tooMany);
    await limiter.login('user99', '192.0.2.2');
  });

  test('many addresses on one account are held up after three each, while a fresh address always gets its try', async () => {
    for (let n = 1; n <= 10; n += 1) await fail('ann', `192.0.2.${n}`, 3);
    await expect(limiter.login('ann', '192.0.2.5')).rejects.toMatchObject(tooMany);
    await limiter.login('ann', '198.51.100.1');
  });

  test('a whole IPv6 network counts as one', async () => {
    for (let n = 1; n <= 10; n += 1) await limiter.login(`user${n}`, `2001:db8:1:2::${n}`);
    await expect(limiter.login('x', '2001:db8:1:2:ffff::1')).rejects.toMatchObject(tooMany);
    await limiter.login('x', '2001:db8:1:3::1');
    await limiter.login('x', 'somewhere strange');
  });

  test('a hundred at once are a hundred: no more than the free ones get through', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 100 }, () => limiter.login('ann', '192.0.2.1')));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  test('a restart forgives nothing', async () => {
    await fail('ann', '192.0.2.1', 5);
    await expect(createLimiter(core).login('ann', '192.0.2.1')).rejects.toMatchObject(tooMany);
  });

  test('success frees the account and takes only its own try back from the address', async () => {
    await fail('ann', '192.0.2.1', 4);
    await (await limiter.login('ann', '192.0.2.1')).succeed();
    await fail('ann', '192.0.2.1', 5);
    await fail('bob', '192.0.2.1', 1);
    await expect(limiter.login('bob', '192.0.2.1')).rejects.toMatchObject(tooMany);
  });

  test('waiting out the window forgives, and old rows go', async () => {
    await fail('ann', '192.0.2.1', 5);
    made.clock.now += 25 * 3_600_000;
    await fail('ann', '192.0.2.1', 5);
    made.clock.now += 25 * 3_600_000;
    await limiter.register('192.0.2.9');
    expect(await core.db('attempts').pluck('key').limit(10)).toEqual(['register-address:192.0.2.9']);
  });

  test('being refused does not make the wait longer', async () => {
    await fail('ann', '192.0.2.1', 5);
    for (let time = 0; time < 20; time += 1) await expect(limiter.login('ann', '192.0.2.1')).rejects.toMatchObject(tooMany);
    expect(await waitOf(limiter.login('ann', '192.0.2.1'))).toBe(1);
  });

  test('what was typed into the address field is not kept', async () => {
    await limiter.login('my secret password', '192.0.2.1');
    expect(JSON.stringify(await core.db('attempts').select('*').limit(10))).not.toContain('secret');
  });
});

test('registering and resetting have limits of their own', async () => {
  for (let n = 0; n < 50; n += 1) await limiter.register('192.0.2.1');
  await expect(limiter.register('192.0.2.1')).rejects.toMatchObject(tooMany);
  for (let n = 0; n < 20; n += 1) await limiter.reset('192.0.2.1');
  await expect(limiter.reset('192.0.2.1')).rejects.toMatchObject(tooMany);
});

test('too many reset emails for one account are left out without a word, too many askings of one address are refused', async () => {
  const answers: boolean[] = [];
  for (let n = 0; n < 5; n += 1) answers.push(await limiter.forgot('ann', `192.0.2.${n}`));
  expect(answers).toEqual([true, true, true, false, false]);
  for (let n = 0; n < 20; n += 1) await limiter.forgot(`u${n}`, '198.51.100.1');
  await expect(limiter.forgot('ann', '198.51.100.1')).rejects.toMatchObject(tooMany);
});
