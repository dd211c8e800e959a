import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCore } from '#core/open.ts';
import { times } from '#test/support/torture.ts';
import { parseConfig } from '../config.ts';
import { silentLog } from '../log.ts';
import { checkDatabaseFile } from './backup.ts';
import { connect } from './connect.ts';

const child = join(import.meta.dirname, '../../../../test/support/children/backup.ts');
const at = Date.UTC(2026, 10, 21, 9);

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'earshot-backup-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const open = () => openCore(parseConfig({ dataDir: dir, reddit: { source: 'off' } }), { log: silentLog, now: () => at, hold: 'own' });
const backups = (): string[] => readdirSync(join(dir, 'backups'));

/** Enough that a backup takes a while. */
async function fill(): Promise<void> {
  const core = await open();
  const rows = Array.from({ length: 2000 }, (_, id) => ({ at: at + id, action: 'login' as const, details: 'x'.repeat(4000) }));
  for (let from = 0; from < rows.length; from += 200) await core.db('audit').insert(rows.slice(from, from + 200));
  await core.close();
}

const isUnfinished = (): boolean => backups().some((name) => name.includes('.part'));

/** Writes and backs up until it is killed: some milliseconds after it began its second backup. Returns what it reported as done. */
async function killAfter(ms: number, now: number): Promise<string[]> {
  const running = spawn(process.execPath, [child, dir, String(now)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  running.stdout.on('data', (text: Buffer) => (said += text.toString()));
  const watching = setInterval(() => {
    if (!said.includes('backup ') || said.split('row ').length <= 10 || !isUnfinished()) return;
    clearInterval(watching);
    setTimeout(() => running.kill('SIGKILL'), ms);
  }, 1);
  await once(running, 'close');
  // The last line may be incomplete.
  return said.split('\n').slice(0, -1);
}

async function keysIn(file: string): Promise<Set<string>> {
  const db = connect(file);
  try {
    return new Set(await db('attempts').pluck('key'));
  } finally {
    await db.destroy();
  }
}

test(
  'loses no row and no finished backup when killed with -9 while backing up, and removes what is unfinished',
  { timeout: times(600_000, 3_600_000) },
  async () => {
    await fill();
    const rows: string[] = [];
    const finished: string[] = [];
    let unfinished = 0;
    for (let round = 1; round <= times(3, 60); round += 1) {
      const said = await killAfter(((round - 1) * 97) % 610, at + round * 1000);
      for (const line of said) (line.startsWith('row ') ? rows : finished).push(line.replace(/^\w+ /, ''));
      unfinished += isUnfinished() ? 1 : 0;

      const core = await open();
      expect(backups().filter((name) => !name.endsWith('.db'))).toEqual([]);
      const kept = new Set(await core.db('attempts').pluck<string[]>('key'));
      expect(rows.filter((key) => !kept.has(key))).toEqual([]);
      expect(await core.db.raw('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
      await core.close();

      // One that was complete may not have been reported, and the oldest may not have been removed yet.
      expect(backups()).toEqual(expect.arrayContaining(finished.slice(-2)));
      expect(backups().length).toBeLessThanOrEqual(4);
      for (const name of backups()) {
        expect(await checkDatabaseFile(join(dir, 'backups', name))).toBeGreaterThan(2000);
        for (const key of await keysIn(join(dir, 'backups', name))) expect(kept).toContain(key);
      }
    }
    expect(rows.length).toBeGreaterThan(20);
    expect(finished.length).toBeGreaterThan(0);
    expect(unfinished).toBeGreaterThan(0);
  },
);
