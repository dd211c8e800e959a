import { argon2Sync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createPasswords, defaultCost, askedByServer, type Asker, createGates, refuseGuessable } from './passwords.ts';

const cheap = createPasswords({ memory: 8, passes: 1 });

describe('password hashes', () => {
  test('contain their parameters, a random salt, and the Argon2id key', async () => {
    const [one, two] = [await cheap.hash('correct horse', askedByServer), await cheap.hash('correct horse', askedByServer)];
    const [, name, version, parameters, salt, key] = one.split('$');
    expect([name, version, parameters]).toEqual(['argon2id', 'v=19', 'm=8,t=1,p=1']);
    expect(one).not.toBe(two);
    const nonce = Buffer.from(salt ?? '', 'base64');
    expect(nonce).toHaveLength(16);
    const expected = argon2Sync('argon2id', { message: 'correct horse', nonce, parallelism: 1, tagLength: 32, memory: 8, passes: 1 });
    expect(Buffer.from(key ?? '', 'base64')).toEqual(expected);
  });

  test('are verified as the reference implementation writes them', async () => {
    // `echo -n password | argon2 somesalt12345678 -id -t 2 -k 19456 -p 1 -l 32 -e`
    const stored = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQxMjM0NTY3OA$DEwLbbIZGUtgBuB4gYok6r6hNvevYZoxkwMQ5/LXSaU';
    expect(await cheap.verify('password', stored, askedByServer)).toBe(true);
    expect(await cheap.verify('Password', stored, askedByServer)).toBe(false);
  });

  test('have the cost that OWASP recommends', async () => {
    const stored = await createPasswords().hash('correct horse', askedByServer);
    expect(defaultCost).toEqual({ memory: 19_456, passes: 2 });
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await createPasswords().verify('correct horse', stored, askedByServer)).toBe(true);
  });

  test.each(['ünï cødé 🐘', '👩‍👩‍👧‍👦'.repeat(3), 'x'.repeat(256), '  spaces stay  '])('hashes %s byte by byte', async (password) => {
    const stored = await cheap.hash(password, askedByServer);
    expect(await cheap.verify(password, stored, askedByServer)).toBe(true);
    const other = [
      password.trim() === password ? `${password} ` : password.trim(),
      password.normalize('NFD') === password ? `${password}x` : password.normalize('NFD'),
    ];
    for (const one of other) expect(await cheap.verify(one, stored, askedByServer)).toBe(false);
  });

  test('rejects every password for a missing account or a damaged hash', async () => {
    expect(await cheap.verify('', undefined, askedByServer)).toBe(false);
    expect(await cheap.verify('anything', 'plain', askedByServer)).toBe(false);
    expect(await cheap.verify('anything', '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$c2hvcnQ', askedByServer)).toBe(false);
  });

  test('does the same work in the same queue for a missing account', async () => {
    const ask = (n: number) => cheap.verify('anything', undefined, { address: `192.0.2.${n}` });
    const fates = await Promise.allSettled(Array.from({ length: 30 }, (_, n) => ask(n)));
    expect(fates.filter(({ status }) => status === 'fulfilled')).toHaveLength(19);
    expect(fates.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'too_many' } });
  });

  test('accepts a hash with other parameters and reports it as outdated', async () => {
    const stored = await createPasswords({ memory: 16, passes: 1 }).hash('correct horse', askedByServer);
    expect(await cheap.verify('correct horse', stored, askedByServer)).toBe(true);
    expect(cheap.isOutdated(stored)).toBe(true);
    expect(cheap.isOutdated(await cheap.hash('x', askedByServer))).toBe(false);
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

/** Work that ends when told to. */
function openGates() {
  const pass = createGates();
  const block = Promise.withResolvers<void>();
  const atWork: Asker[] = [];
  const ask = (asker: Asker) =>
    pass(asker, async () => {
      atWork.push(asker);
      await block.promise;
    });
  return { ask, atWork, release: block.resolve };
}
const address = (n: number) => ({ address: `192.0.2.${n}` });

test('lets a user pass at once while strangers from 40 networks fill their own gate', async () => {
  const { ask, atWork, release } = openGates();
  const strangers = Promise.allSettled(Array.from({ length: 40 }, (_, n) => ask(address(n))));
  const owner = ask({ userId: '1' });
  await expect.poll(() => atWork).toEqual([address(0), { userId: '1' }]);
  release();
  await owner;
  const fates = await strangers;
  expect(fates.filter(({ status }) => status === 'fulfilled')).toHaveLength(19);
  expect(fates.at(-1)).toMatchObject({
    reason: { code: 'too_many', retryAfter: 3, message: expect.stringContaining('Too many people') as string },
  });
});

test.each([
  { network: 'an IPv4 address', own: ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1'], other: '192.0.2.2' },
  { network: 'a /48 of IPv6', own: ['2001:db8:1:1::1', '2001:db8:1:100::1', '2001:db8:1:ff00::1'], other: '2001:db8:2::1' },
])('gives $network one waiting place', async ({ own, other }) => {
  const { ask, release } = openGates();
  const [first, second, third] = own.map((one) => ask({ address: one }));
  await expect(third).rejects.toMatchObject({ code: 'too_many', message: expect.stringContaining('your network') as string });
  const stranger = ask({ address: other });
  release();
  await Promise.all([first, second, stranger]);
});

test('frees the place of work that fails', async () => {
  const pass = createGates();
  const fail = () => Promise.reject(new Error('broken'));
  await expect(pass(address(1), fail)).rejects.toThrow('broken');
  expect(await pass(address(2), () => Promise.resolve(1))).toBe(1);
});
