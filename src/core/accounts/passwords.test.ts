import { scryptSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { costWithin, createPasswords, defaultCost, smallCost } from './passwords.ts';
import { refuseGuessable } from './refused-passwords.ts';

const cheap = createPasswords({ N: 16, r: 8, p: 1 });

describe('password hashes', () => {
  test('contain their parameters, a random salt, and the scrypt key', async () => {
    const [one, two] = [await cheap.hash('correct horse'), await cheap.hash('correct horse')];
    const [name, N, r, p, salt, key] = one.split('$');
    expect([name, N, r, p]).toEqual(['scrypt', '16', '8', '1']);
    expect(one).not.toBe(two);
    expect(key).toBe(scryptSync('correct horse', Buffer.from(salt ?? '', 'base64url'), 32, { N: 16, r: 8, p: 1 }).toString('base64url'));
  });

  test("have the cost that OWASP recommends, within Node's memory limit", async () => {
    expect(defaultCost).toEqual({ N: 131_072, r: 8, p: 1 });
    const real = createPasswords(defaultCost);
    const stored = await real.hash('correct horse');
    expect(stored.startsWith('scrypt$131072$8$1$')).toBe(true);
    expect(await real.verify('correct horse', stored)).toBe(true);
  });

  test.each([
    { limit: 0, cost: defaultCost },
    { limit: 256 * 1024 ** 2, cost: smallCost },
    { limit: 1024 ** 3, cost: defaultCost },
    // What an unlimited cgroup of version 1 reports.
    { limit: 2 ** 63 - 4096, cost: defaultCost },
  ])('take a quarter of the memory in a small container: a limit of $limit bytes', ({ limit, cost }) => {
    expect(costWithin(limit)).toEqual(cost);
  });

  test("in a small container, are made with parameters within Node's memory limit", async () => {
    const small = createPasswords(smallCost);
    const stored = await small.hash('correct horse');
    expect(stored.startsWith('scrypt$32768$8$3$')).toBe(true);
    expect(await small.verify('correct horse', stored)).toBe(true);
  });

  test.each(['ünï cødé 🐘', '👩‍👩‍👧‍👦'.repeat(3), 'x'.repeat(256), '  spaces stay  '])('hashes %s byte by byte', async (password) => {
    const stored = await cheap.hash(password);
    expect(await cheap.verify(password, stored)).toBe(true);
    expect(await cheap.verify(password.trim() === password ? `${password} ` : password.trim(), stored)).toBe(false);
    expect(await cheap.verify(password.normalize('NFD') === password ? `${password}x` : password.normalize('NFD'), stored)).toBe(false);
  });

  test('rejects every password for a missing account or a damaged hash', async () => {
    expect(await cheap.verify('', undefined)).toBe(false);
    expect(await cheap.verify('anything', 'plain')).toBe(false);
    expect(await cheap.verify('anything', 'scrypt$16$8$1$c2FsdA$c2hvcnQ')).toBe(false);
  });

  test('does the same work in the same queue for a missing account', async () => {
    const fates = await Promise.allSettled(Array.from({ length: 30 }, () => cheap.verify('anything', undefined)));
    expect(fates.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(fates.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'too_many' } });
  });

  test('accepts a hash with other parameters and reports it as outdated', async () => {
    const stored = await createPasswords({ N: 32, r: 8, p: 1 }).hash('correct horse');
    expect(await cheap.verify('correct horse', stored)).toBe(true);
    expect(cheap.isOutdated(stored)).toBe(true);
    expect(cheap.isOutdated(await cheap.hash('x'))).toBe(false);
  });
});

describe('guessable passwords', () => {
  test.each(['password1', 'PassWord123', '12345678', 'aaaaaaaa', 'abababab', 'qwertyuiop', 'ann@example.test', 'Annabella'])(
    'rejects %s',
    (password) => {
      expect(() => refuseGuessable({ password, field: 'newPassword', own: ['ann@example.test', 'annabella'] })).toThrow(
        expect.objectContaining({ code: 'invalid', details: [expect.objectContaining({ path: 'newPassword' })] }),
      );
    },
  );
  test('accepts a long sentence without digits or symbols', () => {
    expect(() => refuseGuessable({ password: 'the owl reads at noon', field: 'password', own: [] })).not.toThrow();
  });
});
