import { afterEach, expect, test } from 'vitest';
import type { ConfigInput } from '#core/platform/config.ts';
import { systemActor } from '#core/platform/actor.ts';
import { makeCore } from '#test/support/make-core.ts';

type Made = Awaited<ReturnType<typeof makeCore>>;
const made: Made[] = [];
afterEach(() => Promise.all(made.splice(0).map((one) => one.close())));

async function openAccounts(http: NonNullable<ConfigInput>['http'], secret = '') {
  const one = await makeCore({ http, security: { secret } });
  made.push(one);
  const { users } = one.core.accounts;
  return { users, clock: one.clock, code: async () => (await users.registrationState()).setUpCode ?? '' };
}
const ann = { username: 'Ann', email: 'ann@example.test', password: 'the owl reads at noon' };
const bob = { username: 'Bob', email: 'bob@example.test', password: 'a kettle sings at dawn' };
const [home, elsewhere] = ['192.0.2.1', '198.51.100.7'];

test.each<[NonNullable<ConfigInput>['http'], boolean]>([
  [{}, false],
  [{ host: '::1' }, false],
  [{ publicUrl: 'http://localhost:3000' }, false],
  [{ host: '0.0.0.0' }, true],
  [{ host: '192.168.1.20' }, true],
  [{ publicUrl: 'https://leads.example.test' }, true],
  [{ trustedProxies: ['127.0.0.1'] }, true],
])('asks the first account for a code exactly where others could be first: %o', async (http, isAsked) => {
  const { users, code } = await openAccounts(http);
  expect(await code()).toMatch(isAsked ? /^[2-9A-HJ-NP-Z]{4}(?:-[2-9A-HJ-NP-Z]{4}){2}$/ : /^$/);
  const refused = await users.register(ann, home).then(
    () => null,
    (error: unknown) => error,
  );
  expect(String(refused)).toBe(isAsked ? "AppError: Enter the set-up code from the server's log." : 'null');
});

test('accepts the code in any case and spacing, and asks nobody after that', async () => {
  const { users, code } = await openAccounts({ host: '0.0.0.0' });
  const given = (await code()).toLowerCase().replaceAll('-', ' ');
  expect((await users.register({ ...ann, setUpCode: given }, home)).user.role).toBe('admin');
  expect(await users.registrationState()).toEqual({ open: true, firstRun: false, setUpCode: null });
  expect((await users.register(bob, elsewhere)).user.role).toBe('user');
});

test('says the same code on all servers that share a secret, and another for another secret', async () => {
  const one = await openAccounts({ host: '0.0.0.0' }, 'one secret that two servers share');
  const other = await openAccounts({ host: '0.0.0.0' }, 'one secret that two servers share');
  const stranger = await openAccounts({ host: '0.0.0.0' });
  expect(await other.code()).toBe(await one.code());
  expect(await stranger.code()).not.toBe(await one.code());
});

test('makes guesses wait by address, and lets the owner in from elsewhere', async () => {
  const { users, code } = await openAccounts({ host: '0.0.0.0' });
  const guess = () => users.register({ ...ann, setUpCode: '2222-2222-2222' }, home);
  for (let tries = 0; tries < 5; tries += 1) await expect(guess()).rejects.toMatchObject({ code: 'forbidden' });
  await guess().catch(() => {});
  const right = { ...ann, setUpCode: await code() };
  await expect(users.register(right, home)).rejects.toMatchObject({ code: 'too_many' });
  expect((await users.register(right, elsewhere)).user.role).toBe('admin');
});

test('needs no code for accounts that the operator adds', async () => {
  const { users } = await openAccounts({ host: '0.0.0.0' });
  expect((await users.addUser(systemActor, ann)).role).toBe('admin');
  expect((await users.registrationState()).setUpCode).toBeNull();
});
