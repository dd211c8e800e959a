import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '#core/platform/config.ts';
import { type Browser, noBrowser } from '#core/accounts/browser.ts';
import { ownOrigin } from '#core/accounts/reset-links.ts';
import { backupTo } from '#core/platform/db/backup.ts';
import { silentLog } from '#core/platform/log.ts';
import { type Core, openCore } from '#core/open.ts';
import { readFileItems } from '#core/sources/files/file.ts';
import { backup, discover, fileCheck, retention } from '#jobs/jobs.ts';
import { attemptJob } from '#jobs/run.ts';
import { canMount, fillDisk, makeSmallDisk } from '#test/support/disks.ts';
import { type Authenticator, makeAuthenticator } from '#test/support/fakes/authenticator.ts';
import { makeServer, type TestServer } from '#test/support/serve.ts';
import { isOnPostgres } from '#test/support/test-database.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'earshot-storage-'));
const openIn = (dataDir: string): Promise<Core> =>
  openCore(parseConfig({ dataDir, reddit: { source: 'off' }, scoring: { reader: 'off' } }), { log: silentLog, hold: 'own' });
const modes = (dir: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, (statSync(join(dir, name)).mode & 0o777).toString(8)]),
  );

describe('data folder', () => {
  test('contains no file that another account of the machine can read, even if the folder existed before', async () => {
    const dir = folder();
    chmodSync(dir, 0o755);
    const core = await openIn(dir);
    await backupTo(core.db, join(dir, 'copy.db'));
    const seen = modes(dir);
    expect(Object.keys(seen).toSorted()).toEqual(
      expect.arrayContaining(['copy.db', 'earshot.db', 'earshot.db-wal', 'instance.lock', 'secret.key']),
    );
    expect(new Set(Object.values(seen))).toEqual(new Set(['600']));
    await core.close();
  });

  test('of an older version loses access for others, but keeps the group access that its operator set', async () => {
    const dir = folder();
    await (await openIn(dir)).close();
    chmodSync(join(dir, 'earshot.db'), 0o644);
    await (await openIn(dir)).close();
    expect(modes(dir)['earshot.db']).toBe('640');
  });
});

describe('database file', () => {
  async function used(): Promise<{ dir: string; file: string; bytes: Buffer }> {
    const dir = folder();
    const core = await openIn(dir);
    const rows = Array.from({ length: 300 }, (_, n) => ({ key: `k${n}`, value: 'x'.repeat(500), updated_at: 1 }));
    for (const row of rows) await core.db('settings').insert(row);
    mkdirSync(join(dir, 'backups'));
    await backupTo(core.db, join(dir, 'backups', 'earshot-2026-11-20T02-11-00.db'));
    await core.close();
    return { dir, file: join(dir, 'earshot.db'), bytes: readFileSync(join(dir, 'earshot.db')) };
  }

  test.each([
    ['with other content', () => Buffer.from('this is not a database at all, '.repeat(400))],
    ['with overwritten pages', (bytes: Buffer) => Buffer.from(bytes).fill(0x5a, 8 * 4096, 60 * 4096)],
    ['that is truncated', (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))],
    ['that is empty', () => Buffer.alloc(0)],
  ])('%s is left unchanged, with the fix in one line', async (_, spoil) => {
    const { dir, file, bytes } = await used();
    const spoiled = spoil(bytes);
    writeFileSync(file, spoiled);
    const error: unknown = await openIn(dir).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(
        /^earshot\.db is damaged, or is no database\. It was left as it is\. .*earshot restore .*earshot-2026-11-20/,
      ),
    });
    expect(readFileSync(file).equals(spoiled)).toBe(true);
    writeFileSync(file, bytes);
    await (await openIn(dir)).close();
  });

  test('that is large is checked after the start: a job names the damage and the fix', async () => {
    const { dir, file } = await used();
    const open = await openIn(dir);
    const large = { key: 'large', value: 'x'.repeat(101e6), updated_at: 1 };
    await open.db('settings').insert(large);
    await open.close();
    const bytes = readFileSync(file);
    const page = Math.floor(bytes.indexOf(`k150${'x'.repeat(500)}`) / 4096) * 4096;
    writeFileSync(file, bytes.fill(0x5a, page, page + 4096));
    const core = await openIn(dir);
    expect(await attemptJob(core, fileCheck)).toEqual({
      state: 'failed',
      error: expect.stringMatching(/^earshot\.db is damaged, .*earshot restore .*earshot-2026-11-20/),
    });
    await core.close();
  });

  test('that is sound passes the check, which ends early when it is asked to', async () => {
    const { dir } = await used();
    const core = await openIn(dir);
    const tables = (await core.db('sqlite_master').where({ type: 'table' }).whereNot('sql', 'like', 'create virtual table%')).length;
    expect(await attemptJob(core, fileCheck)).toEqual({ state: 'done', summary: { tables } });
    expect(await attemptJob(core, fileCheck, { signal: AbortSignal.abort() })).toEqual({ state: 'done', summary: { tables: 0 } });
    await core.close();
  });

  test('that is empty and has no backup starts a new instance', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'earshot.db'), '');
    const core = await openIn(dir);
    expect((await core.accounts.users.registrationState()).firstRun).toBe(true);
    await core.close();
  });
});

