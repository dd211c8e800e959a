import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { authRoutes, type OwnUser } from '#shared/auth.ts';
import { systemRoutes } from '#shared/system.ts';
import { createClient } from './api.ts';
import { watchUnload } from './browser-session.ts';
import { createSession } from './session-store.ts';
import { createStorage, privateKey, createTokenStore } from './storage.ts';
import { readBetaMode } from './public-settings.tsx';

const now = Date.UTC(2026, 0, 1);
const validUntil = (exp: number) => `h.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.s`;
const token = validUntil(now / 1000 + 3600);
const mara = {
  id: '1',
  username: 'Mara',
  email: 'mara@paperboat.example',
  role: 'user',
  createdAt: '2025-12-31T23:00:00.000Z',
  hasRedditConnection: false,
  settings: {},
  workspace: { id: '1' },
};
const refusal = (error: string, message: string) => ({ error, message, requestId: 'r1' });

interface Answer {
  status: number;
  body?: unknown;
  /** Sent once this resolves. */
  after?: Promise<unknown>;
}
let server: Server;
let answers: Record<string, Answer>;
let asked: { line: string; authorization: string | undefined }[];

beforeEach(async () => {
  answers = {};
  asked = [];
  server = createServer((request: IncomingMessage, response) => {
    const line = `${request.method} ${request.url}`;
    asked.push({ line, authorization: request.headers.authorization });
    const { status, body, after } = answers[line] ?? { status: 404, body: refusal('not_found', 'No such route') };
    void Promise.resolve(after).then(() => response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => void server.close(resolve)));

function open(stored?: string, isUnloading = () => false, known?: OwnUser) {
  const said: string[] = [];
  const logged: string[] = [];
  let sentToLogin = 0;
  const add = (line: string) => void logged.push(line);
  const log = { info: add, warn: add, error: add };
  const store = createStorage(() => null);
  const tokens = createTokenStore(store);
  if (stored) tokens.write(stored);
  const call = createClient({
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    fetch: globalThis.fetch,
    token: tokens,
    onUnauthenticated: () => (sentToLogin += 1),
  });
  const speak = (words: string) => void said.push(words);
  const session = createSession({
    call,
    token: tokens,
    log,
    now: () => now,
    showToast: { info: speak, success: speak, error: speak },
    isUnloading,
    leaveFor: (url) => void said.push(`left for ${url}`),
    clearPrivateData: store.removePrivate,
    retryAfter: [1, 1],
    remembered: () => known ?? null,
    openAnew: () => void said.push('opened anew'),
  });
  return { session, store, tokens, call, said, logged, log, timesSentToLogin: () => sentToLogin };
}

describe('session start', () => {
  it('is loading, then anonymous when no token is stored, without a request', async () => {
    const { session } = open();
    expect(session.getState().status).toBe('loading');
    await session.start();
    expect(session.getState()).toEqual({ status: 'anonymous', left: false });
    expect(asked).toEqual([]);
  });

  it('clears an expired token without a request and shows why', async () => {
    const { session, tokens, said, logged } = open(validUntil(now / 1000 - 1));
    await session.start();
    expect(session.getState().status).toBe('anonymous');
    expect(tokens.read()).toBeNull();
    expect(said).toEqual(['Your session has expired. Please log in again.']);
    expect(logged).toEqual(['Token expired']);
    expect(asked).toEqual([]);
  });

  it('fetches the user of a valid token with that token as bearer', async () => {
    answers['GET /api/auth/me'] = { status: 200, body: mara };
    const { session } = open(token);
    await session.start();
    expect(session.getState()).toEqual({ status: 'authenticated', user: mara, token });
    expect(asked).toEqual([{ line: 'GET /api/auth/me', authorization: `Bearer ${token}` }]);
  });

  it.each([
    [401, 'Your session has expired. Please log in again.'],
    [503, 'Authentication failed. Please try logging in again.'],
  ])('clears the token when the server answers %i', async (status, words) => {
    answers['GET /api/auth/me'] = { status, body: refusal(status === 401 ? 'unauthenticated' : 'unavailable', 'no') };
    const { session, tokens, said } = open(token);
    await session.start();
    expect(session.getState().status).toBe('anonymous');
    expect(tokens.read()).toBeNull();
    expect(said).toEqual([words]);
  });
});

describe('a user who was here before', () => {
  const user = { ...mara, workspace: { id: '1' } } as unknown as OwnUser;
  it('is signed in before the server responds, and stays so without it', async () => {
    answers['GET /api/auth/me'] = { status: 503, body: 'Starting' };
    const { session, said } = open(token, undefined, user);
    const started = session.start();
    expect(session.getState()).toEqual({ status: 'authenticated', user, token });
    await started;
    expect([session.getState().status, said]).toEqual(['authenticated', []]);
  });
  it('is who the server says: changed, signed out, or in another workspace', async () => {
    answers['GET /api/auth/me'] = { status: 200, body: { ...user, username: 'Mara B' } };
    const changed = open(token, undefined, user);
    await changed.session.start();
    expect(changed.session.getState()).toMatchObject({ user: { username: 'Mara B' } });
    answers['GET /api/auth/me'] = { status: 401, body: refusal('unauthenticated', 'no') };
    const ended = open(token, undefined, user);
    await ended.session.start();
    expect([ended.session.getState().status, ended.tokens.read()]).toEqual(['anonymous', null]);
    answers['GET /api/auth/me'] = { status: 200, body: { ...user, workspace: { id: '2' } } };
    const moved = open(token, undefined, user);
    await moved.session.start();
    expect(moved.said).toEqual(['opened anew']);
  });
});

describe('restarting server', () => {
  it.each([502, 503, 504])('keeps the token and tries again after %i', async (status) => {
    answers['GET /api/auth/me'] = { status, body: 'Bad gateway' };
    const { session, tokens, said } = open(token);
    const states: unknown[] = [];
    session.subscribe(() => {
      states.push(session.getState());
      answers['GET /api/auth/me'] = { status: 200, body: mara };
    });
    await session.start();
    expect(states).toEqual([
      { status: 'loading', isServerAway: true },
      { status: 'authenticated', user: mara, token },
    ]);
    expect(tokens.read()).toBe(token);
    expect(said).toEqual([]);
  });

  it('gives up after the last retry', async () => {
    answers['GET /api/auth/me'] = { status: 503, body: refusal('unavailable', 'no') };
    const { session, tokens } = open(token);
    await session.start();
    expect(asked).toHaveLength(3);
    expect(tokens.read()).toBeNull();
  });

  it("doesn't retry a request that the server refuses", async () => {
    answers['GET /api/auth/me'] = { status: 500, body: refusal('internal', 'no') };
    const { session } = open(token);
    await session.start();
    expect(asked).toHaveLength(1);
    expect(session.getState().status).toBe('anonymous');
  });
});

describe('unloading the page', () => {
  it('keeps the token when the browser aborts the request, and shows nothing', async () => {
    answers['GET /api/auth/me'] = { status: 503, body: refusal('unavailable', 'no') };
    const { session, tokens, said } = open(token, () => true);
    await session.start();
    expect(tokens.read()).toBe(token);
    expect(said).toEqual([]);
  });

  it('is detected by its events, and reset when the user stays', () => {
    const page = new EventTarget();
    let time = 0;
    const isUnloading = watchUnload(page, () => time);
    expect(isUnloading()).toBe(false);
    page.dispatchEvent(new Event('beforeunload'));
    expect(isUnloading()).toBe(true);
    time += 10_000;
    expect(isUnloading()).toBe(false);
    page.dispatchEvent(new Event('pagehide'));
    page.dispatchEvent(new Event('pageshow'));
    expect(isUnloading()).toBe(false);
  });
});

describe('login and registration', () => {
  it('store the token and the user, and greet the user', async () => {
    answers['POST /api/auth/login'] = { status: 200, body: { token, user: mara } };
    answers['POST /api/auth/register'] = { status: 201, body: { token, user: mara } };
    const { session, store, tokens, said } = open();
    await session.start();
    await session.login({ email: mara.email, password: 'x' });
    expect(tokens.read()).toBe(token);
    expect(session.getState().status).toBe('authenticated');
    store.set(privateKey('draft'), 'What I was about to showToast');
    store.set('theme', 'dark');
    session.logout();
    expect(tokens.read()).toBeNull();
    expect([store.get(privateKey('draft')), store.get('theme')]).toEqual([null, 'dark']);
    expect(session.getState()).toEqual({ status: 'anonymous', left: true });
    await session.register({ username: 'Mara', email: mara.email, password: 'correct-horse' });
    expect(said).toEqual(['Welcome back, Mara!', 'Logged out successfully', 'Welcome to Earshot, Mara!']);
    expect(asked.map(({ line }) => line).sort()).toEqual(['POST /api/auth/login', 'POST /api/auth/logout', 'POST /api/auth/register']);
    expect(asked.find(({ line }) => line.endsWith('/logout'))?.authorization).toBe(`Bearer ${token}`);
  });

  it('leave for the log-out page of the issuer that the session began with', async () => {
    answers['GET /api/auth/me'] = { status: 200, body: mara };
    answers['POST /api/auth/logout'] = { status: 200, body: { logoutUrl: 'https://auth.example/logout' } };
    const { session, said } = open(token);
    await session.start();
    session.logout();
    await expect.poll(() => said.at(-1)).toBe('left for https://auth.example/logout');
  });

  const refused = "Login failed. Please check your email and password, or create a new account if you haven't registered yet.";
  it.each([
    [{ status: 401, body: refusal('unauthenticated', 'Invalid credentials') }, refused],
    [{ status: 401, body: refusal('unauthenticated', 'This account is disabled') }, 'This account is disabled'],
    [{ status: 429, body: refusal('too_many', 'Try again in a minute') }, 'Try again in a minute'],
    [{ status: 502, body: '<html>bad gateway</html>' }, 'Login failed'],
  ])('show why a login failed and reject (%#)', async (answer, words) => {
    answers['POST /api/auth/login'] = answer;
    const { session, timesSentToLogin } = open();
    await session.start();
    await expect(session.login({ email: 'a@b.example', password: 'x' })).rejects.toMatchObject({ message: words, status: answer.status });
    expect(timesSentToLogin()).toBe(0);
  });

  it('fall back to a default message for a failed registration or update and keep the details', async () => {
    answers['GET /api/auth/me'] = { status: 200, body: mara };
    answers['POST /api/auth/register'] = { status: 500, body: '' };
    const details = [{ path: 'email', message: 'Already in use' }];
    answers['PATCH /api/auth/profile'] = { status: 409, body: { ...refusal('conflict', 'That address is taken'), details } };
    const { session } = open(token);
    await session.start();
    const registration = { username: 'Mara', email: mara.email, password: 'correct-horse' };
    await expect(session.register(registration)).rejects.toMatchObject({ message: 'Registration failed' });
    await expect(session.updateProfile({ email: 'x@y.example' })).rejects.toMatchObject({ message: 'That address is taken', details });
  });

  it('replace the user after a profile update', async () => {
    answers['GET /api/auth/me'] = { status: 200, body: mara };
    answers['PATCH /api/auth/profile'] = { status: 200, body: { ...mara, username: 'Mara B' } };
    const { session, said } = open(token);
    await session.start();
    await session.updateProfile({ username: 'Mara B' });
    expect(session.getState()).toMatchObject({ user: { username: 'Mara B' }, token });
    expect(said).toEqual(['Profile updated successfully']);
  });
});

describe('401 during a session', () => {
  it('marks the request as retried, removes the token and redirects to the login page without a second request', async () => {
    answers['GET /api/auth/me'] = { status: 200, body: mara };
    const { session, call, tokens, timesSentToLogin } = open(token);
    await session.start();
    answers['GET /api/auth/me'] = { status: 401, body: refusal('unauthenticated', 'Session ended') };
    await expect(call(authRoutes.me, {})).rejects.toMatchObject({ code: 'unauthenticated', retried: true });
    expect(tokens.read()).toBeNull();
    expect(session.getState()).toEqual({ status: 'anonymous', left: false });
    expect(timesSentToLogin()).toBe(1);
    expect(asked).toHaveLength(2);
  });

  it('redirects to the login page even when there was no token', async () => {
    answers['GET /api/auth/me'] = { status: 401, body: refusal('unauthenticated', 'Who?') };
    const { call, timesSentToLogin } = open();
    await expect(call(authRoutes.me, {})).rejects.toMatchObject({ status: 401 });
    expect(timesSentToLogin()).toBe(1);
  });

  it('does not end a session that started while the response was pending', async () => {
    answers['GET /api/auth/me'] = { status: 200, body: mara };
    answers['GET /api/ready'] = { status: 401, body: refusal('unauthenticated', 'Session ended') };
    const { call, tokens, timesSentToLogin } = open(token);
    const newer = validUntil(now / 1000 + 7200);
    const late = call(systemRoutes.ready, {});
    tokens.write(newer);
    await expect(late).rejects.toMatchObject({ status: 401, retried: false });
    expect(tokens.read()).toBe(newer);
    expect(timesSentToLogin()).toBe(0);
  });

  it('waits for the change that replaces the session, and reads again with the new token', async () => {
    answers['GET /api/auth/me'] = { status: 200, body: mara };
    const { session, call, tokens, timesSentToLogin } = open(token);
    await session.start();
    const newer = validUntil(now / 1000 + 7200);
    const refused = Promise.withResolvers<undefined>();
    answers['GET /api/auth/me'] = { status: 401, body: refusal('unauthenticated', 'Session ended') };
    answers['POST /api/auth/change-password'] = { status: 200, body: { token: newer, user: mara }, after: refused.promise };
    const body = { currentPassword: 'paper boat 2025', newPassword: 'paper boat 2026', keepPasskeysAndTokens: false };
    const changed = call(authRoutes.changePassword, { body }).then(session.adopt);
    const read = call(authRoutes.me, {});
    await expect.poll(() => asked.filter(({ line }) => line === 'GET /api/auth/me')).toHaveLength(2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    answers['GET /api/auth/me'] = { status: 200, body: mara };
    refused.resolve(undefined);
    await changed;
    expect(await read).toMatchObject({ id: mara.id });
    expect(tokens.read()).toBe(newer);
    expect(session.getState()).toMatchObject({ status: 'authenticated', token: newer });
    expect(timesSentToLogin()).toBe(0);
  });

  it('ends the session after a change that could have replaced it, and did not', async () => {
    answers['GET /api/auth/me'] = { status: 401, body: refusal('unauthenticated', 'Session ended') };
    const { session, call, tokens, timesSentToLogin } = open(token);
    const refused = Promise.withResolvers<undefined>();
    answers['POST /api/auth/change-password'] = { status: 400, body: refusal('invalid', 'Wrong'), after: refused.promise };
    const body = { currentPassword: 'paper boat 2025', newPassword: 'paper boat 2026', keepPasskeysAndTokens: false };
    const changed = call(authRoutes.changePassword, { body }).then(session.adopt);
    const read = call(authRoutes.me, {});
    refused.resolve(undefined);
    await expect(changed).rejects.toMatchObject({ status: 400 });
    await expect(read).rejects.toMatchObject({ status: 401 });
    expect(tokens.read()).toBeNull();
    expect(timesSentToLogin()).toBe(1);
  });

  it('ends this session when another tab removes the token', async () => {
    answers['GET /api/auth/me'] = { status: 200, body: mara };
    const { session, tokens } = open(token);
    await session.start();
    tokens.remove();
    expect(session.getState()).toEqual({ status: 'anonymous', left: false });
  });
});

describe('calls', () => {
  it('turn a network failure into a readable message', async () => {
    const { call } = open();
    await new Promise((resolve) => void server.close(resolve));
    await expect(call(systemRoutes.health, {})).rejects.toMatchObject({
      code: 'unavailable',
      status: 0,
      message: expect.stringMatching(/Can't reach/),
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  });

  it('reject with the code, details and request id of an error response', async () => {
    const details = [{ path: 'email', message: 'Not a valid email address' }];
    answers['POST /api/auth/forgot-password'] = { status: 400, body: { ...refusal('invalid', 'Check the fields'), details } };
    const { call } = open();
    const failed = call(authRoutes.forgotPassword, { body: { email: 'x' } });
    await expect(failed).rejects.toMatchObject({ code: 'invalid', message: 'Check the fields', details, requestId: 'r1', status: 400 });
  });

  it('show the request id of a server error, so that users can report it', async () => {
    answers['POST /api/auth/forgot-password'] = { status: 500, body: refusal('internal', 'Something went wrong.') };
    const failed = open().call(authRoutes.forgotPassword, { body: { email: 'x' } });
    await expect(failed).rejects.toMatchObject({ message: 'Something went wrong. Request id: r1', serverMessage: 'Something went wrong.' });
  });
});

describe('beta mode', () => {
  const path = 'GET /api/public-settings/beta-mode';
  it.each([
    ['off when the server reports it off', { success: true, data: { betaModeEnabled: false } }, false],
    ['on when the server reports it on', { success: true, data: { betaModeEnabled: true } }, true],
    ['on when the value is missing', { success: true, data: {} }, true],
    ['on when all data is missing', { success: true }, true],
    ['on when success is not reported', { success: false, data: { betaModeEnabled: false } }, true],
  ])('is %s', async (_, body, expected) => {
    answers[path] = { status: 200, body };
    const { call, log } = open();
    expect(await readBetaMode(call, log)).toBe(expected);
  });

  it('is on after a failure, which is logged', async () => {
    answers[path] = { status: 500, body: refusal('internal', 'broken') };
    const { call, log, logged } = open();
    expect(await readBetaMode(call, log)).toBe(true);
    expect(logged).toEqual(['Error fetching beta mode status:']);
  });
});
