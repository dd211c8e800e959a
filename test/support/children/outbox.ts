/** Sends due replies until it is killed: `node outbox.ts DATA_DIR REDDIT_URL TIME`. Prints `ready` before it starts. */
import { parseConfig } from '#core/platform/config.ts';
import { silentLog } from '#core/platform/log.ts';
import { openCore } from '#core/open.ts';
import { redditOf } from '../reddit-config.ts';

const [, , dataDir = '', url = '', time = ''] = process.argv;
const core = await openCore(parseConfig({ dataDir, reddit: redditOf({ url }), scoring: { reader: 'off' } }), {
  log: silentLog,
  now: () => Number(time),
  hold: 'own',
});
process.stdout.write('ready\n');
await core.replies.outbox.sendDue(new AbortController().signal);
process.stdout.write('done\n');
await core.close();
