/** Restores like the command: `node restore.ts BACKUP DATA_DIR`. Prints a line when done. */
import { join } from 'node:path';
import { takeInstanceLock } from '#core/platform/db/lock.ts';
import { restoreFrom } from '#core/platform/db/restore.ts';

const [, , backup = '', dataDir = ''] = process.argv;
const lock = await takeInstanceLock(dataDir);
await restoreFrom(backup, join(dataDir, 'earshot.db'), Date.UTC(2026, 10, 22));
process.stdout.write('restored\n');
await lock.release();
