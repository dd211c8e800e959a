import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeServer, type TestServer } from '#test/support/serve.ts';
import { connect as connectDatabase } from '#core/platform/db/connect.ts';
import { serve } from './main.ts';

let server: TestServer;
const start = async (...args: Parameters<typeof makeServer>) => {
  await server.close();
  server = await makeServer(...args);
};
beforeEach(async () => void (server = await makeServer()));
afterEach(() => server.close());

describe('health', () => {
  test('reveals only the state to anonymous callers, never version, path, or reason', async () => {
    expect((await server.api().get('/health')).json).toEqual({ status: 'ok', database: 'ok' });
    expect((await server.api().get('/ready')).json).toEqual({ status: 'ready', checks: { database: true, migrations: true, disk: true } });
  });

  test("is reported as failing by both endpoints when the database can't be read", async () => {
    await server.core.db.schema.renameTable('write_turn', 'gone');
    const [health, ready] = [await server.api().get('/health'), await server.api().get('/ready')];
    expect([health.status, health.json]).toEqual([503, { status: 'failing', database: 'failing' }]);
    expect([ready.status, ready.json]).toEqual([503, { status: 'not_ready', checks: { database: false, migrations: true, disk: true } }]);
  });

  test('is not ready with a missing migration or a newer database', async () => {
    await server.core.db('knex_migrations').insert({ name: '9999_from_the_future', batch: 9, migration_time: new Date(0) });
    expect((await server.api().get('/ready')).json).toMatchObject({ status: 'not_ready', checks: { migrations: false } });
  });
});

