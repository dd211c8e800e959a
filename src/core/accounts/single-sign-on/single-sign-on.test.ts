import { afterEach, describe, expect, test } from 'vitest';
import { systemActor } from '#core/platform/actor.ts';
import type { AuditAction } from '#core/platform/audit/entry.ts';
import type { ConfigInput } from '#core/platform/config.ts';
import { type Bench, makeAccounts } from '#test/security/accounts.ts';
import { type FakeIssuer, type Fault, type Person, type Product, startIssuer } from '#test/support/fakes/issuer.ts';
import { type Browser, noBrowser } from '../browser.ts';
import { tryIssuer } from './issuer.ts';

const home = '192.0.2.1';
const root = { username: 'Root', email: 'root@example.test', password: 'the owl reads at noon' };
const ann = { username: 'Ann', email: 'ann@example.test', password: 'a kettle sings at dawn' };
const annThere: Person = { sub: 'a-1', email: 'Ann@example.test', email_verified: true, preferred_username: 'ann', name: 'Ann Example' };
const minute = 60_000;

function openBrowser(): Browser {
  const browser: Browser = { ...noBrowser, keepSingleSignOn: (token) => void (browser.singleSignOn = token) };
  return browser;
}

let bench: Bench;
let issuer: FakeIssuer;
afterEach(() => bench.close());

type Auth = NonNullable<NonNullable<ConfigInput>['auth']>;
type Oidc = NonNullable<Auth['oidc']>;

/** An instance with an admin, and an issuer where Ann logs in. */
async function open({ product, ...oidc }: Oidc & { product?: Product } = {}, auth: Auth = {}) {
  const clock = { now: () => bench.clock.now };
  issuer = await startIssuer({ now: () => clock.now(), ...(product && { product }) });
  bench = await makeAccounts({ auth: { ...auth, oidc: { name: 'Home', ...issuer.config, ...oidc } } });
  issuer.state.person = annThere;
  await bench.accounts.addUser(systemActor, root);
}
async function logIn(browser = openBrowser()) {
  const { url } = await bench.accounts.startSingleSignOn({ address: home, browser });
  return bench.accounts.finishSingleSignOn(issuer.logIn(url), { address: home, browser });
}
const actorOf = (token: string) => bench.accounts.actorFrom(token);
const lastAudit = (action: AuditAction) => bench.core.db('audit').where({ action }).orderBy('id', 'desc').first();

describe('what the issuers send', () => {
  test.each<[Product, Oidc]>([
    ['keycloak', { groupsClaim: 'realm_access.roles' }],
    ['keycloak', {}],
    ['authentik', {}],
    ['authelia', {}],
    ['pocket-id', {}],
  ])('logs in with %s %o, whose group makes an admin', async (product, oidc) => {
    await open({ product, signUp: 'on', adminGroup: 'earshot-admins', ...oidc });
    issuer.state.person = { ...annThere, groups: ['family', 'earshot-admins'] };
    const { user, token } = await logIn();
    expect(user).toMatchObject({ email: 'Ann@example.test', username: 'ann', role: 'admin' });
    issuer.state.person = { ...annThere, groups: ['family'] };
    expect((await logIn()).user).toMatchObject({ id: user.id, role: 'user' });
    await expect(actorOf(token)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await lastAudit('login')).toMatchObject({ details: expect.stringContaining('"way":"oidc"') });
  });

  test('keeps the only admin one, whatever the groups say', async () => {
    await open({ adminGroup: 'earshot-admins' });
    issuer.state.person = { ...annThere, email: root.email };
    expect((await logIn()).user).toMatchObject({ username: 'Root', role: 'admin' });
  });
});

