import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { serveEarshot } from '#test/support/earshot-process.ts';
import { canMount, fillDisk, makeReadOnly, makeSmallDisk } from '#test/support/disks.ts';

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'earshot-start-'));
  folders.push(made);
  return made;
};
afterAll(() => folders.forEach((made) => rmSync(made, { recursive: true, force: true })));

const start = (dataDir: string, environment: Record<string, string> = {}) =>
  spawn(process.execPath, ['bin/earshot', 'serve'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      EARSHOT_DATA_DIR: dataDir,
      EARSHOT_REDDIT__SOURCE: 'off',
      EARSHOT_HTTP__PORT: '0',
      EARSHOT_LOG__LEVEL: 'silent',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });

/** Waits for the process to exit; one that neither serves nor exits runs into the test's timeout. */
async function failedStart(dataDir: string, environment?: Record<string, string>): Promise<{ status: number | null; lines: string[] }> {
  const child = start(dataDir, environment);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, lines: said.trimEnd().split('\n') };
}

async function startsAndEnds(dataDir: string): Promise<boolean> {
  const child = start(dataDir);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  for await (const chunk of child.stderr as AsyncIterable<Buffer>) if (chunk.toString().includes('listening on')) child.kill('SIGTERM');
  return (await ended)[0] === 0;
}

/** A data folder that a server used before. */
async function usedFolder(): Promise<string> {
  const dataDir = folder();
  await startsAndEnds(dataDir);
  return dataDir;
}

