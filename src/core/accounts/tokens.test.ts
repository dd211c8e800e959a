import { createHmac, generateKeyPairSync } from 'node:crypto';
import { CompactSign, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { describe, expect, test } from 'vitest';
import { AppError } from '#core/platform/errors.ts';
import { createAccessTokens } from './tokens.ts';

const key = new Uint8Array(32).fill(7);
const start = Date.UTC(2026, 10, 21, 9);
const clock = { now: start };
const tokens = createAccessTokens({ key, days: 7, now: () => clock.now });
const at = start / 1000;
const good: JWTPayload = { sub: '1', ver: 1, sid: '5', typ: 'access', iss: 'earshot', aud: 'earshot-api', iat: at, exp: at + 60 };
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (payload: JWTPayload) =>
  new CompactSign(Buffer.from(JSON.stringify(payload))).setProtectedHeader({ alg: 'HS256' }).sign(key);
const byHand = (header: unknown, payload: unknown, { by = key, hash = 'sha256' }: { by?: Uint8Array; hash?: string } = {}) => {
  const text = `${base64(header)}.${base64(payload)}`;
  return `${text}.${createHmac(hash, by).update(text).digest('base64url')}`;
};
/** `passed`, or the error code of a token. */
const fateOf = (token: string): Promise<string> =>
  tokens.verify(token).then(
    () => 'passed',
    (error: unknown) => (error instanceof AppError ? error.code : 'crashed'),
  );

describe('access tokens', () => {
  test('contain the user, the version, and the expiry', async () => {
    clock.now = start;
    const token = await tokens.sign({ userId: '42', stamp: 3, sessionId: '5' });
    expect(await tokens.verify(token)).toEqual({ userId: '42', stamp: 3, sessionId: '5', expiresAt: start + 7 * 86_400_000 });
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload;
    expect(Object.keys(payload).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub', 'typ', 'ver']);
  });

  test('expire', async () => {
    clock.now = start;
    const token = await tokens.sign({ userId: '42', stamp: 3, sessionId: '5' });
    clock.now = start + 7 * 86_400_000 - 1000;
    await tokens.verify(token);
    clock.now = start + 7 * 86_400_000;
    expect(await fateOf(token)).toBe('unauthenticated');
    clock.now = start;
  });

  test('accepts a handmade copy of a valid token, as a baseline for the rejections below', async () => {
    expect(await tokens.verify(byHand({ alg: 'HS256' }, good))).toMatchObject({ userId: '1' });
    expect(await tokens.verify(await signed(good))).toMatchObject({ userId: '1' });
  });

  test('never takes the algorithm from the token', async () => {
    expect(await fateOf(new UnsecuredJWT(good).encode())).toBe('unauthenticated');
    for (const alg of ['none', 'None', 'nOnE', ' HS256', 'HS256 ', 'hs256', 'HS512', 'RS256', ''])
      expect(await fateOf(byHand({ alg }, good))).toBe('unauthenticated');
    for (const [alg, hash] of [
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
    ] as const)
      expect(await fateOf(byHand({ alg }, good, { hash }))).toBe('unauthenticated');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    expect(await fateOf(await new SignJWT(good).setProtectedHeader({ alg: 'RS256' }).sign(privateKey))).toBe('unauthenticated');
  });

  test('never takes a key from the token', async () => {
    const own = new Uint8Array(32).fill(9);
    const jwk = { kty: 'oct', k: Buffer.from(own).toString('base64url') };
    expect(await fateOf(byHand({ alg: 'HS256', jwk }, good, { by: own }))).toBe('unauthenticated');
    expect(await fateOf(byHand({ alg: 'HS256', kid: '../../../dev/null' }, good, { by: new Uint8Array(0) }))).toBe('unauthenticated');
    expect(await fateOf(byHand({ alg: 'HS256', jku: 'http://127.0.0.1/keys' }, good, { by: own }))).toBe('unauthenticated');
    expect(await fateOf(byHand({ alg: 'HS256', crit: ['x'], x: 1 }, good))).toBe('unauthenticated');
  });

  test.each([
    ['another audience', { aud: 'elsewhere' }],
    ['another issuer', { iss: 'elsewhere' }],
    ['another kind', { typ: 'reset' }],
    ['no kind', { typ: undefined }],
    ['no end', { exp: undefined }],
    ["an expiry that isn't a number", { exp: 'never' }],
    ['no start', { iat: undefined }],
    ['no version', { ver: undefined }],
    ["a version that isn't a number", { ver: '1' }],
    ['no session', { sid: undefined }],
    ["a session that isn't an id", { sid: 'all' }],
    ['no subject', { sub: undefined }],
    ["a subject that isn't an id", { sub: 'admin' }],
    ['an array of subjects', { sub: ['1'] }],
    ['a validity that starts in the future', { nbf: at + 600 }],
  ])('rejects %s', async (_, change) => {
    expect(await fateOf(byHand({ alg: 'HS256' }, { ...good, ...change }))).toBe('unauthenticated');
  });

  test('rejects a changed payload, a truncated signature, and random text', async () => {
    const [header, , signature] = (await signed(good)).split('.');
    expect(await fateOf(`${header}.${base64({ ...good, sub: '2' })}.${signature}`)).toBe('unauthenticated');
    expect(await fateOf(`${header}.${base64(good)}.${signature?.slice(0, -2)}`)).toBe('unauthenticated');
    for (const noise of ['', '.', '..', 'a.b.c', 'null', '{}', '\0', 'é.é.é', '.'.repeat(5000)])
      expect(await fateOf(noise)).toBe('unauthenticated');
  });
});