describe('which account it is', () => {
  test('links a verified address, says so by email, and finds the account again after the address has changed there', async () => {
    await open();
    await bench.accounts.register(ann, home);
    await bench.core.db('users').where({ email: ann.email }).update({ email_confirmed_at: bench.clock.now });
    const { user, token } = await logIn();
    expect(user.username).toBe('Ann');
    await bench.accounts.settle();
    expect(bench.emails.map(({ text }) => text).join()).toContain('was linked to single sign-on');
    issuer.state.person = { ...annThere, email: 'ann@elsewhere.test' };
    expect((await logIn()).user.id).toBe(user.id);
    expect(await bench.accounts.ownWays(await actorOf(token))).toMatchObject({
      hasPassword: true,
      issuer: 'Home',
      identity: { label: 'ann@elsewhere.test' },
    });
    await expect(bench.accounts.signIn(ann, home)).resolves.toHaveProperty('token');
  });

  test('ends what whoever registered the address had set up, unless the address was confirmed', async () => {
    await open();
    const { token } = await bench.accounts.register(ann, home);
    await bench.accounts.setUpTwoFactor(await actorOf(token));
    const { user, token: own } = await logIn();
    expect(user.username).toBe('Ann');
    await expect(actorOf(token)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(bench.accounts.signIn(ann, home)).rejects.toMatchObject({ message: 'Invalid credentials' });
    expect(await bench.core.db('two_factor').pluck('user_id').limit(1)).toEqual([]);
    expect(await bench.accounts.ownWays(await actorOf(own))).toMatchObject({ hasPassword: false });
  });

  test.each<[string, Person, string]>([
    ['an address that is not verified', { ...annThere, email_verified: false }, "doesn't say that the address is verified"],
    ['no account', { ...annThere, email: 'new@example.test' }, 'There is no account for new@example.test'],
    ['no address', { sub: 'a-1' }, 'No email address came from Home'],
    ['another login of the account', { ...annThere, sub: 'a-2' }, 'is linked to another login at Home'],
  ])('refuses %s', async (what, person, message) => {
    await open({ signUp: what === 'no account' ? 'off' : 'on' });
    await bench.accounts.register(ann, home);
    if (person.sub === 'a-2') await logIn();
    issuer.state.person = person;
    await expect(logIn()).rejects.toMatchObject({ message: expect.stringContaining(message) });
    expect(await lastAudit('login-failed')).toMatchObject({ details: expect.stringContaining('"way":"oidc"') });
  });

  test('creates an account with a free name, whose address is confirmed only if it is verified', async () => {
    await open({ signUp: 'on' });
    await bench.accounts.register({ ...ann, email: 'other@example.test' }, home);
    const { user } = await logIn();
    expect(user).toMatchObject({ username: 'ann2', role: 'user' });
    issuer.state.person = { sub: 'b-1', email: 'bob@example.test', preferred_username: 'аdmin<script>' };
    const bob = await logIn();
    expect(bob.user.username).toBe('bob');
    const confirmed = await bench.core.db('users').whereNotNull('email_confirmed_at').pluck('email').limit(9);
    expect(confirmed).toEqual(['Ann@example.test']);
  });

  test('gives no stranger the first account', async () => {
    await open({ signUp: 'on', adminGroup: 'earshot-admins' });
    await bench.core.db('users').delete();
    await expect(logIn()).rejects.toMatchObject({ message: expect.stringContaining('has no account yet') });
    issuer.state.person = { ...annThere, groups: ['earshot-admins'] };
    expect((await logIn()).user.role).toBe('admin');
  });

  test('keeps a disabled account out', async () => {
    await open();
    await bench.accounts.register(ann, home);
    await logIn();
    await bench.accounts.setDisabled(systemActor, ann.email, true);
    await expect(logIn()).rejects.toMatchObject({ code: 'forbidden', message: expect.stringContaining('is disabled') });
  });
});

describe('attacks', () => {
  const distrusted = /can't trust/;
  test.each<[string, Fault, RegExp]>([
    ['alg none', { algorithm: 'none' }, distrusted],
    ['alg HS256 with the client secret', { algorithm: 'HS256' }, distrusted],
    ['a signature by another key', { foreignKey: true }, distrusted],
    ['a token of another issuer', { claims: { iss: 'https://evil.test' } }, distrusted],
    ['a token for another client', { claims: { aud: 'other' } }, distrusted],
    ['a token for another login', { claims: { nonce: 'other' } }, distrusted],
    ['an answer of another issuer', { iss: 'https://evil.test' }, distrusted],
    ['an expired token', { expiredFor: 120 }, /has expired/],
  ])('refuses %s in one sentence', async (_, fault, message) => {
    await open({ signUp: 'on' });
    issuer.state.fault = fault;
    await expect(logIn()).rejects.toMatchObject({ code: 'forbidden', message: expect.stringMatching(message) });
    expect(await bench.core.db('identities').pluck('subject').limit(1)).toEqual([]);
  });

  test.each<[string, Record<string, unknown>, Person]>([
    ['the address of the token, verified by userinfo', { email: root.email }, { ...annThere, email: 'mallory@example.test' }],
    ['the address of the token, verified by a userinfo without one', { email: root.email }, { sub: 'a-1', email_verified: true }],
    ['the address of userinfo, verified by the token', { email_verified: true }, { sub: 'a-1', email: root.email }],
  ])('never takes %s', async (_, claims, person) => {
    await open({ product: 'authelia', signUp: 'on' });
    issuer.state.person = person;
    issuer.state.fault = { claims };
    const user = await logIn().then(
      (result) => result.user.email,
      (error: unknown) => (error as Error).message,
    );
    expect(user).not.toBe(root.email);
  });

  test('accepts each answer once, in the browser where the login began, within ten minutes, at the same issuer', async () => {
    await open({ signUp: 'on' });
    const expired = { code: 'invalid', message: expect.stringContaining('expired or was already used') };
    const browser = openBrowser();
    const { url } = await bench.accounts.startSingleSignOn({ address: home, browser });
    const query = issuer.logIn(url);
    const finish = (with_: string, from = browser) => bench.accounts.finishSingleSignOn(with_, { address: home, browser: from });
    await expect(finish(query, openBrowser())).rejects.toMatchObject(expired);
    await expect(finish(query.replace(/state=[^&]+/, 'state=other'))).rejects.toMatchObject(expired);
    await finish(query);
    await expect(finish(query)).rejects.toMatchObject(expired);
    // The code again, in a login of its own.
    const again = await bench.accounts.startSingleSignOn({ address: home, browser });
    const state = new URL(again.url).searchParams.get('state') ?? '';
    await expect(finish(query.replace(/state=[^&]+/, `state=${state}`))).rejects.toMatchObject(expired);
    const late = await bench.accounts.startSingleSignOn({ address: home, browser });
    bench.clock.now += 10 * minute;
    await expect(finish(issuer.logIn(late.url))).rejects.toMatchObject(expired);
  });

  test('uses PKCE, a nonce, and the redirect URI of the public address, whatever the request said', async () => {
    await open();
    const { url } = await bench.accounts.startSingleSignOn({ address: home, browser: openBrowser() });
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      client_id: 'earshot',
      response_type: 'code',
      redirect_uri: 'https://earshot.test/login/callback',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
  });
});

describe('failures', () => {
  test('says that the issuer is down, which is no failed login, and the password still works', async () => {
    await open();
    issuer.state.isDown = true;
    await expect(logIn()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining("Home can't be reached") });
    expect(await lastAudit('login-failed')).toBeUndefined();
    await expect(bench.accounts.signIn(root, home)).resolves.toHaveProperty('token');
  });

  test.each([
    ['a declined login', '?error=access_denied', 'was canceled or refused'],
    ['scopes that the issuer refuses', '?error=invalid_scope', "doesn't accept this server's client ID, secret, or scopes"],
  ])('says so for %s', async (_, query, message) => {
    await open();
    const browser = openBrowser();
    const { url } = await bench.accounts.startSingleSignOn({ address: home, browser });
    const { searchParams } = new URL(url);
    const back = `${query}&state=${searchParams.get('state')}&iss=${encodeURIComponent(issuer.issuer)}`;
    await expect(bench.accounts.finishSingleSignOn(back, { address: home, browser })).rejects.toMatchObject({
      message: expect.stringContaining(message),
    });
  });

  test('says so for a wrong client secret', async () => {
    await open({ clientSecret: 'wrong' });
    await expect(logIn()).rejects.toMatchObject({ message: expect.stringContaining("doesn't accept this server's client ID") });
  });

  test('calls a private issuer only if the operator set it, and tells the admin what is wrong', async () => {
    await open();
    const { config } = bench.core;
    const ok = await tryIssuer(config, () => null);
    expect(ok).toMatchObject({ ok: true, message: expect.stringContaining('https://earshot.test/login/callback') });
    const requests = issuer.state.requests.length;
    const guarded = await tryIssuer(config, () => ({ allowPrivateHosts: [] }));
    expect(guarded).toMatchObject({ ok: false, message: expect.stringContaining("Couldn't reach") });
    expect(issuer.state.requests).toHaveLength(requests);
    const at = (address: string) =>
      tryIssuer({ ...config, auth: { ...config.auth, oidc: { ...config.auth.oidc, issuer: address } } }, () => null);
    expect(await at(`${issuer.issuer}/`)).toMatchObject({ message: expect.stringContaining(`calls itself ${issuer.issuer}.`) });
    expect(await at(`${issuer.issuer}/other`)).toMatchObject({ message: expect.stringContaining('no OpenID Connect issuer') });
  });
});