describe('failed start', () => {
  test.each<[string, Record<string, string>, number, RegExp]>([
    [
      'a wrong cron expression',
      { EARSHOT_JOBS__BACKUP: '99 99 * * *' },
      2,
      /^"99 99 \* \* \*" is not a valid cron expression \(for the job backup\)\. Correct it under jobs\.$/,
    ],
    [
      'a trusted proxy that is no address',
      { EARSHOT_HTTP__TRUSTED_PROXIES: '10.0.0.1,proxy' },
      2,
      /http\.trustedProxies: Must be addresses or networks such as 10\.0\.0\.0\/8$/,
    ],
    [
      'a trusted network that is too narrow',
      { EARSHOT_HTTP__TRUSTED_PROXIES: '10.0.0.0/99' },
      2,
      /http\.trustedProxies: Must be addresses or networks/,
    ],
    [
      'an address of another machine',
      { EARSHOT_HTTP__HOST: '203.0.113.9' },
      2,
      /^203\.0\.113\.9 is not an address of this machine\. Set another one \(http\.host\)\.$/,
    ],
  ])('prints one line that says what to do for %s', async (...row) => {
    const [, environment, status, message] = row;
    const dataDir = folder();
    const failed = await failedStart(dataDir, environment);
    expect(failed).toMatchObject({ status, lines: expect.arrayContaining([expect.stringMatching(message)]) });
    // Configuration problems have a heading.
    expect(failed.lines.filter((line) => line !== 'The configuration has problems:')).toHaveLength(1);
    expect(await startsAndEnds(dataDir)).toBe(true);
  });

  test('prints one line that says what to do for a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = String(typeof address === 'object' && address ? address.port : 0);
    expect(await failedStart(folder(), { EARSHOT_HTTP__PORT: port })).toEqual({
      status: 4,
      lines: [`Port ${port} is in use by another program. Stop it, or set another port (http.port).`],
    });
    other.close();
  });

  test("prints one line for a folder that another server holds, and doesn't affect that server", async () => {
    const dataDir = folder();
    const first = start(dataDir);
    const ended = once(first, 'exit');
    await once(first.stderr, 'data');
    expect(await failedStart(dataDir)).toEqual({
      status: 4,
      lines: [`Another Earshot is running on ${dataDir}. Stop it first, or set another folder (dataDir).`],
    });
    first.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test.each<[string, (dataDir: string) => void, RegExp]>([
    [
      'a data folder that is a file',
      (dataDir) => (rmSync(dataDir, { recursive: true }), writeFileSync(dataDir, '')),
      /is not a folder\. Set another one \(dataDir\)\.$/,
    ],
    ['a database that is a folder', (dataDir) => mkdirSync(join(dataDir, 'earshot.db')), /can't be written\. Make it writable/],
    ['a lock that is a folder', (dataDir) => mkdirSync(join(dataDir, 'instance.lock')), /can't be written\. Make it writable/],
    [
      'a key without its database',
      (dataDir) => writeFileSync(join(dataDir, 'secret.key'), 'x'.repeat(40)),
      /^earshot\.db is missing, though .* still holds secret\.key\. Put earshot\.db back\./,
    ],
  ])('prints one line that says what to do for %s', async (_, spoil, message) => {
    const dataDir = folder();
    spoil(dataDir);
    expect(await failedStart(dataDir)).toEqual({ status: 1, lines: [expect.stringMatching(message)] });
  });

  test("prints one line for a key that is too short or can't be read", async () => {
    const dataDir = await usedFolder();
    const key = join(dataDir, 'secret.key');
    writeFileSync(key, 'short');
    expect(await failedStart(dataDir)).toEqual({
      status: 1,
      lines: [expect.stringContaining('secret.key in the data folder is too short')],
    });
    rmSync(key);
    mkdirSync(key);
    expect(await failedStart(dataDir)).toEqual({
      status: 1,
      lines: [expect.stringContaining("secret.key in the data folder can't be read")],
    });
  });

  test.skipIf(!canMount).each([
    ['an empty', () => Promise.resolve(folder())],
    ['a used', usedFolder],
  ])('prints one line for a %s read-only folder', async (_, make) => {
    const dataDir = await make();
    const readOnly = makeReadOnly(dataDir);
    const failed = await failedStart(dataDir).finally(readOnly.undo);
    expect(failed).toEqual({
      status: 1,
      lines: [expect.stringContaining(`The data folder ${dataDir} can't be written.`)],
    });
  });
});

describe.skipIf(!canMount)('start on a full disk', () => {
  const isFull = (dataDir: string) => ({ status: 1, lines: [`The disk of ${dataDir} is full. Free some space, then try again.`] });

  test.each([16_384, 65_536, 409_600])(
    'exits with one line for a new instance with %i bytes, and succeeds once there is space',
    async (bytes) => {
      const dataDir = folder();
      const disk = makeSmallDisk(dataDir, bytes);
      const failed = await failedStart(dataDir);
      const grown = disk.grow(20_000_000) && (await startsAndEnds(dataDir));
      disk.undo();
      expect([failed, grown]).toEqual([isFull(dataDir), true]);
    },
  );

  test("exits with one line for a used folder, and doesn't change its database", async () => {
    const used = await usedFolder();
    const dataDir = folder();
    const disk = makeSmallDisk(dataDir, statSync(join(used, 'earshot.db')).size + 100_000);
    for (const name of ['earshot.db', 'secret.key']) copyFileSync(join(used, name), join(dataDir, name));
    fillDisk(dataDir);
    const failed = await failedStart(dataDir);
    const isUnchanged = readFileSync(join(dataDir, 'earshot.db')).equals(readFileSync(join(used, 'earshot.db')));
    const grown = disk.grow(20_000_000) && (await startsAndEnds(dataDir));
    disk.undo();
    expect([failed, isUnchanged, grown]).toEqual([isFull(dataDir), true, true]);
  });
});

test('prints the set-up code that the first account needs where a proxy lets others in', async () => {
  const served = await serveEarshot({ EARSHOT_DATA_DIR: folder(), EARSHOT_HTTP__TRUSTED_PROXIES: '127.0.0.1' });
  const account = { username: 'ann', email: 'ann@example.test', password: 'the owl reads at noon' };
  const register = async (setUpCode?: string) => {
    const body = JSON.stringify({ ...account, setUpCode });
    const { status } = await fetch(`${served.url}/api/auth/register`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    return status;
  };
  expect(await register()).toBe(403);
  expect(await register(await served.setUpCode())).toBe(201);
  expect(await served.stop()).toBe(0);
});
