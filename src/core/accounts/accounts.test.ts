import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeAccounts, type Bench } from '#test/security/accounts.ts';
import { systemActor, type Actor } from '#core/platform/actor.ts';
import type { ConfigInput } from '#core/platform/config.ts';
import { createPasswords, askedByServer } from './passwords.ts';

let bench: Bench;
const open = async (config?: ConfigInput) => {
  await bench.close();
  bench = await makeAccounts(config);
};
beforeEach(async () => void (bench = await makeAccounts()));
afterEach(() => bench.close());

const ann = { username: 'Ann', email: 'ann@example.test', password: 'the owl reads at noon' };
const bob = { username: 'Bob', email: 'bob@example.test', password: 'a kettle sings at dawn' };
const home = '192.0.2.1';
const as = (user: { id: string; role: 'user' | 'admin' }): Actor => ({ kind: 'user', userId: user.id, role: user.role });
const userRow = (id: string) =>
  bench.core
    .db('users')
    .select('*')
    .where({ id: Number(id) })
    .first<Record<string, unknown>>();
async function trail(): Promise<string[]> {
  const rows = await bench.core
    .db('audit')
    .select<{ action: string; target: string; actor_id: number | null }[]>('*')
    .orderBy('id')
    .limit(100);
  return rows.map(({ action, target, actor_id }) => `${action} ${target} by ${actor_id}`);
}

describe('registration', () => {
  test('makes the first account an admin and later ones users', async () => {
    expect((await bench.accounts.register(ann, home)).user).toMatchObject({
      role: 'admin',
      username: 'Ann',
      email: 'ann@example.test',
      settings: {},
    });
    expect((await bench.accounts.register(bob, home)).user.role).toBe('user');
    expect(await trail()).toEqual(['register user:1 by 1', 'register user:2 by 2']);
  });

  test('creates exactly one admin from twenty concurrent first registrations', async () => {
    const all = Array.from({ length: 20 }, (_, n) =>
      bench.accounts.register({ ...ann, username: `ann${n}`, email: `ann${n}@example.test` }, home),
    );
    const roles = (await Promise.all(all)).map(({ user }) => user.role);
    expect(roles.filter((role) => role === 'admin')).toHaveLength(1);
    expect(roles).toHaveLength(20);
  });

  test('creates one account from twenty concurrent requests with the same email address', async () => {
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => bench.accounts.register(ann, home)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await bench.core.db('users').pluck('email').limit(30)).toEqual(['ann@example.test']);
  });

  test('creates one account from twenty concurrent requests when only the first may register', async () => {
    await open({ registration: 'first' });
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => bench.accounts.register({ ...ann, username: `ann${n}`, email: `ann${n}@example.test` }, home)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test.each([
    [{ ...bob, email: 'ANN@example.test' }, 'email'],
    [{ ...bob, username: 'ann' }, 'username'],
    [{ ...bob, username: 'Ａｎｎ' }, 'username'],
  ])("rejects an email address or name that looks like another account's: %o", async (given, path) => {
    await bench.accounts.register(ann, home);
    await expect(bench.accounts.register(given, home)).rejects.toMatchObject({ code: 'conflict', details: [{ path }] });
  });

  test('refuses names that can pass for others, wherever they are given', async () => {
    const fake = { username: 'аdmin', email: 'eve@example.test', password: bob.password };
    const refused = { code: 'invalid', details: [{ path: 'username' }] };
    await expect(bench.accounts.register(fake, home)).rejects.toMatchObject(refused);
    await expect(bench.accounts.addUser(systemActor, fake)).rejects.toMatchObject(refused);
    const { user } = await bench.accounts.register(ann, home);
    await expect(bench.accounts.updateProfile(as(user), { username: fake.username })).rejects.toMatchObject(refused);
    await bench.core.db('users').update({ username: fake.username });
    await bench.accounts.updateProfile(as(user), { username: fake.username, settings: { defaultTone: 'short' } });
  });

  test('is refused when it is closed, with a hint to ask the administrator', async () => {
    await open({ registration: 'closed' });
    await expect(bench.accounts.register(ann, home)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('Ask its administrator'),
    });
    expect(await bench.accounts.registrationState()).toEqual({ open: false, firstRun: true, setUpCode: null });
    expect((await bench.accounts.addUser(systemActor, ann)).role).toBe('admin');
  });

  test('requires an invitation in beta mode, except for the first account', async () => {
    await bench.core.instance.settings.set(systemActor, 'betaModeEnabled', true);
    await bench.accounts.register(ann, home);
    await expect(bench.accounts.register(bob, home)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('invitation'),
    });
    await bench.core.instance.settings.set(systemActor, 'betaModeEnabled', false);
    await bench.accounts.register(bob, home);
  });

  test('rejects a common password before any hashing', async () => {
    await expect(bench.accounts.register({ ...ann, password: 'password123' }, home)).rejects.toMatchObject({
      details: [{ path: 'password' }],
    });
    expect(bench.work).toEqual([]);
  });
});

