/** Sends due messages until it is killed: `node notify.ts DATA_DIR TIME`. Prints `ready` before it starts. */
import { parseConfig } from '#core/platform/config.ts';
import { silentLog } from '#core/platform/log.ts';
import { openCore } from '#core/open.ts';

const [, , dataDir = '', time = ''] = process.argv;
const config = parseConfig({ dataDir, reddit: { source: 'off' }, security: { allowPrivateHosts: ['127.0.0.1'] } });
const core = await openCore(config, { log: silentLog, now: () => Number(time), hold: 'own' });
process.stdout.write('ready\n');
await core.notifications.sendDue(new AbortController().signal);
process.stdout.write('done\n');
await core.close();