describe('full disk', () => {
  const campaign = { name: 'Mine', rules: [{ text: 'invoice' }], description: 'x'.repeat(4000) };

  // SQLite limits the pages of a file. A server's full disk is an error like any other (connect-postgres.ts).
  test.skipIf(isOnPostgres)('is reported, breaks nothing, still allows reading, and allows writing again once there is space', async () => {
    const server = await makeServer();
    const api = server.api((await server.member('ann')).token);
    const [pages] = await server.core.db.raw<{ page_count: number }[]>('PRAGMA page_count');
    await server.core.db.raw(`PRAGMA max_page_count = ${(pages?.page_count ?? 0) + 5}`);
    let last = await api.post('/campaigns', campaign);
    for (let n = 0; n < 60 && last.status === 201; n += 1) last = await api.post('/campaigns', campaign);
    expect([last.status, last.json]).toMatchObject([503, { error: 'unavailable', message: expect.stringContaining('disk') }]);
    expect(last.headers.get('retry-after')).toBe('10');
    expect((await api.get('/campaigns')).status).toBe(200);
    await server.core.db.raw('PRAGMA max_page_count = 1000000');
    expect((await api.post('/campaigns', campaign)).status).toBe(201);
    expect(await server.core.db.raw('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    await server.close();
  });

  test('refuses uploads and new posts when nearly full, but runs cleanup jobs', async () => {
    const disk = { free: -1 };
    const server = await makeServer({}, { diskSpace: () => Promise.resolve(disk.free) });
    const api = server.api((await server.member('ann')).token);
    await api.post('/campaigns', { name: 'Mine', rules: [{ text: 'invoice' }] });
    const upload = () => {
      const body = new FormData();
      body.set('file', new Blob(['{"title":"I need invoicing","subreddit":"x"}\n']), 'a.jsonl');
      return api.send('POST', '/import/file', { body });
    };
    expect((await upload()).status).toBe(503);
    expect((await api.post('/import/paste', { text: 'I need invoicing' })).status).toBe(202);
    await server.core.discovery.pipeline.settled();
    expect(await server.core.db('items')).toEqual([]);
    const stateOf = async (job: typeof discover) => (await attemptJob(server.core, job)).state;
    expect([await stateOf(discover), await stateOf(backup), await stateOf(retention)]).toEqual(['failed', 'failed', 'done']);
    expect((await server.api().get('/ready')).json).toMatchObject({ status: 'not_ready', checks: { disk: false } });
    disk.free = 1_000_000_000;
    expect((await upload()).status).toBe(202);
    await server.core.discovery.pipeline.settled();
    expect(await server.core.db('items')).toHaveLength(1);
    await server.close();
  });

  test("can't be caused by a compressed file that expands beyond the free space", async () => {
    const input = [gzipSync(Buffer.from('{"title":"I need invoicing","subreddit":"x"}\n'.repeat(40_000)))];
    async function* bytes() {
      yield* input;
    }
    const entries = await Array.fromAsync(readFileItems({ input: bytes(), maxUnpackedBytes: 1024 * 1024 }));
    expect(entries.length).toBeLessThan(30_000);
    expect(entries.at(-1)).toEqual({ bad: { line: expect.any(Number), message: 'The file breaks off: it unpacks to more than 1 MiB' } });
  });
});

describe.skipIf(!canMount)('disk without a free byte', () => {
  const megabyte = 1024 * 1024;
  const bodyOf = (body: unknown): RequestInit => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

  /** Over the services, because setting it up takes a browser. */
  async function addPasskey({ core }: TestServer, { token, password }: Awaited<ReturnType<TestServer['member']>>): Promise<Authenticator> {
    const { users } = core.accounts;
    const phone = makeAuthenticator(ownOrigin(core.config));
    const browser: Browser = { ...noBrowser, keepChallenge: (challenge) => void Object.assign(browser, { challenge }) };
    const { actor } = await users.sessionFrom(token);
    const options = await users.startPasskey(actor, { currentPassword: password }, browser);
    await users.addPasskey(actor, phone.create(options), browser);
    return phone;
  }

  async function fullServer({ reserve }: { reserve: boolean }) {
    const dataDir = folder();
    const disk = makeSmallDisk(dataDir, 48 * megabyte);
    const space = { free: 1000 * megabyte };
    const server = await makeServer({ dataDir }, { onDisk: true, diskSpace: () => Promise.resolve(space.free) });
    await server.member('root');
    const ann = await server.member('ann');
    const api = server.api(ann.token);
    const phone = await addPasskey(server, ann);
    const campaign = { name: 'Mine', rules: [{ text: 'invoice' }], description: 'x'.repeat(4000) };
    const made: string[] = [];
    for (let n = 0; n < 20; n += 1) made.push(((await api.post('/campaigns', campaign)).json as { id: string }).id);
    if (reserve) await server.core.reserve.keep();
    await server.core.db.raw('PRAGMA wal_checkpoint(TRUNCATE)');
    space.free = 0;
    fillDisk(dataDir);
    expect((await api.post('/campaigns', campaign)).status).toBe(503);
    const close = async () => {
      await server.close();
      disk.undo();
    };
    return { server, api, ann, phone, made, close };
  }

  test('fails every deletion without a reserve', async () => {
    const { api, made, close } = await fullServer({ reserve: false });
    const { status } = await api.delete(`/campaigns/${made[0]}`);
    await close();
    expect(status).toBe(503);
  });

  test('still lets users sign in with a passkey and delete what they have', async () => {
    const { server, phone, made, close } = await fullServer({ reserve: true });
    const asked = await server.api().post('/auth/passkeys/challenge');
    const cookie = asked.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    const answer = bodyOf(phone.get(asked.json as Parameters<Authenticator['get']>[0]));
    const headers = { 'content-type': 'application/json', cookie };
    const signedIn = await server.api().send('POST', '/auth/passkeys/sign-in', { ...answer, headers });
    const { token } = signedIn.json as { token: string };
    const deleted = await server.api(token).delete(`/campaigns/${made[0]}`);
    await close();
    expect([asked.status, signedIn.status, deleted.status]).toEqual([200, 200, 204]);
  });

  test('still lets users sign in, delete campaigns and their account, and the retention job run', async () => {
    const { server, api, ann, made, close } = await fullServer({ reserve: true });
    const signedIn = await server.api().post('/auth/login', { email: ann.email, password: ann.password });
    const deleted = await Promise.all(made.slice(0, 5).map((id) => api.delete(`/campaigns/${id}`)));
    const gone = await api.send('DELETE', '/auth/me', bodyOf({ password: ann.password }));
    const { state } = await attemptJob(server.core, retention);
    const left = await server.core.db('users').pluck('username').limit(5);
    const integrity = await server.core.db.raw('PRAGMA integrity_check');
    await close();
    expect([signedIn.status, deleted.map(({ status }) => status), gone.status, state]).toEqual([
      200,
      [204, 204, 204, 204, 204],
      204,
      'done',
    ]);
    expect([left, integrity]).toEqual([['root'], [{ integrity_check: 'ok' }]]);
  });

  test('lets the retention job run as the first to delete', async () => {
    const { server, close } = await fullServer({ reserve: true });
    const { state } = await attemptJob(server.core, retention);
    await close();
    expect(state).toBe('done');
  });
});
