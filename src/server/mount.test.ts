import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBodySchema } from '#shared/errors.ts';
import { makeServer, type Answer, type TestServer } from '#test/support/serve.ts';
import { rawRequest, sendRaw } from '#test/security/raw.ts';
import type { Actor } from '#core/platform/actor.ts';
import { silentLog } from '#core/platform/log.ts';
import { defineRoute, type Route } from '#shared/route.ts';
import { errorBoundary } from './errors.ts';
import type { ActorFrom } from './auth.ts';
import { createMount, type Handler, type MountOptions } from './mount.ts';
import type { ServerState } from './state.ts';
import { createWorkSlots } from './slots.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await makeServer();
  token = (await server.member('ann')).token;
});
afterAll(() => server.close());

const login = (init: RequestInit) => server.api().send('POST', '/auth/login', init);
const json = { 'content-type': 'application/json' };
const wrong = { email: 'ann@example.test', password: 'not it' };
/** The status of an error response, after checking its shape and that the request id equals the one in the header. */
function faultOf({ status, json: body, headers }: Answer): number {
  const { requestId } = errorBodySchema.strict().parse(body);
  if (requestId !== headers.get('x-request-id')) throw new Error('The ids differ');
  return status;
}

describe('request body', () => {
  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/json, text/plain'],
    ['application/jsonp'],
    ['text/json'],
    ['application/json; charset=latin1'],
    ['application/json; boundary=x'],
  ])('of type %s is rejected', async (type) =>
    expect(faultOf(await login({ headers: { 'content-type': type }, body: JSON.stringify(wrong) }))).toBe(415),
  );

  test('without a type, with two types, or compressed is rejected', async () => {
    const body = JSON.stringify(wrong);
    const size = `Content-Length: ${body.length}`;
    const type = 'Content-Type: application/json';
    const line = 'POST /api/auth/login';
    expect((await rawRequest(server.url, line, { headers: [size], body })).status).toBe(415);
    expect((await rawRequest(server.url, line, { headers: [size, type, 'Content-Type: text/plain'], body })).status).toBe(415);
    expect((await rawRequest(server.url, line, { headers: [size, type, 'Content-Encoding: gzip'], body })).status).toBe(415);
    expect((await rawRequest(server.url, line, { headers: [size, type], body })).status).toBe(401);
  });

  test.each(['application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON'])(
    'of type %s is read',
    async (type) => expect(faultOf(await login({ headers: { 'content-type': type }, body: JSON.stringify(wrong) }))).toBe(401),
  );

  test.each([
    ['nothing', ''],
    ['half of the JSON', '{"email":'],
    ['an array', '[]'],
    ['null', 'null'],
    ['a string', '"x"'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['overlong UTF-8', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['NUL in a text', '{"email":"a\\u0000b","password":"x"}'],
    ['half a surrogate pair', '{"email":"a\\ud800","password":"x"}'],
    ['a prototype key', '{"email":"a","password":"x","__proto__":{"role":"admin"}}'],
    ['a deep prototype key', '{"email":"a","password":{"constructor":{"prototype":1}}}'],
    ['50,000 levels', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['an array instead of a string', '{"email":["ann@example.test"],"password":"x"}'],
    ['an object instead of a string', '{"email":{"$ne":""},"password":"x"}'],
  ])('with %s is rejected', async (_, body) => expect(faultOf(await login({ headers: json, body }))).toBe(400));

  test.each(['__proto__', 'constructor', 'prototype'])('with the key %s is rejected at any depth, before any schema', async (key) => {
    const answer = await login({ headers: json, body: `{"email":"a","password":"x","more":[{"${key}":1}]}` });
    expect(answer.json).toMatchObject({ error: 'invalid', details: [{ path: key, message: 'Unknown key' }] });
  });

  test('has errors for each unknown key and invalid value, with their paths', async () => {
    const answer = await server.api().post('/auth/register', { username: '!', email: 'x', password: 'short', role: 'admin', id: 1 });
    expect(answer.status).toBe(400);
    const { details } = errorBodySchema.parse(answer.json);
    expect(new Set(details?.map(({ path }) => path))).toEqual(new Set(['email', 'id', 'password', 'role', 'username']));
    expect(details).toContainEqual({ path: 'role', message: 'Unknown key' });
  });

  test('may have exactly 64 KiB and no more', async () => {
    const sized = (bytes: number) =>
      JSON.stringify({ ...wrong, x: '' }).replace('"x":""', `"x":"${'y'.repeat(bytes - JSON.stringify({ ...wrong, x: '' }).length)}"`);
    expect(sized(65_536)).toHaveLength(65_536);
    expect(faultOf(await login({ headers: json, body: sized(65_536) }))).toBe(400);
    expect(faultOf(await login({ headers: json, body: sized(65_537) }))).toBe(413);
    expect(faultOf(await login({ headers: json, body: sized(5_000_000) }))).toBe(413);
  });

  test('has the same limit when sent in chunks without a length', async () => {
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const answer = await rawRequest(server.url, 'POST /api/auth/login', {
      headers: ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
      body: chunk.repeat(6),
    });
    expect(answer.status).toBe(413);
  });

  test('is not expected on routes without one, but an empty object is accepted', async () => {
    const api = server.api(token);
    const other = await server.member('nobody-special');
    expect(faultOf(await api.send('POST', '/auth/logout-everywhere', { body: '{"a":1}', headers: json }))).toBe(400);
    expect(faultOf(await api.send('POST', '/auth/logout-everywhere', { body: 'x', headers: { 'content-type': 'text/plain' } }))).toBe(415);
    expect((await server.api(other.token).send('POST', '/auth/logout-everywhere', { body: '{}', headers: json })).status).toBe(204);
  });
});

describe('API path', () => {
  test.each(['/nope', '/auth', '/auth/me/', '/auth//me', '/AUTH/me', '/auth/me;x', '/auth/me.svg', '/auth/%6De%2f', '/..%2fauth/me'])(
    '%s does not exist',
    async (path) => {
      const answer = await server.api(token).get(path);
      expect([404, 401]).toContain(answer.status);
      expect(faultOf(answer)).toBe(404);
    },
  );

  test('accepts only its own methods, and lists them', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await server.api(token).send(method, '/auth/login');
      expect(faultOf(answer)).toBe(405);
      expect(answer.headers.get('allow')).toBe('POST');
    }
    const options = await server.api().send('OPTIONS', '/auth/me');
    expect([options.status, options.text, options.headers.get('allow')]).toEqual([204, '', 'HEAD, GET, DELETE']);
    expect(options.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('responds to HEAD like to GET, without a body and with the same access check', async () => {
    expect((await server.api().send('HEAD', '/auth/me')).status).toBe(401);
    const head = await server.api(token).send('HEAD', '/auth/me');
    expect([head.status, head.text]).toEqual([200, '']);
  });

  test('accepts 4 KiB of query', async () => {
    expect((await server.api(token).get(`/auth/me?_t=${'1'.repeat(4093)}`)).status).toBe(200);
    expect(faultOf(await server.api(token).get(`/auth/me?_t=${'1'.repeat(4094)}`))).toBe(400);
    expect(faultOf(await server.api(token).get('/auth/me?q=%00'))).toBe(400);
    expect((await server.api(token).get('/auth/me?_t=%ff&_t=%c0%af')).status).toBe(200);
  });

  test('refuses query keys that a route does not know, by their names, except on public routes and for cache busting', async () => {
    const unknown = await server.api(token).get('/notifications?limit=5&limt=3&page=2');
    expect([unknown.status, unknown.json]).toMatchObject([
      400,
      {
        error: 'invalid',
        message: 'limt: Unknown key',
        details: [
          { path: 'limt', message: 'Unknown key' },
          { path: 'page', message: 'Unknown key' },
        ],
      },
    ]);
    expect(faultOf(await server.api(token).get('/auth/me?fields=id'))).toBe(400);
    expect((await server.api(token).get('/notifications?_t=1764340000')).status).toBe(200);
    expect((await server.api().get('/public-settings/app?utm_source=news&fbclid=x')).status).toBe(200);
  });

  test('accepts 16 KiB of headers', async () => {
    expect((await rawRequest(server.url, 'GET /api/health', { headers: [`X-Big: ${'x'.repeat(20_000)}`] })).status).toBe(431);
  });
});

describe('authentication', () => {
  test.each([
    ['no header', undefined],
    ['another scheme', 'Basic YW5uOmFubg=='],
    ['no token', 'Bearer'],
    ['two tokens', 'Bearer a b'],
    ['noise', 'Bearer é'],
  ])('rejects %s', async (_, authorization) => {
    const answer = await server.api().send('GET', '/auth/me', authorization === undefined ? {} : { headers: { authorization } });
    expect(faultOf(answer)).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('ignores a token in the query or a cookie', async () => {
    expect(faultOf(await server.api().get(`/auth/me?token=${token}&access_token=${token}`))).toBe(401);
    expect(faultOf(await server.api().send('GET', '/auth/me', { headers: { cookie: `token=${token}` } }))).toBe(401);
  });
});

test('shows only the request id of an unexpected error', async () => {
  const broken = await makeServer();
  const { token: bearer } = await broken.member('ann');
  await broken.core.db('users').update({ settings: 'not json /app/ SQLITE_' });
  const answer = await broken.api(bearer).get('/auth/me');
  expect(faultOf(answer)).toBe(500);
  expect(answer.text).not.toMatch(/JSON|SQLITE_|\/app\/| at |\.ts/);
  await broken.close();
});

test("strips fields that the response schema doesn't name", async () => {
  const answer = await server.api(token).get('/auth/me');
  expect(Object.keys(answer.json as object).sort()).toEqual([
    'createdAt',
    'email',
    'hasRedditConnection',
    'id',
    'plan',
    'role',
    'settings',
    'username',
    'workspace',
  ]);
});

test('disconnects a client that keeps sending its body after the response', async () => {
  const answer = await sendRaw(
    server.url,
    'POST /api/auth/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a',
  );
  expect(answer.status).toBe(405);
});

describe('handler', () => {
  /** Serves one route over TCP, without any service. */
  async function listenWith<R extends Route>(
    route: R,
    handler: Handler<R>,
    { actorFrom = () => Promise.reject(new Error('nobody')), ...options }: MountOptions & { actorFrom?: ActorFrom } = {},
  ) {
    const app = new Koa<ServerState>();
    const router = new Router<ServerState>();
    createMount(router, { actorFrom, deadlineMs: 10 })(route, handler, options);
    const closed = Promise.withResolvers<void>();
    app.use((ctx, next) => {
      ctx.res.once('close', () => closed.resolve());
      Object.assign(ctx.state, { requestId: 'test', address: '127.0.0.1', actor: null });
      return next();
    });
    app.use(errorBoundary(silentLog)).use(router.routes());
    const listening = app.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    const ask = (init?: RequestInit) => fetch(`http://127.0.0.1:${port}${route.path}`, init);
    return { ask, closed: closed.promise, close: () => void listening.close() };
  }
  async function answerOf<R extends Route>(route: R, handler: Handler<R>, options: MountOptions = {}): Promise<Response> {
    const { ask, close } = await listenWith(route, handler, options);
    const answer = await ask();
    close();
    return answer;
  }
  const base = { method: 'GET', path: '/x', access: 'public', tokens: 'none', summary: 'Under test' } as const;

  test('that never ends gets a timeout response', async () => {
    const answer = await answerOf(defineRoute({ ...base, response: z.null() }), () => new Promise<null>(() => {}));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
  });

  test('of costly work is aborted when its client gets the 503, and keeps its slot until it ends', async () => {
    const route = defineRoute({ ...base, response: z.null() });
    const slots = createWorkSlots({ perUser: 1, total: 1 });
    const stopped = Promise.withResolvers<unknown>();
    const finish = Promise.withResolvers<null>();
    const answer = await answerOf(
      route,
      (_input, _actor, { state: { signal } }) => {
        signal?.addEventListener('abort', () => stopped.resolve(signal.reason));
        return finish.promise;
      },
      { slots },
    );
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await stopped.promise).toMatchObject({ code: 'unavailable', message: 'The request timed out. Try again.' });
    const next = slots.enter('ann').then(() => 'in');
    expect(await Promise.race([next, nextTurn('waits')])).toBe('waits');
    finish.resolve(null);
    expect(await next).toBe('in');
  });

  test('that waits in line is told at the deadline that nothing was done, and gives up its place', async () => {
    const route = defineRoute({ ...base, response: z.null() });
    const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<null>()];
    let runs = 0;
    const app = await listenWith(
      route,
      () => {
        runs += 1;
        begun.resolve();
        return finish.promise;
      },
      { lane: 'lists' },
    );
    const first = Array.from({ length: 2 }, () => app.ask());
    await begun.promise;
    const waiting = await Promise.all(Array.from({ length: 300 }, () => app.ask()));
    const told = waiting.filter(({ status }) => status === 503);
    expect(told.length).toBeGreaterThan(0);
    expect(await told[0]?.json()).toMatchObject({ message: expect.stringContaining('was not handled') as string });
    expect((await app.ask()).status).toBe(503);
    finish.resolve(null);
    await Promise.all(first);
    expect(runs).toBe(2);
    app.close();
  });

  test('that changes something is not called for a client that had gone by its turn', async () => {
    const [asked, known] = [Promise.withResolvers<void>(), Promise.withResolvers<Actor>()];
    let runs = 0;
    const handler = () => {
      runs += 1;
      return null;
    };
    const actorFrom = () => {
      asked.resolve();
      return known.promise;
    };
    const app = await listenWith(defineRoute({ ...base, access: 'user', response: z.null() }), handler, { lane: 'writes', actorFrom });
    const leaving = new AbortController();
    const answer = app.ask({ signal: leaving.signal, headers: { authorization: 'Bearer token' } });
    await asked.promise;
    leaving.abort();
    await expect(answer).rejects.toThrow('aborted');
    await app.closed;
    known.resolve({ kind: 'system' });
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    expect(runs).toBe(0);
    expect((await app.ask({ headers: { authorization: 'Bearer token' } })).status).toBe(204);
    expect(runs).toBe(1);
    app.close();
  });

  test("can't return a column that the response schema doesn't name", async () => {
    const row = { id: '1', password_hash: 'canary', inner: { name: 'x', secret: 'canary' } };
    const route = defineRoute({ ...base, response: z.object({ id: z.string(), inner: z.object({ name: z.string() }) }) });
    expect(await (await answerOf(route, () => row)).json()).toEqual({ id: '1', inner: { name: 'x' } });
  });

  test('that violates the response contract causes an internal error', async () => {
    const route = defineRoute({ ...base, response: z.object({ id: z.string() }) });
    const answer = await answerOf(route, () => ({ id: 7 }) as never);
    expect([answer.status, await answer.json()]).toEqual([500, expect.objectContaining({ error: 'internal' })]);
  });
});
