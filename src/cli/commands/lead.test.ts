import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCore } from '#core/open.ts';
import { parseConfig } from '#core/platform/config.ts';
import { silentLog } from '#core/platform/log.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'earshot-lead-'));
  const core = await openCore(parseConfig({ dataDir }), { log: silentLog, hold: 'own' });
  // Two accounts, although no command below names one, because IDs are unique.
  await makeUser(core, 'eve');
  const ada = await makeUser(core, 'ada');
  await makeCampaign(core, ada);
  await ingestItems(core, [makeItem(1, Date.now()), makeItem(2, Date.now())]);
  await core.close();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function earshot(...args: string[]) {
  const env = { ...process.env, EARSHOT_DATA_DIR: dataDir, EARSHOT_REDDIT__SOURCE: 'off' };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/cli/main.ts', ...args], { env, encoding: 'utf8' });
  return { status, out: stdout, err: stderr };
}

test('lists leads, and changes one by its ID', () => {
  const leads = JSON.parse(earshot('lead', 'list', '--json').out) as { id: string }[];
  expect(leads).toHaveLength(2);
  const id = leads[0]?.id ?? '';
  expect(earshot('lead', 'stage', id, 'contacted')).toMatchObject({ status: 0, err: '' });
  expect(earshot('lead', 'note', id, 'Wants a demo')).toMatchObject({ status: 0 });
  expect(earshot('lead', 'follow-up', id, '2030-01-02', '--note', 'Send the quote').out).toContain('due 2030-01-02');
  expect(JSON.parse(earshot('lead', 'show', id, '--json').out)).toMatchObject({ id, stage: 'contacted', notes: 'Wants a demo' });
  expect(JSON.parse(earshot('lead', 'list', '--stage', 'contacted', '--json').out)).toMatchObject([{ id }]);
}, 120_000);

test.each([
  [['lead', 'show', '999'], 3, 'Lead not found'],
  [['lead', 'show', 'x'], 3, 'Lead x not found'],
  [['lead', 'stage', '1', 'sold'], 2, 'Stage must be one of'],
  [['lead', 'follow-up', '1', 'tomorrow'], 2, 'dueAt'],
  [['lead', 'list', '--min-confidence', 'many'], 2, 'minConfidence'],
  [['campaign', 'propose', '--describe', 'x', '--website', 'https://example.com'], 2, 'is required'],
  [['campaign', 'duplicate', '999'], 3, 'Campaign not found'],
  [['beta', 'decline', 'nobody@example.test'], 3, 'Application of nobody@example.test not found'],
  [['feedback', 'reply', '999', 'Hi'], 3, 'not found'],
] as const)(
  'rejects %j with a message',
  (args, status, message) => {
    const answer = earshot(...args);
    expect([answer.status, answer.out]).toEqual([status, '']);
    expect(answer.err).toContain(message);
    expect(answer.err).not.toContain('    at ');
  },
  60_000,
);

test('prints completion for fish', () => {
  const { status, out } = earshot('completion', 'fish');
  expect(status).toBe(0);
  expect(out).toContain(`complete -c earshot -f -n '__fish_seen_subcommand_from lead; and not`);
}, 60_000);