describe('logging out, unlinking, and passwords', () => {
  test('names the log-out page of the issuer that the session began with, and nothing else', async () => {
    await open();
    await bench.accounts.register(ann, home);
    const { token } = await logIn();
    const answer = await bench.accounts.logout(await actorOf(token));
    const url = new URL(answer?.logoutUrl ?? '');
    expect(url.pathname).toBe('/realms/home/protocol/openid-connect/logout');
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe('https://earshot.test/');
    expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/);
    await expect(actorOf(token)).rejects.toMatchObject({ code: 'unauthenticated' });
    const byPassword = await bench.accounts.signIn(root, home);
    expect(await bench.accounts.logout(await actorOf(byPassword.token))).toBeNull();
  });

  test('unlinks with the password, and not without one', async () => {
    await open();
    issuer.state.person = { ...annThere, email: root.email };
    const linked = await actorOf((await logIn()).token);
    await expect(bench.accounts.unlinkIdentity(linked, { currentPassword: 'wrong' })).rejects.toMatchObject({ code: 'invalid' });
    await bench.accounts.unlinkIdentity(linked, { currentPassword: root.password });
    expect(await bench.accounts.ownWays(linked)).toMatchObject({ identity: null });
    await bench.accounts.register(ann, home);
    issuer.state.person = annThere;
    const without = await actorOf((await logIn()).token);
    await expect(bench.accounts.unlinkIdentity(without, { currentPassword: '' })).rejects.toMatchObject({
      message: expect.stringContaining('has no password yet'),
    });
  });

  test('a password reset ends the link, which the next login makes again', async () => {
    await open();
    await bench.accounts.register(ann, home);
    const actor = await actorOf((await logIn()).token);
    await bench.accounts.settle();
    await bench.accounts.forgotPassword(ann.email, home);
    await bench.accounts.settle();
    const [, token = ''] = /token=([\w-]+)/.exec(bench.emails.at(-1)?.text ?? '') ?? [];
    await bench.accounts.resetPassword({ token, password: 'the fox sleeps at noon' }, home);
    await expect(bench.accounts.ownWays(actor)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await bench.core.db('identities').pluck('subject').limit(1)).toEqual([]);
    await logIn();
    expect(await bench.core.db('identities').pluck('subject').limit(1)).toEqual([annThere.sub]);
  });

  test('without passwords, neither they, passkeys, nor registration let anybody in, and nobody can unlink', async () => {
    await open({}, { password: 'off' });
    const off = { code: 'forbidden', message: expect.stringContaining('Log in with “Continue with Home”') };
    await expect(bench.accounts.signIn(root, home)).rejects.toMatchObject(off);
    await expect(bench.accounts.startPasskeySignIn(openBrowser())).rejects.toMatchObject(off);
    await expect(bench.accounts.register(ann, home)).rejects.toMatchObject(off);
    issuer.state.person = { ...annThere, email: root.email };
    const actor = await actorOf((await logIn()).token);
    await expect(bench.accounts.unlinkIdentity(actor, { currentPassword: root.password })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('passwords stay on where there is no other way to log in', async () => {
    await open({ issuer: '' }, { password: 'off' });
    await expect(bench.accounts.signIn(root, home)).resolves.toHaveProperty('token');
    await expect(bench.accounts.startSingleSignOn({ address: home, browser: openBrowser() })).rejects.toMatchObject({ code: 'not_found' });
  });
});
