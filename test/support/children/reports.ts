/** Emails reports that are due until it is killed: `node reports.ts DATA_DIR TIME SMTP_URL`. */
import { parseConfig } from '#core/platform/config.ts';
import { silentLog } from '#core/platform/log.ts';
import { openCore } from '#core/open.ts';

const [, , dataDir = '', time = '', url = ''] = process.argv;
const config = parseConfig({ dataDir, reddit: { source: 'off' }, smtp: { url }, http: { publicUrl: 'https://earshot.test' } });
const core = await openCore(config, { log: silentLog, now: () => Number(time), hold: 'own' });
await core.insights.reports.schedules.sendDue(new AbortController().signal);
await core.close();
