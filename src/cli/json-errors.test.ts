import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fault } from '#test/support/fakes/reddit/faults.ts';
import { runCommand } from '#test/support/run-command.ts';
import { startFakeReddit } from '#test/support/fakes/reddit/server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'earshot-json-'));

const run = (args: readonly string[], environment: Record<string, string> = {}, input = '') =>
  runCommand(args, { EARSHOT_DATA_DIR: dataDir, ...environment }, input);

test('prints errors as JSON in the form of the API when --json is given, and nothing else on stdout', async () => {
  const missing = await run(['campaign', 'show', '99', '--json']);
  expect([missing.status, JSON.parse(missing.out)]).toEqual([3, { error: 'not_found', message: 'Campaign not found' }]);
  expect(missing.err).toBe('Campaign not found\n');
  const usage = await run(['campaign', 'show', '--json']);
  expect([usage.status, JSON.parse(usage.out)]).toEqual([2, { error: 'invalid', message: "missing required argument 'id'" }]);
  const config = await run(['user', 'list', '--json'], { EARSHOT_HTTP__PORT: 'x' });
  expect([config.status, JSON.parse(config.out)]).toMatchObject([2, { error: 'invalid', details: [{ path: 'http.port' }] }]);
  expect((await run(['campaign', 'show', '99'])).out).toBe('');
});

test('ends a campaign run with 1 and the reason when no stream on Reddit could be read', async () => {
  const reddit = await startFakeReddit();
  onTestFinished(reddit.close);
  reddit.faults.add({ fault: fault.forbidden() });
  const environment = { EARSHOT_REDDIT__SOURCE: 'rss', EARSHOT_REDDIT__WWW_URL: reddit.url, EARSHOT_REDDIT__RSS_INTERVAL_MS: '0' };
  const file = join(dataDir, 'campaign.json');
  writeFileSync(file, JSON.stringify({ name: 'Invoices', offering: 'Invoicing', rules: ['invoic*'], subreddits: ['freelance'] }));
  await run(['user', 'add', 'ann', 'ann@example.com'], {}, 'a quiet harbor at noon\n');
  const made = await run(['campaign', 'create', '--file', file, '--json']);
  expect(made.err).toBe('');
  const done = await run(['campaign', 'run', (JSON.parse(made.out) as { id: string }).id, '--json'], environment);
  expect([done.status, done.err]).toEqual([1, expect.stringContaining('r/freelance: Reddit does not let us read this place')]);
});
