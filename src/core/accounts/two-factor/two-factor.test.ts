import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '#core/platform/actor.ts';
import { systemActor } from '#core/platform/actor.ts';
import { makeAccounts, type Bench } from '#test/security/accounts.ts';
import { type Browser, noBrowser } from '../browser.ts';
import { bareRecoveryCode, makeRecoveryCodes, stepOf } from './proof.ts';

let bench: Bench;
const ann = { username: 'Ann', email: 'ann@example.test', password: 'the owl reads at noon' };
const home = '192.0.2.1';
const stepMs = 30_000;

const codeAt = (secret: string, at = bench.clock.now) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
const signIn = (code?: string, { address = home, browser }: { address?: string; browser?: Browser } = {}) =>
  bench.accounts.signIn({ email: ann.email, password: ann.password, ...(code !== undefined && { code }) }, address, browser);
const asksForCode = { code: 'unauthenticated', details: [{ path: 'code' }] };
const wait = (steps = 1) => void (bench.clock.now += steps * stepMs);

/** Goes on in the session that replaces the earlier ones. */
async function enable(by: Actor): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await bench.accounts.setUpTwoFactor(by);
  const made = await bench.accounts.enableTwoFactor(by, { currentPassword: ann.password, code: codeAt(secret) });
  actor = await bench.accounts.actorFrom(made.token);
  wait();
  return { secret, ...made };
}

let actor: Actor;
beforeEach(async () => {
  bench = await makeAccounts();
  actor = await bench.accounts.actorFrom((await bench.accounts.register(ann, home)).token);
});
afterEach(() => bench.close());

describe('codes', () => {
  test('match the test vectors of RFC 6238', () => {
    const secret = Secret.fromUTF8('12345678901234567890').base32;
    expect(stepOf('287082', secret, 59_000)).toBe(1);
    expect(stepOf('081804', secret, 1_111_111_109_000)).toBe(37_037_036);
    expect(stepOf('353130', secret, 20_000_000_000_000)).toBe(666_666_666);
    expect(stepOf('353131', secret, 20_000_000_000_000)).toBeNull();
  });

  test('for recovery are distinct, and equal without dashes, in capitals, or with an O for a zero', () => {
    const codes = makeRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^(?:[a-z0-9]{4}-){3}[a-z0-9]{4}$/);
      expect(bareRecoveryCode(code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O'))).toBe(bareRecoveryCode(code));
    }
  });
});

describe('turning on', () => {
  test('needs the password and a code, and changes nothing until then', async () => {
    const { secret, uri } = await bench.accounts.setUpTwoFactor(actor);
    expect(uri).toBe(`otpauth://totp/Earshot:ann%40example.test?issuer=Earshot&secret=${secret}&algorithm=SHA1&digits=6&period=30`);
    await expect(signIn()).resolves.toHaveProperty('token');
    const right = codeAt(secret);
    await expect(bench.accounts.enableTwoFactor(actor, { currentPassword: 'wrong', code: right })).rejects.toMatchObject({
      details: [{ path: 'currentPassword' }],
    });
    await expect(bench.accounts.enableTwoFactor(actor, { currentPassword: ann.password, code: '000000' })).rejects.toMatchObject({
      code: 'invalid',
      details: [{ path: 'code' }],
    });
    expect(await bench.accounts.twoFactorState(actor)).toEqual({ enabled: false, enabledAt: null, recoveryCodesLeft: 0 });
    const { token } = await bench.accounts.enableTwoFactor(actor, { currentPassword: ann.password, code: right });
    actor = await bench.accounts.actorFrom(token);
    expect(await bench.accounts.twoFactorState(actor)).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });
  });

  test('fails after 15 minutes, and when it is on already', async () => {
    const { secret } = await bench.accounts.setUpTwoFactor(actor);
    wait(31);
    await expect(bench.accounts.enableTwoFactor(actor, { currentPassword: ann.password, code: codeAt(secret) })).rejects.toMatchObject({
      code: 'conflict',
      message: /expired/,
    });
    await enable(actor);
    await expect(bench.accounts.setUpTwoFactor(actor)).rejects.toMatchObject({ code: 'conflict', message: /already on/ });
  });

  test('fails when it was set up again meanwhile, because the app has a different secret', async () => {
    const { secret } = await bench.accounts.setUpTwoFactor(actor);
    const enabling = bench.accounts.enableTwoFactor(actor, { currentPassword: ann.password, code: codeAt(secret) });
    const [enabled] = await Promise.allSettled([enabling, bench.accounts.setUpTwoFactor(actor)]);
    expect(enabled).toMatchObject({ status: 'rejected', reason: { code: 'conflict', message: expect.stringContaining('expired') } });
    expect(await bench.accounts.twoFactorState(actor)).toMatchObject({ enabled: false });
  });

  test('ends the other sessions, which may have started without a code, and tells the owner by email', async () => {
    const other = await signIn();
    const ended: unknown[] = [];
    bench.core.bus.on('session:ended', (session) => void ended.push(session));
    await enable(actor);
    await bench.accounts.settle();
    await expect(bench.accounts.actorFrom(other.token)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect((await bench.accounts.listSessions(actor)).items).toHaveLength(1);
    expect(ended).toEqual([{ userId: '1' }]);
    expect(bench.emails.at(-1)).toMatchObject({ to: ann.email, text: expect.stringContaining('was turned on') });
  });

  test('stores neither secret nor recovery codes in clear', async () => {
    const { secret, recoveryCodes } = await enable(actor);
    const stored = JSON.stringify([await bench.core.db('two_factor').limit(10), await bench.core.db('recovery_codes').limit(20)]);
    expect(stored).not.toContain(secret);
    for (const code of recoveryCodes) expect(stored).not.toContain(bareRecoveryCode(code));
  });
});

