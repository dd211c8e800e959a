import { describe, expect, it } from 'vitest';
import { fault } from '#test/support/fakes/reddit/faults.ts';
import { openTransport } from '#test/support/fakes/reddit/transport.ts';
import { readRecordedReply } from '#test/support/fixtures.ts';
import { createAppToken, readTokenReply } from './token.ts';

const now = Date.UTC(2026, 10, 20, 12);
const json = { 'content-type': 'application/json; charset=UTF-8' };
const reply = (status: number, body: unknown, headers: Record<string, string> = json) => ({
  status,
  headers: new Headers(headers),
  text: typeof body === 'string' ? body : JSON.stringify(body),
});

describe('token responses', () => {
  it.each([
    ['a used code', reply(200, { error: 'invalid_grant' }), 'grant'],
    ['a revoked refresh token', reply(400, { error: 400 }), 'grant'],
    ['a revoked refresh token in words', reply(400, { message: 'Bad Request', error: 400 }), 'grant'],
    [
      'a grant that this app may not use',
      reply(200, { error: 'unauthorized_client', error_description: 'Only script apps may use password auth' }),
      'setup',
    ],
    ['a malformed request', reply(200, { error: 'invalid_request' }), 'setup'],
    ['an unknown scope', reply(200, { error: 'invalid_scope' }), 'setup'],
    ['an unknown grant', reply(200, { error: 'unsupported_grant_type' }), 'setup'],
    ['a wrong client secret', reply(401, { message: 'Unauthorized', error: 401 }), 'credentials'],
    ['a block page', reply(403, '<html>blocked by network security</html>', { 'content-type': 'text/html' }), 'blocked'],
    ['too many requests', reply(429, { message: 'Too Many Requests', error: 429 }), 'throttled'],
    ['a server error', reply(503, ''), 'trouble'],
    ['a web page', reply(200, '<html></html>', { 'content-type': 'text/html' }), 'trouble'],
    ['a bad request of the edge, in HTML', reply(400, '<html>400 Bad request</html>'), 'trouble'],
    ['nothing at all', reply(200, ''), 'trouble'],
    ['a token without a length of life', reply(200, { access_token: 'x', token_type: 'bearer' }), 'trouble'],
  ])('distinguish %s', (_, given, reason) => {
    expect(readTokenReply(given, now)).toMatchObject({ kind: 'refused', reason });
  });

  it('include lifetime, scopes, and a new refresh token', () => {
    const given = reply(200, { access_token: 'a', token_type: 'bearer', expires_in: 86_400, refresh_token: 'r', scope: 'read identity' });
    expect(readTokenReply(given, now)).toEqual({
      kind: 'token',
      accessToken: 'a',
      expiresAt: now + 86_340_000,
      refreshToken: 'r',
      scopes: ['read', 'identity'],
    });
  });

  it.each([
    ['oauth_client_credentials_ok', { kind: 'token', refreshToken: null, scopes: ['*'], expiresAt: now + 3_540_000 }],
    ['oauth_client_credentials_scoped', { kind: 'token', scopes: ['adsedit', 'adsread', 'creddits', 'history'] }],
    ['oauth_installed_client_bad_device_200', { kind: 'refused', reason: 'setup', message: 'Reddit refused the sign-in: bad device_id' }],
    ['oauth_password_unauthorized_client_200', { kind: 'refused', reason: 'setup' }],
    ['oauth_refresh_ok_2020_no_refresh_token', { kind: 'token', refreshToken: null }],
    ['oauth_refresh_ok_2026', { kind: 'token', refreshToken: '<REFRESH_TOKEN>', expiresAt: now + 86_340_000 }],
    ['oauth_token_code_invalid_200', { kind: 'refused', reason: 'grant' }],
    ['oauth_token_code_permanent', { kind: 'token', refreshToken: '<REFRESH_TOKEN>', scopes: ['identity'] }],
    ['oauth_token_code_temporary', { kind: 'token', refreshToken: null }],
  ])('can be read from the recording %s', (name, outcome) => {
    const { status, body, headers } = readRecordedReply(name);
    expect(readTokenReply(reply(status, body, headers), now)).toMatchObject(outcome);
  });
});

describe("the app's own token", () => {
  async function openToken() {
    const { reddit, clock, access } = await openTransport();
    if (!access.client) throw new Error('no client');
    const token = createAppToken({ endpoint: access.client.endpoint, now: clock.now });
    const asked = () => reddit.requests.filter(({ path }) => path === '/api/v1/access_token').length;
    return { reddit, clock, token, asked };
  }

  it('is fetched once for fifty concurrent callers, with Basic auth and our User-Agent', async () => {
    const { reddit, token, asked } = await openToken();
    const tokens = await Promise.all(Array.from({ length: 50 }, () => token.get()));
    expect([new Set(tokens).size, asked()]).toEqual([1, 1]);
    expect(reddit.requests[0]).toMatchObject({
      method: 'POST',
      body: 'grant_type=client_credentials',
      headers: { authorization: `Basic ${btoa('client:secret')}`, 'user-agent': expect.stringMatching(/^web:earshot:v/) },
    });
  });

  it('is reused until it expires or is dropped', async () => {
    const { clock, token, asked } = await openToken();
    const first = await token.get();
    clock.advance(86_400_000 - 61_000);
    expect(await token.get()).toBe(first);
    clock.advance(2000);
    const second = await token.get();
    expect(second).not.toBe(first);
    token.drop(first);
    expect(await token.get()).toBe(second);
    token.drop(second);
    expect(await token.get()).not.toBe(second);
    expect(asked()).toBe(3);
  });

  it.each([
    ['unauthorized', 300_000, fault.json(401, { message: 'Unauthorized', error: 401 })],
    ['unauthorized', 300_000, fault.json(200, { error: 'unauthorized_client' })],
    ['forbidden', 300_000, fault.blocked()],
    ['limited', 60_000, fault.tooMany()],
    ['limited', 7000, fault.tooMany({ 'retry-after': '7' })],
  ])('is not requested again after a refusal (%s) for %s ms', async (kind, wait, refusal) => {
    const { reddit, clock, token, asked } = await openToken();
    reddit.faults.add({ fault: refusal, times: 1 });
    await expect(token.get()).rejects.toMatchObject({ kind, retryAt: clock.now() + wait });
    await expect(token.get()).rejects.toMatchObject({ kind });
    expect(asked()).toBe(1);
    clock.advance(wait);
    expect(await token.get()).toMatch(/^token-/);
  });

  it('is requested again after a temporary failure', async () => {
    const { reddit, token } = await openToken();
    reddit.faults.add({ fault: fault.serverError(), times: 1 });
    await expect(token.get()).rejects.toMatchObject({ kind: 'unreachable', passing: true });
    expect(await token.get()).toMatch(/^token-/);
  });
});
