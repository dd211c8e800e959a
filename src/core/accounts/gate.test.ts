import { expect, test } from 'vitest';
import { type Asker, createGates } from './gate.ts';

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