describe('public settings', () => {
  test('contain what the web app needs before sign-in', async () => {
    expect((await server.api().get('/public-settings/app')).json).toEqual({
      product: 'Earshot',
      // The only other place with the version.
      version: (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version,
      socketUrl: server.url,
      logIn: { password: true, issuer: null, proxy: false },
      registrationOpen: true,
      assistantsUrl: null,
      firstRun: true,
      needsSetUpCode: false,
      billingEnabled: false,
      uses: { roadmap: false, plans: false, beta: false },
      redditConfigured: false,
      postingEnabled: false,
      aiProvider: 'builtin',
    });
    await server.member('ann');
    expect((await server.api().get('/public-settings/app')).json).toMatchObject({ firstRun: false, registrationOpen: true });
  });

  test('follow the configuration without revealing secrets', async () => {
    await start({
      registration: 'first',
      reddit: { clientId: 'canary-id', clientSecret: 'canary-secret' },
      billing: { stripeKey: 'canary-key' },
    });
    const before = await server.api().get('/public-settings/app');
    expect(before.json).toMatchObject({ registrationOpen: true, redditConfigured: true, billingEnabled: true, uses: { plans: true } });
    await server.member('ann');
    expect((await server.api().get('/public-settings/app')).json).toMatchObject({ registrationOpen: false });
    expect(before.text).not.toContain('canary');
  });

  test('have beta mode off in a new instance', async () => {
    expect((await server.api().get('/public-settings/beta-mode')).json).toEqual({ success: true, data: { betaModeEnabled: false } });
  });
});

describe('metrics', () => {
  test('are available to this machine and to admins', async () => {
    const [admin, user] = [await server.member('ann'), await server.member('bob')];
    const afar = { headers: { 'x-forwarded-for': '203.0.113.9' } };
    expect((await server.api().get('/metrics')).status).toBe(200);
    expect((await server.api().send('GET', '/metrics', afar)).status).toBe(401);
    expect((await server.api(user.token).send('GET', '/metrics', afar)).status).toBe(403);
    expect((await server.api(admin.token).send('GET', '/metrics', afar)).status).toBe(200);
  });

  test('are in a format that Prometheus reads', async () => {
    await server.member('ann');
    await server.core.db('jobs').insert({ name: 'dis"cover', known_since: 0, last_success_at: 1_700_000_000_000 });
    await server.api().get('/nope');
    const { text, headers } = await server.api().get('/metrics');
    expect(headers.get('content-type')).toContain('text/plain; version=0.0.4');
    const label = String.raw`\w+="(?:[^"\\]|\\.)*"`;
    const sample = new RegExp(String.raw`^\w+(?:\{${label}(?:,${label})*\})? (?:[\d.e+-]+|\+Inf|NaN|Nan)$`);
    for (const line of text
      .trimEnd()
      .split('\n')
      .filter((one) => one !== '' && !one.startsWith('# ')))
      expect(line).toMatch(sample);
    expect(text).toMatch(/^earshot_http_request_duration_seconds_bucket\{le="5",area="unknown"\} 1$/m);
    expect(text).toContain('\nearshot_users 1\n');
    expect(text).toContain('earshot_http_requests_total{status="4xx"} 1\n');
    expect(text).toContain(String.raw`earshot_job_last_success_seconds{job="dis\"cover"} 1700000000`);
  });
});

test('allows writes during a long read, and reports the growing log in monitoring', async () => {
  await start({}, { onDisk: true });
  const file = join(server.core.config.dataDir, 'earshot.db');
  const logBytes = async () => Number(/^earshot_database_log_bytes (\d+)$/m.exec((await server.api().get('/metrics')).text)?.[1]);
  const reader = connectDatabase(file);
  await reader.transaction(async (reading) => {
    await reading('users').count();
    const before = await logBytes();
    for (let i = 0; i < 40; i += 1)
      await server.core.db('settings').insert({ key: `long-${i}`, value: JSON.stringify('x'.repeat(200_000)), updated_at: 0 });
    expect(await logBytes()).toBeGreaterThan(before + 6_000_000);
  });
  await reader.destroy();
  await server.core.db.raw('PRAGMA wal_checkpoint(TRUNCATE)');
  expect(await logBytes()).toBe(0);
});

test('serves other clients during five hundred requests that never end', async () => {
  await start({ http: { connectionsPerAddress: 1000 } });
  const { hostname, port } = new URL(server.url);
  const slow = await Promise.all(
    Array.from({ length: 500 }, async () => {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write('POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\nX-Slow: ');
      return socket;
    }),
  );
  const answers = await Promise.all(Array.from({ length: 20 }, () => server.api().get('/health')));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(slow.filter(({ destroyed }) => destroyed)).toEqual([]);
  for (const socket of slow) socket.destroy();
});

describe('demo', () => {
  const sign = (code: string) => server.api().post('/demo/sign-in', { code });
  test('signs in to the oldest account once with its code', async () => {
    await start({}, { demoCode: 'one-time-code' });
    const ann = await server.member('ann');
    expect((await sign('another-codes')).status).toBe(404);
    const [first, second] = [await sign('one-time-code'), await sign('one-time-code')];
    expect([first.status, second.status]).toEqual([200, 404]);
    const { token } = first.json as { token: string };
    expect((await server.api(token).get('/auth/me')).json).toMatchObject({ id: ann.user.id });
  });
  test('signs in one of twenty concurrent requests', async () => {
    await start({}, { demoCode: 'one-time-code' });
    await server.member('ann');
    const all = await Promise.all(Array.from({ length: 20 }, () => sign('one-time-code')));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });
  test('is not available on an ordinary server', async () => {
    await server.member('ann');
    for (const code of ['x', 'undefined', ' ']) expect((await sign(code)).status).toBe(404);
    expect((await sign('')).status).toBe(400);
  });
});

describe('shutdown', () => {
  /** Sends a body in two halves, so that the request is running while the server closes. */
  function halfSent(url: string) {
    const body = JSON.stringify({ email: 'ann@example.test', password: 'x' });
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => void (text += chunk.toString()));
    const closed = new Promise<string>((resolve) => void socket.on('close', () => resolve(text)));
    socket.write(
      `POST /api/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    );
    return { finish: () => void socket.write(body.slice(10)), closed };
  }

  test('lets a running request finish, accepts no new one, and closes the connection', async () => {
    const request = halfSent(server.url);
    await expect
      .poll(() =>
        server.core
          .db('users')
          .select('id')
          .then(() => true),
      )
      .toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const closing = server.close();
    await expect
      .poll(() =>
        fetch(`${server.url}/api/health`).then(
          () => 'answers',
          () => 'refused',
        ),
      )
      .toBe('refused');
    request.finish();
    expect(await request.closed).toContain('HTTP/1.1 401');
    await closing;
    server = await makeServer();
  });

  test("ends requests that don't finish in time", async () => {
    await start({}, { drainMs: 50 });
    const request = halfSent(server.url);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await server.close();
    expect(await request.closed).toBe('');
    server = await makeServer();
  });
});

test('deletes unfinished uploads of an earlier process at startup', async () => {
  const left = join(server.core.config.dataDir, 'tmp');
  mkdirSync(left);
  const file = join(left, 'x');
  writeFileSync(file, 'x');
  const second = await serve(server.core, { webRoot: left });
  expect(existsSync(file)).toBe(false);
  await second.close();
});

test('reports a port in use immediately', async () => {
  const port = Number(new URL(server.url).port);
  const core = { ...server.core, config: { ...server.core.config, http: { ...server.core.config.http, port } } };
  await expect(serve(core)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(`${port}`) });
});
