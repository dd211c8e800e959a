import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type Core, openCore } from '#core/open.ts';
import { type ConfigInput, parseConfig } from '#core/platform/config.ts';
import { systemActor } from '#core/platform/actor.ts';
import { silentLog } from '#core/platform/log.ts';
import { makeFromBeforeBaseline } from '#test/support/before-baseline.ts';
import { startFakeOllama } from '#test/support/fakes/ollama/server.ts';
import { startFakeReddit } from '#test/support/fakes/reddit/server.ts';
import { startFakeOpenai } from '#test/support/fakes/openai/server.ts';
import { startSmtpServer } from '#test/support/fakes/smtp.ts';
import type { Finding } from './checks.ts';
import { examine } from './run-doctor.ts';

const root = mkdtempSync(join(tmpdir(), 'earshot-doctor-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

let folders = 0;
const newFolder = (): string => {
  const dataDir = join(root, String((folders += 1)));
  mkdirSync(dataDir);
  return dataDir;
};
const database = (dataDir: string) => join(dataDir, 'earshot.db');
/** Nothing listens there. */
const nowhere = 'http://127.0.0.1:9';

/** A data folder that a server used before. */
async function usedFolder(use: (core: Core) => Promise<unknown> = async () => {}): Promise<string> {
  const dataDir = newFolder();
  const core = await openCore(parseConfig({ dataDir }), { log: silentLog, hold: 'own' });
  await use(core);
  await core.close();
  return dataDir;
}

async function ollama(models: string[], die = false): Promise<string> {
  const fake = await startFakeOllama({ respond: () => '{"ok":true}', models });
  cleanups.push(fake.close);
  if (die) fake.die();
  return fake.host;
}

interface Broken {
  what: string;
  check: string;
  level: 'watch' | 'act';
  message: RegExp;
  config: () => Promise<NonNullable<ConfigInput>>;
}

const broken: Broken[] = [
  {
    what: 'a data folder that is a file',
    check: 'data folder',
    level: 'act',
    message: /is a file\. Set dataDir to a folder/,
    async config() {
      const dataDir = join(newFolder(), 'file');
      writeFileSync(dataDir, '');
      return Promise.resolve({ dataDir });
    },
  },
  {
    what: 'a database that was deleted while its log stayed',
    check: 'database',
    level: 'act',
    message: /earshot\.db/,
    async config() {
      const dataDir = await usedFolder();
      rmSync(database(dataDir));
      writeFileSync(`${database(dataDir)}-wal`, 'left behind');
      return { dataDir };
    },
  },
  {
    what: 'a database of no bytes',
    check: 'database',
    level: 'act',
    message: /damaged/,
    async config() {
      const dataDir = await usedFolder();
      truncateSync(database(dataDir), 0);
      return { dataDir };
    },
  },
  {
    what: 'a database that is something else',
    check: 'database',
    level: 'act',
    message: /damaged|not a database/i,
    async config() {
      const dataDir = newFolder();
      writeFileSync(database(dataDir), 'This is a shopping list. '.repeat(400));
      return Promise.resolve({ dataDir });
    },
  },
  {
    what: 'a database in which the nightly check found damage',
    check: 'database',
    level: 'act',
    message: /^earshot\.db is damaged/,
    async config() {
      const found = { name: 'file-check', known_since: 1, last_error: 'earshot.db is damaged, or is no database.' };
      return { dataDir: await usedFolder(({ db }) => db('jobs').insert(found)) };
    },
  },
  {
    what: 'a database of an older version',
    check: 'database',
    level: 'watch',
    message: /needs .*Run earshot migrate/,
    config: async () => ({ dataDir: await usedFolder(({ db }) => db('knex_migrations').delete()) }),
  },
  {
    what: 'a database from before 1.0.0',
    check: 'database',
    level: 'act',
    message: /^A version of Earshot from before 1\.0\.0 made this database/,
    async config() {
      const dataDir = newFolder();
      await makeFromBeforeBaseline(database(dataDir));
      return { dataDir };
    },
  },
  {
    what: 'the API of Reddit without a client ID',
    check: 'reddit',
    level: 'act',
    message: /reddit\.clientId is empty/,
    config: () => Promise.resolve({ dataDir: newFolder(), reddit: { source: 'api' } }),
  },
  {
    what: 'no client ID of Reddit',
    check: 'reddit',
    level: 'watch',
    message: /^Reddit isn't read: this instance has no Reddit app, .* Hacker News, .* and imports work without it\.$/,
    config: () => Promise.resolve({ dataDir: newFolder(), reddit: {} }),
  },
  {
    what: "Reddit's own feeds, which have ended",
    check: 'reddit',
    level: 'act',
    message: /^Reddit ended its feeds/,
    config: () => Promise.resolve({ dataDir: newFolder(), reddit: { source: 'rss' } }),
  },
  {
    what: 'a Reddit that does not answer',
    check: 'reddit',
    level: 'act',
    message: /can't be reached .* Check this machine's network connection/,
    config: () => Promise.resolve({ dataDir: newFolder(), reddit: { source: 'rss', wwwUrl: nowhere } }),
  },
  {
    what: 'an API address of Reddit that does not answer',
    check: 'reddit',
    level: 'act',
    message: /127\.0\.0\.1:9 can't be reached/,
    config: () => Promise.resolve({ dataDir: newFolder(), reddit: { source: 'api', clientId: 'app', apiUrl: nowhere } }),
  },
  {
    what: 'a wrong secret of the Reddit app',
    check: 'reddit',
    level: 'act',
    message: /rejected this client ID and secret/,
    async config() {
      const { url, close } = await startFakeReddit();
      cleanups.push(close);
      return { dataDir: newFolder(), reddit: { source: 'api', clientId: 'client', clientSecret: 'wrong', wwwUrl: url, apiUrl: url } };
    },
  },
  {
    what: 'a port that another program uses',
    check: 'port',
    level: 'act',
    message: /is in use by another program\. Stop it, or set http\.port/,
    async config() {
      const { url, close } = await startFakeReddit();
      cleanups.push(close);
      return { dataDir: newFolder(), http: { port: Number(new URL(url).port) } };
    },
  },
  {
    what: 'a data folder below a file',
    check: 'data folder',
    level: 'act',
    message: /can't be created: .* is a file/,
    async config() {
      const file = join(newFolder(), 'file');
      writeFileSync(file, '');
      return Promise.resolve({ dataDir: join(file, 'data') });
    },
  },
  {
    what: 'a Stripe key without the secret of its webhook',
    check: 'stripe',
    level: 'act',
    message: /webhookSecret is empty/,
    config: () => Promise.resolve({ dataDir: newFolder(), billing: { stripeKey: 'sk_test_1' } }),
  },
  {
    what: 'an issuer that answers nothing',
    check: 'single sign-on',
    level: 'act',
    message: /Couldn't reach 127\.0\.0\.1:9/,
    config: () => Promise.resolve({ dataDir: newFolder(), auth: { oidc: { issuer: nowhere, clientId: 'earshot' } } }),
  },
  {
    what: 'a public address without encryption',
    check: 'public URL',
    level: 'act',
    message: /has no encryption.* https/,
    config: () => Promise.resolve({ dataDir: newFolder(), http: { port: 0, publicUrl: 'http://earshot.example.com' } }),
  },
  {
    what: 'a wrong password of the email server',
    check: 'mail',
    level: 'act',
    message: /refused the login .*Check smtp\.url/,
    async config() {
      const smtp = await startSmtpServer({ login: { user: 'earshot', password: 'letmein' } });
      cleanups.push(smtp.close);
      return { dataDir: newFolder(), smtp: { url: smtp.url.replace('letmein', 'wrong') } };
    },
  },
  {
    what: 'an email server that is not there',
    check: 'mail',
    level: 'act',
    message: /Check smtp\.url/,
    config: () => Promise.resolve({ dataDir: newFolder(), smtp: { url: 'smtp://127.0.0.1:9' } }),
  },
  {
    what: 'a model that was not pulled',
    check: 'model',
    level: 'act',
    message: /ollama pull giant/,
    config: async () => ({
      dataDir: newFolder(),
      ai: { provider: 'ollama', ollama: { host: await ollama(['qwen3:4b-instruct']), model: 'giant' } },
    }),
  },
  {
    what: 'a model server that breaks off',
    check: 'model',
    level: 'act',
    message: /can't be used .*The built-in scorer is used until this is fixed/,
    config: async () => ({ dataDir: newFolder(), ai: { provider: 'ollama', ollama: { host: await ollama(['qwen3:4b-instruct'], true) } } }),
  },
  {
    what: 'a wrong key of the model server',
    check: 'model',
    level: 'act',
    message: /key/,
    async config() {
      const fake = await startFakeOpenai({ respond: () => '{"ok":true}' });
      cleanups.push(fake.close);
      return { dataDir: newFolder(), ai: { provider: 'openai', openai: { baseUrl: fake.baseUrl, apiKey: 'wrong' } } };
    },
  },
];

/** Without this, the other checks would go to the network. */
const offline = { reddit: { source: 'off' as const } };

test.each(broken)('doctor finds $what, and says what to do', async ({ check, level, message, config }) => {
  const findings = await examine(parseConfig({ ...offline, http: { port: 0 }, ...(await config()) }));
  const found = findings.find((one) => one.check === check);
  expect(found).toMatchObject({ level, message: expect.stringMatching(message) as unknown });
  // Of one fault, doctor doesn't make two.
  const others = findings.filter((one) => one.level === 'act' && one.check !== check && one.check !== 'web app');
  expect(others).toEqual([]);
  expect(findings.map((one) => one.message).join(' ')).not.toMatch(/\bwrong\b|letmein/);
});

test('doctor finds nothing to do for a set-up that works', async () => {
  const host = await ollama(['qwen3:4b-instruct']);
  const { url, close } = await startFakeReddit();
  cleanups.push(close);
  const reddit = { clientId: 'client', clientSecret: 'secret', wwwUrl: url, apiUrl: url, userAgent: 'web:example:v1 (by /u/ann)' };
  const http = { port: 0, publicUrl: 'http://localhost:3000' };
  const findings = await examine(parseConfig({ dataDir: await usedFolder(), http, reddit, ai: { provider: 'ollama', ollama: { host } } }));
  expect(findings.filter(({ level, check }) => level === 'act' && check !== 'web app')).toEqual([]);
});

test('doctor checks what was set in the browser, under the value of the file', async () => {
  const smtp = await startSmtpServer({ login: { user: 'earshot', password: 'letmein' } });
  cleanups.push(smtp.close);
  const { hostname, port } = new URL(smtp.url);
  const dataDir = newFolder();
  const config = parseConfig({ dataDir, ...offline, security: { allowPrivateHosts: [`${hostname}:${port}`] } });
  const core = await openCore(config, { log: silentLog, hold: 'own' });
  const values = { 'smtp.host': hostname, 'smtp.port': Number(port), 'smtp.user': 'earshot', 'smtp.password': 'letmein' };
  await core.instance.connections.change(systemActor, 'email', values);
  await core.close();

  const find = (findings: Finding[], check: string) => findings.find((one) => one.check === check);
  const findings = await examine(config);
  expect(find(findings, 'connections')).toMatchObject({ level: 'ok', message: 'set in the browser: email' });
  expect(find(findings, 'mail')).toMatchObject({ level: 'ok', message: 'the email server accepts the login' });
  const closed = await examine(parseConfig({ dataDir, ...offline }));
  expect(find(closed, 'mail')).toMatchObject({ level: 'act', message: expect.stringContaining('Admin → Connections') as unknown });

  rmSync(join(dataDir, 'secret.key'));
  const without = await examine(config);
  expect(find(without, 'connections')).toMatchObject({ level: 'watch', message: expect.stringContaining('enter it again') as unknown });
  expect(existsSync(join(dataDir, 'secret.key'))).toBe(false);
});

test('doctor says of each source outside Reddit whether it could be read last', async () => {
  const now = Date.now();
  const row = { name_key: 'x', name: 'x', last_try_at: now, newest_at: null, items: 0 };
  const dataDir = await usedFolder(async ({ db }) => {
    await db('streams').insert([
      { ...row, source: 'bluesky', kind: 'bluesky', state: 'failed', failure: 'unreachable', error: "Bluesky couldn't be reached." },
      { ...row, source: 'hackernews', kind: 'hackernews', state: 'empty', last_success_at: now },
    ]);
  });
  const findings = await examine(parseConfig({ dataDir, ...offline }));
  expect(findings.filter(({ check }) => ['bluesky', 'hacker news', 'lemmy and piefed'].includes(check))).toEqual([
    { check: 'hacker news', level: 'ok', message: 'is read' },
    { check: 'bluesky', level: 'watch', message: "Bluesky couldn't be reached." },
  ]);
});
