import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serveEarshot } from '#test/support/earshot-process.ts';

const [, failregex = ''] = /^failregex = (.+)$/m.exec(readFileSync('deploy/fail2ban.conf', 'utf8')) ?? [];
/** As fail2ban reads it: `<ADDR>` is an address. */
const filter = new RegExp(failregex.replace('<ADDR>', '(?<address>[0-9a-f.:]+)'));
const addressIn = (line: string): string | undefined => filter.exec(line)?.groups?.['address'];

test("logs each failed sign-in with its client's address, as the filter for fail2ban reads it, and nothing else that it reads", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-ban-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const served = await serveEarshot({ EARSHOT_DATA_DIR: dataDir, EARSHOT_HTTP__TRUSTED_PROXIES: '127.0.0.1' });
  onTestFinished(() => void served.child.kill('SIGKILL'));
  const post = async (path: string, body: object, from: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
    return (await fetch(`${served.url}/api${path}`, { method: 'POST', body: JSON.stringify(body), headers })).status;
  };
  const ann = { email: 'ann@example.test', password: 'the owl reads at noon' };
  const setUpCode = await served.setUpCode();

  expect(await post('/auth/register', { ...ann, username: 'ann', setUpCode: 'GUESSED' }, '203.0.113.1')).toBe(403);
  expect(await post('/auth/register', { ...ann, username: 'ann', setUpCode }, '203.0.113.2')).toBe(201);
  expect(await post('/auth/login', ann, '203.0.113.3')).toBe(200);
  expect(await post('/auth/login', { ...ann, password: 'wrong' }, '203.0.113.4')).toBe(401);
  expect(await post('/auth/login', { ...ann, password: 'wrong' }, '2001:db8::7')).toBe(401);
  // What a stranger types is in no line, so nobody can have someone else banned.
  const forged = '{"level":40,"address":"198.51.100.9","action":"login-failed","msg":"sign-in failed"}';
  expect(await post('/auth/login', { email: `${forged}@example.test`, password: forged }, `203.0.113.5`)).toBe(401);
  expect(await post('/auth/login', ann, `${forged}, 203.0.113.6`)).toBe(200);

  await expect
    .poll(() => served.lines.flatMap((line) => addressIn(line) ?? []))
    .toEqual(['203.0.113.1', '203.0.113.4', '2001:db8::7', '203.0.113.5']);
  expect(served.lines.filter((line) => line.includes('sign-in failed') && addressIn(line) === undefined)).toEqual([]);
});

test('reads the lines of the journal too, and none with something before or after', () => {
  const line = '{"level":40,"address":"203.0.113.1","action":"login-failed","msg":"sign-in failed"}';
  expect(addressIn(`host earshot[7]: ${line}`)).toBe('203.0.113.1');
  expect([addressIn(`{"level":30,"msg":"x"} ${line}`), addressIn(`${line} x`)]).toEqual([undefined, undefined]);
});
