import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { companionZip } from '#shared/companion.ts';
import { firstMatch } from '#test/support/earshot-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'earshot-package-'));
const built = join(folder, 'built');
const modules = join(folder, 'node_modules');
const installed = join(modules, 'earshot');
const launcher = join(installed, 'bin/earshot');
const serverDir = join(installed, 'dist/server');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const node = (...args: string[]) => execFileSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });

// As npm would install it, without a registry: the workflows run a real installation.
beforeAll(() => {
  // `npm test` has built it just before.
  if (process.env['IS_BUILT']) cpSync('dist', built, { recursive: true, filter: (path) => basename(path) !== 'compile-cache' });
  else {
    const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error', '--outDir'];
    node(...vite, join(built, 'web'));
    node(...vite, join(built, 'server'), '--config', 'vite.server.ts');
  }
  node('deploy/pack.ts', built);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(built, `earshot-${version}.tgz`), '-C', installed, '--strip-components=1']);
  symlinkSync(resolve('node_modules/sqlite3'), join(modules, 'sqlite3'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The command, in the folder that it was installed into. */
function start(args: readonly string[], environment: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [launcher, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, EARSHOT_HTTP__PORT: '0', EARSHOT_REDDIT__SOURCE: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('serves the web app and the browser extension from an empty folder, with its data in that folder, and ends on SIGTERM', async () => {
  const child = start(['serve']);
  const url = await firstMatch(child.stderr, /listening on (\S+)/);
  const page = await (await fetch(url)).text();
  const script = /<script[^>]* src="([^"]+)"/.exec(page)?.[1] ?? '';
  expect((await fetch(new URL(script, `${url}/`))).status).toBe(200);
  expect((await fetch(`${url}/api/ready`)).status).toBe(200);
  expect((await fetch(`${url}/${companionZip}`)).headers.get('content-type')).toBe('application/zip');
  expect(readdirSync(join(folder, 'data'))).toContain('earshot.db');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('finds leads in the demo, with the data and the model that the package brings, and deletes it at one Ctrl+C', async () => {
  const temporary = mkdtempSync(join(folder, 'temporary-'));
  const demo = start(['demo'], { TMPDIR: temporary });
  const problems: string[] = [];
  demo.stderr?.on('data', (chunk: Buffer) => problems.push(chunk.toString()));
  expect(await firstMatch(demo.stdout, /r\/\S+ · u\/(\S+_sample)/)).toMatch(/_sample$/);
  expect(problems.join('')).not.toMatch(/"level":[456]0/);
  const load = "import('onnxruntime-node').then(({ InferenceSession }) => console.log(typeof InferenceSession.create))";
  expect(execFileSync(process.execPath, ['--eval', load], { cwd: installed, encoding: 'utf8' }).trim()).toBe('function');
  // Nothing else: the runtime of the model would keep what it tells its maker there.
  expect(readdirSync(temporary)).toEqual([expect.stringMatching(/^earshot-demo-/)]);
  const ended = once(demo, 'exit');
  demo.kill('SIGINT');
  // From npm, which got it from the terminal as well.
  await delay(20);
  demo.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  expect(readdirSync(temporary)).toEqual([]);
});

test('explains its commands', async () => {
  const help = start(['find', '--help']);
  expect(await firstMatch(help.stdout, /^(Usage: earshot find .*)$/)).toContain('what-you-sell');
  if (help.exitCode === null) await once(help, 'exit');
  expect(help.exitCode).toBe(0);
});

test('holds no sources, tests, or packages of the development, and adds sqlite3 alone', () => {
  const own = readdirSync(installed);
  expect(
    own.filter((name) => !/^(?:LICENSE|README\.md|CHANGELOG\.md|package\.json|sbom\.cdx\.json|bin|dist|licenses|node_modules)$/.test(name)),
  ).toEqual([]);
  expect(readdirSync(join(installed, 'node_modules')).sort()).toEqual(['onnxruntime-common', 'onnxruntime-node']);
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  expect(Object.keys(dependencies)).toEqual(['onnxruntime-common', 'onnxruntime-node', 'sqlite3']);
  expect(Object.values(dependencies).filter((asked) => !/^\d+\.\d+\.\d+$/.test(asked))).toEqual([]);
});

test('refuses an older Node in one line that says where to get a newer one', () => {
  const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.14.0' } })";
  const preload = `data:text/javascript,${encodeURIComponent(older)}`;
  const { status, stderr } = runOlder(preload);
  expect([status, stderr]).toEqual([2, 'Earshot needs Node 24.7 or later; this is 22.14.0. Install it from nodejs.org.\n']);
});

function runOlder(preload: string): { status: number | null; stderr: string } {
  try {
    execFileSync(process.execPath, ['--import', preload, launcher, '--version'], { encoding: 'utf8', stdio: 'pipe' });
    return { status: 0, stderr: '' };
  } catch (error) {
    return error as { status: number; stderr: string };
  }
}

/** An older Node of the machine, which `npm ci` runs with as well. */
const olderNode = (process.env.PATH ?? '')
  .split(delimiter)
  .map((dir) => join(dir, 'node'))
  .filter((path) => existsSync(path))
  .find((path) => Number(execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).split('.')[0]) < 24);

test.skipIf(!olderNode)('starts under an older Node with the one beside the dependencies', () => {
  expect(execFileSync(olderNode ?? '', ['bin/earshot', '--version'], { encoding: 'utf8' }).trim()).toBe(version);
});

test('reads a website in a separate thread', async () => {
  const site = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Invoices for freelancers</title><h1>Get paid sooner</h1>'),
  );
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  onTestFinished(() => void site.close());
  const websiteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  const child = start(['serve'], { EARSHOT_DATA_DIR: join(folder, 'other'), EARSHOT_SECURITY__ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
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

test('leaves showcase pages and test fixtures out of the web app and the server', () => {
  const [web, server] = ['web', 'server'].map((name) => readdirSync(join(installed, 'dist', name), { recursive: true, encoding: 'utf8' }));
  expect(web?.filter((name) => name.endsWith('.js')).length).toBeGreaterThan(20);
  expect([...(web ?? []), ...(server ?? [])].filter((name) => /showcase|fixture|\.test\b/.test(name))).toEqual([]);
});

test('references every file that the bundle reads by name, next to it', () => {
  const scripts = readdirSync(serverDir).filter((name) => name.endsWith('.js'));
  const named = scripts.flatMap((name) =>
    [...readFileSync(join(serverDir, name), 'utf8').matchAll(/new URL\(([^()]*), import\.meta\.url\)/g)].map(([, file = '']) => file),
  );
  expect(named.length).toBeGreaterThan(10);
  // A name that is only known at run time would not be copied.
  expect(named.filter((file) => !/^"[^"]+"$/.test(file) || !existsSync(join(serverDir, file.slice(1, -1))))).toEqual([]);
});

test('runs the bundle if it is newer than the sources, otherwise the sources', () => {
  const checkout = join(folder, 'checkout');
  const [bundle, source] = ['dist/server/main.js', 'src/cli/main.ts'].map((name) => join(checkout, name));
  for (const name of ['dist/server', 'src/cli', 'migrations']) mkdirSync(join(checkout, name), { recursive: true });
  for (const name of ['bin', 'package.json']) cpSync(name, join(checkout, name), { recursive: true });
  writeFileSync(bundle ?? '', "console.log('from the bundle');");
  writeFileSync(source ?? '', "console.log('from the sources');");
  const run = () => execFileSync(process.execPath, [join(checkout, 'bin/earshot')], { encoding: 'utf8' }).trim();
  const later = statSync(source ?? '').mtimeMs / 1000 + 60;
  utimesSync(bundle ?? '', later, later);
  expect(run()).toBe('from the bundle');
  utimesSync(source ?? '', later, later + 1);
  expect(run()).toBe('from the sources');
});
