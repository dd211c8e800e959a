import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfig } from '#core/platform/config.ts';
import { silentLog } from '#core/platform/log.ts';
import { openCore } from '#core/open.ts';
import { makeCampaign, makeUser } from '#test/support/factories.ts';

let dataDir: string;
beforeAll(() => void (dataDir = mkdtempSync(join(tmpdir(), 'earshot-workspace-'))));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function run(...args: string[]) {
  const env = { ...process.env, EARSHOT_DATA_DIR: dataDir, EARSHOT_REDDIT__SOURCE: 'off' };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/earshot', ...args], { env, encoding: 'utf8' });
  return { status, out: stdout, err: stderr };
}
const earshot = (...args: string[]) => run('workspace', ...args);

test('invites to the workspace of an account, and lists, changes, and removes its members', async () => {
  const core = await openCore(parseConfig({ dataDir, reddit: { source: 'off' } }), { log: silentLog, hold: 'own' });
  const ada = await makeUser(core, 'ada', 'admin');
  const ben = await makeUser(core, 'ben');
  await core.close();
  const whose = ['--user', 'ada@example.test'];
  const invited = earshot('invite', '--role', 'viewer', ...whose);
  expect([invited.status, invited.err]).toEqual([0, expect.stringContaining('The link works once')]);
  const again = await openCore(parseConfig({ dataDir, reddit: { source: 'off' } }), { log: silentLog, hold: 'own' });
  await again.accounts.workspaces.accept(ben, invited.out.trim().split('/').at(-1) ?? '');
  await again.close();
  expect(JSON.parse(earshot('members', '--json', ...whose).out)).toMatchObject([
    { id: ada.userId, role: 'owner' },
    { id: ben.userId, role: 'viewer' },
  ]);
  expect(earshot('role', 'ben@example.test', 'admin', ...whose)).toMatchObject({ status: 0, out: 'ben now has the role admin.\n' });
  expect(earshot('list', '--user', 'ben@example.test').out).toMatch(/ada +admin +2/);
  expect(earshot('remove', 'ben@example.test', ...whose).status).toBe(0);
  expect(JSON.parse(earshot('members', '--json', ...whose).out)).toHaveLength(1);
  expect(earshot('role', 'ben@example.test', 'owner', ...whose)).toMatchObject({ status: 2 });
});

test('shows what each workspace did and cost', async () => {
  const core = await openCore(parseConfig({ dataDir, reddit: { source: 'off' } }), { log: silentLog, hold: 'own' });
  const cid = await makeUser(core, 'cid');
  await makeCampaign(core, cid);
  const call = { provider: 'openai', purpose: 'score', tokens_in: 10, tokens_out: 2, items: 1, missed: 0, failure: '' } as const;
  const spent = { ...call, at: core.now(), day: Math.floor(core.now() / 86_400_000), user_id: Number(cid.userId) };
  await core.db('ai_ledger').insert([
    { ...spent, model: 'priced', cost: 0.0125 },
    { ...spent, model: 'unpriced', cost: null },
  ]);
  await core.close();
  expect(JSON.parse(earshot('figures', '--json').out)).toEqual([
    {
      id: cid.userId,
      owner: 'cid',
      members: 1,
      campaigns: 1,
      leads: 0,
      replies: 0,
      calls: 2,
      cost: 0.0125,
      unpriced: 1,
      answered: 0,
      answeredMinutes: null,
    },
  ]);
  expect(earshot('figures').out).toMatch(/^ID +Owner .*\n\d+ +cid +1 +1 +0 +0 +0\.013 +1 +–\n$/);
});

test('makes replies wait for approval, and lists those that do', async () => {
  const whose = ['--user', 'ada@example.test'];
  expect(earshot('set', '--approve-replies', 'on', ...whose)).toMatchObject({
    status: 0,
    out: 'Replies wait for approval by a second person. New leads are not assigned.\n',
  });
  expect(JSON.parse(earshot('set', '--assign-in-turn', 'on', '--json', ...whose).out)).toMatchObject({
    approvesReplies: true,
    assignsInTurn: true,
  });
  expect(earshot('set', ...whose)).toMatchObject({ status: 2, err: expect.stringMatching(/^ {2}Nothing to change$/m) });
  expect(JSON.parse(earshot('approvals', '--json', ...whose).out)).toEqual([]);
  expect(earshot('approve', '12', ...whose)).toMatchObject({ status: 3, err: expect.stringContaining('Reply not found') });
  expect(earshot('set', '--approve-replies', 'maybe', ...whose)).toMatchObject({
    status: 2,
    err: expect.stringContaining('Choose on or off'),
  });
});

test('merges two accounts of one person once that is confirmed', () => {
  const [ben, ada] = ['ben@example.test', 'ada@example.test'];
  expect(run('user', 'merge', ben, 'nobody@example.test', '--yes')).toMatchObject({
    status: 3,
    err: expect.stringContaining('Account nobody@example.test not found'),
  });
  expect(run('user', 'merge', ben, ada)).toMatchObject({ status: 4, err: expect.stringContaining('everything of ben to ada') });
  expect(run('user', 'merge', ben, ada, '--yes')).toMatchObject({ status: 0, out: 'ben was merged into ada, and is disabled.\n' });
  expect(run('user', 'merge', ben, ben, '--yes')).toMatchObject({ status: 4, err: expect.stringContaining('Choose another account') });
});

test("keeps a workspace's blacklist apart from the instance's", () => {
  const whose = ['--user', 'ada@example.test'];
  expect(run('blacklist', 'add', 'author', 'u/Spammer', ...whose)).toMatchObject({
    status: 0,
    out: '1 added, 0 stored posts hidden, 0 shown again.\n',
  });
  expect(run('blacklist', 'add', 'word', 'giveaway').status).toBe(0);
  const [entry] = JSON.parse(run('blacklist', 'list', '--json', ...whose).out) as { id: string; value: string }[];
  expect(entry?.value).toBe('spammer');
  expect(run('blacklist', 'list').out).not.toContain('spammer');
  expect(run('blacklist', 'remove', entry?.id ?? '')).toMatchObject({ status: 3, err: expect.stringContaining('Entry not found') });
  expect(run('blacklist', 'remove', entry?.id ?? '', ...whose).status).toBe(0);
  expect(JSON.parse(run('blacklist', 'list', '--json', ...whose).out)).toEqual([]);
});
