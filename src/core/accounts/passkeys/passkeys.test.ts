import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { maxPasskeys } from '#shared/passkeys.ts';
import { type Actor, systemActor } from '#core/platform/actor.ts';
import { type Authenticator, type Fault, makeAuthenticator } from '#test/support/fakes/authenticator.ts';
import { makeAccounts, type Bench } from '#test/security/accounts.ts';
import { type Browser, noBrowser } from '../browser.ts';

const origin = 'https://earshot.test';
const home = '192.0.2.1';
const ann = { username: 'Ann', email: 'ann@example.test', password: 'the owl reads at noon' };
const bob = { username: 'Bob', email: 'bob@example.test', password: 'the fox sleeps at noon' };
const proof = { currentPassword: ann.password };
const expired = { code: 'invalid', message: /expired or was already used/ };
const unknown = { code: 'unauthenticated', message: /isn't registered here/ };

function openBrowser(): Browser {
  const browser: Browser = {
    ...noBrowser,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
    keepChallenge: (token) => void (browser.challenge = token),
  };
  return browser;
}

let bench: Bench;
let actor: Actor;
let browser: Browser;
let phone: Authenticator;
beforeEach(async () => {
  bench = await makeAccounts();
  actor = await bench.accounts.actorFrom((await bench.accounts.register(ann, home)).token);
  browser = openBrowser();
  phone = makeAuthenticator(origin);
});
afterEach(() => bench.close());

async function add(authenticator = phone, fault: Fault = {}) {
  const options = await bench.accounts.startPasskey(actor, proof, browser);
  return bench.accounts.addPasskey(actor, authenticator.create(options, fault), browser);
}
async function signIn({ fault = {}, from = browser }: { fault?: Fault; from?: Browser } = {}) {
  const options = await bench.accounts.startPasskeySignIn(from);
  return bench.accounts.signInWithPasskey(phone.get(options, fault), home, from);
}
const actions = () => bench.core.db('audit').where('action', 'like', '%passkey%').orderBy('id').pluck('action').limit(9);

describe('adding', () => {
  test('names the passkey after the browser, tells the owner by email, and is in the audit log', async () => {
    expect(await add()).toMatchObject({ name: 'Firefox on Linux', lastUsedAt: null });
    await bench.accounts.settle();
    expect(bench.emails.at(-1)).toMatchObject({ to: ann.email, text: expect.stringContaining('A passkey was added') });
    expect(await actions()).toEqual(['passkey-added']);
  });

  test('asks for a user who proves to be present, and names what the account has already', async () => {
    const made = await bench.accounts.startPasskey(actor, proof, browser);
    expect(made).toMatchObject({
      rp: { id: 'earshot.test', name: 'Earshot' },
      user: { name: ann.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const { credentialId } = phone.create(made);
    await add();
    const next = await bench.accounts.startPasskey(actor, proof, browser);
    expect(next.excludeCredentials).toEqual([{ id: credentialId, type: 'public-key', transports: ['internal'] }]);
    expect(next.user.id).toMatch(/^[\w-]{43}$/);
  });

  test('needs the password, and a code with two-factor login', async () => {
    await expect(bench.accounts.startPasskey(actor, { currentPassword: 'wrong' }, browser)).rejects.toMatchObject({
      details: [{ path: 'currentPassword' }],
    });
    const { secret } = await bench.accounts.setUpTwoFactor(actor);
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: bench.clock.now });
    actor = await bench.accounts.actorFrom((await bench.accounts.enableTwoFactor(actor, { ...proof, code: code() })).token);
    for (const given of [undefined, '000000'])
      await expect(
        bench.accounts.startPasskey(actor, { ...proof, ...(given !== undefined && { code: given }) }, browser),
      ).rejects.toMatchObject({ code: 'invalid', details: [{ path: 'code' }] });
    bench.clock.now += 30_000;
    await expect(bench.accounts.startPasskey(actor, { ...proof, code: code() }, browser)).resolves.toHaveProperty('challenge');
  });

  test.each<[string, Fault]>([
    ['another website', { origin: 'https://evil.test' }],
    ['another relying party', { rpId: 'evil.test' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['a sign-in', { type: 'webauthn.get' }],
    ['an authenticator that verified nobody', { isUnverified: true }],
  ])('rejects a passkey for %s', async (_, fault) => {
    await expect(add(phone, fault)).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining(origin) });
    expect((await bench.accounts.listPasskeys(actor)).items).toEqual([]);
  });

  test('rejects a challenge that was used, is older than five minutes, or belongs to another session, user, or a sign-in', async () => {
    const options = await bench.accounts.startPasskey(actor, proof, browser);
    const made = phone.create(options);
    const other = await bench.accounts.actorFrom((await bench.accounts.signIn(ann, home)).token);
    await expect(bench.accounts.addPasskey(other, made, browser)).rejects.toMatchObject(expired);
    const stranger = await bench.accounts.actorFrom((await bench.accounts.register(bob, home)).token);
    await expect(bench.accounts.addPasskey(stranger, made, browser)).rejects.toMatchObject(expired);
    await expect(bench.accounts.addPasskey(actor, made, noBrowser)).rejects.toMatchObject(expired);
    await bench.accounts.addPasskey(actor, made, browser);
    await expect(bench.accounts.addPasskey(actor, made, browser)).rejects.toMatchObject(expired);
    const late = await bench.accounts.startPasskey(actor, proof, browser);
    bench.clock.now += 5 * 60_000 + 1000;
    await expect(bench.accounts.addPasskey(actor, phone.create(late), browser)).rejects.toMatchObject(expired);
    await bench.accounts.startPasskeySignIn(browser);
    await expect(bench.accounts.addPasskey(actor, made, browser)).rejects.toMatchObject(expired);
  });

  test('rejects one that an account has already', async () => {
    await add();
    await expect(add()).rejects.toMatchObject({ code: 'conflict', message: /already added/ });
  });

  test(`stops at ${maxPasskeys}`, async () => {
    const options = await bench.accounts.startPasskey(actor, proof, browser);
    const earlier = { ...browser };
    await add();
    const [row] = await bench.core.db('passkeys').limit(1);
    if (!row) throw new Error('No passkey');
    for (let n = 1; n < maxPasskeys; n += 1) await bench.core.db('passkeys').insert({ ...row, id: row.id + n, credential_id: `key${n}` });
    const full = { code: 'conflict', message: /at most 20/ };
    await expect(bench.accounts.startPasskey(actor, proof, browser)).rejects.toMatchObject(full);
    await expect(bench.accounts.addPasskey(actor, makeAuthenticator(origin).create(options), earlier)).rejects.toMatchObject(full);
  });

  test.each(['http://192.168.1.20:3000', 'http://leads.example.test', 'https://192.0.2.9'])(
    'says that passkeys need a host name and https at %s',
    async (publicUrl) => {
      await bench.close();
      bench = await makeAccounts({ http: { publicUrl } });
      const refused = { code: 'conflict', message: /need a host name and https/ };
      const here = await bench.accounts.actorFrom((await bench.accounts.register(ann, home)).token);
      await expect(bench.accounts.startPasskeySignIn(browser)).rejects.toMatchObject(refused);
      await expect(bench.accounts.startPasskey(here, proof, browser)).rejects.toMatchObject(refused);
    },
  );

  test('works on localhost without http.publicUrl', async () => {
    await bench.close();
    bench = await makeAccounts({ http: { publicUrl: '', port: 3000 } });
    actor = await bench.accounts.actorFrom((await bench.accounts.register(ann, home)).token);
    phone = makeAuthenticator('http://localhost:3000');
    await add();
    await expect(signIn()).resolves.toMatchObject({ user: { username: 'Ann' } });
  });
});

describe('sign-in', () => {
  test('needs no email, password, or code, and is noted', async () => {
    await add();
    const { secret } = await bench.accounts.setUpTwoFactor(actor);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: bench.clock.now });
    const kept = { ...proof, code, keepPasskeysAndTokens: true };
    actor = await bench.accounts.actorFrom((await bench.accounts.enableTwoFactor(actor, kept)).token);
    const { token } = await signIn();
    await expect(bench.accounts.actorFrom(token)).resolves.toMatchObject({ userId: '1' });
    expect((await bench.accounts.listPasskeys(actor)).items).toMatchObject([{ lastUsedAt: new Date(bench.clock.now).toISOString() }]);
    const [entry] = await bench.core.db('audit').where({ action: 'login' }).orderBy('id', 'desc').limit(1);
    expect(entry).toMatchObject({ target: 'user:1', details: '{"passkey":true}', address: home });
  });

  test.each<[string, Fault]>([
    ['another website', { origin: 'https://evil.test' }],
    ['another relying party', { rpId: 'evil.test' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['a new passkey', { type: 'webauthn.create' }],
    ['an authenticator that verified nobody', { isUnverified: true }],
    ['another user', { userHandle: 'AAAA' }],
    ['a copied passkey, whose counter is behind', { counter: 2 }],
  ])('rejects a signature for %s', async (_, fault) => {
    await add();
    await signIn();
    await expect(signIn({ fault })).rejects.toMatchObject(unknown);
    expect(await bench.core.db('audit').where({ action: 'login-failed' }).pluck('target').limit(5)).toEqual(['user:1']);
    await expect(signIn()).resolves.toHaveProperty('token');
  });

  test('rejects the signature of another key', async () => {
    await add();
    const other = makeAuthenticator(origin);
    const options = await bench.accounts.startPasskeySignIn(browser);
    const { signature } = other.get(options);
    await expect(bench.accounts.signInWithPasskey({ ...phone.get(options), signature }, home, browser)).rejects.toMatchObject(unknown);
  });

  test('rejects a challenge that was used, is older than five minutes, or was issued to another browser or for a new passkey', async () => {
    await add();
    const options = await bench.accounts.startPasskeySignIn(browser);
    const given = phone.get(options);
    const elsewhere = openBrowser();
    await bench.accounts.startPasskeySignIn(elsewhere);
    await expect(bench.accounts.signInWithPasskey(given, home, elsewhere)).rejects.toMatchObject(unknown);
    await expect(bench.accounts.signInWithPasskey(given, home, noBrowser)).rejects.toMatchObject(expired);
    await bench.accounts.signInWithPasskey(given, home, browser);
    await expect(bench.accounts.signInWithPasskey(given, home, browser)).rejects.toMatchObject(expired);
    const late = phone.get(await bench.accounts.startPasskeySignIn(browser));
    bench.clock.now += 5 * 60_000 + 1000;
    await expect(bench.accounts.signInWithPasskey(late, home, browser)).rejects.toMatchObject(expired);
    const { challenge } = await bench.accounts.startPasskey(actor, proof, browser);
    await expect(bench.accounts.signInWithPasskey(phone.get({ ...options, challenge }), home, browser)).rejects.toMatchObject(expired);
  });

  test('accepts one of two sign-ins with the same signature at the same time', async () => {
    await add();
    const given = phone.get(await bench.accounts.startPasskeySignIn(browser));
    const tries = await Promise.allSettled([1, 2].map(() => bench.accounts.signInWithPasskey(given, home, browser)));
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('stores a challenge only once it is answered, and deletes it when it has expired', async () => {
    await add();
    bench.clock.now += 6 * 60_000;
    for (let n = 0; n < 5; n += 1) await bench.accounts.startPasskeySignIn(browser);
    await signIn();
    expect(await bench.core.db('used_challenges').limit(9)).toHaveLength(1);
  });

  test('says the same for a removed passkey and a disabled account', async () => {
    const { id } = await add();
    await bench.accounts.addUser(systemActor, { ...bob, role: 'admin' });
    await bench.accounts.setDisabled(systemActor, ann.email, true);
    await expect(signIn()).rejects.toMatchObject(unknown);
    await bench.accounts.setDisabled(systemActor, ann.email, false);
    actor = await bench.accounts.actorFrom((await signIn()).token);
    await bench.accounts.removePasskey(actor, id, proof);
    await expect(signIn()).rejects.toMatchObject(unknown);
  });

  test('is slowed down after 20 failures from one address', async () => {
    await add();
    const refusals: string[] = [];
    for (let n = 0; n < 22; n += 1)
      refusals.push((await signIn({ fault: { challenge: 'AAAA' } }).catch(({ code }: { code: string }) => code)) as string);
    expect(refusals.filter((code) => code === 'unauthenticated')).toHaveLength(20);
    expect(refusals.at(-1)).toBe('too_many');
  });
});

describe('a passkey', () => {
  test('is renamed and removed by its owner only', async () => {
    const { id } = await add();
    const stranger = await bench.accounts.actorFrom((await bench.accounts.register(bob, home)).token);
    await expect(bench.accounts.renamePasskey(stranger, id, 'Mine')).rejects.toMatchObject({ code: 'not_found' });
    await expect(bench.accounts.removePasskey(stranger, id, { currentPassword: bob.password })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await bench.accounts.renamePasskey(actor, id, 'Phone')).toMatchObject({ id, name: 'Phone' });
    expect((await bench.accounts.listPasskeys(actor)).items).toMatchObject([{ name: 'Phone' }]);
    await expect(bench.accounts.removePasskey(actor, id, { currentPassword: 'wrong' })).rejects.toMatchObject({
      details: [{ path: 'currentPassword' }],
    });
    await bench.accounts.removePasskey(actor, id, proof);
    await bench.accounts.settle();
    expect(bench.emails.at(-1)).toMatchObject({ text: expect.stringContaining('A passkey was removed') });
    expect(await actions()).toEqual(['passkey-added', 'passkey-removed']);
  });

  test('is removed by the administrator with two-factor login', async () => {
    await add();
    expect(await bench.accounts.resetTwoFactor(systemActor, ann.email)).toEqual({ wasOn: false, passkeys: 1 });
    await bench.accounts.settle();
    expect(bench.emails.at(-1)).toMatchObject({ to: ann.email, text: expect.stringContaining('An administrator turned off') });
    await expect(signIn()).rejects.toMatchObject(unknown);
  });

  test('no longer signs in after a new password by link', async () => {
    await add();
    const { link } = await bench.accounts.createResetLink(systemActor, ann.email);
    await bench.accounts.resetPassword({ token: link.split('token=')[1] ?? '', password: 'seven green kettles sing' }, home);
    await expect(signIn()).rejects.toMatchObject(unknown);
  });
});
