import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';

type Advisories = Record<string, { id: number; url: string; title: string; severity: string; vulnerable_versions: string }[]>;

/** A registry with these advisories, or one that gives none. Returns what `npm run audit` says. */
async function audit(advisories: Advisories | null) {
  const asked: string[] = [];
  const registry = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const isAudit = request.url === '/-/npm/v1/security/advisories/bulk' && advisories !== null;
      const body = Buffer.concat(parts);
      if (isAudit) asked.push(...Object.keys(JSON.parse((body[0] === 0x1f ? gunzipSync(body) : body).toString()) as object));
      response.writeHead(isAudit ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(isAudit ? advisories : {}));
    });
  });
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  onTestFinished(() => void registry.close());
  const { port } = registry.address() as AddressInfo;
  // npm keeps what an advisory means for a package.
  const cache = mkdtempSync(join(tmpdir(), 'earshot-audit-'));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  const child = spawn(process.execPath, ['deploy/audit.ts'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_fetch_retries: '0',
      npm_config_cache: cache,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, said, asked };
}
const weakness = (severity: string) => ({
  id: 1,
  url: 'https://advisories.example/1',
  title: 'A made-up weakness',
  severity,
  vulnerable_versions: '*',
});

test('asks about every package of the lock file and says which data it used', async () => {
  const { status, said, asked } = await audit({});
  expect([status, said]).toEqual([
    0,
    expect.stringMatching(/^Data: .* for the \d{3,} packages of package-lock\.json \(sha256 \w{12}…\)\.\nNo known weakness\.\n$/),
  ]);
  expect(asked).toEqual(expect.arrayContaining(['koa', 'vitest', 'sqlite3']));
});

test('fails without data', async () => {
  const { status, said } = await audit(null);
  expect([status, said]).toEqual([1, expect.stringMatching(/^No audit: the registry gave no advisories/)]);
});

test.each([
  ['a weakness of any severity in what is shipped', { name: 'koa', severity: 'low', expected: 1 }],
  ['a severe one in tools', { name: 'oxfmt', severity: 'high', expected: 1 }],
  ['no slight one in tools', { name: 'oxfmt', severity: 'low', expected: 0 }],
])('fails for %s', async (_, { name, severity, expected }) => {
  const { status, said } = await audit({ [name]: [weakness(severity)] });
  expect([status, said.includes(`${severity}: ${name}: A made-up weakness`)]).toEqual([expected, expected === 1]);
});
