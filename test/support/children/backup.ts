/**
 * Writes and backs up at the same time until it is killed: `node backup.ts DATA_DIR TIME`. Prints `row KEY` after each commit and
 * `backup FILE` after each backup.
 */
import { basename } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { parseConfig } from '#core/platform/config.ts';
import { backupRotating } from '#core/platform/db/backup.ts';
import { silentLog } from '#core/platform/log.ts';
import { openCore } from '#core/open.ts';

const [, , dataDir = '', time = ''] = process.argv;
const from = Number(time);
const core = await openCore(parseConfig({ dataDir, reddit: { source: 'off' }, scoring: { reader: 'off' } }), {
  log: silentLog,
  now: () => from,
  hold: 'own',
});

async function write(): Promise<never> {
  for (let row = 0; ; row += 1) {
    const key = `${from}-${row}`;
    await core.db('attempts').insert({ key, count: 1, first_at: from, last_at: from, blocked_until: 0 });
    process.stdout.write(`row ${key}\n`);
    await turn();
  }
}

async function backUp(): Promise<never> {
  for (let number = 0; ; number += 1) {
    const { file } = await backupRotating(core.db, { dataDir, now: from + number, keep: 3 });
    process.stdout.write(`backup ${basename(file)}\n`);
  }
}

await Promise.all([write(), backUp()]);
