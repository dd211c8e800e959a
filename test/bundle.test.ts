import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  mkdirSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

// Contents of the image (Dockerfile): the launcher, the bundle, package.json, and the package with native code.
const folder = mkdtempSync(join(tmpdir(), 'earshot-bundle-'));
const outDir = join(folder, 'dist/server');

beforeAll(() => {
  execFileSync(process.execPath, [
    'node_modules/vite/bin/vite.js',
    'build',
    '-c',
    'vite.server.ts',
    '--outDir',
    outDir,
    '--logLevel',
    'error',
  ]);
  for (const name of ['package.json', 'bin']) cpSync(name, join(folder, name), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(resolve('node_modules/sqlite3'), join(folder, 'node_modules/sqlite3'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const launcher = join(folder, 'bin/earshot');
const env = () => ({
  ...process.env,
  EARSHOT_DATA_DIR: mkdtempSync(join(folder, 'data-')),
  EARSHOT_HTTP__PORT: '0',
  EARSHOT_REDDIT__SOURCE: 'off',
});

function start(args: readonly string[], more: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [launcher, ...args], {
    cwd: folder,
    env: { ...env(), ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function firstMatch(input: NodeJS.ReadableStream | null, pattern: RegExp): Promise<string> {
  const seen: string[] = [];
  if (input)
    for await (const line of createInterface({ input })) {
      const found = pattern.exec(line)?.[1];
      if (found !== undefined) return found;
      seen.push(line);
    }
  throw new Error(`No line matches ${String(pattern)}:\n${seen.join('\n')}`);
}

test('serves from a folder without sources, and ends on SIGTERM', async () => {
  const child = start(['serve']);
  const url = await firstMatch(child.stderr, /listening on (\S+)/);
  const ready = await fetch(`${url}/api/ready`);
  expect(ready.status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

/** An older Node of the machine, which `npm ci` runs with as well. */
const olderNode = (process.env.PATH ?? '')
  .split(delimiter)
  .map((dir) => join(dir, 'node'))
  .filter((path) => existsSync(path))
  .find((path) => Number(execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).split('.')[0]) < 24);

test.skipIf(!olderNode)('starts under an older Node with the one beside the dependencies', () => {
  const version = execFileSync(olderNode ?? '', ['bin/earshot', '--version'], { encoding: 'utf8' }).trim();
  expect(version).toBe((JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version);
});

test('reads a website in a separate thread in the bundle', async () => {
  const site = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Invoices for freelancers</title><h1>Get paid sooner</h1>'),
  );
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  onTestFinished(() => void site.close());
  const websiteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  const child = start(['serve'], { EARSHOT_SECURITY__ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
  const url = await firstMatch(child.stderr, /listening on (\S+)/);
  const post = (path: string, body: unknown, token = '') =>
    fetch(`${url}/api${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    });
  const account = { username: 'ann', email: 'ann@example.test', password: 'ann has a long one' };
  const { token } = (await (await post('/auth/register', account)).json()) as { token: string };
  const proposal = await post('/campaigns/propose', { mode: 'website', websiteUrl }, token);
  expect(await proposal.json()).toMatchObject({ draft: { name: 'Invoices for freelancers' } });
});

test("finds the bundle's data files, so that the demo scores the sample data", async () => {
  const child = start(['demo']);
  expect(await firstMatch(child.stdout, /r\/\S+ · u\/(\S+_sample)/)).toMatch(/_sample$/);
  child.kill('SIGTERM');
  await once(child, 'exit');
});

test('leaves showcase pages and test fixtures out of the web app and the server', () => {
  const webDir = join(folder, 'dist/web');
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--outDir', webDir, '--logLevel', 'error']);
  const list = (dir: string) => readdirSync(dir, { recursive: true, encoding: 'utf8' });
  const web = list(webDir);
  expect(web.filter((name) => name.endsWith('.js')).length).toBeGreaterThan(20);
  expect([...web, ...list(outDir)].filter((name) => /showcase|fixture|\.test\b/.test(name))).toEqual([]);
});

test('references every file that the bundle reads by name, next to it', () => {
  const scripts = readdirSync(outDir).filter((name) => name.endsWith('.js'));
  const named = scripts.flatMap((name) =>
    [...readFileSync(join(outDir, name), 'utf8').matchAll(/new URL\(([^()]*), import\.meta\.url\)/g)].map(([, file = '']) => file),
  );
  expect(named.length).toBeGreaterThan(10);
  // A name that is only known at run time would not be copied.
  expect(named.filter((file) => !/^"[^"]+"$/.test(file) || !existsSync(join(outDir, file.slice(1, -1))))).toEqual([]);
});

test('runs the bundle if it is newer than the sources, otherwise the sources', () => {
  for (const name of ['src/cli', 'migrations']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'src/cli/main.ts'), "console.log('from the sources');");
  const run = () => execFileSync(process.execPath, [launcher, '--version'], { cwd: folder, encoding: 'utf8' }).trim();
  const later = new Date(Date.now() + 60_000);
  utimesSync(join(outDir, 'main.js'), later, later);
  expect(run()).toMatch(/^\d+\.\d+\.\d+$/);
  utimesSync(join(folder, 'src/cli/main.ts'), later, new Date(later.getTime() + 1000));
  expect(run()).toBe('from the sources');
  rmSync(join(folder, 'src'), { recursive: true });
});