describe('sign-in', () => {
  beforeEach(async () => void (await bench.accounts.register(ann, home)));

  test('returns a valid token, regardless of the case of the email address', async () => {
    const { token, user } = await bench.accounts.signIn({ email: ' ANN@Example.test', password: ann.password }, home);
    expect(await bench.accounts.actorFrom(token)).toMatchObject({ kind: 'user', userId: user.id, role: 'admin' });
    expect((await trail()).at(-1)).toBe('login user:1 by 1');
    expect((await userRow('1'))?.['last_login_at']).toBe(bench.clock.now);
  });

  test('gives the same response after the same work for an unknown address, a wrong password, and a disabled account', async () => {
    await bench.accounts.register(bob, home);
    await bench.accounts.setDisabled(systemActor, bob.email, true);
    const seen: unknown[] = [];
    for (const [email, password] of [
      ['nobody@example.test', 'wrong one'],
      [ann.email, 'wrong one'],
      [bob.email, bob.password],
      [bob.email, 'wrong one'],
    ] as const) {
      bench.work.length = 0;
      const error: unknown = await bench.accounts.signIn({ email, password }, home).catch((thrown: unknown) => thrown);
      const { code, message, details, retryAfter } = error as Record<string, unknown>;
      seen.push({ code, message, details, retryAfter, work: [...bench.work] });
    }
    expect(new Set(seen.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ code: 'unauthenticated', message: 'Invalid credentials', work: ['verify'] })]),
    );
    expect((await trail()).filter((line) => line.startsWith('login-failed'))).toEqual([
      'login-failed null by null',
      'login-failed user:1 by null',
      'login-failed user:2 by null',
      'login-failed user:2 by null',
    ]);
  });

  test('is delayed after failures, but works with the right password from another network', async () => {
    for (let n = 0; n < 5; n += 1) await bench.accounts.signIn({ email: ann.email, password: 'wrong one' }, home).catch(() => {});
    await expect(bench.accounts.signIn({ email: ann.email, password: ann.password }, home)).rejects.toMatchObject({
      code: 'too_many',
      retryAfter: 1,
    });
    await bench.accounts.signIn({ email: ann.email, password: ann.password }, '198.51.100.7');
    bench.clock.now += 1001;
    await bench.accounts.signIn({ email: ann.email, password: ann.password }, home);
  });

  test('replaces an outdated hash and keeps a current one', async () => {
    const old = await createPasswords({ memory: 16, passes: 1 }).hash(ann.password, askedByServer);
    await bench.core.db('users').update({ password_hash: old });
    await bench.accounts.signIn({ email: ann.email, password: 'wrong one' }, home).catch(() => {});
    expect((await userRow('1'))?.['password_hash']).toBe(old);
    await bench.accounts.signIn({ email: ann.email, password: ann.password }, home);
    const renewed = (await userRow('1'))?.['password_hash'];
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=8,/);
    await bench.accounts.signIn({ email: ann.email, password: ann.password }, home);
    expect((await userRow('1'))?.['password_hash']).toBe(renewed);
  });

  test('works without a password only for the system', async () => {
    expect((await bench.accounts.signInFirst(systemActor)).user.email).toBe(ann.email);
    await expect(bench.accounts.signInFirst({ kind: 'user', userId: '1', role: 'admin' })).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('ending every session', () => {
  const ways: [string, (actor: Actor) => Promise<unknown>][] = [
    ['signing out everywhere', (actor) => bench.accounts.logoutEverywhere(actor)],
    ['a new password', (actor) => bench.accounts.changePassword(actor, { currentPassword: bob.password, newPassword: 'another good one' })],
    ['another role', () => bench.accounts.setRole(systemActor, bob.email, 'admin')],
    ['being disabled', () => bench.accounts.setDisabled(systemActor, bob.email, true)],
  ];
  test.each(ways)('%s ends every session of the account', async (_, end) => {
    await bench.accounts.register(ann, home);
    const { token, user } = await bench.accounts.register(bob, home);
    const ended: string[] = [];
    bench.core.bus.on('session:ended', ({ userId }) => void ended.push(userId));
    await bench.accounts.actorFrom(token);
    await end(as(user));
    await expect(bench.accounts.actorFrom(token)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(ended).toEqual([user.id]);
  });

  test.each(ways)('%s ends API tokens too, unless it is a role change', async (name, end) => {
    await bench.accounts.register(ann, home);
    const { user } = await bench.accounts.register(bob, home);
    const { token } = await bench.core.accounts.tokens.create(as(user), { name: 'CRM', scope: 'read', tools: [] });
    await end(as(user));
    await bench.accounts.setDisabled(systemActor, bob.email, false);
    const works = await bench.core.accounts.tokens.actorFrom(token).then(
      () => true,
      () => false,
    );
    expect(works).toBe(name === 'another role');
  });

  test('rejects a disabled account even if the token version matches', async () => {
    const { token } = await bench.accounts.register(ann, home);
    await bench.core.db('users').update({ disabled: 1 });
    await expect(bench.accounts.actorFrom(token)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('rejects a token of a deleted user', async () => {
    const { token } = await bench.accounts.register(ann, home);
    await bench.core.db('users').delete();
    await expect(bench.accounts.actorFrom(token)).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

describe('own account', () => {
  test('changes the password only with the current one, and returns a new token', async () => {
    const { user } = await bench.accounts.register(ann, home);
    await expect(
      bench.accounts.changePassword(as(user), { currentPassword: 'wrong one', newPassword: 'another good one' }),
    ).rejects.toMatchObject({
      code: 'invalid',
      details: [{ path: 'currentPassword' }],
    });
    const { token } = await bench.accounts.changePassword(as(user), { currentPassword: ann.password, newPassword: 'another good one' });
    expect(await bench.accounts.actorFrom(token)).toMatchObject({ userId: user.id });
    await bench.accounts.signIn({ email: ann.email, password: 'another good one' }, home);
    await expect(bench.accounts.signIn({ email: ann.email, password: ann.password }, home)).rejects.toMatchObject({
      message: 'Invalid credentials',
    });
    expect(await trail()).toEqual([
      'register user:1 by 1',
      'password-change-failed user:1 by 1',
      'password-changed user:1 by 1',
      'login user:1 by 1',
      'login-failed user:1 by null',
    ]);
  });

  test('delays guesses of the current password with a stolen session', async () => {
    const { user } = await bench.accounts.register(ann, home);
    const guess = () => bench.accounts.changePassword(as(user), { currentPassword: 'wrong one', newPassword: 'another good one' });
    for (let n = 0; n < 5; n += 1) await guess().catch(() => {});
    await expect(guess()).rejects.toMatchObject({ code: 'too_many' });
  });

  test('changes name, email address, and single settings, and keeps the rest', async () => {
    const { user } = await bench.accounts.register(ann, home);
    await bench.accounts.updateProfile(as(user), { settings: { timezone: 'Europe/Berlin' } });
    const changed = await bench.accounts.updateProfile(as(user), { username: 'Annabel', settings: { defaultTone: 'short' } });
    expect(changed).toMatchObject({ username: 'Annabel', email: ann.email, settings: { timezone: 'Europe/Berlin', defaultTone: 'short' } });
    expect((await trail()).at(-1)).toBe('profile-changed user:1 by 1');
    await bench.accounts.updateProfile(as(user), { username: 'ANNABEL' });
    await expect(bench.accounts.updateProfile(as(user), { settings: { timezone: 'Mars/Olympus' } })).rejects.toMatchObject({
      details: [{ path: 'settings.timezone' }],
    });
  });

  test("can't take another account's email address or name", async () => {
    await bench.close();
    bench = await makeAccounts({}, undefined, { canSend: false });
    await bench.accounts.register(ann, home);
    const { user } = await bench.accounts.register(bob, home);
    await expect(
      bench.accounts.updateProfile(as(user), { email: 'Ann@example.test', currentPassword: bob.password }),
    ).rejects.toMatchObject({
      code: 'conflict',
      details: [{ path: 'email' }],
    });
    await expect(bench.accounts.updateProfile(as(user), { username: ' ann ' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await bench.accounts.getUser(as(user))).toMatchObject({ email: bob.email, username: 'Bob' });
  });
});

describe('administration', () => {
  test('is limited to admins and the system', async () => {
    const { user: admin } = await bench.accounts.register(ann, home);
    const { user } = await bench.accounts.register(bob, home);
    const forbidden = { code: 'forbidden' };
    await expect(bench.accounts.listUsers(as(user))).rejects.toMatchObject(forbidden);
    await expect(bench.accounts.setRole(as(user), bob.email, 'admin')).rejects.toMatchObject(forbidden);
    await expect(bench.accounts.setDisabled(as(user), ann.email, true)).rejects.toMatchObject(forbidden);
    await expect(bench.accounts.addUser(as(user), { ...bob, email: 'x@example.test', username: 'x' })).rejects.toMatchObject(forbidden);
    await expect(bench.accounts.createResetLink(as(user), ann.email)).rejects.toMatchObject(forbidden);
    expect((await bench.accounts.listUsers(as(admin))).map(({ email, disabled }) => [email, disabled])).toEqual([
      [ann.email, false],
      [bob.email, false],
    ]);
  });

  test('never removes the only admin', async () => {
    await bench.accounts.register(ann, home);
    await bench.accounts.register(bob, home);
    await expect(bench.accounts.setRole(systemActor, ann.email, 'user')).rejects.toMatchObject({ code: 'conflict' });
    await expect(bench.accounts.setDisabled(systemActor, ann.email, true)).rejects.toMatchObject({ code: 'conflict' });
    await bench.accounts.setRole(systemActor, bob.email, 'admin');
    expect((await bench.accounts.setRole(systemActor, ann.email, 'user')).role).toBe('user');
  });

  test('is recorded in the audit log with its actor', async () => {
    const { user } = await bench.accounts.register(ann, home);
    await bench.accounts.addUser(systemActor, bob);
    await bench.accounts.setRole(as(user), bob.email, 'admin');
    await bench.accounts.setDisabled(as(user), bob.email, true);
    await bench.accounts.setDisabled(as(user), bob.email, false);
    await bench.accounts.createResetLink(systemActor, bob.email);
    await bench.core.instance.settings.set(as(user), 'betaModeEnabled', true);
    expect((await trail()).slice(1)).toEqual([
      'user-added user:2 by null',
      'role-changed user:2 by 1',
      'user-disabled user:2 by 1',
      'user-enabled user:2 by 1',
      'reset-link-made user:2 by null',
      'setting-changed setting:betaModeEnabled by 1',
    ]);
  });

  test('returns not found for an unknown email address', async () => {
    await expect(bench.accounts.setRole(systemActor, 'no@example.test', 'admin')).rejects.toMatchObject({ code: 'not_found' });
  });
});