describe('sign-in', () => {
  test('asks for a code after the right password only, and accepts it', async () => {
    const { secret } = await enable(actor);
    await expect(signIn()).rejects.toMatchObject(asksForCode);
    const wrong = { email: ann.email, password: 'not the owl', code: codeAt(secret) };
    await expect(bench.accounts.signIn(wrong, home)).rejects.toMatchObject({ message: 'Invalid credentials', details: undefined });
    await expect(signIn(` ${codeAt(secret).slice(0, 3)} ${codeAt(secret).slice(3)}`)).resolves.toMatchObject({ user: { id: '1' } });
  });

  test('accepts no code twice, nor an older one after a newer one', async () => {
    const { secret } = await enable(actor);
    const [older, code] = [codeAt(secret, bench.clock.now - stepMs), codeAt(secret)];
    await signIn(code);
    await expect(signIn(code)).rejects.toMatchObject(asksForCode);
    await expect(signIn(older)).rejects.toMatchObject(asksForCode);
    wait();
    await expect(signIn(codeAt(secret))).resolves.toHaveProperty('token');
  });

  test('accepts one of two sign-ins with the same code at the same time', async () => {
    const { secret } = await enable(actor);
    const tries = await Promise.allSettled([signIn(codeAt(secret)), signIn(codeAt(secret))]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('accepts the code that turned it on for nothing else', async () => {
    const { secret } = await bench.accounts.setUpTwoFactor(actor);
    const code = codeAt(secret);
    await bench.accounts.enableTwoFactor(actor, { currentPassword: ann.password, code });
    await expect(signIn(code)).rejects.toMatchObject(asksForCode);
  });

  test.each([
    [-2, 'rejected'],
    [-1, 'fulfilled'],
    [1, 'fulfilled'],
    [2, 'rejected'],
  ])('with a clock that differs by %i steps: %s', async (steps, status) => {
    const { secret } = await enable(actor);
    wait(3);
    const code = codeAt(secret, bench.clock.now + steps * stepMs);
    expect(await Promise.allSettled([signIn(code)])).toMatchObject([{ status }]);
  });

  test('accepts a recovery code once, and tells the owner by email', async () => {
    const { recoveryCodes } = await enable(actor);
    const [code = ''] = recoveryCodes;
    await expect(signIn(code.toUpperCase())).resolves.toHaveProperty('token');
    await expect(signIn(code)).rejects.toMatchObject(asksForCode);
    await bench.accounts.settle();
    expect(bench.emails.at(-1)).toMatchObject({ to: ann.email, text: expect.stringContaining('recovery codes') });
    expect(await bench.accounts.twoFactorState(actor)).toMatchObject({ recoveryCodesLeft: 9 });
    expect(await bench.core.db('audit').where({ action: 'recovery-code-used', target: 'user:1' }).pluck('address').limit(5)).toEqual([
      home,
    ]);
  });

  test('slows down guesses of codes from any number of addresses, but not a browser that has signed in before', async () => {
    const { secret } = await enable(actor);
    const browser: Browser = { ...noBrowser, keepDeviceToken: (token) => void (browser.deviceToken = token) };
    await signIn(codeAt(secret), { browser });
    wait();
    const guesses: string[] = [];
    for (let n = 0; n < 20; n += 1)
      guesses.push((await signIn('000000', { address: `203.0.113.${n}` }).catch(({ code }: { code: string }) => code)) as string);
    expect(guesses.filter((code) => code === 'unauthenticated')).toHaveLength(5);
    expect(guesses.at(-1)).toBe('too_many');
    await expect(signIn(codeAt(secret), { address: '203.0.113.99' })).rejects.toMatchObject({ code: 'too_many' });
    await expect(signIn(codeAt(secret), { browser })).resolves.toHaveProperty('token');
  });

  test("doesn't count as a failed attempt without a code", async () => {
    const { secret } = await enable(actor);
    for (let n = 0; n < 30; n += 1) await expect(signIn()).rejects.toMatchObject(asksForCode);
    await expect(signIn(codeAt(secret))).resolves.toHaveProperty('token');
  });

  test('writes wrong codes to the audit log', async () => {
    await enable(actor);
    await expect(signIn('000000')).rejects.toMatchObject(asksForCode);
    expect(await bench.core.db('audit').where({ action: 'login-code-failed', target: 'user:1' }).pluck('address').limit(5)).toEqual([home]);
  });

  test('works with a recovery code after the server lost its key, and says so for other codes', async () => {
    const { secret, recoveryCodes } = await enable(actor);
    await bench.core.db('two_factor').update({ sealed_secret: bench.core.secrets.seal(secret, 'two_factor:2') });
    await expect(signIn(codeAt(secret))).rejects.toMatchObject({ code: 'unavailable', message: /recovery code/ });
    await expect(signIn(recoveryCodes[0])).resolves.toHaveProperty('token');
  });
});

describe('turning off', () => {
  test('needs the password and a code', async () => {
    const { secret } = await enable(actor);
    const turnOff = (currentPassword: string, code: string) => bench.accounts.disableTwoFactor(actor, { currentPassword, code });
    await expect(turnOff('wrong', codeAt(secret))).rejects.toMatchObject({ details: [{ path: 'currentPassword' }] });
    await expect(turnOff(ann.password, '000000')).rejects.toMatchObject({ details: [{ path: 'code' }] });
    await expect(signIn()).rejects.toMatchObject(asksForCode);
    await turnOff(ann.password, codeAt(secret));
    await expect(signIn()).resolves.toHaveProperty('token');
    expect(await bench.core.db('recovery_codes').limit(10)).toEqual([]);
    await bench.accounts.settle();
    expect(bench.emails.at(-1)).toMatchObject({ to: ann.email, text: expect.stringContaining('was turned off') });
  });

  test('and new recovery codes are slowed down after five wrong codes, which a right one resets', async () => {
    const { secret } = await enable(actor);
    const guess = (code = '000000') =>
      bench.accounts.renewRecoveryCodes(actor, { currentPassword: ann.password, code }).then(
        () => 'renewed',
        ({ code: failure }: { code: string }) => failure,
      );
    const seen: string[] = [];
    for (let n = 0; n < 4; n += 1) seen.push(await guess());
    seen.push(await guess(codeAt(secret)));
    for (let n = 0; n < 6; n += 1) seen.push(await guess());
    expect(seen).toEqual([...Array<string>(4).fill('invalid'), 'renewed', ...Array<string>(5).fill('invalid'), 'too_many']);
  });

  test('and new recovery codes are in the audit log', async () => {
    const { secret } = await enable(actor);
    await bench.accounts.renewRecoveryCodes(actor, { currentPassword: ann.password, code: codeAt(secret) });
    wait();
    await bench.accounts.disableTwoFactor(actor, { currentPassword: ann.password, code: codeAt(secret) });
    const written = bench.core.db('audit').whereIn('action', ['recovery-codes-made', 'two-factor-disabled']);
    expect(await written.orderBy('id').pluck('action').limit(9)).toEqual(['recovery-codes-made', 'two-factor-disabled']);
  });

  test('by the administrator takes the account only, and is in the audit log', async () => {
    await enable(actor);
    await expect(bench.accounts.resetTwoFactor({ kind: 'user', userId: '1', role: 'user' }, ann.email)).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await bench.accounts.resetTwoFactor(systemActor, 'ANN@example.test')).toEqual({ wasOn: true, passkeys: 0 });
    await expect(signIn()).resolves.toHaveProperty('token');
    expect(await bench.accounts.resetTwoFactor(systemActor, ann.email)).toEqual({ wasOn: false, passkeys: 0 });
    expect(await bench.core.db('audit').where('action', 'like', '%two-factor%').orderBy('id').pluck('action').limit(9)).toEqual([
      'two-factor-enabled',
      'two-factor-reset',
      'two-factor-reset',
    ]);
  });
});

test('replaces the recovery codes, so that earlier ones no longer work', async () => {
  const { secret, recoveryCodes } = await enable(actor);
  const made = await bench.accounts.renewRecoveryCodes(actor, { currentPassword: ann.password, code: codeAt(secret) });
  await expect(signIn(recoveryCodes[0])).rejects.toMatchObject(asksForCode);
  await expect(signIn(made.recoveryCodes[0])).resolves.toHaveProperty('token');
});

test('stays on after a new password by link', async () => {
  const { secret } = await enable(actor);
  const { link } = await bench.accounts.createResetLink(systemActor, ann.email);
  await bench.accounts.resetPassword({ token: link.split('token=')[1] ?? '', password: 'seven green kettles sing' }, home);
  const next = { email: ann.email, password: 'seven green kettles sing' };
  await expect(bench.accounts.signIn(next, home)).rejects.toMatchObject(asksForCode);
  await expect(bench.accounts.signIn({ ...next, code: codeAt(secret) }, home)).resolves.toHaveProperty('token');
});

describe('of two accounts', () => {
  const bob = { username: 'Bob', email: 'bob@example.test', password: 'the fox sleeps at noon' };
  const signInBob = (code: string) => bench.accounts.signIn({ email: bob.email, password: bob.password, code }, '192.0.2.2');
  let ofAnn: { secret: string; recoveryCodes: string[] };
  let ofBob: { secret: string; recoveryCodes: string[] };
  beforeEach(async () => {
    ofAnn = await enable(actor);
    const bobActor = await bench.accounts.actorFrom((await bench.accounts.register(bob, '192.0.2.2')).token);
    const { secret } = await bench.accounts.setUpTwoFactor(bobActor);
    const made = await bench.accounts.enableTwoFactor(bobActor, { currentPassword: bob.password, code: codeAt(secret) });
    ofBob = { secret, ...made };
    wait();
  });

  test("accepts neither codes nor recovery codes of the other, and doesn't use them up", async () => {
    await expect(signInBob(codeAt(ofAnn.secret))).rejects.toMatchObject(asksForCode);
    await expect(signInBob(ofAnn.recoveryCodes[0] ?? '')).rejects.toMatchObject(asksForCode);
    await expect(signInBob(codeAt(ofBob.secret))).resolves.toHaveProperty('token');
    await expect(signIn(ofAnn.recoveryCodes[0])).resolves.toHaveProperty('token');
    await expect(signIn(codeAt(ofAnn.secret))).resolves.toHaveProperty('token');
  });

  test('slows down neither because of guesses at the other', async () => {
    for (let n = 0; n < 8; n += 1) await signIn('000000', { address: `203.0.113.${n}` }).catch(() => undefined);
    await expect(signIn('000000', { address: '203.0.113.99' })).rejects.toMatchObject({ code: 'too_many' });
    await expect(signInBob(codeAt(ofBob.secret))).resolves.toHaveProperty('token');
  });

  test("a secret that was moved to the other's row opens nothing", async () => {
    const [row] = await bench.core.db('two_factor').where({ user_id: 1 }).limit(1);
    await bench.core
      .db('two_factor')
      .where({ user_id: 2 })
      .update({ sealed_secret: row?.sealed_secret ?? '' });
    await expect(signInBob(codeAt(ofAnn.secret))).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('exports contain neither secrets nor recovery codes', async () => {
    const chunks = await Array.fromAsync(await bench.accounts.exportAccount(actor));
    const { data } = JSON.parse(chunks.join('')) as { data: Record<string, unknown> };
    expect(Object.keys(data)).toContain('sessions');
    expect(data).not.toHaveProperty('two_factor');
    expect(data).not.toHaveProperty('recovery_codes');
  });
});
